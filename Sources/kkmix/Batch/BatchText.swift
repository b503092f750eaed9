internal import KKMixing

/// A batch's lines for people.
struct BatchText {
    private let line: StatusLine

    /// Jobs with warnings, and jobs that failed, that a summary names before it says how many more there are.
    private static let (mostWarnings, mostFailures) = (20, 100)

    init(ids: [String], color: String?) { line = StatusLine(ids, markWidth: 10, color: color) }

    /// `done      voice-3  out/3.wav: 44100 Hz, stereo, wav s16, 88 200 frames (0:02)`
    func line(_ outcome: JobOutcome) -> String {
        if let failure = outcome.failure { return head("FAIL", "31", outcome, "\(outcome.place): \(failure.message)") }
        let text =
            outcome.facts.map { "\(outcome.output): \(Self.facts($0))" }
            ?? "\(outcome.place): an earlier job failed, or the run was stopped"
        let hue = outcome.status == .notRun ? "33" : "32"
        return head(outcome.status == .notRun ? "not run" : outcome.status.rawValue, hue, outcome, text)
    }

    /// What is to be looked at, the worst first, and the count of all.
    func summary(_ outcomes: [JobOutcome], isQuiet: Bool, isVerbose: Bool) -> [String] {
        let failed = outcomes.enumerated().filter { $0.element.isFailure }.sorted { one, other in
            (-(one.element.gravity ?? 0), one.offset) < (-(other.element.gravity ?? 0), other.offset)
        }.map(\.element)
        var lines = failed.prefix(isVerbose ? .max : Self.mostFailures).map(line)
        if failed.count > lines.count {
            lines.append("… and \(failed.count - lines.count) more failed; -v and --report list them all")
        }
        guard !isQuiet else { return lines }
        let clipped = outcomes.compactMap { $0.facts?.clipping }
        if clipped.count > 1, let worst = clipped.map({ $0.worstAmplitude ?? .infinity }).max() {
            lines.append(
                "\(clipped.count) of \(outcomes.count) jobs pass full scale, \(ClippingReport.excessText(worst))")
        }
        let warned = warnings(outcomes)
        let shown = warned.prefix(isVerbose ? .max : Self.mostWarnings)
        lines += shown
        if warned.count > shown.count {
            lines.append("… and \(warned.count - shown.count) more warnings; -v and --report list them all")
        }
        return lines + [Self.tally(outcomes)]
    }

    /// Clipping first, the farthest beyond full scale before all others; then what was found in inputs, and about the
    /// cache.
    private func warnings(_ outcomes: [JobOutcome]) -> [String] {
        let clipped = outcomes.enumerated().compactMap { place, outcome in
            outcome.facts?.clipping.map { (place: place, outcome: outcome, clipping: $0) }
        }.sorted {
            ($1.clipping.worstAmplitude ?? .infinity, $0.place) < ($0.clipping.worstAmplitude ?? .infinity, $1.place)
        }
        return clipped.map { head("warning", "33", $0.outcome, "\($0.outcome.output): \($0.clipping.text)") }
            + outcomes.flatMap { outcome in
                ((outcome.facts?.otherWarnings ?? []) + outcome.remarks).map { head("warning", "33", outcome, $0) }
            }
    }

    /// `997 done, 1 failed, 2 not run`
    static func tally(_ outcomes: [JobOutcome]) -> String {
        let words: [(JobOutcome.Status, String)] = [
            (.done, "done"), (.planned, "would be done"), (.resumed, "done before"), (.cached, "from the cache"),
            (.unchanged, "unchanged"),
            (.failed, "failed"), (.notRun, "not run"),
        ]
        let parts = words.compactMap { status, word in
            let count = outcomes.count { $0.status == status }
            return count > 0 ? "\(count) \(word)" : nil
        }
        return parts.isEmpty ? "no job is in this shard" : parts.joined(separator: ", ")
    }

    private static func facts(_ facts: JobFacts) -> String {
        let length = timeText(Double(facts.frameCount) / facts.sampleRate)
        let parts = [
            "\(StreamDescription.rateText(facts.sampleRate)) Hz", facts.layout, "\(facts.container) \(facts.encoding)",
            "\(countText(facts.frameCount, "frame")) (\(length))",
        ]
        return parts.joined(separator: ", ")
    }

    private func head(_ word: String, _ hue: String, _ outcome: JobOutcome, _ text: String) -> String {
        line.text(word, hue, outcome.id, text)
    }
}
