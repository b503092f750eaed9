import Foundation
import KKTestSupport
import Testing

/// `kkmix batch plan`, `script` and `merge`, and a plan that is run, from outside.
@Suite struct BatchPlanCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("album/takes"), withIntermediateDirectories: true)
        for name in ["music.wav", "speech.wav"] {
            try FileManager.default.copyItem(atPath: Fixtures.path(name), toPath: folder.path("album/takes/\(name)"))
        }
        let rows = (1...9).map {
            "job \($0),takes/music.wav::loop=\($0 % 4) synth:sine:frequency=\(100 * $0):for=1s,out/\($0).wav,--gain -6dB\n"
        }
        try write("id,inputs,output,options\n" + rows.joined(), to: "album/jobs.csv")
    }

    private func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }

    private func kkmix(_ words: [String], in place: String = "album") throws -> CommandRun {
        try CommandRun(["batch"] + words, in: folder.path(place))
    }

    private func document(_ run: CommandRun) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    }

    private func jobs(_ run: CommandRun) throws -> [[String: Any]] {
        try #require(try document(run)["jobs"] as? [[String: Any]])
    }

    @Test("The same list over the same files has one plan, whatever the threads, the place and the day")
    func deterministic() throws {
        #expect(try kkmix(["plan", "jobs.csv", "-o", "a.plan"]).status == 0)
        #expect(try kkmix(["plan", "jobs.csv", "-o", "b.plan", "-j", "1"]).status == 0)
        #expect(try kkmix(["plan", "album/jobs.csv", "-o", "album/c.plan", "-j", "7"], in: "").status == 0)
        #expect(try kkmix(["plan", folder.path("album/jobs.csv"), "-o", "takes/../d.plan"]).status == 0)
        let plan = try #require(folder.bytes("album/a.plan"))
        let text = String(decoding: plan, as: UTF8.self)
        for name in ["b", "c", "d"] {
            #expect(folder.bytes("album/\(name).plan").map { String(decoding: $0, as: UTF8.self) } == text, "\(name)")
        }
        #expect(!text.contains(folder.root) && text.split(separator: "\n").count == 10)
        try write(
            String(decoding: try #require(folder.bytes("album/jobs.csv")), as: UTF8.self).replacing(
                "-6dB", with: "-7dB"), to: "album/jobs.csv")
        #expect(try kkmix(["plan", "jobs.csv", "-o", "a.plan"]).status == 73, "it is there")
        #expect(try kkmix(["plan", "jobs.csv", "-o", "a.plan", "-f"]).status == 0)
        let isOther = folder.bytes("album/a.plan") != plan
        #expect(isOther, "another gain, another plan")
    }

    @Test("Shards of a plan make what the list makes, and their reports are one")
    func shards() throws {
        let list = try kkmix(["jobs.csv", "--json"])
        #expect(list.status == 0, "\(list.errorText)")
        let expected = try (1...9).map { try #require(folder.bytes("album/out/\($0).wav")) }
        try FileManager.default.removeItem(atPath: folder.path("album/out"))
        #expect(try kkmix(["plan", "jobs.csv", "-o", "a.plan"]).status == 0)
        for shard in [3, 1, 4, 2] {
            // By the engine's variables, and by hand.
            let variables = ["ID": "\(shard)", "MIN": "1", "MAX": "4", "COUNT": "4"].map {
                ("SLURM_ARRAY_TASK_\($0)", $1)
            }
            let words = [
                "batch", "run", "a.plan", "--shard", shard < 3 ? "auto" : "\(shard)/4", "--resume", "--report",
                "reports/\(shard).json",
            ]
            let run = try CommandRun(
                words, in: folder.path("album"),
                environment: shard < 3 ? Dictionary(uniqueKeysWithValues: variables) : [:])
            #expect(run.status == 0, "\(run.errorText)")
        }
        for (number, bytes) in zip(1...9, expected) {
            let isSame = folder.bytes("album/out/\(number).wav") == bytes
            #expect(isSame, "\(number).wav")
        }
        let merged = try kkmix(["merge", "a.plan", "reports", "--json", "--report", "all.json"])
        #expect(merged.status == 0 && merged.errorText.isEmpty)
        #expect(try jobs(merged).map { $0["id"] as? String } == (1...9).map { "job \($0)" })
        #expect(folder.bytes("album/all.json") == merged.output)
        let backwards = try kkmix(["merge", "a.plan"] + [4, 3, 2, 1, 2].map { "reports/\($0).json" } + ["--json"])
        #expect(backwards.output == merged.output)
        #expect(try kkmix(["merge", "a.plan", "reports"]).outputText == "9 done\n")
    }

    @Test("A merge names the jobs without a result and ends with 1; a report of another plan ends it with 78")
    func missing() throws {
        _ = try kkmix(["plan", "jobs.csv", "-o", "a.plan"])
        _ = try kkmix(["run", "a.plan", "--shard", "1/3", "--report", "1.json"])
        let merged = try kkmix(["merge", "a.plan", "1.json"])
        let missing = (1...9).filter { !FileManager.default.fileExists(atPath: folder.path("album/out/\($0).wav")) }
        #expect(merged.status == 1 && missing.count == 6)
        let lines = merged.errorText.split(separator: "\n")
        #expect(
            lines.map { $0.split(separator: "'").dropFirst().first.map(String.init) } == missing.map { "job \($0)" },
            "\(merged.errorText)")
        #expect(merged.outputText == "3 done, 6 not run\n")
        let pages = try kkmix(["merge", "a.plan", "1.json", "--junit", "all.xml", "--html", "page", "-q"])
        #expect(pages.status == 1 && pages.outputText.isEmpty, "\(pages.outputText)")
        let xml = String(decoding: try #require(folder.bytes("album/all.xml")), as: UTF8.self)
        #expect(
            xml.components(separatedBy: "<testcase ").count == 10 && xml.components(separatedBy: "<error ").count == 7)
        #expect(folder.bytes("album/page/index.html") != nil)
        #expect(try kkmix(["merge", "a.plan", "takes"]).status == 1, "a folder without reports")

        try write("id,inputs,output\njob 1,synth:noise:for=1s,other.wav\n", to: "album/other.csv")
        _ = try kkmix(["plan", "other.csv", "-o", "other.plan"])
        _ = try kkmix(["run", "other.plan", "--report", "other.json"])
        let refused = try kkmix(["merge", "a.plan", "1.json", "other.json", "--json"])
        #expect(refused.status == 78 && refused.errorText.contains("other.json: this is the report of another plan"))
        #expect(try document(refused)["error"] != nil)
        #expect(try kkmix(["merge", "a.plan"]).status == 64)
        #expect(try kkmix(["merge", "a.plan", "none.json"]).status == 66)
    }

    @Test("A plan finds its files when it moves with them, and when the list lies elsewhere")
    func moved() throws {
        try FileManager.default.createDirectory(atPath: folder.path("plans"), withIntermediateDirectories: true)
        #expect(try kkmix(["plan", "album/jobs.csv", "-o", "plans/a.plan"], in: "").status == 0)
        let place = folder.path("else where")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for name in ["album", "plans"] {
            try FileManager.default.moveItem(atPath: folder.path(name), toPath: "\(place)/\(name)")
        }
        let run = try CommandRun(["batch", "run", "else where/plans/a.plan", "--filter", "job 3"], in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(FileManager.default.fileExists(atPath: "\(place)/album/out/3.wav"))
    }

    @Test("A job whose input is no longer that of the plan fails by the input's name, and the others are done")
    func changed() throws {
        let text = "id,inputs,output\na,takes/music.wav,a.wav\nb,takes/speech.wav,b.wav\n"
        try write(text, to: "album/two.csv")
        _ = try kkmix(["plan", "two.csv", "-o", "two.plan"])
        try FileManager.default.removeItem(atPath: folder.path("album/takes/speech.wav"))
        try FileManager.default.copyItem(
            atPath: Fixtures.path("music.wav"), toPath: folder.path("album/takes/speech.wav"))
        let run = try kkmix(["run", "two.plan", "--json"])
        #expect(run.status == 1)
        let found = try jobs(run)
        #expect(found.map { $0["status"] as? String } == ["done", "failed"])
        let error = try #require(found[1]["error"] as? [String: Any])
        #expect(error["status"] as? Int == 65 && error["path"] as? String == "takes/speech.wav")
        #expect(folder.bytes("album/b.wav") == nil)
        // And what was done before is not done for another plan's sake.
        _ = try kkmix(["plan", "two.csv", "-o", "two.plan", "-f"])
        #expect(try kkmix(["run", "two.plan", "--resume"]).outputText == "1 done, 1 done before\n")
    }

    @Test("Every job that cannot be done is named, and there is no plan; --keep-going keeps them")
    func broken() throws {
        try write(
            "id,inputs,output\na,takes/none.wav,a.wav\nb,takes/music.wav,b.wav\nc,jobs.csv,c.wav\n", to: "album/bad.csv"
        )
        let refused = try kkmix(["plan", "bad.csv", "-o", "bad.plan"])
        #expect(refused.status == 66 && folder.bytes("album/bad.plan") == nil)
        #expect(refused.errorText.contains("bad.csv:2: 'a': takes/none.wav: there is no such file"))
        #expect(
            refused.errorText.contains("bad.csv:4: 'c': jobs.csv: this is plain text, not an audio file")
                && !refused.errorText.contains("'b'"))
        let document = try document(try kkmix(["plan", "bad.csv", "-o", "bad.plan", "--json"]))
        #expect(document["output"] is NSNull)
        let kept = try kkmix(["plan", "bad.csv", "-o", "bad.plan", "--keep-going"])
        #expect(kept.status == 0 && kept.outputText.contains("3 jobs, 2 of them will fail"), "\(kept.outputText)")
        #expect(try kkmix(["plan", "album/bad.csv", "-o", "album/too.plan", "--keep-going"], in: "").status == 0)
        #expect(
            folder.bytes("album/too.plan") == folder.bytes("album/bad.plan"),
            "what fails is told the same from everywhere")
        let run = try kkmix(["run", "bad.plan", "--report", "r.json"])
        #expect(run.status == 1)
        #expect(try kkmix(["merge", "bad.plan", "r.json"]).status == 1)
    }

    @Test("What is no plan is refused, and so is one that was changed, or that another version made")
    func noPlan() throws {
        _ = try kkmix(["plan", "jobs.csv", "-o", "a.plan"])
        let text = String(decoding: try #require(folder.bytes("album/a.plan")), as: UTF8.self)
        try write(text.replacing("out/4.wav", with: "out/5.wav"), to: "album/b.plan")
        for line in [
            "run b.plan", "merge b.plan x.json", "script slurm b.plan", "script slurm jobs.csv", "merge jobs.csv x",
        ] {
            let words = line.split(separator: " ").map(String.init)
            let run = try kkmix(words)
            #expect(run.status == 78 && run.outputText.isEmpty, "\(words) \(run.errorText)")
        }
        #expect(try kkmix(["plan", "a.plan", "-o", "c.plan"]).status == 64)
        #expect(try kkmix(["script", "slurmm", "a.plan"]).status == 64)
        for word in ["--shards=0", "--shards=1001", "--cpus=0", "--time=soon", "--at-once=x"] {
            #expect(try kkmix(["script", "slurm", "a.plan", word]).status == 64, "\(word)")
        }
        #expect(try kkmix(["script", "parallel", "a.plan", "--time", "10"]).status == 64)
    }

    @Test(
        "A file that is not there, a slip in a command's name and words in the wrong order are named as what they are")
    func slips() throws {
        _ = try kkmix(["plan", "jobs.csv", "-o", "a.plan"])
        _ = try kkmix(["run", "a.plan", "-q", "--report", "reports/1.json"])
        let slips: [(line: String, status: Int32, text: String)] = [
            ("run nothere.plan", 66, "nothere.plan"), ("nothere", 66, "nothere"),
            ("mrge a.plan reports", 64, "did you mean 'kkmix batch merge'?"),
            ("merge reports", 64, "the plan is missing"), ("merge reports/1.json", 64, "the plan is missing"),
            ("merge reports a.plan", 64, "name the plan first"), ("merge a.plan", 64, "no report"),
            ("merge a.plan --nonsense", 64, "see kkmix batch merge --help"),
            ("plan --nonsense", 64, "see kkmix batch plan --help"), ("script", 64, "see kkmix batch script --help"),
            ("run --nonsense", 64, "see kkmix batch --help"),
        ]
        for slip in slips {
            let run = try kkmix(slip.line.split(separator: " ").map(String.init))
            #expect(
                run.status == slip.status && run.errorText.contains(slip.text) && run.outputText.isEmpty,
                "\(slip.line): \(run.status) \(run.errorText)")
        }
    }

    @Test(
        "The script that is printed runs the plan with GNU Parallel, from a folder with an odd name",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/parallel")))
    func parallel() throws {
        let name = "it's {#} \"one\" $HOME.plan"
        #expect(try kkmix(["plan", "jobs.csv", "-o", name]).status == 0)
        let script = try kkmix([
            "script", "parallel", name, "--shards", "3", "--at-once", "2", "--junit", "a b.xml", "--program",
            CommandRun.binary,
        ])
        #expect(script.status == 0, "\(script.errorText)")
        try folder.write(script.output, to: "album/go.sh")
        let run = try CommandRun.shell("sh -n go.sh && sh go.sh", in: folder.path("album"))
        #expect(run.status == 0 && run.outputText == "9 done\n", "\(run.outputText) \(run.errorText)")
        #expect(folder.bytes("album/a b.xml") != nil)
        #expect(try CommandRun.shell("ls out | wc -l", in: folder.path("album")).outputText == "9\n")
        try FileManager.default.removeItem(atPath: folder.path("album/takes/music.wav"))
        let again = try CommandRun.shell("rm -r out *.state; sh go.sh", in: folder.path("album"))
        #expect(again.status == 1, "\(again.outputText) \(again.errorText)")
    }

    @Test("The four commands of the page on clusters do what they say")
    func page() throws {
        let text = try String(contentsOfFile: "\(Fixtures.root)/docs/clusters.md", encoding: .utf8)
        let section = try #require(text.range(of: "# Beyond one machine\n").map { text[$0.upperBound...] })
        let parts = section.components(separatedBy: "```\n")
        let lines = try #require(parts.dropFirst().first)
        #expect(lines.split(separator: "\n").count == 4)
        let run = try CommandRun.shell(
            "kkmix() { \"$KKMIX\" \"$@\"; }; set -e\n\(lines)sh -n album.sh", in: folder.path("album"))
        #expect(run.status == 0 && run.outputText.hasSuffix("9 done\n9 done\n"), "\(run.outputText) \(run.errorText)")
    }

    @Test("A script whose merge would be refused is refused when it is printed", arguments: ["slurm", "parallel"])
    func merging(engine: String) throws {
        #expect(try kkmix(["plan", "jobs.csv", "-o", "a.plan"]).status == 0)
        _ = try CommandRun.shell("mkdir other; echo mine > other/mine.txt", in: folder.path("album"))
        let refusals: [(words: [String], status: Int32, text: String)] = [
            (["--junit", "a.plan"], 73, "a.plan: the run reads it"), (["--junit", "jobs.csv"], 73, "jobs.csv: "),
            (["--junit", "-"], 64, "standard output"),
            (["--junit", "a.plan.reports"], 73, "the run reads a.plan.reports/"),
            (["--html", "other"], 73, "has files that are not a kkmix report"),
            (["--html", "a.plan"], 73, "a.plan: the report's folder is a file"),
            (["--html", ""], 64, "a report is a folder"),
            (["--html", "page", "--junit", "page"], 64, "--junit writes a file where --html needs a folder"),
            (["--html", "page", "--junit", "page/files/j.xml"], 73, "the report keeps its files there"),
            (["--html", "a.plan.reports"], 73, "the reports of the shards would go into it"),
            (["--html", "r", "--reports", "r/s"], 73, "would go into it"),
        ]
        for refusal in refusals {
            let run = try kkmix(["script", engine, "a.plan"] + refusal.words)
            #expect(
                run.status == refusal.status && run.errorText.contains(refusal.text) && run.outputText.isEmpty,
                "\(refusal.words): \(run.status) \(run.errorText)")
        }
        let run = try kkmix([
            "script", engine, "a.plan", "--junit", "a.plan.reports/j.xml", "--html", "a.plan.reports/page",
        ])
        #expect(run.status == 0, "\(run.errorText)")
        #expect(folder.bytes("album/a.plan.reports/j.xml") == nil)
    }

    @Test("A plan does not go where the state or the cache may be removed")
    func removable() throws {
        let run = try CommandRun.shell(
            "$KKMIX batch -q jobs.csv --cache c; ln -s c/keys link; mkdir -p mine/keys mine/sounds",
            in: folder.path("album"))
        #expect(run.status == 0, "\(run.errorText)")
        for (place, name) in [
            ("jobs.csv.state/x", "state"), ("jobs.csv.state", "state"), ("out/../jobs.csv.state/x", "state"),
            ("c/x", "cache"), ("c/sounds/x", "cache"), ("link/x", "cache"),
        ] {
            let run = try kkmix(["plan", "jobs.csv", "-o", place])
            #expect(
                run.status == 64 && run.errorText.contains("it is in the folder of the \(name)"),
                "\(place): \(run.status) \(run.errorText)")
            #expect(folder.bytes("album/\(place)") == nil)
        }
        #expect(
            try kkmix(["plan", "jobs.csv", "-o", "mine/x.plan"]).status == 0, "folders of those names are no cache yet")
    }

    @Test("Slurm's share of the processors is kept")
    func processors() throws {
        let run = try CommandRun(
            ["synth:sine:for=1s", "-o", "x.wav", "-v", "-n"], in: folder.root, environment: ["SLURM_CPUS_PER_TASK": "1"]
        )
        #expect(run.status == 0 && run.errorText.contains("threads: at most 1,"), "\(run.errorText)")
    }

    @Test(
        "Reports of a shard and of a merge take nothing that any job of the plan reads or writes, nor the list, with -f or without"
    )
    func reportsApart() throws {
        #expect(try kkmix(["plan", "jobs.csv", "-o", "a.plan"]).status == 0)
        #expect(try kkmix(["run", "a.plan", "--report", "all.json"]).status == 0)
        let files = ["jobs.csv", "takes/music.wav"] + (1...9).map { "out/\($0).wav" }
        let before = try files.map { try #require(folder.bytes("album/\($0)")) }
        for file in files {
            for option in ["--report", "--depfile", "--junit"] {
                let run = try kkmix(["run", "a.plan", "--shard", "1/3", "--resume", "-f", option, file])
                #expect([64, 73].contains(run.status), "\(option) \(file): \(run.status)")
            }
            for option in ["--report", "--junit"] {
                #expect(
                    try kkmix(["merge", "a.plan", "all.json", "-f", option, file]).status == 73,
                    "merge \(option) \(file)")
            }
            let run = try CommandRun(
                ["batch", "merge", "a.plan", "all.json", "--github"], in: folder.path("album"),
                environment: ["GITHUB_STEP_SUMMARY": file])
            #expect(
                run.status == 0 && run.errorText.contains("GITHUB_STEP_SUMMARY gets no summary"),
                "\(file): \(run.errorText)")
            #expect(try kkmix(["script", "slurm", "a.plan", "--junit", file]).status == 73, "script \(file)")
        }
        #expect(try files.map { try #require(folder.bytes("album/\($0)")) } == before)
    }

    @Test("GitHub's summary is not added to what the batch keeps for itself")
    func summaryApart() throws {
        #expect(try kkmix(["jobs.csv", "--cache", "cache"]).status == 0)
        for folderName in ["jobs.csv.state", "cache/keys", "cache/sounds"] {
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("album/\(folderName)")).sorted().first)
            let path = "\(folderName)/\(name)"
            let before = try #require(folder.bytes("album/\(path)"))
            let run = try CommandRun(
                ["batch", "jobs.csv", "--resume", "--cache", "cache", "--github"], in: folder.path("album"),
                environment: ["GITHUB_STEP_SUMMARY": path])
            #expect(
                run.status == 0 && run.errorText.contains("GITHUB_STEP_SUMMARY gets no summary"),
                "\(path): \(run.errorText)")
            #expect(folder.bytes("album/\(path)") == before, "\(path)")
        }
    }
}
