internal import KKMixing
internal import Synchronization

/// Tells what became of each case, in their order.
final class TestTeller: Sendable {
    private let common: CommonOptions
    private let isTAP: Bool
    private let caseCount: Int
    private let text: TestText
    private let outcomes = Mutex<[CaseOutcome]>([])

    init(common: CommonOptions, isTAP: Bool, cases: [GoldenCase]) {
        (self.common, self.isTAP) = (common, isTAP)
        caseCount = cases.count
        text = TestText(
            line: StatusLine(cases.map(\.name), markWidth: 9, color: common.color), isVerbose: common.verbose)
    }

    /// What comes before the first case.
    func begin() {
        if isTAP { Terminal.print(TAPReport.head(count: caseCount)) }
    }

    /// What the run came to so far, for those who read it later.
    ///
    /// - Parameter wantsSome: whether a case must have passed, as in a run of all of them; in one with none a note says
    ///   so.
    func report(notes: [String], wantsSome: Bool = true) -> Report {
        let outcomes = outcomes.withLock { $0 }
        let isNothing = wantsSome && !outcomes.isEmpty && CaseTally(outcomes).tested == 0
        var report = Report(
            "kkmix test", entries: outcomes.map { ReportEntry($0) },
            notes: (isNothing ? [Self.nothingTested] : []) + notes)
        report.wantsSome = wantsSome
        return report
    }

    static let nothingTested = "every case is skipped, and a test that tests nothing does not pass"

    static func note(unreferenced path: FilePath) -> String { "no case uses the golden \(path); --prune removes it" }

    func tell(_ outcome: CaseOutcome) {
        let number = outcomes.withLock { outcomes in
            outcomes.append(outcome)
            return outcomes.count
        }
        if isTAP { return Terminal.print(TAPReport.lines(ReportEntry(outcome), number: number)) }
        guard !common.json, !common.quiet || outcome.isFailure else { return }
        for line in text.lines(outcome) { Terminal.print(line) }
    }

    /// The end: notes, and the count of all.
    @discardableResult
    func finish(unreferenced: [FilePath], note: String?, seconds: Double) -> CaseTally {
        let outcomes = outcomes.withLock { $0 }
        let tally = CaseTally(outcomes)
        if common.json {
            Terminal.print(JSONText.document(TestDocument(cases: outcomes, tally: tally, unreferenced: unreferenced)))
        } else if isTAP {
            if let note { Terminal.print(TAPReport.head(count: 0, reason: note)) }
        } else if !common.quiet {
            if let note { Terminal.print(note) }
            for path in unreferenced { Terminal.print(Voice.oneLine("note: \(Self.note(unreferenced: path))")) }
            Terminal.print(tally.text + (common.verbose ? " in \(decimalText(seconds, digits: 1)) s" : ""))
        }
        return tally
    }
}
