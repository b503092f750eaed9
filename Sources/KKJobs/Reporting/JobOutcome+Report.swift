public import KKFiles
internal import KKMath
internal import KKPCM
public import KKReport
internal import KKSession

extension ReportEntry {
    /// The result of a job.
    ///
    /// - Parameters:
    ///   - list: the list or plan of the job.
    ///   - folder: the folder to which the job's paths are relative.
    ///   - job: the job, if known: a failure shows its inputs and options.
    ///   - isExpected: whether the job must have a result, as in a merge: without one it is an error.
    ///   - rerun: the command that makes such a result.
    public init(
        _ outcome: JobOutcome, in list: FilePath, folder: FilePath, job: BatchJob? = nil, isExpected: Bool = false,
        rerun: String = "run its shard again"
    ) {
        let isMissing = isExpected && (outcome.status == .notRun || outcome.status == .planned)
        self.init(
            outcome.id, in: list.text, isMissing ? .error : Status(outcome.status),
            isMissing ? "no report has its result" : Self.headline(outcome))
        place = Place(parsing: outcome.place)
        nextStep = isMissing ? rerun : outcome.failure?.nextStep
        seconds = outcome.seconds
        warnings =
            (outcome.facts?.clipping.map { [$0.text] } ?? []) + (outcome.facts?.otherWarnings ?? []) + outcome.remarks
        weight = isMissing ? nil : outcome.gravity.map(Double.init)
        if let job, isFailure {
            facts.append(Fact("inputs", job.inputs.map(ShellWord.quoted).joined(separator: " ")))
            if !job.options.isEmpty {
                facts.append(Fact("options", job.options.map(ShellWord.quoted).joined(separator: " ")))
            }
        }
        facts.append(Fact("output", outcome.output.text))
        if let found = outcome.facts {
            facts.append(Fact("frames", groupedText(found.frameCount)))
            if let dither = found.dither, dither != "none" { facts.append(Fact("dither", dither)) }
            if let hash = found.sha256 { facts.append(Fact("SHA-256", hash)) }
            attachments = [ReportAttachment(.actual, path: (folder / outcome.output).text)]
        }
        if !isFailure, let key = outcome.key { facts.append(Fact("key", key.text)) }
    }

    private static func headline(_ outcome: JobOutcome) -> String {
        if let failure = outcome.failure { return failure.headline }
        let word =
            switch outcome.status {
            case .done, .failed: "done"
            case .resumed: "done before"
            case .cached: "from the cache"
            case .unchanged: "unchanged"
            case .planned: "not rendered"
            case .notRun: "not run"
            }
        guard let found = outcome.facts else { return word }
        let length = timeText(found.sampleRate > 0 ? Double(found.frameCount) / found.sampleRate : 0)
        return
            "\(word): \(found.container) \(found.encoding), \(shortDecimalText(found.sampleRate, digits: 3)) Hz, \(found.layout), \(length)"
    }
}

extension JobOutcome {
    /// The severity of a failure: 0 for temporary ones that may pass on a retry. `nil` if it did not fail.
    public var gravity: Int? {
        let order: [FailureKind] = [
            .temporary, .unavailable, .noInput, .badData, .usage, .badSession, .cannotCreate, .io, .defect,
        ]
        return failure.map { order.firstIndex(of: $0.kind) ?? order.count }
    }
}

extension ReportEntry.Status {
    public init(_ status: JobOutcome.Status) {
        self =
            switch status {
            case .done, .resumed, .cached, .unchanged: .passed
            case .failed: .error
            case .planned: .skipped
            case .notRun: .notRun
            }
    }
}
