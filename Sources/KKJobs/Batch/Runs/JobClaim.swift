internal import KKFiles

/// What a report says of a planned job, which may be false: it was cut and mended, or made by something else.
struct JobClaim {
    private let outcome: JobOutcome
    private let planned: BatchPlan.Job

    init(_ outcome: JobOutcome, of planned: BatchPlan.Job) {
        self.outcome = outcome
        self.planned = planned
    }

    /// Why it cannot be true; `nil` if it can.
    var fault: String? {
        guard outcome.output == planned.job.output else {
            return "has the output \(outcome.output), but the plan has \(planned.job.output)"
        }
        if hasNegativeNumber { return "has a negative number" }
        switch outcome.status {
        case .done, .cached, .unchanged, .resumed: return faultOfResult
        case .failed: return outcome.failure == nil ? "is reported as failed, without a reason" : nil
        case .planned, .notRun: return nil
        }
    }

    private var faultOfResult: String? {
        if outcome.failure != nil { return "is reported as done, with an error" }
        // One that was planned to fail has no key in the plan.
        guard let key = outcome.key else { return "is reported as done, without a key" }
        if let wanted = planned.key, wanted != key { return "has a different key than the plan" }
        guard let facts = outcome.facts, facts.byteCount != nil, let sha256 = facts.sha256 else {
            return "is reported as done, without bytes and SHA-256"
        }
        return FileHashes.isHash(sha256) ? nil : "has a malformed SHA-256"
    }

    private var hasNegativeNumber: Bool {
        var numbers = [outcome.seconds ?? 0]
        if let facts = outcome.facts {
            numbers += [
                Double(facts.byteCount ?? 0), Double(facts.frameCount), facts.sampleRate, Double(facts.channelCount),
                facts.scale ?? 0,
            ]
            if let clipping = facts.clipping {
                numbers += [Double(clipping.sampleCount), Double(clipping.worstFrame), Double(clipping.worstChannel)]
            }
        }
        return numbers.contains { $0 < 0 }
    }
}
