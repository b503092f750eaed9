import Foundation
import KKFiles
@testable import KKJobs
import KKPCM
import KKSession
import Testing

@Suite struct BatchMergeTests {
    private let plan: BatchPlan

    init() throws {
        let jobs = try (0..<4).map { index in
            var planned = PlanExample.job("job-\(index)")
            planned.key = try Self.key(index)
            return planned
        }
        plan = try BatchPlan(jobs, folder: "", engine: "1.2.3")
    }

    private static func key(_ index: Int) throws -> JobKey {
        try JSONDecoder().decode(JobKey.self, from: Data("\"\(index)\"".utf8))
    }

    private func outcome(
        _ index: Int, _ status: JobOutcome.Status, hash: String? = nil, failing kind: FailureKind? = nil,
        seconds: Double? = nil
    ) -> JobOutcome {
        var outcome = JobOutcome(plan.jobs[index].job, status: status)
        outcome.seconds = seconds
        outcome.key = plan.jobs[index].key
        if let kind { outcome.failure = JobFailure(SessionError(kind, "no \(kind)")) { $0 == .temporary ? 75 : 65 } }
        if let hash {
            outcome.facts = JobFacts(
                byteCount: 1, sha256: String(repeating: hash, count: 64), frameCount: 1, sampleRate: 48_000,
                channelCount: 1, layout: "mono", container: "wav", encoding: "s16",
                dither: "none", scale: 1, clipping: nil, warnings: [], notices: [])
        }
        return outcome
    }

    private func merged(_ reports: [[JobOutcome]]) throws -> BatchMerge {
        var merge = BatchMerge(plan)
        for (index, jobs) in reports.enumerated() {
            try merge.add(BatchReport(jobs, plan: plan.key), path: "\(index).json")
        }
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
            [outcome(3, .done, hash: "d"), outcome(1, .failed, failing: .badData)], [outcome(0, .resumed, hash: "a")],
            [outcome(2, .done, hash: "c")],
            [outcome(1, .failed, failing: .temporary), outcome(0, .done, hash: "a", seconds: 2)],
        ]
        let first = try merged(reports)
        #expect(first.report.jobs.map(\.id) == ["job-0", "job-1", "job-2", "job-3"])
        #expect(first.report.jobs.map(\.status) == [.done, .failed, .done, .done])
        #expect(
            first.missing.isEmpty && first.disagreements.isEmpty && first.report.plan == plan.key
                && first.report.shard == nil)
        for order in orders(reports) { #expect(try merged(order).report == first.report) }
    }

    @Test("A job that was retried is done, whichever of its reports is read first")
    func retried() throws {
        let all = [outcome(0, .done, hash: "a"), outcome(1, .done, hash: "b"), outcome(2, .done, hash: "c")]
        for status in [JobOutcome.Status.done, .resumed, .cached, .unchanged] {
            let reports = [
                all, [outcome(3, .failed, failing: .temporary)], [outcome(3, status, hash: "d")], [outcome(3, .notRun)],
            ]
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
        for report in [
            BatchReport([], plan: String(repeating: "0", count: 64)), BatchReport([]),
            BatchReport([stranger], plan: plan.key),
        ] {
            let error = #expect(throws: SessionError.self) { try merge.add(report, path: "r.json") }
            #expect(error?.kind == .badSession && error?.place == "r.json")
        }
    }

    @Test("A report that cannot be true is refused, and the job is named")
    func lies() throws {
        let good = outcome(1, .done, hash: "a", seconds: 1)
        #expect(try merged([[good]]).report.jobs[1] == good)
        let lies: [(String, (inout JobOutcome) throws -> Void)] = [
            ("without a key", { $0.key = nil }), ("a different key", { $0.key = try Self.key(2) }),
            ("has the output", { $0.output = "out/other.wav" }),
            ("without bytes", { $0.facts = nil }), ("without bytes", { $0.facts?.sha256 = nil }),
            ("without bytes", { $0.facts?.byteCount = nil }),
            ("a malformed SHA-256", { $0.facts?.sha256 = "abc" }),
            ("with an error", { $0.failure = JobFailure(SessionError(.badData, "x")) { _ in 65 } }),
            ("a negative number", { $0.facts?.byteCount = -1 }), ("a negative number", { $0.facts?.frameCount = -1 }),
            ("a negative number", { $0.seconds = -0.5 }),
            ("a negative number", { $0.facts?.sampleRate = -1 }),
            ("a negative number", { $0.facts?.channelCount = -2 }), ("without a reason", { $0.status = .failed }),
        ]
        for (words, lie) in lies {
            var reported = good
            try lie(&reported)
            let error = #expect(throws: SessionError.self) { try merged([[reported]]) }
            #expect(error?.kind == .badData && error?.place == "0.json", "\(words)")
            #expect(
                error?.problem.contains("'job-1'") == true && error?.problem.contains(words) == true,
                "\(words): \(error?.problem ?? "")")
        }
    }

    @Test("Two runs that made other bytes of one job are reported")
    func disagreement() throws {
        let reports = [
            [outcome(1, .done, hash: "e"), outcome(0, .done, hash: "a")],
            [outcome(1, .done, hash: "f"), outcome(0, .resumed, hash: "a")],
        ]
        for order in orders(reports) { #expect(try merged(order).disagreements.map(\.id) == ["job-1"]) }
    }
}
