import KKPCM
import Testing

@testable import KKSession

@Suite struct BatchMergeTests {
    private let plan: BatchPlan

    init() throws {
        plan = try PlanExample.plan(4)
    }

    private func outcome(
        _ index: Int, _ status: JobOutcome.Status, hash: String? = nil, failing kind: FailureKind? = nil, seconds: Double? = nil
    ) -> JobOutcome {
        var outcome = JobOutcome(plan.jobs[index].job, status: status)
        outcome.seconds = seconds
        if let kind { outcome.failure = JobFailure(SessionError(kind, "no \(kind)")) { $0 == .temporary ? 75 : 65 } }
        if let hash {
            outcome.facts = JobFacts(
                byteCount: 1, sha256: hash, frameCount: 1, sampleRate: 48_000, channelCount: 1, layout: "mono", container: "wav", encoding: "s16",
                dither: "none", scale: 1, clipping: nil, warnings: [], notices: [])
        }
        return outcome
    }

    private func merged(_ reports: [[JobOutcome]]) throws -> BatchMerge {
        var merge = BatchMerge(plan)
        for (index, jobs) in reports.enumerated() { try merge.add(BatchReport(jobs, plan: plan.key), path: "\(index).json") }
        return merge
    }

    /// The reports in every order.
    private func orders<Element>(_ items: [Element]) -> [[Element]] {
        guard items.count > 1 else { return [items] }
        return items.indices.flatMap { index in
            var rest = items
            let first = rest.remove(at: index)
            return orders(rest).map { [first] + $0 }
        }
    }

    @Test("Results come out in the plan's order, and the order of the reports shows nowhere")
    func order() throws {
        let reports = [
            [outcome(3, .done, hash: "d"), outcome(1, .failed, failing: .badData)], [outcome(0, .resumed, hash: "a")], [outcome(2, .done, hash: "c")],
            [outcome(1, .failed, failing: .temporary), outcome(0, .done, hash: "a", seconds: 2)],
        ]
        let first = try merged(reports)
        #expect(first.report.jobs.map(\.id) == ["job-0", "job-1", "job-2", "job-3"])
        #expect(first.report.jobs.map(\.status) == [.done, .failed, .done, .done])
        #expect(first.missing.isEmpty && first.disagreements.isEmpty && first.report.plan == plan.key && first.report.shard == nil)
        for order in orders(reports) { #expect(try merged(order).report == first.report) }
    }

    @Test("A job that was retried is done, whichever of its reports is read first")
    func retried() throws {
        let all = [outcome(0, .done, hash: "a"), outcome(1, .done, hash: "b"), outcome(2, .done, hash: "c")]
        for status in [JobOutcome.Status.done, .resumed, .cached, .unchanged] {
            let reports = [all, [outcome(3, .failed, failing: .temporary)], [outcome(3, status, hash: "d")], [outcome(3, .notRun)]]
            for order in orders(reports) {
                let merge = try merged(order)
                #expect(merge.report.jobs[3].status == status && merge.missing.isEmpty)
            }
        }
    }

    @Test("A job without a result is named: one that no report has, and one that was not run")
    func missing() throws {
        let merge = try merged([[outcome(0, .done, hash: "a"), outcome(1, .notRun)], [outcome(3, .planned)]])
        #expect(merge.missing.map(\.id) == ["job-1", "job-2", "job-3"])
        #expect(merge.report.jobs.map(\.status) == [.done, .notRun, .notRun, .notRun])
        #expect(try merged([]).missing.count == 4)
    }

    @Test("A report of another plan, of a list, and of a job that is not planned are refused by the report's name")
    func foreign() throws {
        var merge = BatchMerge(plan)
        let stranger = JobOutcome(BatchJob(id: "x", place: "", folder: "", inputs: [], output: "x.wav"), status: .done)
        for report in [BatchReport([], plan: String(repeating: "0", count: 64)), BatchReport([]), BatchReport([stranger], plan: plan.key)] {
            let error = #expect(throws: SessionError.self) { try merge.add(report, path: "r.json") }
            #expect(error?.kind == .badSession && error?.place == "r.json")
        }
    }

    @Test("Two runs that made other bytes of one job are told")
    func disagreement() throws {
        let reports = [[outcome(1, .done, hash: "x"), outcome(0, .done, hash: "a")], [outcome(1, .done, hash: "y"), outcome(0, .resumed, hash: "a")]]
        for order in orders(reports) { #expect(try merged(order).disagreements.map(\.id) == ["job-1"]) }
    }
}
