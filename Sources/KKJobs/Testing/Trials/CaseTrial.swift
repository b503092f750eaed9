internal import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// One case on its way from its words to its outcome.
struct CaseTrial {
    var item: GoldenCase
    let making: CaseMaking
    let options: CaseRun.Options
    let threadCount: Int
    let temporaryFiles: TemporaryFiles
    /// Where its files are: the results' folder, or while it is at work one of its own in that, so that several runs
    /// at once are in nobody's way.
    var folder: FilePath

    init(
        _ item: GoldenCase, _ making: CaseMaking, options: CaseRun.Options, threadCount: Int,
        temporaryFiles: TemporaryFiles
    ) {
        self.item = item
        self.making = making
        self.options = options
        self.threadCount = threadCount
        self.temporaryFiles = temporaryFiles
        folder = options.results
    }

    /// Of the pictures that are kept.
    static let pictureWidth = 1000

    /// What its sound's name ends in.
    var ending: String { making.ending(of: item) }

    /// A file of the results: `voice.actual.wav`.
    func resultPath(_ role: String, _ ending: String) -> FilePath {
        folder / "\(item.name).\(role)\(ending)"
    }

    var actualPath: FilePath { resultPath("actual.", ending) }
    var tracePath: FilePath { resultPath("actual.", "trace") }
    var picturePath: FilePath { folder / "\(item.name).png" }
    var vectorPath: FilePath { folder / "\(item.name).svg" }
    var residualPath: FilePath { resultPath("residual.", "wav") }
    var baselinePath: FilePath { resultPath("baseline.", ending) }
    /// With which option it was compared with a baseline, where it was: a review judges by that, too.
    var baselineNotePath: FilePath { folder / "\(item.name).baseline" }
    var repeatPath: FilePath { resultPath("repeat.", ending) }
    /// What its program said.
    var logPath: FilePath { folder / "\(item.name).log" }

    /// The sounds that may be kept of it.
    var soundPaths: [FilePath] { [actualPath, residualPath, baselinePath, repeatPath] }

    /// All that may be kept of it.
    var keptPaths: [FilePath] {
        [
            actualPath, tracePath, picturePath, vectorPath, residualPath, baselinePath, baselineNotePath, repeatPath,
            logPath, originPath,
        ]
    }

    /// Renders, compares, and keeps or removes what was rendered.
    ///
    /// A run that is stopped keeps what belongs to the cases that were over, as whole files, and nothing of this one.
    func outcome() -> CaseOutcome {
        guard !options.judgesKept else {
            if !options.changesNothing { for path in keptPaths where path.isLink { try? path.removeFile() } }
            return judged()
        }
        let files = temporaryFiles.part()
        do {
            var trial = self
            trial.folder = try makeWorkFolder(files)
            defer { files.removeWorkFolder(trial.folder) }
            var outcome = trial.judged()
            // What an earlier run has kept goes, whatever has come in its place.
            for (path, kept) in zip(trial.keptPaths, keptPaths) {
                if path.exists { try path.rename(to: kept) } else { try? kept.removeFile() }
            }
            outcome.move(from: trial.folder, to: folder)
            return outcome
        } catch {
            var outcome = CaseOutcome(item)
            outcome.report(error)
            return outcome
        }
    }

    /// - Throws: `cannotCreate` if the results' folder cannot be written to.
    func makeWorkFolder(_ files: TemporaryFiles) throws(AudioFileError) -> FilePath {
        do {
            return try files.makeWorkFolder(in: options.results, hidesFromGit: true)
        } catch var error {
            error.nextStep = "check its name and permissions, or name another folder with --results"
            throw error
        }
    }

    private func judged() -> CaseOutcome {
        var outcome = CaseOutcome(item)
        var isStale = false
        do {
            if options.judgesKept, let problem = problemOfOrigin() {
                throw SessionError(
                    .badSession, problem, place: item.place, nextStep: "make the right one: \(again)")
            }
            if options.judgesKept, !actualPath.isPlainFile {
                throw SessionError(
                    .noInput, "it failed and made no sound, so there is nothing to judge",
                    nextStep: "run it again: \(again)")
            }
            let made =
                options.judgesKept
                ? MadeSound() : try make(at: actualPath, turn: 0, trace: item.keepsTrace ? tracePath : nil)
            outcome.warnings = made.warnings
            if options.judgesKept, isManifestChanged {
                isStale = true
                let problem = "the manifest has changed since this sound was made"
                guard options.recording == nil else {
                    throw SessionError(.badSession, problem, place: item.place, nextStep: nil)
                }
                outcome.warnings.append(problem)
            }
            try hold(made, &outcome)
        } catch {
            outcome.report(error)
        }
        if isStale, outcome.isFailure { outcome.nextStep = "make it again: \(again)" }
        keepLog(&outcome)
        // Also of a failure without a sound: a review says that there was one.
        if outcome.isFailure, !options.judgesKept {
            do { try noteOrigin() } catch { outcome.warnings.append("its origin could not be noted: \(error)") }
        }
        if outcome.isFailure, actualPath.exists {
            outcome.actualPath = actualPath
        } else {
            let left = outcome.isFailure ? [logPath, originPath] : [logPath]
            if !options.changesNothing { for path in keptPaths where !left.contains(path) { try? path.removeFile() } }
            (outcome.picturePath, outcome.residualPath, outcome.baselinePath) = (nil, nil, nil)
        }
        return outcome
    }

    /// Whether a run kept something of this case: the sound of one that failed, or of a failure without a sound a note.
    var isKept: Bool { actualPath.isPlainFile || (originPath.isPlainFile && problemOfOrigin() == nil) }

    private func hold(_ made: MadeSound, _ outcome: inout CaseOutcome) throws {
        if !options.judgesKept { try makeAgain(&outcome) }
        // First what the case says of itself: a golden that its own assertions refuse is never written.
        let render = try AudioFileReader(path: actualPath)
        let clippedCount = made.clippedCount
        let measured = timed(render, "the measurement")
        let sound = try CaseSound(item, measured, layout: render.clientLayout, clippedCount: clippedCount)
        outcome.assertions = sound.assertions
        if case .mix = making {} else { outcome.warnings += render.warnings.map { "\($0.named("its sound"))" } }
        let isSound = outcome.status == .passed && outcome.assertions.allSatisfy(\.passed)
        let kept = try keptBaseline()
        let hasBaseline = options.baseline != nil || kept != nil
        if let baseline = options.baseline {
            try compare(with: baseline, &outcome)
        } else if let kept {
            try compare(withKeptBaseline: kept, &outcome)
        } else if let golden = item.golden {
            do {
                try compare(with: golden, sound, &outcome)
                try requireLine(of: golden, &outcome)
            } catch  where options.recording == .failed || options.recording == .all {
                // What cannot be read, a conflict of a merge perhaps, is about to be written again.
                outcome.fail("\(error)")
            } catch var error as AudioFileError where error.path == golden.path.text && error.kind == .badData {
                error.nextStep = "restore the golden, or \(recordingStep("--update failed", "records it again"))"
                throw error
            }
        }
        for assertion in outcome.assertions where !assertion.passed {
            outcome.fail("'\(assertion.text)' does not hold: \(assertion.measured)")
        }
        if outcome.status == .failed, item.golden == nil, outcome.nextStep == nil {
            outcome.nextStep = "mend what makes the sound, or 'assert' at \(item.place)"
        }
        if outcome.status == .passed, item.golden == nil, !hasBaseline {
            outcome.reason =
                "\(outcome.assertions.count) \(outcome.assertions.count == 1 ? "assertion holds" : "assertions hold")"
        }
        if let golden = item.golden, !hasBaseline {
            try follow(golden, &outcome)
            if mayRecord(outcome) {
                try record(golden, sound, isSound: isSound, &outcome)
                noteVariation(&outcome)
            }
        }
        if options.mutates, outcome.status == .passed { try damage(render, clippedCount: clippedCount, &outcome) }
    }
}

extension FileWarning {
    /// The same of a file that is called otherwise.
    fileprivate func named(_ name: String) -> FileWarning {
        FileWarning(path: name, at: position, problem, consequence: consequence)
    }
}
