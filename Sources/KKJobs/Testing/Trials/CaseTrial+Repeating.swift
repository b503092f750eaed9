internal import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

extension CaseTrial {
    /// Makes the sound as often as the run asks for, and holds each beside the first.
    func makeAgain(_ outcome: inout CaseOutcome) throws {
        guard options.repeatCount > 1 else { return }
        switch making {
        case .mix: try renderAgain(&outcome)
        case .program: try runAgain(&outcome)
        // It was made once, by somebody else.
        case .file: return
        }
    }

    /// A mix of kkmix has the same bytes each time.
    private func renderAgain(_ outcome: inout CaseOutcome) throws {
        for turn in 1..<options.repeatCount {
            let path = repeatPath
            _ = try make(at: path, turn: turn, trace: nil)
            if let byte = try SmallFile.firstDifference(actualPath, path) {
                outcome.fail(
                    "render \(turn + 1) differs from the first, from byte \(groupedText(byte)) on",
                    nextStep: "this is a bug in kkmix; both renders are in \(options.results)")
                return
            }
            try path.removeFile()
        }
    }

    /// Another program may have its reasons; its sound must stay within the case's tolerance.
    private func runAgain(_ outcome: inout CaseOutcome) throws {
        var runs = RepeatedRuns()
        let files = temporaryFiles.part()
        let folder = try makeWorkFolder(files)
        defer { files.removeWorkFolder(folder) }
        for turn in 1..<options.repeatCount {
            let path = folder / "\(turn).\(ending)"
            do {
                _ = try make(at: path, turn: turn, trace: nil)
            } catch {
                // A review would take the sound of a run that succeeded for the case's.
                try? actualPath.removeFile()
                throw error
            }
            let comparison = try comparison(of: path, with: actualPath, tolerance: item.tolerance)
            runs.add(comparison)
            if !comparison.passed, runs.beyond == 1 {
                // For ears.
                try path.rename(to: repeatPath)
            } else {
                try path.removeFile()
            }
        }
        outcome.repeats = runs
        guard let text = runs.text else { return }
        if runs.beyond > 0 {
            outcome.fail(
                text,
                nextStep: "listen to \(actualPath) and \(repeatPath), or see how much its runs differ: "
                    + "\(options.command) --calibrate \(ShellWord.quoted(item.name))")
        } else {
            outcome.warnings.append(text)
        }
    }

    /// Whether its program may make another sound each time, as far as this run knows.
    var mayVary: Bool { if case .program = making { options.repeatCount == 1 } else { false } }

    /// What shows how far its sounds are apart.
    var calibration: String { "\(options.testCommand) --calibrate \(ShellWord.quoted(item.name))" }

    /// Of a golden that was just written, whose program may make another sound each time: makes it once more, so that it
    /// is told now, and not by the test that fails next.
    func noteVariation(_ outcome: inout CaseOutcome) {
        guard outcome.status == .recorded, mayVary, !options.judgesKept else { return }
        let files = temporaryFiles.part()
        var problem: String?
        do {
            let folder = try makeWorkFolder(files)
            defer { files.removeWorkFolder(folder) }
            let path = folder / "again.\(ending)"
            _ = try make(at: path, turn: 1, trace: nil)
            let comparison = try comparison(of: path, with: actualPath, tolerance: item.tolerance)
            if !comparison.passed {
                let words = ComparisonWords(comparison)
                problem = "its program made a different sound when it ran again: \(words.missed.first ?? words.verdict)"
            }
        } catch {
            problem = "its program failed when it ran again: \((error as? any Failure)?.problem ?? "\(error)")"
        }
        guard let problem else { return }
        outcome.warnings.append(problem)
        outcome.nextStep = "to see how much its sounds differ: \(calibration)"
    }

    /// Compares two files of the case.
    func comparison(
        of actual: FilePath, with reference: FilePath, tolerance: Tolerance, looksForCause: Bool = true
    ) throws -> Comparison {
        var settings = ComparisonJob.Settings()
        settings.looksForCause = looksForCause
        settings.tolerance = tolerance
        settings.allowsSilence = true
        return try ComparisonJob(
            reference: reference, actual: actual, settings: settings, environment: environment("the comparison")
        ).run().comparison
    }
}

extension RepeatedRuns {
    /// Counts a run beside the first.
    mutating func add(_ comparison: Comparison) {
        count += 1
        guard comparison.verdict != .sameFile, comparison.verdict != .samePCM else { return }
        differing += 1
        if !comparison.passed { beyond += 1 }
        let rate = comparison.reference.sampleRate
        if let first = comparison.first ?? comparison.worst {
            let seconds = Double(first.frame) / rate
            firstSeconds = min(firstSeconds ?? seconds, seconds)
        }
        guard let peak = comparison.peakResidual, peak > peakResidual ?? -.infinity else { return }
        (worstRun, peakResidual) = (count, peak)
        worstSeconds = comparison.worst.map { Double($0.frame) / rate }
    }
}
