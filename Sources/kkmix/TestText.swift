internal import KKAudio

/// A case's lines for people: one, and of a failure some more.
struct TestText {
    /// Characters that names take.
    let width: Int
    let usesColor: Bool
    let isVerbose: Bool

    func lines(_ outcome: CaseOutcome) -> [String] {
        var lines = [head(outcome)]
        guard outcome.isFailure else {
            if outcome.damagesTried > 0 { lines += damages(outcome) }
            if isVerbose { lines += outcome.warnings.map { fact("warning", $0) } }
            return lines
        }
        lines += details(outcome).map { fact($0.0, $0.1) }
        lines += outcome.warnings.prefix(3).map { fact("warning", $0) }
        if let step = outcome.nextStep { lines.append(fact("next", step)) }
        return lines
    }

    /// `FAIL   voice-eq  different: …`
    private func head(_ outcome: CaseOutcome) -> String {
        let name = Voice.oneLine(outcome.item.name)
        let padded = name + String(repeating: " ", count: max(0, width - name.count))
        let (word, hue) = Self.word(outcome.status)
        let mark = word + String(repeating: " ", count: 9 - word.count)
        return "\(usesColor ? "\u{1B}[\(hue)m\(mark)\u{1B}[0m" : mark)\(padded)  \(Voice.oneLine(outcome.reason))"
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
        "         \(name)\(String(repeating: " ", count: max(1, 10 - name.count)))\(Voice.oneLine(text))"
    }

    private func details(_ outcome: CaseOutcome) -> [(String, String)] {
        var details: [(String, String)] = []
        if let golden = outcome.item.golden, outcome.verdict != nil { details.append(("golden", golden.path)) }
        if let actual = outcome.actualPath { details.append(("actual", actual)) }
        if let picture = outcome.picturePath { details.append(("picture", picture)) }
        if let departure = outcome.departure { details.append(("left", departure)) }
        if let worst = outcome.fingerprint?.worst, worst != outcome.fingerprint?.first { details.append(("worst", worst)) }
        if outcome.verdict != nil { details.append(("tolerance", outcome.item.tolerance.name)) }
        if outcome.status == .error { details.append(("case", outcome.item.place)) }
        return details
    }

    private func damages(_ outcome: CaseOutcome) -> [String] {
        let missed = outcome.damagesMissed
        guard !missed.isEmpty else { return [fact("damages", "all \(outcome.damagesTried) would be noticed")] }
        return [fact("damages", "\(missed.count) of \(outcome.damagesTried) would not be noticed: \(missed.joined(separator: ", "))")]
    }
}
