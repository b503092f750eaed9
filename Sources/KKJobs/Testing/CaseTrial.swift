internal import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// One case on its way from its words to its outcome.
struct CaseTrial {
    let item: GoldenCase
    let mix: CaseMix
    let options: CaseRun.Options
    let threadCount: Int
    let temporaryFiles: TemporaryFiles

    init(_ item: GoldenCase, _ mix: CaseMix, options: CaseRun.Options, threadCount: Int, temporaryFiles: TemporaryFiles)
    {
        self.item = item
        self.mix = mix
        self.options = options
        self.threadCount = threadCount
        self.temporaryFiles = temporaryFiles
    }

    /// Of the pictures that are kept.
    static let pictureWidth = 1000

    var container: String {
        switch item.golden?.kind {
        case .wav: "wav"
        case .flac: "flac"
        case .fingerprint, nil: mix.container ?? "wav"
        }
    }

    /// A file of the results: `voice.actual.wav`.
    func resultPath(_ role: String, _ ending: String) -> FilePath {
        options.results / "\(item.name).\(role)\(ending)"
    }

    var actualPath: FilePath { resultPath("actual.", container) }
    var tracePath: FilePath { resultPath("actual.", "trace") }
    var picturePath: FilePath { options.results / "\(item.name).png" }
    var residualPath: FilePath { resultPath("residual.", "wav") }
    var baselinePath: FilePath { resultPath("baseline.", container) }
    private var repeatPath: FilePath { resultPath("repeat.", container) }

    /// Renders, compares, and keeps or removes what was rendered.
    func outcome() -> CaseOutcome {
        var outcome = CaseOutcome(item)
        // A run that is stopped keeps what belongs to the cases that were over, as whole files, and nothing of this
        // one.
        let drafts = [actualPath, tracePath, picturePath, residualPath, baselinePath, repeatPath]
        temporaryFiles.draft(drafts)
        defer { temporaryFiles.keep(drafts) }
        for path in [residualPath, baselinePath] + drafts.filter(\.isLink) { try? path.removeFile() }
        do {
            let report = try render(to: actualPath, turn: 0)
            outcome.warnings = report.warnings.map(\.description)
            try hold(report, &outcome)
        } catch {
            outcome.report(error)
        }
        if outcome.isFailure, actualPath.exists {
            outcome.actualPath = actualPath
        } else {
            for path in [actualPath, tracePath, picturePath, residualPath, baselinePath] {
                try? path.removeFile()
            }
            (outcome.picturePath, outcome.residualPath, outcome.baselinePath) = (nil, nil, nil)
        }
        return outcome
    }

    private func hold(_ report: MixReport, _ outcome: inout CaseOutcome) throws {
        try repeatRenders(&outcome)
        // First what the case says of itself: a golden that its own assertions refuse is never written.
        let render = try AudioFileReader(path: actualPath)
        let clippedCount = report.clipping?.sampleCount ?? 0
        let sound = try CaseSound(item, render, layout: render.clientLayout, clippedCount: clippedCount)
        outcome.assertions = sound.assertions
        let isSound = outcome.status == .passed && outcome.assertions.allSatisfy(\.passed)
        if let baseline = options.baseline {
            try compare(with: baseline, &outcome)
        } else if let golden = item.golden {
            do {
                try compare(with: golden, sound, &outcome)
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

    /// Renders the mix.
    ///
    /// - Parameter turn: 0 renders as the case says; others take another slice and another number of threads.
    func render(to path: FilePath, turn: Int) throws -> MixReport {
        var session = mix.session
        var environment = RenderJob.Environment(temporaryFiles: temporaryFiles.part())
        environment.threadCount = threadCount
        if turn > 0 {
            let (slices, threads) = ([512, 7, 4_099, 65_536, 64], [1, 4, 2])
            session.maximumFramesPerSlice = slices[(turn - 1) % slices.count]
            environment.threadCount = threads[(turn - 1) % threads.count]
        }
        var output = OutputSpec(path: path)
        output.container = container
        output.encoding = mix.encoding
        output.replacesExisting = true
        output.makesFolder = true
        if item.keepsTrace, turn == 0 { output.tracePath = tracePath }
        return try RenderJob(session, output: output, environment: environment).run()
    }

    private func repeatRenders(_ outcome: inout CaseOutcome) throws {
        for turn in 1..<max(1, options.repeatCount) {
            let path = repeatPath
            _ = try render(to: path, turn: turn)
            if let byte = try SmallFile.firstDifference(actualPath, path) {
                outcome.fail(
                    "render \(turn + 1) has other bytes than the first, from byte \(groupedText(byte)) on",
                    nextStep: "this is a defect of kkmix; both renders are in \(options.results)")
                return
            }
            try path.removeFile()
        }
    }
}
