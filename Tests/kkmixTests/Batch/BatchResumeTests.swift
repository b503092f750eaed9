import Foundation
import KKTestSupport
import Testing

/// What a later run takes over: from a run that was killed or stopped, from the cache, and from what is there with the
/// same bytes.
@Suite struct BatchResumeTests {
    @Test func `a run that was killed is taken up, and nothing half is ever there`() throws {
        let batch = try BatchFolder(BatchFolder.many(60))
        #expect(try batch.batch().status == 0)
        let whole = try batch.outputs()
        #expect(whole.count == 60)
        try batch.removeOutputs()
        for turn in 1...5 {
            let script = "$KKMIX batch jobs.csv --resume -j2 & sleep 0.0\(turn); kill -KILL $!; wait $!"
            _ = try CommandRun.shell(script, in: batch.folder.root)
            for (name, bytes) in try batch.outputs() where !name.hasPrefix(".") {
                #expect(bytes == whole[name], "\(name)")
            }
        }
        var run = try batch.batch("--resume", "--json")
        // A job that was under way at two of the kills is left out once, and made by the next run.
        if run.status == 75 { run = try batch.batch("--resume", "--json") }
        #expect(run.status == 0)
        #expect(try batch.outputs() == whole)
        #expect(try Set(BatchFolder.statuses(run.output)).isSubset(of: ["done", "resumed"]))
        let names = try FileManager.default.contentsOfDirectory(atPath: batch.folder.path("jobs.csv.state"))
        #expect(names.count == 60 && names.allSatisfy { $0.hasSuffix(".json") })
    }

    /// The second job never ends, and the process is killed over it, once with others beside it and once alone.
    @Test func `a job that was under way when the process died twice is left out once, and all others are done`() throws
    {
        let rows = { (length: String) in
            BatchFolder.head
                + "first,a.wav,out/1.wav,\nlong,synth:sine:frequency=440:for=\(length),out/2.wav,--encoding u8\n"
                + (3...8).map { "job-\($0),b.wav,out/\($0).wav,--gain -\($0)dB\n" }.joined()
        }
        let batch = try BatchFolder(rows("90000s"))
        func die(when condition: String) throws {
            let script = """
                $KKMIX batch jobs.csv --resume -q -j2 & pid=$!
                for turn in $(seq 1000); do if \(condition); then break; fi; sleep 0.01; done
                kill -KILL $pid; wait $pid
                """
            _ = try CommandRun.shell(script, in: batch.folder.root)
        }
        // A mark has its job's name, by its hash; on a busy machine the first job has one long before the second.
        try die(when: "test -e jobs.csv.state/$(printf long | sha256sum | cut -c1-32).begun")
        // All others first: then it is alone, and so is its mark.
        try die(when: "grep ' 2$' jobs.csv.state/*.begun")
        let third = try batch.batch("--resume", "--json")
        #expect(third.status == 75, "\(third.outputText)")
        let jobs = try BatchFolder.jobs(third.output)
        // One that was beside it at the first death may have had to wait for it, and is done now.
        #expect(jobs.map { $0["status"] as? String == "failed" } == (1...8).map { $0 == 2 })
        #expect(
            Set(try batch.outputs().keys.filter { !$0.hasPrefix(".") })
                == Set([1, 3, 4, 5, 6, 7, 8].map { "\($0).wav" }))
        let message = (jobs[1]["error"] as? [String: Any])?["message"] as? String
        #expect(
            message?.hasPrefix(
                "the process died twice during this job, so this run left it out; use --resume to try it once more"
            ) == true, "\(message ?? "")")
        // The next one tries it, and dies with it once.
        try die(when: "grep ' 2$' jobs.csv.state/*.begun")
        #expect(try batch.batch("--resume").status == 75)
        try batch.write(rows("100ms"))
        #expect(try batch.batch("--resume").outputText.hasSuffix("1 done, 7 done before\n"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: batch.folder.path("jobs.csv.state")).allSatisfy {
                $0.hasSuffix(".json")
            })
    }

    @Test func `a run that is stopped by a signal, and one that lives, speak against no job`() throws {
        let batch = try BatchFolder(
            BatchFolder.head + "long,synth:sine:frequency=440:for=90000s,out/2.wav,--encoding u8\n")
        let start =
            "$KKMIX batch jobs.csv --resume -q & pid=$!; for turn in $(seq 1000); do if ls jobs.csv.state/*.begun; then break; fi; sleep 0.01; done"
        for _ in 1...3 {
            _ = try CommandRun.shell("\(start); kill -TERM $pid; wait $pid", in: batch.folder.root)
            #expect(!FileManager.default.fileExists(atPath: batch.folder.path("jobs.csv.state")))
        }
        // Twice beside a living run, which the marks are of.
        let beside = try CommandRun.shell(
            "\(start); sed -i s/90000s/100ms/ jobs.csv; for turn in 1 2; do $KKMIX batch jobs.csv --resume -q || echo bad; done; kill -KILL $pid; wait $pid",
            in: batch.folder.root)
        #expect(!beside.outputText.contains("bad"), "\(beside.outputText)\(beside.errorText)")
    }

    @Test func `a resumed run tells of a job what the run told that did it`() throws {
        let batch = try BatchFolder()
        let first = try BatchFolder.jobs(batch.batch("--json").output)
        let second = try BatchFolder.jobs(batch.batch("--json", "--resume").output)
        #expect(second.map { $0["status"] as? String } == Array(repeating: "resumed", count: 4))
        let plain = { (jobs: [[String: Any]]) in jobs.map { NSDictionary(dictionary: $0.filter { $0.key != "status" }) }
        }
        #expect(plain(first) == plain(second))
    }

    @Test func `a second run without --resume says what would leave the outputs alone`() throws {
        let batch = try BatchFolder()
        #expect(try batch.batch().status == 0)
        let again = try batch.batch()
        #expect(
            again.status == 1
                && again.outputText.contains(
                    "out/1.wav: the output exists already; use --resume to skip what an earlier run did")
        )
        #expect(
            try batch.batch("--resume", "--state", "other").outputText.contains(
                "but not as an earlier run made it; use --state to name"))
    }

    /// The pages on batches and on clusters, one after the other.
    @Test func `a plan of a list that was run does nothing again, and a list of a plan that was run neither`() throws {
        let batch = try BatchFolder()
        #expect(try batch.batch("--resume").status == 0)
        #expect(try CommandRun(["batch", "plan", "jobs.csv", "-o", "album.plan"], in: batch.folder.root).status == 0)
        let planned = try CommandRun(
            ["batch", "run", "album.plan", "--shard", "auto", "--resume"], in: batch.folder.root)
        #expect(planned.status == 0 && planned.outputText.hasSuffix("\n4 done before\n"), "\(planned.outputText)")
        #expect(
            planned.errorText == "kkmix: --shard auto: no shard variables are set; all 4 jobs run here\n",
            "\(planned.errorText)")
        #expect(
            try CommandRun(["batch", "run", "album.plan", "--shard", "auto", "--resume", "-q"], in: batch.folder.root)
                .errorText.isEmpty)
        try batch.removeOutputs()
        #expect(try CommandRun(["batch", "run", "album.plan"], in: batch.folder.root).status == 0)
        #expect(try batch.batch("--resume").outputText.hasSuffix("\n4 done before\n"))
    }

    @Test func `what is not as that run left it is done again, and only what that run made is replaced`() throws {
        let batch = try BatchFolder()
        _ = try batch.batch()
        let whole = try batch.outputs()
        // An input with other bytes, a missing output, another row: made again, and the old output was the run's own.
        try batch.folder.write(batch.folder.bytes("a.wav") ?? [], to: "keep.wav")
        try batch.folder.write(WaveFile.pcm16([[1, 2], [3, 4]]), to: "a.wav")
        try batch.write(BatchFolder.four.replacing("rock", with: "pop"))
        _ = try CommandRun.shell("rm out/3.flac", in: batch.folder.root)
        let run = try batch.batch("--resume", "--json")
        #expect(run.status == 0)
        #expect(try BatchFolder.statuses(run.output) == ["done", "done", "done", "done"])
        let changed = try batch.outputs()
        #expect(whole.allSatisfy { changed[$0.key] != $0.value } && changed.count == 4)
        // Somebody's own file is nobody's to replace.
        try batch.folder.write(WaveFile.pcm16([[9, 9]]), to: "out/1.wav")
        let refused = try batch.batch("--resume", "--json")
        #expect(refused.status == 1)
        #expect(try BatchFolder.statuses(refused.output) == ["failed", "resumed", "resumed", "resumed"])
        #expect(
            refused.outputText.contains("the output exists already")
                && batch.folder.bytes("out/1.wav") == WaveFile.pcm16([[9, 9]]))
        #expect(
            try BatchFolder.statuses(batch.batch("--resume", "-f", "--json").output) == [
                "done", "resumed", "resumed", "resumed",
            ])
        // A record that cannot be read is none.
        _ = try CommandRun.shell("for f in jobs.csv.state/*; do echo { > $f; done", in: batch.folder.root)
        #expect(
            try batch.batch("--resume").outputText.contains("4 failed") && batch.batch("--resume", "-f").status == 0)
    }

    @Test func `an output with other bytes of the same length, or another job's entry of the cache, is not used`()
        throws
    {
        let batch = try BatchFolder()
        #expect(try batch.batch("--cache", "c").status == 0)
        let whole = try batch.outputs()
        _ = try CommandRun.shell("printf xyz | dd of=out/1.wav bs=1 seek=200 conv=notrunc", in: batch.folder.root)
        let damaged = try batch.outputs()
        #expect(damaged["1.wav"] != whole["1.wav"] && damaged["1.wav"]?.count == whole["1.wav"]?.count)
        #expect(
            try BatchFolder.statuses(batch.batch("--resume", "--json").output) == [
                "failed", "resumed", "resumed", "resumed",
            ])
        #expect(try batch.outputs() == damaged)
        try batch.removeOutputs()
        // A key with its own name and another's sound, and a sound that is a path.
        let swap =
            "cd c/keys; set -- *; k1=${1%.json}; k2=${2%.json}; sed s/$k1/$k2/ $1 >x; sed 's|\"sha256\":\"[0-9a-f]*\"|\"sha256\":\"../../a.wav\"|' $3 >y; mv x $2; mv y $3"
        _ = try CommandRun.shell(swap, in: batch.folder.root)
        let swapped = try batch.batch("--cache", "c", "--json")
        #expect(
            try BatchFolder.statuses(swapped.output).sorted() == ["cached", "cached", "done", "done"]
                && batch.outputs() == whole)
        #expect(
            swapped.outputText.contains("names an output that does not belong to its key")
                && swapped.outputText.contains("names no output"))
        try batch.removeOutputs()
        _ = try CommandRun.shell("cd c/keys; set -- *; cp $1 $2", in: batch.folder.root)
        let mended = try batch.batch("--cache", "c", "--json")
        #expect(
            try BatchFolder.statuses(mended.output).sorted() == ["cached", "cached", "cached", "done"]
                && batch.outputs() == whole)
        #expect(mended.outputText.components(separatedBy: "the cache is damaged: ").count == 2)
    }

    @Test func `a job whose input is written to while it is rendered fails, and may be tried again`() throws {
        let batch = try BatchFolder(BatchFolder.head + "long,a.wav::loop=inf,out/1.wav,--length 0:10:00 --eq rock\n")
        let script = """
            $KKMIX batch jobs.csv -j1 --cache c > said & for i in $(seq 500); do ls -A out 2>/dev/null | grep -q part && break; sleep 0.01; done
            touch -d 2001-01-01 a.wav; wait $!; echo $?; find out jobs.csv.state c -type f; cat said
            """
        let run = try CommandRun.shell(script, in: batch.folder.root)
        #expect(
            run.outputText.hasPrefix("75\nFAIL ")
                && run.outputText.contains("a.wav: the input was changed while the run was under way"),
            "\(run.outputText)")
    }

    @Test(arguments: [("TERM", 143), ("INT", 130)])
    func `a signal drops what is at work, and the report has what was done`(signal: String, status: Int32) throws {
        let batch = try BatchFolder(
            BatchFolder.head
                + "quick,a.wav,out/1.wav,\nlong,a.wav::loop=inf,out/2.wav,--length 2:00:00 --eq rock\nnever,a.wav,out/3.wav,\n"
        )
        let script = """
            trap - INT; $KKMIX batch jobs.csv -j1 --json --report r.json > printed & heard $!
            for i in $(seq 500); do [[ -e out/1.wav ]] && break; sleep 0.01; done; sleep 0.2; kill -\(signal) $!; wait $!; e=$?; ls -A out jobs.csv.state; exit $e
            """
        let run = try CommandRun.shell("set -m; " + script, in: batch.folder.root)
        #expect(
            run.status == status && run.errorText.contains("stopped by SIG\(signal)"), "\(run.status) \(run.errorText)")
        let names = run.outputText.split(separator: "\n")
        #expect(
            names.prefix(2) == ["jobs.csv.state:", names.dropFirst().first ?? ""] && names.count == 4
                && names.last == "1.wav", "\(run.outputText)")
        let report = try #require(batch.folder.bytes("r.json"))
        #expect(batch.folder.bytes("printed") == report)
        #expect(try BatchFolder.statuses(report) == ["done", "not-run", "not-run"])
        #expect(String(decoding: report, as: UTF8.self).contains("\"stopped\":\"SIG\(signal)\""))
    }

    @Test func `a cache gives what it was given, and what is damaged in it is made anew`() throws {
        let batch = try BatchFolder()
        #expect(
            try BatchFolder.statuses(batch.batch("--cache", "c", "--json").output) == Array(repeating: "done", count: 4)
        )
        let whole = try batch.outputs()
        try batch.removeOutputs()
        let cached = try batch.batch("--cache", "c", "--json")
        #expect(
            try BatchFolder.statuses(cached.output) == Array(repeating: "cached", count: 4) && batch.outputs() == whole)
        // What came out of it can be resumed like all else.
        #expect(try batch.batch("--resume").outputText.hasSuffix("4 done before\n"))
        try batch.removeOutputs()
        _ = try CommandRun.shell(
            """
            cd c/sounds; set -- *; printf x | dd of=$1 bs=1 seek=100 conv=notrunc; truncate -s 50 $2; rm $3; cd ../keys
            """, in: batch.folder.root)
        let mended = try batch.batch("--cache", "c", "--json")
        #expect(
            try BatchFolder.statuses(mended.output).sorted() == ["cached", "done", "done", "done"]
                && batch.outputs() == whole)
        #expect(mended.outputText.components(separatedBy: "the cache is damaged: ").count == 4)
        try batch.removeOutputs()
        #expect(
            try BatchFolder.statuses(batch.batch("--cache", "c", "--json").output)
                == Array(repeating: "cached", count: 4) && batch.outputs() == whole)
        #expect(try CommandRun(["batch", "jobs.csv", "--cache", "a.wav"], in: batch.folder.root).status == 73)
    }

    @Test func `runs share a cache, and two jobs of one key are reported alike whatever the threads`() throws {
        let twins = BatchFolder.head + (0..<20).map { "\($0),a.wav b.wav,out/\($0).wav,\n" }.joined()
        for threads in ["1", "2"] {
            let batch = try BatchFolder(twins)
            let run = try batch.batch("--cache", "c", "--json", "-j", threads)
            #expect(try BatchFolder.statuses(run.output) == Array(repeating: "done", count: 20))
        }
        let batch = try BatchFolder(BatchFolder.many(30))
        try batch.write(BatchFolder.many(30).replacing("out/", with: "other/"), to: "others.csv")
        let both = try CommandRun.shell(
            "$KKMIX batch jobs.csv --cache c & $KKMIX batch others.csv --cache c && wait $! && diff -r out other && find . -name '*part*'",
            in: batch.folder.root)
        #expect(
            both.status == 0
                && both.outputText.split(separator: "\n").allSatisfy { $0.contains("done") || $0.contains("cache") },
            "\(both.outputText)")
    }

    @Test func `an output with the same bytes keeps its date, and others are replaced`() throws {
        let batch = try BatchFolder()
        _ = try batch.batch()
        try batch.folder.write([1], to: "out/2.wav")
        _ = try CommandRun.shell("touch -d 2001-01-01 out/*", in: batch.folder.root)
        let run = try batch.batch("--write-if-changed", "--json")
        #expect(run.status == 0)
        #expect(try BatchFolder.statuses(run.output) == ["unchanged", "done", "unchanged", "unchanged"])
        let dates = try CommandRun.shell("stat -c %y out/*.* | cut -c1-4", in: batch.folder.root).outputText.split(
            separator: "\n")
        #expect(dates[0] == "2001" && dates[1] != "2001" && dates[2] == "2001")
    }
}
