import Foundation
import KKMixing
import KKTestSupport
import Testing

/// Which part of a run is whose, as the command line or an engine's variables say.
@Suite struct ShardTests {
    private func automatic(_ variables: String) throws -> (shard: Shard, engine: Shard.Engine?) {
        let pairs = variables.split(separator: " ").map {
            $0.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        }
        return try Shard.automatic { name in pairs.first { $0[0] == name }?[1] }
    }

    @Test func `every name has one shard, and a name's shard never moves`() throws {
        let names = (0..<1000).map { "case-\($0)" }
        let shards = try (1...7).map { try Shard(parsing: "\($0)/7") }
        let counts = shards.map { shard in names.count { shard.contains($0) } }
        #expect(counts.reduce(0, +) == 1000 && counts.allSatisfy { (90...200).contains($0) }, "\(counts)")
        // A published value of FNV-1a, 64 bits: "foobar" is 85944171f73967e8, folded 85944171.72ad2699.
        let folded: UInt64 = 0x85944171_72AD2699
        #expect(try Shard(parsing: "\(folded % 100 + 1)/100").contains("foobar"))
        for text in [
            "0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/", "+1/2", "", "auto", "1/9223372036854775807",
        ] {
            #expect(throws: SessionError.self, "\(text)") { try Shard(parsing: text) }
        }
        #expect(try Shard(parsing: "2/5") { _ in "7" }.description == "2/5")
        #expect(
            try Shard(parsing: "auto") { ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"][$0] } == Shard(parsing: "2/5"))
    }

    /// As the engines' pages have them: GitLab counts from 1, the others from 0, and an array of Slurm has the numbers
    /// that its user gave it.
    @Test(arguments: [
        ("CI_NODE_INDEX=2 CI_NODE_TOTAL=5", "2/5", "GitLab CI"), ("CI_NODE_TOTAL=1", "1/1", "GitLab CI"),
        ("CIRCLE_NODE_INDEX=1 CIRCLE_NODE_TOTAL=5", "2/5", "CircleCI"),
        ("CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1", "1/1", "CircleCI"),
        ("BUILDKITE_PARALLEL_JOB=4 BUILDKITE_PARALLEL_JOB_COUNT=5", "5/5", "Buildkite"),
        ("TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=3", "1/3", "Bazel"),
        (
            "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_COUNT=8",
            "8/8", "Slurm"
        ),
        ("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=3", "1/3", "Slurm"),
        (
            "SLURM_ARRAY_TASK_ID=20 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_MAX=25 SLURM_ARRAY_TASK_STEP=5 SLURM_ARRAY_TASK_COUNT=4",
            "3/4", "Slurm"
        ),
        ("JOB_COMPLETION_INDEX=0 JOB_COMPLETIONS=2", "1/2", "Kubernetes"),
        ("AWS_BATCH_JOB_ARRAY_INDEX=9 AWS_BATCH_JOB_ARRAY_SIZE=10", "10/10", "AWS Batch"),
        // One inside another, of which one alone has split the job; and two of one mind.
        ("CI_NODE_TOTAL=1 CIRCLE_NODE_INDEX=1 CIRCLE_NODE_TOTAL=2", "2/2", "CircleCI"),
        ("CI_NODE_INDEX=2 CI_NODE_TOTAL=3 TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=1", "2/3", "GitLab CI"),
        ("CI_NODE_INDEX=2 CI_NODE_TOTAL=3 TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=3", "2/3", "GitLab CI"),
        ("CI_NODE_INDEX= CI_NODE_TOTAL= TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=2", "2/2", "Bazel"),
    ])
    func `an engine's variables name a shard, counted from 1`(variables: String, shard: String, engine: String) throws {
        let found = try automatic(variables)
        #expect(found.shard.description == shard && found.engine?.rawValue == engine)
    }

    @Test func `where nobody has split the job, all of it is meant`() throws {
        let found = try automatic("CI=true PATH=/bin")
        #expect(found.shard == .whole && found.engine == nil && found.shard.contains("anything"))
        #expect(
            Shard.statusFile { _ in nil } == nil
                && Shard.statusFile { $0 == "TEST_SHARD_STATUS_FILE" ? "f" : nil } == nil)
        #expect(Shard.statusFile { ["TEST_SHARD_STATUS_FILE": "f", "TEST_TOTAL_SHARDS": "2"][$0] } == "f")
    }

    /// A share that is guessed wrong leaves something out that nobody misses.
    @Test(arguments: [
        ("CI_NODE_INDEX=2", "CI_NODE_INDEX=2 is set (GitLab CI), and CI_NODE_TOTAL is not; write --shard i/n"),
        (
            "JOB_COMPLETIONS=8",
            "JOB_COMPLETIONS=8 is set (Kubernetes), and JOB_COMPLETION_INDEX is not; run the job with .spec.completionMode: Indexed"
        ),
        ("CI_NODE_TOTAL=3", "CI_NODE_TOTAL=3 is set (GitLab CI), and CI_NODE_INDEX is not"),
        ("CI_NODE_INDEX=0 CI_NODE_TOTAL=3", "CI_NODE_INDEX=0 and CI_NODE_TOTAL=3 name no shard"),
        ("CI_NODE_INDEX=4 CI_NODE_TOTAL=3", "name no shard"),
        ("CIRCLE_NODE_INDEX=3 CIRCLE_NODE_TOTAL=3", "name no shard (CircleCI)"),
        ("CIRCLE_NODE_INDEX=-1 CIRCLE_NODE_TOTAL=3", "name no shard"),
        ("TEST_SHARD_INDEX=a TEST_TOTAL_SHARDS=3", "name no shard"),
        ("TEST_SHARD_INDEX=9223372036854775807 TEST_TOTAL_SHARDS=9223372036854775807", "name no shard"),
        (
            "JOB_COMPLETION_INDEX=2",
            "JOB_COMPLETIONS is not, which Kubernetes leaves to the job's author; set JOB_COMPLETIONS to the job's .spec.completions"
        ),
        ("SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_MIN is not"),
        ("SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=8", "name no shard (Slurm)"),
        (
            "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_COUNT=3",
            "not evenly spaced"
        ),
        (
            "SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=3",
            "not evenly spaced"
        ),
        ("SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=9223372036854775807", "name no shard"),
        (
            "SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=1 SLURM_ARRAY_TASK_STEP=0",
            "name no shard"
        ),
        (
            "CI_NODE_INDEX=2 CI_NODE_TOTAL=3 CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=2",
            "GitLab CI says that this is shard 2/3, and CircleCI says 1/2"
        ),
    ])
    func `variables that name no shard are an error, and never all or nothing`(variables: String, words: String) throws
    {
        let error = try #require(throws: SessionError.self) { try automatic(variables) }
        #expect(error.kind == .usage && "\(error)".contains(words), "\(error)")
    }

    @Test func `the page has every engine with its variables`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/golden-tests.md", encoding: .utf8)
        for engine in Shard.Engine.allCases {
            let first = engine.first.map { "from \($0)" } ?? "as submitted"
            let row = "| \(engine.rawValue) | `\(engine.variables.index)` | `\(engine.variables.count)` | \(first) |"
            #expect(page.contains(row), "\(row)")
        }
    }
}
