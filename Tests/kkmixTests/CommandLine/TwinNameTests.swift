import KKTestSupport
import Testing

/// Two files whose names differ in the spelling of an accent alone: one text, and by their bytes two names.
@Suite struct TwinNameTests {
    /// `café`, the accent in the letter and after it.
    private static let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    private static let names = "one=$(printf 'caf\\303\\251'); two=$(printf 'cafe\\314\\201'); "

    /// A list of such names, with a sound under each.
    private static func batch(_ rows: String) throws -> BatchFolder {
        let batch = try BatchFolder(rows)
        _ = try CommandRun.shell(names + "cp a.wav $one.wav; cp b.wav $two.wav", in: batch.folder.root)
        return batch
    }

    private static func shell(_ script: String, in batch: BatchFolder) throws -> CommandRun {
        try CommandRun.shell(names + script, in: batch.folder.root)
    }

    @Test func `prune leaves the golden that a manifest beside a folder's twin needs`() throws {
        let golden = try GoldenFolder("schema: 1\ncases: [{name: one, mix: noise.wav}]\n")
        let script =
            Self.names + """
                mkdir $one $two .git goldens; cp noise.wav goldens/one.wav; cp noise.wav goldens/two.wav
                printf 'schema: 1\\ncases: [{name: two, mix: ../noise.wav, golden: ../goldens/two.wav}]\\n' >$one/kkmix-test.yaml
                $KKMIX test --prune; mv $one/kkmix-test.yaml $two; $KKMIX test --prune; ls goldens
                """
        let run = try CommandRun.shell(script, in: golden.folder.root)
        let nothing = "every golden is used by a case\n"
        #expect(run.outputText == nothing + nothing + "one.wav\ntwo.wav\n", "\(run.outputText)\(run.errorText)")
    }

    @Test func `prune takes nothing from a folder that is the twin of the manifest's`() throws {
        let golden = try GoldenFolder(nil)
        let script =
            Self.names + """
                mkdir -p .git $one $two/goldens; cp noise.wav $two/goldens/mine.wav
                printf "schema: 1\\ndefaults: {goldens: ../$two/goldens}\\ncases: [{name: a, mix: ../noise.wav}]\\n" >$one/kkmix-test.yaml
                $KKMIX test $one --update missing -q; $KKMIX test $one --prune; ls $two/goldens
                """
        let run = try CommandRun.shell(script, in: golden.folder.root)
        #expect(run.outputText.hasSuffix("a.wav\nmine.wav\n"), "\(run.outputText)\(run.errorText)")
    }

    @Test func `an input whose twin another job reads is not written over`() throws {
        let batch = try Self.batch(
            BatchFolder.head + "0,\(Self.one).wav,out/0.wav,\n1,\(Self.two).wav,out/1.wav,\n2,a.wav,\(Self.two).wav,\n")
        let before = batch.folder.bytes("b.wav")
        let run = try batch.batch("-f")
        #expect(
            run.status == 64 && run.errorText.contains("is also an input of the job '1'"),
            "\(run.status) \(run.errorText)")
        #expect(try Self.shell("cmp b.wav $two.wav && cmp a.wav $one.wav", in: batch).status == 0 && before != nil)
    }

    @Test func `a job may read both of two twins, and neither passes for changed`() throws {
        let batch = try Self.batch(
            BatchFolder.head
                + "1,\(Self.one).wav \(Self.two).wav,out/1.wav,--encoding s16\n2,a.wav b.wav,out/2.wav,--encoding s16\n"
        )
        let run = try batch.batch("--depfile", "deps")
        #expect(run.status == 0 && run.outputText == "2 done\n", "\(run.status) \(run.outputText)\(run.errorText)")
        #expect(try Self.shell("cmp out/1.wav out/2.wav && grep -c \"$one.*$two\" deps", in: batch).outputText == "1\n")
        // Each follows from its own bytes.
        #expect(
            try Self.shell("cp a.wav $two.wav; $KKMIX batch jobs.csv --resume", in: batch).outputText
                == "1 done, 1 done before\n")
    }

    @Test func `an output in the state's folder is refused also behind one in its twin`() throws {
        let batch = try Self.batch(BatchFolder.head + "1,a.wav,\(Self.one)/1.wav,\n2,b.wav,\(Self.two)/2.wav,\n")
        let run = try Self.shell("$KKMIX batch jobs.csv --state $two", in: batch)
        #expect(
            run.status == 64 && run.errorText.contains("jobs.csv:3: the output")
                && run.errorText.contains("is in the folder of the state"), "\(run.errorText)")
        #expect(try Self.shell("$KKMIX batch jobs.csv --state s", in: batch).status == 0)
    }

    @Test func `outputs that are twins are two, in a list, in a plan and in a merge`() throws {
        let batch = try Self.batch("inputs,output\na.wav,out/\(Self.one).wav\nb.wav,out/\(Self.two).wav\n")
        let run = try batch.batch()
        #expect(run.status == 0 && run.outputText == "2 done\n", "\(run.outputText)\(run.errorText)")
        let script = """
            rm -r out jobs.csv.state; $KKMIX batch plan jobs.csv -o p -q && $KKMIX batch run p --report r.json && $KKMIX batch merge p r.json && ls out | wc -l
            cmp out/$one.wav out/$two.wav >/dev/null; echo $?
            """
        let planned = try Self.shell(script, in: batch)
        #expect(planned.outputText == "2 done\n2 done\n2\n1\n", "\(planned.outputText)\(planned.errorText)")
    }

    @Test func `a plan finds the list in the twin of its own folder`() throws {
        let batch = try Self.batch("inputs,output\na.wav,o.wav\n")
        let run = try Self.shell(
            "mkdir $one $two; mv jobs.csv a.wav $two; $KKMIX batch plan $two/jobs.csv -o $one/p -q && $KKMIX batch run $one/p && ls $two/o.wav",
            in: batch)
        #expect(
            run.status == 0 && run.outputText.hasPrefix("1 done\n"), "\(run.status) \(run.outputText)\(run.errorText)")
    }

    @Test func `a page may lie in the twin of a folder that is read`() throws {
        let batch = try Self.batch(BatchFolder.head + "1,\(Self.two)/files/a.wav,o.wav,\n")
        let run = try Self.shell(
            "mkdir -p $two/files; cp a.wav $two/files; $KKMIX batch jobs.csv --html $one", in: batch)
        #expect(run.status == 0 && run.outputText == "1 done\n", "\(run.status) \(run.outputText)\(run.errorText)")
    }

    @Test func `a golden may be the twin of its case's input`() throws {
        let golden = try GoldenFolder("schema: 1\ncases: [{name: a, mix: \(Self.one).wav, golden: \(Self.two).wav}]\n")
        let run = try CommandRun.shell(
            Self.names + "cp noise.wav $one.wav; $KKMIX test --update missing -q; ls | grep -c caf",
            in: golden.folder.root)
        #expect(run.outputText == "2\n", "\(run.outputText)\(run.errorText)")
    }
}
