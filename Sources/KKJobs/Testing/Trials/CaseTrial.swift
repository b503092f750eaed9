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

    init(
        _ item: GoldenCase, _ making: CaseMaking, options: CaseRun.Options, threadCount: Int,
        temporaryFiles: TemporaryFiles
    ) {
        self.item = item
        self.making = making
        self.options = options
        self.threadCount = threadCount
        self.temporaryFiles = temporaryFiles
    }

    /// Of the pictures that are kept.
    static let pictureWidth = 1000

    /// What its sound's name ends in.
    var ending: String { making.ending(of: item) }

    /// A file of the results: `voice.actual.wav`.
    func resultPath(_ role: String, _ ending: String) -> FilePath {
        options.results / "\(item.name).\(role)\(ending)"
    }

    var actualPath: FilePath { resultPath("actual.", ending) }
    var tracePath: FilePath { resultPath("actual.", "trace") }
    var picturePath: FilePath { options.results / "\(item.name).png" }
    var vectorPath: FilePath { options.results / "\(item.name).svg" }
    var residualPath: FilePath { resultPath("residual.", "wav") }
    var baselinePath: FilePath { resultPath("baseline.", ending) }
    var repeatPath: FilePath { resultPath("repeat.", ending) }
    /// What its program said.
    var logPath: FilePath { options.results / "\(item.name).log" }

    /// Renders, compares, and keeps or removes what was rendered.
    func outcome() -> CaseOutcome {
        var outcome = CaseOutcome(item)
        // A run that is stopped keeps what belongs to the cases that were over, as whole files, and nothing of this
        // one.
        let drafts = [actualPath, tracePath, picturePath, vectorPath, residualPath, baselinePath, repeatPath, logPath]
        // What an earlier run kept is not this one's to lose.
        if !options.judgesKept { temporaryFiles.draft(drafts) }
        defer { temporaryFiles.keep(drafts) }
        let old =
            options.judgesKept
            ? [] : [actualPath, tracePath, picturePath, vectorPath, residualPath, baselinePath, repeatPath, logPath]
        for path in old + drafts.filter(\.isLink) { try? path.removeFile() }
        do {
            let made =
                options.judgesKept
                ? MadeSound() : try make(at: actualPath, turn: 0, trace: item.keepsTrace ? tracePath : nil)
            outcome.warnings = made.warnings
            if options.judgesKept, let age = Self.isOlder(actualPath, than: item.file), age {
                outcome.warnings.append("the manifest has changed since this sound was made")
                guard options.recording == nil else {
                    throw SessionError(
                        .badSession, "the manifest has changed since this sound was made", place: item.place,
                        nextStep: "run kkmix test again, and then review")
                }
            }
            try hold(made, &outcome)
        } catch {
            outcome.report(error)
        }
        keepLog(&outcome)
        if outcome.isFailure, actualPath.exists {
            outcome.actualPath = actualPath
        } else {
            for path in [actualPath, tracePath, picturePath, vectorPath, residualPath, baselinePath, repeatPath] {
                try? path.removeFile()
            }
            (outcome.picturePath, outcome.residualPath, outcome.baselinePath) = (nil, nil, nil)
        }
        return outcome
    }

    private func hold(_ made: MadeSound, _ outcome: inout CaseOutcome) throws {
        if !options.judgesKept { try makeAgain(&outcome) }
        // First what the case says of itself: a golden that its own assertions refuse is never written.
        let render = try AudioFileReader(path: actualPath)
        let clippedCount = made.clippedCount
        let sound = try CaseSound(item, render, layout: render.clientLayout, clippedCount: clippedCount)
        outcome.assertions = sound.assertions
        let isSound = outcome.status == .passed && outcome.assertions.allSatisfy(\.passed)
        if let baseline = options.baseline {
            try compare(with: baseline, &outcome)
        } else if let golden = item.golden {
            do {
                try compare(with: golden, sound, &outcome)
                try requireLine(of: golden, &outcome)
            } catch  where options.recording == .failed || options.recording == .all {
                // What cannot be read, a conflict of a merge perhaps, is about to be written anew.
                outcome.fail("\(error)")
            } catch var error as AudioFileError where error.path == golden.path.text && error.kind == .badData {
                error.nextStep = "bring the golden back, or \(recordingStep("--update failed", "records it anew"))"
                throw error
            }
        }
        for assertion in outcome.assertions where !assertion.passed {
            outcome.fail("'\(assertion.text)' does not hold: \(assertion.measured)")
        }
        if outcome.status == .passed, item.golden == nil, options.baseline == nil {
            outcome.reason =
                "\(outcome.assertions.count) \(outcome.assertions.count == 1 ? "assertion holds" : "assertions hold")"
        }
        if let golden = item.golden, options.baseline == nil {
            try follow(golden, &outcome)
            if mayRecord(outcome) { try record(golden, sound, isSound: isSound, &outcome) }
        }
        if options.mutates, outcome.status == .passed { try damage(render, clippedCount: clippedCount, &outcome) }
    }

    /// Whether a file was written before another one was; `nil` where one of them is not there.
    private static func isOlder(_ path: FilePath, than other: FilePath) -> Bool? {
        guard let own = path.stamp, let theirs = other.stamp else { return nil }
        return (own.seconds, own.nanoseconds) < (theirs.seconds, theirs.nanoseconds)
    }
}
