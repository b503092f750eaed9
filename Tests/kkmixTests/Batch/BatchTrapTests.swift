import Foundation
import KKTestSupport
import Testing

/// What used to lose an output, to hang, or to take something else for the batch's own.
@Suite struct BatchTrapTests {
    private static func one(_ row: String) throws -> BatchFolder { try BatchFolder(BatchFolder.head + row + "\n") }

    @Test func `an output that is cut short by a zero byte is refused, and nothing is written`() throws {
        let batch = try BatchFolder(BatchFolder.head + "1,a.wav,out/a\0b.wav,\n2,b.wav,out/a\0c.wav,\n")
        let run = try batch.batch()
        #expect(
            run.status == 78 && run.errorText.contains("jobs.csv:2: there is a zero byte in a value"),
            "\(run.errorText)"
        )
        try batch.write(#"{"inputs":"a.wav","output":"k\u0000y.wav"}"#, to: "jobs.jsonl")
        #expect(try batch.batch(list: "jobs.jsonl").status == 78)
        #expect(batch.folder.contents == ["a.wav", "b.wav", "jobs.csv", "jobs.jsonl"])
    }

    @Test func `files whose names are no UTF-8 are read and written by a table`() throws {
        let batch = try BatchFolder()
        let script = """
            cp a.wav "$(printf 'in\\377.wav')"; printf 'inputs,output\\nin\\377.wav,out/x\\376.wav\\n' >jobs.csv; $KKMIX batch jobs.csv &&
            cmp "$(printf 'out/x\\376.wav')" "$(printf 'out/x\\376.wav')" && ls out | wc -l
            """
        let run = try CommandRun.shell(script, in: batch.folder.root)
        #expect(run.status == 0 && run.outputText == "1 done\n1\n", "\(run.outputText) \(run.errorText)")
    }

    @Test func `nothing is written into the folders of the state and the cache`() throws {
        for (output, words) in [
            ("jobs.csv.state/0.json", []), ("jobs.csv.state/deep/x.wav", []), ("s/../s/x.wav", ["--state", "s"]),
            ("c/sounds/x.wav", ["--cache", "c"]),
            ("link/x.wav", ["--cache", "real/c"]), ("jobs.csv.state", []),
        ] {
            let batch = try Self.one("1,a.wav,out/1.wav,\n2,a.wav,\(output),")
            _ = try CommandRun.shell("mkdir -p real/c; ln -s real/c link", in: batch.folder.root)
            let run = try CommandRun(["batch", "jobs.csv"] + words, in: batch.folder.root)
            #expect(
                run.status == 64
                    && run.errorText.contains(
                        "jobs.csv:3: the output \(output) of the job '2' is in the folder of the "),
                "\(output): \(run.errorText)")
            #expect(batch.folder.contents == ["a.wav", "b.wav", "jobs.csv", "link", "real"])
        }
        let batch = try BatchFolder()
        for words in [
            ["--report", "jobs.csv.state/r.json"], ["--depfile", "c/d", "--cache", "c"], ["--cache", "jobs.csv.state"],
            ["--cache", "jobs.csv.state/c"],
            ["--cache", "c", "--state", "c/s"], ["--cache", ""], ["--state", ""], ["--junit", "jobs.csv.state/j.xml"],
            ["--junit", "c/keys/j.xml", "--cache", "c"],
            ["--html", "jobs.csv.state"], ["--html", "jobs.csv.state/page"], ["--html", "./c/", "--cache", "c"],
            ["--html", "page", "--state", "page/files"],
            ["--html", "page", "--cache", "page/files/c"], ["--report", "r", "--state", "r/s"],
            ["-n", "--html", "jobs.csv.state"],
        ] {
            let run = try CommandRun(["batch", "jobs.csv"] + words, in: batch.folder.root)
            #expect(
                run.status == 64 && batch.folder.contents == ["a.wav", "b.wav", "jobs.csv"],
                "\(words): \(run.status) \(run.errorText)")
        }
        for (words, message) in [
            (
                ["--junit", "s/x/../j.xml", "--state", "s"],
                "s/x/../j.xml: it is in the folder of the state, s, which belongs to the batch; name another place with --junit"
            ),
            (
                ["--html", "real/c/page", "--cache", "link"],
                "real/c/page/index.html: it is in the folder of the cache, link, which belongs to the batch; name another place with --html"
            ),
            (
                ["--html", "p", "--state", "p/files/s"],
                "p/files: the folder of the state, p/files/s, is in it; name another place with --html or --state"
            ),
        ] {
            let batch = try BatchFolder()
            _ = try CommandRun.shell("mkdir -p real/c s/x; ln -s real/c link", in: batch.folder.root)
            let run = try CommandRun(["batch", "jobs.csv"] + words, in: batch.folder.root)
            #expect(run.status == 64 && run.errorText == "kkmix: \(message)\n", "\(run.status) \(run.errorText)")
            #expect(batch.folder.contents == ["a.wav", "b.wav", "jobs.csv", "link", "real", "s"])
        }
        // A page around the state is none of its business.
        #expect(
            try BatchFolder().batch("--html", "page", "--junit", "page/j.xml", "--cache", "jobs.csv.cache").status == 0)
        let run = try batch.batch("--state", "b.wav")
        #expect(
            run.status == 73
                && run.errorText.contains("b.wav: the folder of the state is a file; name another one with --state"),
            "\(run.errorText)")
    }

    /// Files without a byte on the disk. What the program may take of memory stands for what it would need to read
    /// them.
    @Test func `no record, and nothing of the cache, goes through a link`() throws {
        let batch = try Self.one("x,a.wav,out/x.wav,")
        #expect(try batch.batch("--cache", "c").status == 0)
        try batch.folder.write(Array("mine".utf8), to: "mine")
        // In the place of each file that the run keeps, a link to somebody's.
        let plant =
            "rm -r out; for file in jobs.csv.state/*.json c/keys/* c/sounds/*; do ln -sf \"$PWD/mine\" $file; done"
        _ = try CommandRun.shell(plant, in: batch.folder.root)
        let run = try batch.batch("--cache", "c")
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
        #expect(batch.folder.bytes("mine") == Array("mine".utf8))
        #expect(
            try CommandRun.shell("ls -l jobs.csv.state c/keys c/sounds | grep '^l'", in: batch.folder.root).status == 1)
        // A folder in it, and the folder itself.
        _ = try CommandRun.shell(
            "rm -r out c/keys jobs.csv.state; mkdir elsewhere; ln -s ../elsewhere c/keys; ln -s elsewhere jobs.csv.state",
            in: batch.folder.root)
        let state = try batch.batch()
        #expect(
            state.status == 73 && state.errorText.contains("jobs.csv.state: the folder of the state is a link"),
            "\(state.errorText)")
        let cache = try batch.batch("--state", "s", "--cache", "c")
        #expect(
            cache.status == 0 && cache.outputText.contains("the output is not in the cache: c/keys: this is a link"),
            "\(cache.outputText)\(cache.errorText)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: batch.folder.path("elsewhere")).isEmpty)
    }

    @Test func `a list that is too long is not read, and one of nonsense takes no more than its own length`() throws {
        let batch = try BatchFolder()
        for (name, size, status, message) in [
            ("l.csv", "1073741825", 65, "l.csv: the file is longer than 1073741824 bytes"),
            ("l.jsonl", "1100G", 65, "l.jsonl: the file is longer"),
            ("l.yaml", "2G", 65, "l.yaml: the file is longer"),
            ("l.csv", "300M", 78, "l.csv:1: a cell is longer than 4 MiB"),
            ("l.jsonl", "300M", 78, "l.jsonl:1: the line is longer than 4 MiB"),
        ] {
            let run = try CommandRun.shell(
                "truncate -s \(size) \(name); ulimit -v 600000; $KKMIX batch \(name)", in: batch.folder.root)
            #expect(
                run.status == status && run.errorText.contains(message),
                "\(name) \(size): \(run.status) \(run.errorText.prefix(400))")
            try FileManager.default.removeItem(atPath: batch.folder.path(name))
        }
        // One that ends too late, and one that ends in time.
        try batch.write("inputs,output\na.wav,\"" + String(repeating: "x", count: 4 << 20) + "x")
        #expect(try batch.batch().errorText.contains("jobs.csv:2: a cell is longer than 4 MiB"))
        try batch.write("inputs,output\na.wav,\"" + String(repeating: "x", count: 4 << 20) + "\"")
        #expect(try !batch.batch().errorText.contains("a cell is longer"))
    }

    @Test func `two runs of a list at once that resume both succeed`() throws {
        let batch = try BatchFolder(BatchFolder.many(60))
        let script =
            "$KKMIX batch jobs.csv --resume -j1 >1.txt & $KKMIX batch jobs.csv --resume -j1 >2.txt; two=$?; wait $!; echo $? $two; cat 1.txt 2.txt"
        let run = try CommandRun.shell(script, in: batch.folder.root)
        #expect(run.outputText.hasPrefix("0 0\n"), "\(run.outputText)")
        #expect(try batch.outputs().count == 60)
    }

    @Test func `a pipe is waited for nowhere`() throws {
        let batch = try Self.one("one,pipe.wav,out/1.wav,\ntwo,a.wav,out/2.wav,")
        _ = try CommandRun.shell("mkfifo pipe.wav", in: batch.folder.root)
        for words in [["-n"], []] {
            let run = try CommandRun.shell("timeout 20 $KKMIX batch jobs.csv \(words.joined())", in: batch.folder.root)
            #expect(
                run.status == 1
                    && run.outputText.contains("pipe.wav: an input of a job has to be a file, but this is not a file"),
                "\(run.status) \(run.outputText)")
        }
        let plan = try CommandRun.shell("timeout 20 $KKMIX batch plan jobs.csv -o p", in: batch.folder.root)
        #expect(plan.status == 66, "\(plan.status) \(plan.errorText)")
        // What the batch keeps for itself.
        try batch.write(BatchFolder.four)
        let script = """
            rm -r out jobs.csv.state; $KKMIX batch jobs.csv --cache c -q >/dev/null; for f in jobs.csv.state/*.json c/sounds/*; do rm "$f"; mkfifo "$f"; done; rm -r out
            timeout 20 $KKMIX batch jobs.csv --resume --cache c >out.txt; echo $?
            rm jobs.csv.state/*; timeout 20 $KKMIX batch jobs.csv --resume --cache c >out.txt; echo $?
            $KKMIX batch plan jobs.csv -o p -f -q; mkdir r; mkfifo r/1.json; timeout 20 $KKMIX batch merge p r; echo $?
            """
        let run = try CommandRun.shell(script, in: batch.folder.root)
        #expect(run.outputText == "1\n0\n66\n", "\(run.outputText) \(run.errorText)")
    }

    @Test func `a plan takes no job's place`() throws {
        let batch = try BatchFolder()
        for (path, verb) in [("out/../out/1.wav", "writes"), ("out/deep/4.wav", "writes")] {
            let run = try CommandRun(["batch", "plan", "jobs.csv", "-o", path, "-f"], in: try Self.withFolders(batch))
            #expect(run.status == 64 && run.errorText.contains(verb), "\(path): \(run.status) \(run.errorText)")
        }
        #expect(try CommandRun(["batch", "plan", "jobs.csv", "-o", "a.wav", "-f"], in: batch.folder.root).status == 73)
    }

    private static func withFolders(_ batch: BatchFolder) throws -> String {
        _ = try CommandRun.shell("mkdir -p out/deep", in: batch.folder.root)
        return batch.folder.root
    }

    @Test func `an output where another one needs a folder is refused at the start`() throws {
        for rows in ["1,a.wav,ob/a.wav,\n2,b.wav,ob/a.wav/b.wav,", "1,a.wav,ob/a.wav/x/b.wav,\n2,b.wav,ob/a.wav,"] {
            for before in ["true", "mkdir ob; echo >ob/a.wav"] {
                let batch = try Self.one(rows)
                _ = try CommandRun.shell(before, in: batch.folder.root)
                let run = try batch.batch()
                #expect(
                    run.status == 64
                        && run.errorText.contains(
                            "needs a folder where the output ob/a.wav of another job, at jobs.csv:"),
                    "\(run.errorText)")
            }
        }
    }

    @Test func `a record that is damaged is named, and the output that it was of stays`() throws {
        let batch = try Self.one("1,a.wav,out/1.wav,")
        for damage in [": >", "echo '{' >"] {
            let run = try CommandRun.shell(
                "rm -rf out jobs.csv.state; $KKMIX batch jobs.csv -q; cp out/1.wav before; for f in jobs.csv.state/*.json; do \(damage) $f; done; "
                    + "$KKMIX batch jobs.csv --resume; s=$?; cmp before out/1.wav && rm out/1.wav && $KKMIX batch jobs.csv --resume -q; echo $s $?; ls jobs.csv.state",
                in: batch.folder.root)
            let record = try #require(run.outputText.split(separator: "\n").last)
            let message =
                "out/1.wav: the output exists already, but its record is damaged (jobs.csv.state/\(record)); remove the output, so that --resume makes it again"
            #expect(
                run.outputText.contains(message) && run.outputText.contains("\n1 0\n"),
                "\(run.outputText) \(run.errorText)")
        }
    }

    @Test func `a pipe in the place of a job's mark is not waited for`() throws {
        let batch = try Self.one("1,a.wav,out/1.wav,")
        let run = try CommandRun.shell(
            "$KKMIX batch jobs.csv -q; f=$(echo jobs.csv.state/*.json); rm -r out $f; mkfifo ${f%.json}.begun; timeout 20 $KKMIX batch jobs.csv --resume; echo $?",
            in: batch.folder.root)
        #expect(
            run.outputText.contains(".begun: the batch keeps a file here, but this is not a file; remove it")
                && run.outputText.hasSuffix("\n1\n"), "\(run.outputText)")
    }

    @Test func `a plan of another version is reported as one`() throws {
        let batch = try BatchFolder()
        try batch.write(
            #"{"engine":"0.0.9+sound.1","folder":".","jobs":1,"list":"jobs.csv","plan":"00","schema":1}"# + "\n{}\n",
            to: "old.plan")
        for words in [["old.plan"], ["merge", "old.plan", "a.wav"], ["script", "slurm", "old.plan"]] {
            let run = try CommandRun(["batch"] + words, in: batch.folder.root)
            let message =
                "old.plan: this plan was made by another version, kkmix 0.0.9+sound.1; make it again with this version: kkmix batch plan JOBS -o PLAN"
            #expect(run.status == 78 && run.errorText == "kkmix: \(message)\n", "\(run.status) \(run.errorText)")
        }
    }

    @Test func `what is printed as a warning stands in the document's warnings`() throws {
        let batch = try Self.one("1,a.wav::gain=20dB,out/1.wav,--encoding s16")
        let run = try CommandRun.shell(
            """
            $KKMIX a.wav::gain=20dB -o 1.wav --encoding s16 --json; $KKMIX b.wav -o 3.wav --gain 40dB --encoding f32 -q; $KKMIX convert 3.wav -o 2.wav --encoding s16 --json
            $KKMIX batch jobs.csv --json
            """, in: batch.folder.root)
        let lines = run.outputText.split(separator: "\n")
        #expect(
            lines.count == 3 && lines.allSatisfy { $0.contains(/"warnings":\["[^"]*samples? pass(es)? full scale/) },
            "\(run.outputText)")
        // People read it once.
        let text = try batch.batch("-f")
        #expect(text.outputText.split(separator: "\n").count { $0.contains("full scale") } == 1, "\(text.outputText)")
    }
}
