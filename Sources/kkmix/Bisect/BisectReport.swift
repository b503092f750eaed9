internal import KKMixing

/// What was found of one commit.
struct BisectStep: KeyedReport {
    enum Verdict: String, Codable, CaseIterable {
        case good, bad, skip
    }

    let commit: String
    let subject: String
    var verdict = Verdict.skip
    /// In one clause.
    var reason = ""

    var text: String { "\(verdict.rawValue.left(5))\(commit.prefix(12))  \(subject): \(reason)" }

    static func tell(_ key: inout ReportKeys<Self>) {
        key("commit", \.commit)
        key("subject", \.subject)
        key("verdict", \.verdict)
        key("reason", \.reason)
    }
}

/// What a search came to: `bisect --json` prints it.
struct BisectReport: KeyedReport {
    let name: String
    let good: String
    let bad: String
    var steps: [BisectStep] = []
    /// The commit with which the sound changed; `nil` if it is one of ``candidates``.
    var firstBad: String?
    /// Commits that were skipped, of which one may be it.
    var candidates: [String] = []
    var subject: String?
    var author: String?
    var difference: String?
    /// The unit and the second where a mix left the good one.
    var departure: String?
    var sounds: [FilePath] = []

    init(name: String, good: String, bad: String) {
        (self.name, self.good, self.bad) = (name, good, bad)
    }

    var lines: [String] {
        guard let firstBad else {
            return ["the first bad commit is one of:"] + candidates.map { "  \($0)" }
        }
        var lines = ["\(firstBad) is the first bad commit"]
        let facts = [
            ("subject", subject), ("author", author), ("sound", difference), ("trace", departure),
            ("kept", sounds.isEmpty ? nil : sounds.map(\.text).joined(separator: ", ")),
        ]
        for (name, text) in facts {
            if let text { lines.append("  \(name.left(9))\(Voice.oneLine(text))") }
        }
        return lines
    }

    static func tell(_ key: inout ReportKeys<Self>) {
        key("schema") { _ in 1 }
        key("name", \.name)
        key("good", \.good)
        key("bad", \.bad)
        key("first_bad", \.firstBad)
        key("candidates", \.candidates)
        key("subject", \.subject)
        key("author", \.author)
        key("difference", \.difference)
        key("departure", \.departure)
        key("sounds", \.sounds)
        key("steps", \.steps)
    }
}
