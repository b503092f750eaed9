internal import KKAudio
internal import Synchronization

/// Tells what became of each case, in their order.
final class TestTeller: Sendable {
    private let common: (json: Bool, quiet: Bool, verbose: Bool)
    private let text: TestText
    private let files: TemporaryFiles
    private let outcomes = Mutex<[CaseOutcome]>([])

    /// - Parameter files: what must not stay behind when nobody can be told any more.
    init(common: CommonOptions, colorsOutput: Bool, cases: [GoldenCase], files: TemporaryFiles) {
        self.files = files
        self.common = (common.json, common.quiet, common.verbose)
        // Long names stand out of line rather than push all others to the right.
        text = TestText(width: min(32, cases.map(\.name.count).max() ?? 0), usesColor: colorsOutput, isVerbose: common.verbose)
    }

    func tell(_ outcome: CaseOutcome) {
        outcomes.withLock { $0.append(outcome) }
        guard !common.json, !common.quiet || outcome.isFailure else { return }
        for line in text.lines(outcome) { Terminal.print(line, abandoning: files) }
    }

    /// The end: notes, and the count of all.
    @discardableResult
    func finish(unreferenced: [String], note: String?, seconds: Double) -> CaseTally {
        let outcomes = outcomes.withLock { $0 }
        let tally = CaseTally(outcomes)
        if common.json {
            Terminal.print(JSONText.document(TestDocument(outcomes, unreferenced: unreferenced)))
        } else if !common.quiet {
            if let note { Terminal.print(note) }
            for path in unreferenced { Terminal.print("note: no case has the golden \(path); --prune removes it") }
            Terminal.print(tally.text + (common.verbose ? " in \(decimalText(seconds, digits: 1)) s" : ""))
        }
        return tally
    }
}
