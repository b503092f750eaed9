import Foundation
import KKFiles
@testable import KKJobs
import KKSession
import KKTestSupport
import Testing

/// Scripts are tried by the shell that reads them, with programs that write down their words.
@Suite struct BatchScriptTests {
    private let folder: KKTestSupport.ScratchFolder
    /// Names that a shell, Slurm or Parallel would like to do something with.
    private static let names = [
        "album.plan", "my album.plan", "it's \"mine\".plan", "$HOME `id` \\ * ? [a].plan", "-dash {} {#} {1} %a.plan",
        "a;b&c|d<e>(f)#g!~.plan", "ünï\ncode.plan",
        // A sign with an accent upon it is another character to Swift, and the same sign to a shell.
        "'\u{301}$(touch x);'\u{301} -{\u{301}}\"\u{301}.plan",
    ]

    init() throws {
        folder = try KKTestSupport.ScratchFolder()
        for name in ["kkmix", "sbatch"] {
            let text = """
                #!/bin/sh
                { printf '\(name)\\n'; printf '<%s>\\n' "$@"; } >>"$WORDS"
                if [ \(name) = sbatch ]; then echo "17;cluster"; fi

                """
            try folder.write(Array(text.utf8), to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
        }
    }

    private func run(
        _ script: BatchScript, _ words: String = "", _ variables: [String: String] = [:]
    ) throws -> (status: Int32, words: String, errors: String) {
        try folder.write(Array(script.text.utf8), to: "the script")
        try? FileManager.default.removeItem(atPath: folder.path("words"))
        let environment = ["PATH": folder.root + ":/usr/bin:/bin", "WORDS": folder.path("words")].merging(variables) {
            $1
        }
        let run = try CommandRun.shell(
            "sh -n 'the script' && sh 'the script' \(words)", in: folder.root, environment: environment)
        return (run.status, String(decoding: folder.bytes("words") ?? [], as: UTF8.self), run.errorText)
    }

    @Test("A task of Slurm runs its shard and nothing else, whatever the plan is called", arguments: names)
    func task(name: String) throws {
        let plan = try PlanExample.plan(9)
        let script = try BatchScript(.slurm, plan, path: FilePath(name), shards: 4)
        let path = name.hasPrefix("-") ? "./\(name)" : name
        let folder = "\(path).reports/\(plan.key.prefix(8))"
        for (variables, attempt) in [([:], 0), (["SLURM_RESTART_COUNT": "2"], 2)] {
            let run = try run(script, "", ["SLURM_ARRAY_TASK_ID": "3"].merging(variables) { $1 })
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                run.words == """
                    kkmix
                    <batch>
                    <run>
                    <\(path)>
                    <--shard>
                    <3/4>
                    <--resume>
                    <--report>
                    <\(folder)/3.\(attempt).json>

                    """)
            #expect(self.folder.bytes("\(folder)/3.log") != nil)
        }
    }

    @Test("By hand it submits the array, and then the merge with afterany", arguments: names)
    func submission(name: String) throws {
        let script = try BatchScript(.slurm, PlanExample.plan(9), path: FilePath(name), shards: 4)
        let run = try run(script, "--partition=long")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.words == """
                sbatch
                <--parsable>
                <--partition=long>
                <the script>
                sbatch
                <--partition=long>
                <--job-name=\(script.name)-merge>
                <--array=0>
                <--dependency=afterany:17>
                <the script>
                <merge>

                """)
    }

    @Test("The job behind the array merges, though it is a task of an array itself", arguments: names)
    func merge(name: String) throws {
        let plan = try PlanExample.plan(9)
        var script = try BatchScript(.slurm, plan, path: FilePath(name), shards: 4)
        script.mergeOptions = ["--junit", "a b.xml"]
        let path = name.hasPrefix("-") ? "./\(name)" : name
        let run = try run(script, "merge", ["SLURM_ARRAY_TASK_ID": "0"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.words == """
                kkmix
                <batch>
                <merge>
                <--junit>
                <a b.xml>
                <\(path)>
                <\(path).reports/\(plan.key.prefix(8))>

                """)
    }

    @Test(
        "GNU Parallel runs every shard once, and the merge comes last",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/parallel")),
        arguments: names)
    func parallel(name: String) throws {
        let plan = try PlanExample.plan(9)
        var script = try BatchScript(.parallel, plan, path: FilePath(name), shards: 3)
        script.atOnce = 1
        script.runOptions = ["-j", "1", "--cache", "a {} b"]
        let path = name.hasPrefix("-") ? "./\(name)" : name
        let folder = "\(path).reports/\(plan.key.prefix(8))"
        let run = try run(script)
        #expect(run.status == 0, "\(run.errors)")
        let options = "<-j>\n<1>\n<--cache>\n<a {} b>\n"
        let shards = (1...3).map { number in
            "kkmix\n<batch>\n<run>\n<\(path)>\n\(options)<--shard>\n<\(number)/3>\n<--resume>\n<--report>\n<\(folder)/\(number).json>\n"
        }
        #expect(run.words == shards.joined() + "kkmix\n<batch>\n<merge>\n<\(path)>\n<\(folder)>\n")
    }

    @Test("What a script asks of Slurm stands in its head")
    func head() throws {
        var script = try BatchScript(.slurm, PlanExample.plan(9), path: "a b.plan", shards: 4, reports: "logs")
        (script.processors, script.time, script.atOnce, script.program) = (2, "1:00:00", 3, "/opt/kk mix/kkmix")
        let lines = script.text.split(separator: "\n").map(String.init)
        let wanted = [
            "--job-name=a_b.plan", "--array=1-4%3", "--requeue", "--cpus-per-task=2", "--time=1:00:00",
            "--signal=B:TERM@60",
        ]
        for word in wanted { #expect(lines.contains("#SBATCH \(word)"), "\(word)") }
        #expect(lines.filter { $0.hasPrefix("#SBATCH") }.count == 8)
        #expect(script.text.contains("'/opt/kk mix/kkmix' batch run") && script.text.contains("reports=logs/"))
        #expect(script.text.utf8.allSatisfy { $0 < 128 })
    }

    @Test("No array of Slurm is longer than a stock cluster takes")
    func most() throws {
        let plan = try PlanExample.plan(3000) { _ in 48_000 * 36_000 }
        #expect(try BatchScript(.slurm, plan, path: "p").shardCount == 1000)
        #expect(try BatchScript(.slurm, plan, path: "p", shards: 1000).text.contains("--array=1-1000\n"))
        #expect(throws: SessionError.self) { try BatchScript(.slurm, plan, path: "p", shards: 1001) }
        #expect(try BatchScript(.parallel, plan, path: "p").shardCount == 3000)
    }
}
