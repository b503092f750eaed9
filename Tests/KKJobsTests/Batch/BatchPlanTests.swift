import Foundation
import KKFiles
@testable import KKJobs
import KKPCM
import KKSession
import KKTestSupport
import Testing

/// Plans of jobs that no file stands behind.
enum PlanExample {
    static func job(
        _ id: String, inputs: [String] = ["a.wav"], frames: Int64 = 48_000, rate: Double = 48_000, folder: FilePath = ""
    ) -> BatchPlan.Job {
        let job = BatchJob(
            id: id, place: "jobs.csv:2", folder: folder, inputs: inputs, output: "out/\(id).wav",
            options: ["--gain", "-3dB"])
        let hashes = inputs.map { _ in String(repeating: "0", count: 64) as String? }
        return BatchPlan.Job(job, key: nil, hashes: hashes, frameCount: frames, sampleRate: rate, channelCount: 2)
    }

    static func plan(_ count: Int, frames: (Int) -> Int64 = { _ in 48_000 }) throws -> BatchPlan {
        try BatchPlan((0..<count).map { job("job-\($0)", frames: frames($0)) }, folder: "", engine: "1.2.3")
    }
}

@Suite struct BatchPlanTests {
    @Test("A plan that was written is read again, with its jobs' folder found from the plan's")
    func roundTrip() throws {
        let folder = try ScratchFolder()
        var jobs = [PlanExample.job("a"), PlanExample.job("ä \"b\"", inputs: ["it's.wav::gain=-3dB", "synth:sine"])]
        jobs[1].hashes[1] = nil
        jobs[1].failure = JobFailure(SessionError(.badData, "this is noise", place: "it's.wav", nextStep: "none")) {
            _ in 65
        }
        let plan = try BatchPlan(jobs, folder: "../lists", engine: "1.2.3")
        try folder.write(Array(try plan.text.utf8), to: "p.plan")
        #expect(try plan.text.split(separator: "\n").count == 3)
        #expect(BatchPlan.isMeant(by: FilePath(folder.path("p.plan"))))
        let read = try BatchPlan(path: FilePath(folder.path("p.plan")))
        #expect(read.key == plan.key && read.engine == "1.2.3" && read.folder == "../lists")
        let lists = FilePath(URL(fileURLWithPath: folder.root).deletingLastPathComponent().path + "/lists")
        #expect(read.jobs.map(\.job.folder) == [lists, lists])
        #expect(
            read.jobs[1].job.inputs == jobs[1].job.inputs && read.jobs[1].hashes == jobs[1].hashes
                && read.jobs[1].failure == jobs[1].failure)
        #expect(read.jobs[0].job.place == "\(lists)/jobs.csv:2")
        #expect(try read.text == plan.text, "what is read again is written the same")
    }

    @Test("A plan's runs keep what they did where those of its list do")
    func state() throws {
        let jobs = [PlanExample.job("a")]
        #expect(
            try BatchPlan(jobs, folder: "../lists", list: "jobs.csv", engine: "1").state(path: "plans/a.plan")
                == "lists/jobs.csv.state")
        #expect(
            try BatchPlan(jobs, folder: ".", list: "jobs.csv", engine: "1").state(path: "a.plan") == "jobs.csv.state")
        #expect(try BatchPlan(jobs, folder: ".", engine: "1").state(path: "a.plan") == "a.plan.state")
    }

    @Test(
        "The key follows from every fact of every job, from their order and from the engine, and not from where the plan lies"
    )
    func key() throws {
        let jobs = [PlanExample.job("a"), PlanExample.job("b")]
        let key = try BatchPlan(jobs, folder: "x", engine: "1").key
        #expect(try BatchPlan(jobs, folder: "y", engine: "1").key == key)
        #expect(
            try BatchPlan(jobs.map { PlanExample.job($0.job.id, folder: "/elsewhere") }, folder: "x", engine: "1").key
                == key)
        #expect(try BatchPlan(jobs.reversed(), folder: "x", engine: "1").key != key)
        #expect(try BatchPlan(jobs, folder: "x", engine: "2").key != key)
        #expect(try BatchPlan([jobs[0]], folder: "x", engine: "1").key != key)
        let changes: [(inout BatchPlan.Job) -> Void] = [
            { $0.hashes = [nil] }, { $0.frameCount += 1 }, { $0.job.output = "c.wav" }, { $0.job.options = [] },
            { $0.sampleRate = 44_100 },
        ]
        for (index, change) in changes.enumerated() {
            var changed = jobs
            change(&changed[1])
            #expect(try BatchPlan(changed, folder: "x", engine: "1").key != key, "change \(index)")
        }
    }

    @Test("A plan that was changed or cut short is refused, and so is what is none")
    func changed() throws {
        let folder = try ScratchFolder()
        let text = try PlanExample.plan(3).text
        let lines = text.split(separator: "\n").map(String.init)
        let texts = [
            text.replacing("out/job-1.wav", with: "out/job-7.wav"), lines.dropLast().joined(separator: "\n"), lines[0],
            text + lines[3] + "\n",
            text + "{}\n", text.replacing("\"schema\":1", with: "\"schema\":2"), "", "id,inputs\n",
            "{\"inputs\":[\"a.wav\"],\"output\":\"b.wav\"}\n",
        ]
        for text in texts {
            try folder.write(Array(text.utf8), to: "p.plan")
            let error = #expect(throws: SessionError.self) { try BatchPlan(path: FilePath(folder.path("p.plan"))) }
            #expect(error?.kind == .badSession && error?.place?.contains("p.plan") == true, "\(text)")
        }
        #expect(
            !BatchPlan.isMeant(by: FilePath(folder.path("p.plan"))) && !BatchPlan.isMeant(by: FilePath(folder.root))
                && !BatchPlan.isMeant(by: FilePath(folder.path("none"))))
    }

    @Test("The way from the plan's folder to the jobs' goes up as far as it must")
    func way() throws {
        let folder = try ScratchFolder()
        for name in ["a/b/c", "a/d", "e"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("a/b"))
        let place = { FilePath(folder.path($0)) }
        let ways: [(String, String, FilePath)] = [
            ("a/b", "a/b", "."), ("a", "a/b/c", "b/c"), ("a/b/c", "a/d", "../../d"), ("link", "a/d", "../d"),
            ("e", "link/c", "../a/b/c"),
        ]
        for (from, to, expected) in ways {
            #expect(BatchPlan.way(from: place(from), to: place(to)) == expected, "\(from) \(to)")
        }
        #expect(BatchPlan.way(from: place("none"), to: place(".")) == nil)
        #expect(BatchPlan.way(from: "", to: "") == ".")
    }

    @Test("Every job is in one shard, whatever their number", arguments: [1, 2, 3, 7, 40, 41, 1000])
    func shards(count: Int) throws {
        let plan = try PlanExample.plan(40) { Int64($0 * $0 % 17) * 48_000 }
        let shares = (1...count).compactMap { Shard(Int64($0), of: Int64(count)) }.map {
            plan.jobs(of: $0).map(\.job.id)
        }
        #expect(shares.count == count)
        #expect(shares.flatMap { $0 }.sorted() == plan.jobs.map(\.job.id).sorted())
        #expect(shares.count { !$0.isEmpty } == min(count, 40))
        let places = Dictionary(uniqueKeysWithValues: plan.jobs.enumerated().map { ($0.element.job.id, $0.offset) })
        for share in shares {
            #expect(share.compactMap { places[$0] } == share.compactMap { places[$0] }.sorted(), "in the plan's order")
        }
    }

    @Test("Long jobs are spread: no shard has a third more than the mean of what can be divided")
    func balance() throws {
        let plan = try PlanExample.plan(60) { Int64(1 + $0 * 7919 % 601) * 48_000 }
        for count in 2...6 {
            var loads = [Int64](repeating: 0, count: count)
            for (job, shard) in zip(plan.jobs, plan.assignment(to: count)) { loads[shard - 1] += job.weight }
            let mean = Double(loads.reduce(0, +)) / Double(count)
            #expect(loads.allSatisfy { Double($0) < mean * 4 / 3 && Double($0) > mean * 2 / 3 }, "\(loads)")
        }
        // Six, five, four, three, two and one seconds in three shards: 6+1, 5+2, 4+3.
        let small = try PlanExample.plan(6) { Int64(6 - $0) * 4_800_000 }
        #expect(small.assignment(to: 3) == [1, 2, 3, 3, 2, 1])
    }

    @Test("As many shards as are worth a start, and never more than jobs or than the engine takes")
    func usefulCount() throws {
        #expect(try PlanExample.plan(100).usefulShardCount(most: 1000) == 1, "two hundred seconds")
        #expect(try PlanExample.plan(100) { _ in 48_000 * 3599 }.usefulShardCount(most: 1000) == 100)
        #expect(try PlanExample.plan(100) { _ in 48_000 * 36_000 }.usefulShardCount(most: 1000) == 100)
        #expect(try PlanExample.plan(100) { _ in 48_000 * 3600 }.usefulShardCount(most: 10) == 10)
        #expect(try PlanExample.plan(100) { _ in .max / 4 }.usefulShardCount(most: 1000) == 100)
        #expect(try PlanExample.plan(0).usefulShardCount(most: 1000) == 1)
    }
}
