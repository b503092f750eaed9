internal import KKMixing

/// A case's lines for people: one, and of a failure some more.
struct TestText {
    let line: StatusLine
    let isVerbose: Bool

    func lines(_ outcome: CaseOutcome) -> [String] {
        let (word, hue) = Self.word(outcome.status)
        var lines = [line.text(word, hue, outcome.item.name, outcome.reason)]
        guard outcome.isFailure else {
            if let damages = outcome.damagesText { lines.append(fact("damages", damages)) }
            // A golden that was just written is worth a second look.
            let isRecorded = outcome.status == .recorded
            if isVerbose || isRecorded {
                lines += outcome.warnings.map { fact("warning", $0) }
            } else if let apart = outcome.repeats?.text {
                lines.append(fact("warning", apart))
            }
            if isRecorded, let step = outcome.nextStep { lines.append(fact("next", step)) }
            return lines
        }
        lines += details(outcome).map { fact($0.0, $0.1) }
        lines += outcome.warnings.prefix(3).map { fact("warning", $0) }
        if let step = outcome.nextStep { lines.append(fact("next", step)) }
        return lines
    }

    private static func word(_ status: CaseOutcome.Status) -> (String, hue: String) {
        switch status {
        case .passed: ("pass", "32")
        case .failed: ("FAIL", "31")
        case .error: ("error", "31")
        case .skipped: ("skip", "33")
        case .recorded: ("recorded", "33")
        case .notRun: ("not run", "33")
        }
    }

    private func fact(_ name: String, _ text: String) -> String {
        "         \(name.left(10, gap: 1))\(Voice.oneLine(text))"
    }

    private func details(_ outcome: CaseOutcome) -> [(String, String)] {
        var details: [(String, String)] = []
        if let baseline = outcome.baselinePath {
            details.append(("baseline", baseline.text))
        } else if let golden = outcome.referencePath {
            details.append(("golden", golden.text))
        }
        if let actual = outcome.actualPath { details.append(("actual", actual.text)) }
        if let picture = outcome.picturePath { details.append(("picture", picture.text)) }
        if let comparison = outcome.comparison, !comparison.passed {
            details += facts(comparison, reason: outcome.reason)
        }
        for text in outcome.fingerprint?.facts ?? [] where text != outcome.reason { details.append(("whole", text)) }
        if let worst = outcome.fingerprint?.worst, worst != outcome.fingerprint?.first {
            details.append(("worst at", worst))
        }
        if let log = outcome.logPath {
            details.append(("log", log.text))
            details += outcome.lastLines.map { ("it said", $0) }
        }
        if let departure = outcome.departure { details.append(("trace", departure)) }
        if outcome.status == .error { details.append(("case", outcome.item.place)) }
        return details
    }

    private func facts(_ comparison: Comparison, reason: String) -> [(String, String)] {
        let words = ComparisonWords(comparison)
        var facts: [(String, String)] = []
        // The first of them is the reason, as a rule.
        for missed in words.missed where !reason.contains(missed) { facts.append(("missed", missed)) }
        if let diagnosis = words.diagnosis, !reason.hasSuffix(diagnosis) { facts.append(("diagnosis", diagnosis)) }
        if let first = comparison.first { facts.append(("first at", words.text(first))) }
        if let worst = comparison.worst, worst != comparison.first { facts.append(("worst at", words.text(worst))) }
        if let peak = comparison.peakResidual, let rms = comparison.rmsResidual {
            facts.append(
                ("residual", "peak \(decimalText(peak, digits: 1)) dBFS, RMS \(decimalText(rms, digits: 1)) dBFS"))
        }
        return facts
    }
}
