import Foundation
import KKTestSupport
import Testing

/// A list of mixes in one process: what is written, what is reported, and how it ends.
@Suite struct BatchTests {
    @Test func `each job is what the same mix alone would be`() throws {
        let batch = try BatchFolder()
        let run = try batch.batch()
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        #expect(run.outputText.hasSuffix("4 done\n") && run.outputText.hasPrefix("warning   loud"))
        let script = """
            mkdir -p alone/deep; $KKMIX a.wav b.wav -o alone/1.wav && $KKMIX a.wav::gain=20dB -o alone/2.wav --encoding s16 &&
            $KKMIX b.wav::at=0.1s a.wav -o alone/3.flac --gain -3dB && $KKMIX synth:sine:frequency=880:for=100ms b.wav -o alone/deep/4.wav --encoding s24 --eq rock &&
            diff -r alone out
            """
        let alone = try CommandRun.shell(script, in: batch.folder.root)
        #expect(alone.status == 0, "\(alone.outputText) \(alone.errorText)")
        #expect(try batch.batch("run", list: "jobs.csv").status == 64, "'run' is no option")
        #expect(
            try CommandRun(["batch", "run", "jobs.csv", "--resume"], in: batch.folder.root).outputText.hasSuffix(
                "4 done before\n"))
    }

    @Test func `files and reports do not depend on the threads`() throws {
        let batch = try BatchFolder(
            BatchFolder.many(40) + "bad,missing.wav,out/bad.wav,\nclip,a.wav::gain=30dB,out/clip.wav,--encoding s16\n")
        var seen: [(document: String, text: String, files: [String: [UInt8]])] = []
        for threads in ["1", "2", "7", "auto"] {
            let document = try batch.batch("--json", "-j", threads)
            let files = try batch.outputs()
            try batch.removeOutputs()
            let text = try batch.batch("-v", "-j", threads)
            #expect(document.status == 1 && text.status == 1)
            #expect(try batch.outputs() == files && files.count == 41)
            try batch.removeOutputs()
            seen.append((BatchFolder.timeless(document), text.outputText, files))
        }
        for other in seen.dropFirst() {
            #expect(other.document == seen[0].document && other.text == seen[0].text && other.files == seen[0].files)
        }
    }

    @Test func `a job that fails stops no other, and is told by id, place, message and what to do`() throws {
        let batch = try BatchFolder(
            BatchFolder.head
                + "one,missing.wav,out/1.wav,\ntwo,jobs.csv,out/2.wav,\nthree,a.wav,out/3.wav,\nfour,a.wav,a.wav/x.wav,\n"
        )
        let run = try batch.batch("--report", "r.json")
        #expect(run.status == 1)
        let lines = run.outputText.split(separator: "\n").map(String.init)
        // The worst first: what cannot be written, then what is not sound, then what is missing.
        #expect(
            lines.map { String($0.prefix(15)) } == [
                "FAIL      four ", "FAIL      two  ", "FAIL      one  ", "1 done, 3 faile",
            ], "\(run.outputText)")
        #expect(
            lines[2]
                == "FAIL      one    jobs.csv:2: missing.wav: there is no such file; check the name: paths are relative to the list's folder"
        )
        let jobs = try BatchFolder.jobs(batch.folder.bytes("r.json") ?? [])
        #expect(
            jobs.map { $0["id"] as? String } == ["one", "two", "three", "four"]
                && jobs.map { $0["status"] as? String } == ["failed", "failed", "done", "failed"])
        let error = try #require(jobs[0]["error"] as? [String: Any])
        #expect(
            error["status"] as? Int == 66 && error["kind"] as? String == "noInput"
                && error["path"] as? String == "missing.wav")
        #expect(error["next_step"] as? String == "check the name: paths are relative to the list's folder")
        let quiet = try batch.batch("-q", "-f")
        #expect(quiet.outputText == lines.prefix(3).map { $0 + "\n" }.joined() && quiet.errorText.isEmpty)
    }

    @Test func `the printed document is the written one, has every key, and is valid when the list is bad`() throws {
        let batch = try BatchFolder()
        let run = try batch.batch("--json", "--report", "r.json")
        #expect(run.status == 0 && run.output == batch.folder.bytes("r.json"))
        let job = try #require(try BatchFolder.jobs(run.output).first)
        #expect(
            Set(job.keys) == ["id", "place", "status", "output", "key", "error", "result", "remarks"]
                && job["error"] is NSNull)
        let result = try #require(job["result"] as? [String: Any])
        #expect(
            result["frames"] as? Int == 4_410 && result["sample_rate"] as? Int == 44_100
                && result["channels"] as? Int == 2 && result["clipping"] is NSNull)
        let hash = try CommandRun.shell("sha256sum < out/1.wav", in: batch.folder.root).outputText.prefix(64)
        #expect(
            result["sha256"] as? String == String(hash)
                && result["bytes"] as? Int == batch.folder.bytes("out/1.wav")?.count)
        try batch.write("nonsense\n")
        let bad = try batch.batch("--json")
        #expect(
            bad.status == 78 && bad.outputText.contains(#""error":{"message":"jobs.csv:1: unknown column 'nonsense'"#))
    }

    @Test func `a list is refused as a whole before anything is rendered`() throws {
        for (rows, status, message) in [
            (
                "1,a.wav,out/1.wav,\n2,b.wav,out/./1.wav,\n", 64,
                "jobs.csv:3: the output out/./1.wav is also the output of another job, at jobs.csv:2, as out/1.wav"
            ),
            (
                "1,a.wav,out/1.wav,\n2,out/1.wav,x.wav,\n", 64,
                "jobs.csv:2: the output out/1.wav of the job '1' is also an input of the job '2' at jobs.csv:3"
            ),
            (
                "1,a.wav,a.wav,\n", 64,
                "jobs.csv:2: the output a.wav of the job '1' is also an input; name another output"
            ),
            (
                "1,a.wav,out/1.wav,\n1,b.wav,out/2.wav,\n", 78,
                "jobs.csv:3: the id '1' is given twice, first at jobs.csv:2"
            ), ("", 78, "jobs.csv: it has no jobs"),
            (
                "1,a.wav,out/1.wav,\n2,b.wav,out/2.wav,--gian 3\n", 78,
                "jobs.csv:3: job '2': unknown option '--gian'; did you mean '--gain'?"
            ),
            ("1,a.wav::pan=9,out/1.wav,\n", 78, "jobs.csv:2: job '1': "),
            ("1,a.wav,out/1.wav,-o x.wav\n", 78, "'-o' makes no sense in a job: 'output' in the row says it"),
            ("1,a.wav,out/1.wav,b.wav\n", 78, "'b.wav' among the options is an input"),
            ("1,,out/1.wav,\n", 78, "job '1': no input"), ("1,-,out/1.wav,\n", 78, "standard input"),
            ("1,a.wav,-,\n", 78, "a job cannot write to standard output"),
        ] {
            let batch = try BatchFolder(BatchFolder.head + rows)
            let run = try batch.batch()
            #expect(run.status == status && run.errorText.contains(message), "\(rows): \(run.status) \(run.errorText)")
            #expect(batch.folder.contents == ["a.wav", "b.wav", "jobs.csv"])
        }
        let batch = try BatchFolder()
        for (words, message) in [
            (["--report", "a.wav"], "the job 'plain' at jobs.csv:2 reads it"),
            (["--depfile", "out/../out/1.wav"], "the job 'plain' at jobs.csv:2 writes it"),
            (["--report", "./jobs.csv"], "the output is also an input"),
            (["--filter", "nobody"], "no job id contains 'nobody'"), (["--shard", "3/2"], "'3/2' is not a shard"),
        ] {
            let run = try CommandRun(["batch", "jobs.csv"] + words, in: batch.folder.root)
            #expect(
                run.errorText.contains(message) && batch.folder.contents == ["a.wav", "b.wav", "jobs.csv"],
                "\(words): \(run.errorText)")
        }
    }

    @Test func `a dry run opens everything and writes nothing`() throws {
        let batch = try BatchFolder(BatchFolder.four + "bad,missing.wav,out/bad.wav,\n")
        let run = try batch.batch("-n", "--report", "r.json", "--cache", "c", "--depfile", "d")
        #expect(
            run.status == 1
                && run.outputText.contains(
                    "planned   lossless  out/3.flac: 44100 Hz, stereo, flac s16, 8,820 frames (0:00.200)"),
            "\(run.outputText)")
        #expect(
            run.outputText.hasSuffix("4 would be done, 1 failed\n")
                && batch.folder.contents == ["a.wav", "b.wav", "jobs.csv"])
    }

    @Test func `shards are parts of the whole, and an empty one succeeds`() throws {
        let batch = try BatchFolder(BatchFolder.many(12))
        var ids: [String] = []
        for number in 1...30 {
            let run = try batch.batch("--shard", "\(number)/30", "--json")
            #expect(run.status == 0 && run.outputText.contains("\"shard\":\"\(number)/30\""))
            ids += try BatchFolder.jobs(run.output).compactMap { $0["id"] as? String }
        }
        #expect(ids.sorted() == (0..<12).map { "job-\($0)" }.sorted())
        #expect(try batch.outputs().count == 12)
        #expect(try batch.batch("--filter", "job-1?", "--resume").outputText == "2 done before\n")
    }

    @Test func `after the first failure none is begun where that is asked for`() throws {
        let batch = try BatchFolder(
            BatchFolder.head + "one,a.wav,out/1.wav,\ntwo,missing.wav,out/2.wav,\nthree,a.wav,out/3.wav,\n")
        let run = try batch.batch("--fail-fast", "-j1", "--json")
        #expect(run.status == 1)
        #expect(
            try BatchFolder.statuses(run.output) == ["done", "failed", "not-run"]
                && batch.outputs().keys.sorted() == ["1.wav"])
    }

    @Test func `a failure that may go by asks for another try`() throws {
        let batch = try BatchFolder(
            BatchFolder.head + "one,\(String(repeating: "a.wav ", count: 40)),out/1.wav,\ntwo,missing.wav,out/2.wav,\n")
        let run = try CommandRun.shell("ulimit -n 20; $KKMIX batch jobs.csv -j1", in: batch.folder.root)
        #expect(
            run.status == 75 && run.outputText.contains("too many files are open"), "\(run.status) \(run.outputText)")
        #expect(run.outputText.hasPrefix("FAIL      two"), "what may go by is last")
    }

    @Test func `Make is told of what each output is made`() throws {
        let batch = try BatchFolder()
        #expect(try batch.batch("--depfile", "d/jobs.d").status == 0)
        let rules = String(decoding: batch.folder.bytes("d/jobs.d") ?? [], as: UTF8.self)
        #expect(
            rules.split(separator: "\n").prefix(2) == ["out/1.wav: a.wav b.wav jobs.csv", "out/2.wav: a.wav jobs.csv"]
                && rules.contains("out/deep/4.wav: b.wav jobs.csv\n"))
    }

    @Test func `the page's lists are lists, and its commands run`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/batch.md", encoding: .utf8)
        let folder = try ScratchFolder()
        for (name, fixture) in [("voice.wav", "speech.wav"), ("music.wav", "music.wav")] {
            try folder.write([UInt8](Data(contentsOf: URL(fileURLWithPath: Fixtures.path(fixture)))), to: name)
        }
        let blocks = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        for (mark, name) in [("\nid,", "jobs.csv"), ("json\n", "jobs.jsonl"), ("yaml\n", "jobs.yaml")] {
            let block = try #require(blocks.first { $0.hasPrefix(mark) })
            try folder.write(
                Array(
                    block.split(separator: "\n").dropFirst(mark.hasPrefix("\n") ? 0 : 1).joined(separator: "\n").utf8),
                to: name)
            let run = try CommandRun(["batch", name, "-n"], in: folder.root)
            #expect(run.status == 0, "\(name): \(run.outputText) \(run.errorText)")
        }
        let commands = page.split(separator: "\n").filter { $0.hasPrefix("kkmix batch") }
        #expect(commands.count >= 5)
        for command in commands {
            let run = try CommandRun.shell(
                "HOME=$PWD; " + command.replacing("kkmix", with: "$KKMIX", maxReplacements: 1), in: folder.root)
            #expect(run.status == 0, "\(command): \(run.outputText) \(run.errorText)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".cache/kkmix/keys")).count == 2)
    }

    @Test func `whoever reads events gets them`() throws {
        let batch = try BatchFolder()
        let events = try batch.batch("--progress", "json", "-q").errorText.split(separator: "\n")
        #expect(events.last == #"{"event":"done","failed":0,"job_count":4,"jobs_done":4,"schema":1,"seconds_left":0}"#)
        #expect(try batch.batch("--progress", "none", "-f").errorText.isEmpty)
    }
}

/// What Make and Ninja want of a single mix.
@Suite struct MakeTests {
    @Test func `a depfile appears with its output or not at all`() throws {
        let batch = try BatchFolder()
        let run = try CommandRun(
            ["a.wav", "synth:sine::for=1s", "b.wav", "a.wav", "-o", "x y.wav", "--depfile", "x.d"],
            in: batch.folder.root)
        #expect(
            run.status == 0 && batch.folder.bytes("x.d") == Array("x\\ y.wav: a.wav b.wav\n".utf8), "\(run.errorText)")
        for (words, message) in [
            ("a.wav -o x.wav --depfile x.wav", "the depfile and the mix are the same file"),
            ("a.wav -o x.wav --depfile a.wav", "the output is also an input"),
            ("a.wav -o - --format wav --depfile x.d", "standard output cannot be the target of a depfile"),
            ("a.wav -o x.wav --depfile -", "'-' cannot be the file of a depfile"),
            ("a.wav -o x.wav --trace t --depfile t", "the depfile and the trace are the same file"),
            ("a.wav::gain=30dB -o x.wav --encoding s16 --on-clip error --depfile new.d", "clips"),
        ] {
            let run = try CommandRun(words.split(separator: " ").map(String.init), in: batch.folder.root)
            #expect(run.status != 0 && run.errorText.contains(message), "\(words): \(run.errorText)")
            #expect(batch.folder.contents == ["a.wav", "b.wav", "jobs.csv", "x y.wav", "x.d"])
        }
    }

    @Test func `an output whose bytes would be the same keeps its date`() throws {
        let batch = try BatchFolder()
        let script = """
            $KKMIX a.wav b.wav -o x.wav --write-if-changed && touch -d 2001-01-01 x.wav && $KKMIX a.wav b.wav -o x.wav --write-if-changed --json &&
            stat -c %y x.wav && $KKMIX a.wav b.wav -o x.wav --write-if-changed --gain -1dB --json && stat -c %y x.wav && ls -A
            """
        let lines = try CommandRun.shell(script, in: batch.folder.root).outputText.split(separator: "\n")
        #expect(
            lines.count == 9 && lines[0].hasPrefix("x.wav: ")
                && lines[1].contains(#""unchanged":true,"warnings":[],"written":false"#), "\(lines)")
        #expect(
            lines[2].hasPrefix("2001-01-01") && lines[3].contains(#""unchanged":false"#) && !lines[4].hasPrefix("2001"))
        #expect(lines.suffix(4) == ["a.wav", "b.wav", "jobs.csv", "x.wav"])
        #expect(try CommandRun(["a.wav", "-o", "x.wav"], in: batch.folder.root).status == 73)
    }
}
