import KKTestSupport
import Testing

/// `kkmix review`: what failed, gone through without a new run.
@Suite struct ReviewTests {
    /// Two cases that have moved since their goldens were made.
    private static func moved() throws -> GoldenFolder {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        _ = try CommandRun.shell("cp quiet.wav noise.wav", in: golden.folder.root)
        #expect(try golden.test().status == 1)
        return golden
    }

    private static func review(
        _ golden: GoldenFolder, _ words: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> CommandRun {
        try CommandRun(
            ["review"] + words, in: golden.folder.root, environment: environment,
            input: Array(input.utf8))
    }

    @Test func `what failed is listed as the test said it, and stays`() throws {
        let golden = try Self.moved()
        let before = try golden.snapshot()
        let list = try Self.review(golden, "--list")
        #expect(
            list.status == 1 && list.outputText.contains("FAIL     sound") && list.outputText.contains("FAIL     print")
        )
        #expect(list.outputText.contains("picture   kkmix-results/sound.png"), "\(list.outputText)")
        // Nothing is run again to take it.
        #expect(list.outputText.contains("kkmix review --accept sound"), "\(list.outputText)")
        #expect(try golden.snapshot().keys.sorted() == before.keys.sorted())
        let cases = try GoldenFolder.document(Self.review(golden, "--json"))["cases"] as? [[String: Any]]
        #expect(cases?.map { $0["name"] as? String } == ["sound", "print"])
    }

    @Test func `accepting takes the sound that was kept, and no new one`() throws {
        let golden = try Self.moved()
        let kept = golden.folder.bytes("kkmix-results/sound.actual.wav")
        _ = try CommandRun.shell("rm noise.wav", in: golden.folder.root)
        #expect(try Self.review(golden, "--accept", "sound").status == 1, "one is left")
        #expect(golden.folder.bytes("goldens/sound.wav") == kept)
        #expect(golden.folder.bytes("kkmix-results/sound.actual.wav") == nil)
        #expect(try Self.review(golden, "--accept", "*").status == 0)
        #expect(!golden.folder.contents.contains("kkmix-results"))
        #expect(try Self.review(golden).outputText == "nothing to review\n")
    }

    @Test func `a program that failed without a sound was nothing to review`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            cases:
              - {name: loud, command: 'sh -c "echo no such preset; exit 3"', golden: quiet.wav}
              - {name: mute, command: 'sh -c "exit 3"', golden: quiet.wav}
              - {name: gone, file: gone.wav, golden: quiet.wav}
            """)
        #expect(try golden.test().status == 1)
        let before = try golden.snapshot()
        for words in [["--list"], ["--accept", "*"], []] {
            let run = try CommandRun(["review"] + words, in: golden.folder.root, input: Array("a\n".utf8))
            #expect(run.status == 1 && !run.outputText.contains("nothing to review"), "\(words)")
            for name in ["loud", "mute", "gone"] {
                #expect(run.outputText.contains("error    \(name)  it failed and made no sound"), "\(words)")
            }
            #expect(
                run.outputText.contains("log       kkmix-results/loud.log")
                    && run.outputText.contains("it said   no such preset")
                    && run.outputText.contains("run it again: kkmix test --run-commands"), "\(run.outputText)")
            #expect(!run.outputText.contains("[a]ccept"), "there is nothing to accept")
        }
        #expect(try golden.snapshot() == before)
        let none = try Self.review(golden, "--reject", "loud", "mute", "gone")
        #expect(none.status == 0 && !golden.folder.contents.contains("kkmix-results"), "\(none.outputText)")
    }

    @Test func `a broken manifest elsewhere kept all others from being reviewed`() throws {
        let golden = try Self.moved()
        let was = golden.folder.bytes("goldens/sound.wav")
        _ = try CommandRun.shell(
            "mkdir sub; printf 'schema: 1\\ncases: [\\n' > sub/kkmix-test.yaml", in: golden.folder.root)
        for words in [["--list"], ["--list", ".", "sub"], ["--json"]] {
            let run = try CommandRun(["review"] + words, in: golden.folder.root)
            #expect(
                run.status == 78 && run.errorText.contains("sub/kkmix-test.yaml:3:1: ")
                    && run.outputText.contains("sound") && run.outputText.contains("print"),
                "\(words): \(run.outputText)\(run.errorText)")
        }
        // It may need the golden that would be replaced.
        let accepted = try Self.review(golden, "--accept", "sound")
        #expect(
            accepted.status == 78 && golden.folder.bytes("goldens/sound.wav") == was
                && accepted.outputText.contains("its golden was not written, because a manifest cannot be read"),
            "\(accepted.outputText)")
        #expect(try Self.review(golden, "sub").status == 78)
    }

    @Test func `a broken case file kept the others of its folder from being reviewed`() throws {
        let folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<5000).map { [Int16(truncatingIfNeeded: $0)] }), to: "a.wav")
        let made = try CommandRun.shell(
            """
            for n in one two; do printf 'mix: a.wav\n' > $n.case.yaml; done; $KKMIX test -q --update missing
            printf 'mix: a.wav --gain -6dB\n' > one.case.yaml; $KKMIX test; printf 'mix: [\n' > two.case.yaml
            """, in: folder.root)
        #expect(made.outputText.contains("FAIL     one"), "\(made.outputText)\(made.errorText)")
        let was = folder.bytes("one.wav")
        for words in [["--list"], ["--list", "."], ["--json"], ["--accept", "one"]] {
            let run = try CommandRun(["review"] + words, in: folder.root)
            #expect(
                run.status == 78 && run.errorText.contains("two.case.yaml:2:1: ") && run.outputText.contains("one"),
                "\(words): \(run.outputText)\(run.errorText)")
        }
        #expect(folder.bytes("one.wav") == was, "the broken one may need it")
        _ = try CommandRun.shell("printf 'mix: [\n' > one.case.yaml", in: folder.root)
        let none = try CommandRun(["review", "--list"], in: folder.root)
        #expect(none.status == 78 && none.errorText.contains("one.case.yaml:2:1: "), "\(none.errorText)")
        #expect(try CommandRun(["test"], in: folder.root).status == 78)
    }

    @Test func `a first golden is accepted by the words that the list has`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--results", "kept").status == 1)
        let list = try Self.review(golden, "--list", "--results", "kept")
        #expect(list.outputText.contains("kkmix review --results kept --accept sound records it"), "\(list.outputText)")
        #expect(try Self.review(golden, "--results", "kept", "--accept", "sound").outputText.contains("recorded sound"))
    }

    @Test func `rejecting removes the sound and keeps the golden`() throws {
        let golden = try Self.moved()
        let was = golden.folder.bytes("goldens/sound.wav")
        #expect(try Self.review(golden, "--reject", "sound", "print").status == 0)
        #expect(golden.folder.bytes("goldens/sound.wav") == was && !golden.folder.contents.contains("kkmix-results"))
    }

    @Test(arguments: [
        ("a\nr\n", 0, true), ("s\nq\n", 1, false), ("A\n", 0, true), ("", 1, false), ("x\ns\na\n", 1, false),
    ])
    func `answers come over a pipe, and each counts at once`(input: String, status: Int32, isSoundTaken: Bool) throws {
        let golden = try Self.moved()
        let kept = golden.folder.bytes("kkmix-results/sound.actual.wav")
        let run = try Self.review(golden, input: input)
        #expect(run.status == status, "\(run.outputText)\(run.errorText)")
        #expect((golden.folder.bytes("goldens/sound.wav") == kept) == isSoundTaken)
    }

    @Test func `the reference, the actual and the residual are played by the player that is named`() throws {
        let golden = try Self.moved()
        let run = try Self.review(
            golden, input: "p\nP\nd\ns\np\nq\n",
            environment: ["KKMIX_PLAYER": "sh -c 'basename $0 >> played; test -f $0'"])
        #expect(run.status == 1)
        #expect(
            golden.folder.bytes("played").map { String(decoding: $0, as: UTF8.self) }
                == "sound.wav\nsound.actual.wav\nsound.residual.wav\n")
        #expect(run.outputText.contains("the golden is a fingerprint"), "\(run.outputText)")
        let none = try Self.review(golden, input: "p\n", environment: ["KKMIX_PLAYER": "nonesuch-player"])
        #expect(none.outputText.contains("nonesuch-player cannot be started"), "\(none.outputText)")
    }

    @Test func `a picture is drawn where the terminal says that it can`() throws {
        let golden = try Self.moved()
        let png = try #require(golden.folder.bytes("kkmix-results/sound.png"))
        let kitty = try Self.review(golden, "--pictures", "kitty", input: "q\n")
        let parts = kitty.outputText.split(separator: "\u{1B}_G").dropFirst().map { $0.prefix { $0 != "\u{1B}" } }
        #expect(parts.first?.hasPrefix("a=T,f=100,q=2,m=1;") == true && parts.allSatisfy { $0.count <= 4_096 + 24 })
        let text = parts.prefix { _ in true }.map { $0.split(separator: ";").last.map(String.init) ?? "" }
        let end = (parts.firstIndex { $0.contains("m=0;") } ?? 0) + 1
        let run = try CommandRun.shell(
            "printf %s '\(text[..<end].joined())' | base64 -d | cmp - kkmix-results/sound.png", in: golden.folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        let iterm = try Self.review(golden, "--pictures", "iterm", input: "q\n")
        #expect(iterm.outputText.contains("\u{1B}]1337;File=inline=1;size=\(png.count):"))
        let sixel = try Self.review(golden, "--pictures", "sixel", input: "q\n").outputText
        #expect(sixel.contains("\u{1B}P0;1;0q\"1;1;1000;") && sixel.contains("-\u{1B}\\"), "\(sixel.prefix(200))")
        #expect(!(try Self.review(golden, input: "q\n").outputText.contains("\u{1B}")))
    }

    @Test func `nothing that its own assertions refuse is accepted, nothing in CI, and no name that is not there`()
        throws
    {
        let golden = try Self.moved()
        try golden.write(GoldenFolder.twoCases.replacing("channels 2", with: "channels 1"))
        let was = golden.folder.bytes("goldens/sound.wav")
        #expect(try golden.test().status == 1)
        let refused = try Self.review(golden, "--accept", "sound")
        #expect(refused.status == 1 && golden.folder.bytes("goldens/sound.wav") == was)
        // That it was not, and why, is said; the case that nobody asked about is not spoken of.
        #expect(
            refused.outputText.contains("FAIL     sound") && refused.outputText.contains("'channels 1' does not hold")
                && !refused.outputText.contains(" print "), "\(refused.outputText)")
        #expect(try Self.review(golden, "--accept", "sound", environment: ["CI": "1"]).status == 64)
        let missing = try Self.review(golden, "--accept", "sond")
        #expect(missing.status == 64 && missing.errorText.contains("did you mean 'sound'?"))
        let both = try Self.review(golden, "--accept", "sound", "--reject", "sound")
        #expect(both.status == 64 && both.errorText.contains("'sound' is both accepted and rejected"))
        #expect(golden.folder.bytes("kkmix-results/sound.actual.wav") != nil)
        let typo = try Self.review(golden, "--results", "kkmix-reslts")
        #expect(typo.status == 64 && typo.errorText.contains("there is no folder kkmix-reslts"))
        let word = try Self.review(golden, "sound")
        #expect(word.status == 64 && word.errorText.contains("kkmix test --filter, kkmix review --accept"))
    }

    @Test func `a sound that is older than its manifest is not accepted`() throws {
        let golden = try Self.moved()
        // Git writes a file again that has not changed.
        _ = try CommandRun.shell("touch kkmix-test.yaml", in: golden.folder.root)
        #expect(try !Self.review(golden, "--list", "-v").outputText.contains("the manifest has changed since"))
        try golden.write(GoldenFolder.twoCases.replacing("noise.wav", with: "quiet.wav"))
        let list = try Self.review(golden, "--list", "-v")
        #expect(list.outputText.contains("the manifest has changed since"), "\(list.outputText)")
        let was = golden.folder.bytes("goldens/sound.wav")
        let run = try Self.review(golden, "--accept", "sound")
        #expect(
            run.status == 1 && golden.folder.bytes("goldens/sound.wav") == was
                && run.outputText.split(separator: "the manifest has changed since").count == 2, "\(run.outputText)")
    }

    @Test func `a sound that was made anew while somebody looked was accepted`() throws {
        let golden = try Self.moved()
        let was = golden.folder.bytes("goldens/sound.wav")
        // The answer comes when a test has made the sound once more.
        let run = try CommandRun.shell(
            """
            (until [ -e asked ]; do sleep 0.01; done; sed 's/CASE/sound/' < /dev/null
             cp noise.wav new.wav; $KKMIX new.wav::gain=-9dB -q --force -o noise.wav; $KKMIX test --filter sound >&2; echo a; echo s) |
            $KKMIX review | tee >(while read -r line; do [[ $line == *accept* ]] && touch asked; done) | grep -c 'made this sound anew'
            """, in: golden.folder.root)
        #expect(run.outputText == "1\n", "\(run.outputText)\(run.errorText)")
        #expect(golden.folder.bytes("goldens/sound.wav") == was)
    }

    @Test func `accepting said nothing of the cases that were left`() throws {
        let golden = try Self.moved()
        let run = try Self.review(golden, "--accept", "sound")
        #expect(run.outputText.hasSuffix("\n1 case is left: kkmix review goes through it\n"), "\(run.outputText)")
    }
}
