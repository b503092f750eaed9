internal import KKAnalysis
internal import KKFiles
internal import KKPCM
internal import KKSession

extension CaseTrial {
    /// Compares the render with its golden.
    func compare(with golden: GoldenFile, _ sound: CaseSound, _ outcome: inout CaseOutcome) throws {
        guard try isAsLocked(golden, &outcome) else { return }
        guard golden.path.exists else {
            outcome.fail("there is no golden \(golden.name)", nextStep: try missingStep(outcome))
            outcome.isMissingGolden = true
            return
        }
        try MachineFile.check(golden.path, "a golden")
        guard golden.kind == .fingerprint else {
            try compare(withSound: golden.path, &outcome)
            return
        }
        guard let fingerprint = sound.fingerprint else { return }
        let kept = try Fingerprint(
            parsing: SmallFile.read(golden.path, limit: Fingerprint.longestText), path: golden.path)
        let result = fingerprint.compared(with: kept, tolerance: item.tolerance, allowsSilence: item.allowsSilence)
        outcome.fingerprint = result
        outcome.verdict = result.verdict
        if !result.passed { outcome.missed = [result.reason] + result.facts.filter { $0 != result.reason } }
        if result.passed {
            if outcome.status == .passed { outcome.reason = result.passedWords }
        } else {
            outcome.fail(result.reason, nextStep: acceptStep())
            do { try drawActual(&outcome) } catch { outcome.warnings.append("no picture: \(error)") }
        }
    }

    /// What records a golden that is missing, or keeps it from being recorded.
    private func missingStep(_ outcome: CaseOutcome) throws -> String {
        guard outcome.status == .passed, outcome.assertions.allSatisfy(\.passed) else {
            return "fix the case or its assertions first"
        }
        guard try item.allowsSilence || !isSilent(actualPath) else { return Self.silenceStep }
        return options.judgesKept
            ? recordingStep("--accept \(ShellWord.quoted(item.name))", "records it")
            : recordingStep("--update missing", "records it")
    }

    /// A command that writes goldens, and what it does; where none is written, that it must be elsewhere.
    func recordingStep(_ words: String, _ effect: String) -> String {
        options.writesGoldens
            ? "\(options.command) \(words) \(effect)" : "run \(options.command) \(words) outside CI and commit it"
    }

    private static let silenceStep = "fix the case, or write 'allow-silence: true' if it should be silent"

    /// What takes the sound as the golden. Only a small difference with no cause may be one of a program that makes
    /// another sound each time.
    func acceptStep(_ comparison: Comparison? = nil) -> String {
        let words = "--accept \(ShellWord.quoted(item.name))"
        let step = options.writesGoldens ? "\(options.command) \(words)" : recordingStep(words, "")
        let isSmall = comparison.map { $0.diagnosis == nil && $0.relativeResidual ?? 0 <= -20 } ?? false
        return "if the change is intended: \(step)"
            + (mayVary && isSmall ? "; if it differs every time, \(calibration) shows by how much" : "")
    }

    /// Whether this run may write the golden of a case with this outcome. One that passes stays.
    func mayRecord(_ outcome: CaseOutcome) -> Bool {
        guard outcome.status == .failed, !outcome.departsFromLock, let recording = options.recording else {
            return false
        }
        switch recording {
        case .missing: return outcome.isMissingGolden
        case .failed: return !outcome.isMissingGolden
        case .all: return true
        }
    }

    /// Takes the render as the golden.
    ///
    /// - Parameter isSound: whether nothing but the golden speaks against it.
    func record(_ golden: GoldenFile, _ sound: CaseSound, isSound: Bool, _ outcome: inout CaseOutcome) throws {
        guard isSound else {
            outcome.fail("its golden was not written")
            outcome.nextStep = "fix the case or its assertions first"
            return
        }
        guard try item.allowsSilence || !isSilent(actualPath) else {
            outcome.fail("it is silent throughout, so no golden was written")
            outcome.nextStep = Self.silenceStep
            return
        }
        if let problem = try problemWithItself(sound) {
            outcome.fail("no golden was written, because the render does not pass against itself: \(problem)")
            outcome.nextStep = "fix the case or its tolerance"
            return
        }
        try MachineFile.check(golden.path, "a golden")
        if let fingerprint = sound.fingerprint {
            try FinishedFile(path: golden.path, force: true, makesFolder: true).write(
                fingerprint.text, temporaryFiles: temporaryFiles.part())
        } else {
            try keep(as: golden)
        }
        if item.keepsTrace {
            try SmallFile.copy(tracePath, to: golden.tracePath, temporaryFiles: temporaryFiles.part())
        }
        let was = outcome.isMissingGolden ? "new" : "it was \(outcome.verdict?.rawValue ?? "unreadable")"
        outcome.status = .recorded
        outcome.nextStep = nil
        outcome.reason = "\(golden.name) (\(was))" + (try lock(golden))
    }

    /// Writes the sound as a golden: the file itself where it is of the golden's kind, or else every sample of it.
    private func keep(as golden: GoldenFile) throws {
        if ending == golden.kind.rawValue {
            return try SmallFile.copy(actualPath, to: golden.path, temporaryFiles: temporaryFiles.part())
        }
        let sound = try AudioFileReader(path: actualPath)
        // Lossy and floating-point sound has no depth.
        let bits = sound.fileFormat.isFloat ? nil : sound.properties.sourceBitDepth
        guard golden.kind != .flac || bits ?? 32 <= 24 else {
            throw SessionError(
                .badSession,
                "FLAC cannot hold every sample of the sound, which has \(bits.map { "\($0) bits" } ?? "floats"), and FLAC has at most 24 bits",
                place: golden.path, nextStep: "name a golden that ends in .wav, or make the sound with 24 bits")
        }
        let encoding: Encoding = bits.map { $0 <= 16 ? .s16 : $0 <= 24 ? .s24 : .s32 } ?? .f32
        try write(TrackSpec(path: actualPath), to: golden.path, container: golden.kind.rawValue, encoding: encoding)
    }

    /// Why a golden made of the render would never pass; `nil` if it would.
    private func problemWithItself(_ sound: CaseSound) throws -> String? {
        if let fingerprint = sound.fingerprint {
            let kept = try Fingerprint(parsing: Array(fingerprint.text.utf8), path: actualPath)
            let result = fingerprint.compared(with: kept, tolerance: item.tolerance, allowsSilence: item.allowsSilence)
            return result.passed ? nil : result.reason
        }
        var settings = ComparisonJob.Settings()
        settings.tolerance = item.tolerance
        settings.allowsSilence = item.allowsSilence
        let comparison = try ComparisonJob(
            reference: actualPath, actual: actualPath, settings: settings, environment: environment("the comparison")
        ).run().comparison
        let words = ComparisonWords(comparison)
        return comparison.passed ? nil : words.missed.first ?? words.verdict
    }

    /// Whether every sample of a render is 0.
    private func isSilent(_ path: FilePath) throws -> Bool {
        let sound = try AudioFileReader(path: path)
        let (measurement, _) = try CaseSound.measure(
            timed(sound, "the measurement"), layout: sound.clientLayout, measures: .levels, withFingerprint: false)
        return measurement.samplePeak == nil || measurement.samplePeak == -.infinity
    }

    /// Of a case that keeps a trace: where the render left the recorded one. A trace that is missing is written with
    /// the goldens.
    func follow(_ golden: GoldenFile, _ outcome: inout CaseOutcome) throws {
        guard item.keepsTrace, tracePath.exists else { return }
        guard golden.tracePath.exists else {
            // With its golden it is written, or not.
            guard !outcome.isMissingGolden else { return }
            let isWanted = options.recording == .missing || options.recording == .all
            guard outcome.status == .passed, isWanted else { return noteNoTrace(&outcome) }
            try SmallFile.copy(tracePath, to: golden.tracePath, temporaryFiles: temporaryFiles.part())
            outcome.status = .recorded
            outcome.reason = "\(golden.traceName) (new)"
            return
        }
        guard outcome.status == .failed else { return }
        try MachineFile.check(golden.tracePath, "a trace")
        let traces = try [tracePath, golden.tracePath].map { path in
            try RenderTrace(
                parsing: String(decoding: SmallFile.read(path, limit: RenderTrace.longestText), as: UTF8.self),
                path: path)
        }
        outcome.departure = traces[0].firstDifference(from: traces[1])?.description
    }

    /// Tells that the trace that the case asks for is not there.
    private func noteNoTrace(_ outcome: inout CaseOutcome) {
        if outcome.status == .passed {
            outcome.reason += "; no trace is recorded: \(recordingStep("--update missing", "records it"))"
        } else {
            outcome.warnings.append("no trace is recorded, so the unit and the second where it began are not known")
        }
    }
}
