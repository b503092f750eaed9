import KKTestSupport
import Testing

/// `kkmix goldens` in projects with many goldens, and with several people at work.
@Suite struct GoldenProjectTests {
    /// A project whose goldens were recorded elsewhere: all of them are new to the lock.
    ///
    /// - Parameter manifests: each with so many goldens of its own in the one folder.
    private static func project(_ manifests: [String], count: Int) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2]]), to: "s.wav")
        for name in manifests {
            let cases = (0..<count).map { "  - {name: \(name)\($0), mix: s.wav, golden: g/\(name)\($0).wav}\n" }
            try folder.write(Array("schema: 1\nstore: st\ncases:\n\(cases.joined())".utf8), to: "\(name).yaml")
        }
        let names = manifests.joined(separator: " ")
        let made = try CommandRun.shell(
            "mkdir .git g; for n in \(names); do for i in $(seq 0 \(count - 1)); do (cat s.wav; echo $n$i) > g/$n$i.wav; done; done",
            in: folder.root)
        #expect(made.status == 0, "\(made.errorText)")
        return folder
    }

    private static func lines(_ folder: ScratchFolder) -> Int {
        folder.bytes("kkmix.lock")?.split(separator: 10).dropFirst().count ?? 0
    }

    /// Each reads the lock, and writes it again with one line more.
    @Test func `two pushes at once lose no line of each other's`() throws {
        let folder = try Self.project(["one", "two"], count: 40)
        let run = try CommandRun.shell(
            "$KKMIX goldens push one.yaml & $KKMIX goldens push two.yaml; s=$?; wait $! && exit $s", in: folder.root)
        #expect(run.status == 0 && Self.lines(folder) == 80, "\(Self.lines(folder)) lines; \(run.errorText)")
        #expect(try CommandRun(["goldens", "verify", "one.yaml", "two.yaml"], in: folder.root).status == 0)
    }

    @Test func `a folder that somebody keeps for good holds a push up once, and for seconds`() throws {
        let folder = try Self.project(["kkmix-test"], count: 20)
        let start = ContinuousClock.now
        let run = try CommandRun.shell("flock . \"$KKMIX\" goldens push", in: folder.root)
        #expect(run.status == 0 && Self.lines(folder) == 20, "\(run.errorText)")
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    /// A folder was counted, and read, once for each golden in it.
    @Test func `hundreds of goldens in one folder are no more files than they are`() throws {
        let folder = try Self.project(["kkmix-test"], count: 400)
        #expect(try CommandRun(["goldens", "push"], in: folder.root).status == 0)
        let gc = try CommandRun(["goldens", "gc"], in: folder.root)
        #expect(gc.status == 0 && gc.outputText == "400 needed\n", "\(gc.outputText)\(gc.errorText)")
    }

    @Test func `what a killed run left in the store goes with gc, when it is old`() throws {
        let folder = try Self.project(["kkmix-test"], count: 1)
        let left = "st/ab/.kkmix-77-1.kkmix-part"
        _ = try CommandRun.shell(
            "$KKMIX goldens push; mkdir -p st/ab; echo half > \(left); echo > st/ab/.mine", in: folder.root)
        #expect(try CommandRun(["goldens", "gc", "--keep-days", "0"], in: folder.root).status == 0)
        #expect(folder.bytes(left) != nil, "a run may still be at it")
        _ = try CommandRun.shell("touch -d '20 days ago' st/ab/.*[a-z]", in: folder.root)
        let gc = try CommandRun(["goldens", "gc"], in: folder.root)
        #expect(
            gc.outputText.contains("removed  \(left)") && gc.outputText.hasSuffix("1 needed, 1 removed\n"),
            "\(gc.outputText)")
        #expect(folder.bytes(left) == nil && folder.bytes("st/ab/.mine") != nil)
    }

    @Test func `the step that records a golden has consent where its manifest needs it`() throws {
        let golden = try GoldenFolder(
            "schema: 1\nstore: st\ncases: [{name: a, command: 'cp noise.wav {output}', golden: g/a.wav}]\n")
        let pull = try CommandRun(["goldens", "pull"], in: golden.folder.root)
        #expect(
            pull.errorText.contains("kkmix test --run-commands --update missing kkmix-test.yaml makes the first ones"),
            "\(pull.errorText)")
        _ = try CommandRun.shell("echo > kkmix.lock", in: golden.folder.root)
        let one = try CommandRun(["goldens", "pull"], in: golden.folder.root)
        #expect(
            one.outputText.contains("kkmix test --run-commands --update missing kkmix-test.yaml records it"),
            "\(one.outputText)")
        let verify = try CommandRun(["goldens", "verify"], in: golden.folder.root)
        #expect(!verify.errorText.contains("run it again"), "\(verify.errorText)")
    }

    /// A manifest may come with somebody else's sources.
    @Test func `a pull wrote over what a case reads, and into git's own folder`() throws {
        let golden = try GoldenFolder("schema: 1\nstore: st\ncases: [{name: a, mix: quiet.wav, golden: mine.wav}]\n")
        func pull(_ manifest: String) throws -> CommandRun {
            try golden.write(manifest)
            return try CommandRun(["goldens", "pull"], in: golden.folder.root)
        }
        _ = try CommandRun.shell("mkdir .git && $KKMIX test --update missing", in: golden.folder.root)
        #expect(try CommandRun(["goldens", "push"], in: golden.folder.root).status == 0)
        _ = try CommandRun.shell("cp noise.wav mine.wav", in: golden.folder.root)
        let was = golden.folder.bytes("mine.wav")
        let two =
            "schema: 1\nstore: st\ncases: [{name: a, mix: quiet.wav, golden: mine.wav}, {name: b, mix: mine.wav::gain=1dB, golden: b.wav}]\n"
        let read = try pull(two)
        #expect(
            read.status == 1 && read.outputText.contains("the golden is an input of the case 'b', mine.wav"),
            "\(read.outputText)\(read.errorText)")
        #expect(golden.folder.bytes("mine.wav") == was)
        _ = try CommandRun.shell(
            "sed -i 's|mine.wav|.GIT/mine.wav|' kkmix.lock && mkdir .GIT", in: golden.folder.root)
        let git = try pull(
            "schema: 1\nstore: st\ncases: [{name: a, mix: quiet.wav, golden: .GIT/mine.wav}]\n")
        #expect(
            git.status == 1 && git.outputText.contains("the golden is in a folder of git's own"),
            "\(git.outputText)\(git.errorText)")
        #expect(golden.folder.bytes(".GIT/mine.wav") == nil)
        _ = try CommandRun.shell("sed -i 's|.GIT/mine.wav|mine.wav|' kkmix.lock", in: golden.folder.root)
        #expect(try pull("schema: 1\nstore: st\ncases: [{name: a, mix: quiet.wav, golden: mine.wav}]\n").status == 0)
        #expect(golden.folder.bytes("mine.wav") != was, "nobody reads it now")
    }

    @Test func `what a program fetched kept the program's permissions`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            store: {fetch: 'sh -c "ln st/{hash} {path}"', push: 'sh -c "cp {path} st/{hash}; chmod 400 st/{hash}"'}
            cases: [{name: a, mix: noise.wav, golden: a.wav}]
            """)
        let run = try CommandRun.shell(
            """
            umask 022; mkdir st; export KKMIX_RUN_COMMANDS=1
            $KKMIX test --update missing && $KKMIX goldens push && rm a.wav && $KKMIX goldens pull
            stat -c '%a %h' a.wav
            """, in: golden.folder.root)
        #expect(run.outputText.hasSuffix("\n644 1\n"), "\(run.outputText)\(run.errorText)")
    }
}
