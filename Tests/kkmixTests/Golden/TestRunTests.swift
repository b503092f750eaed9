import Foundation
import KKTestSupport
import Testing

/// Which cases are run, how often, against what, and what is refused.
@Suite struct TestRunTests {
    private static let many =
        "schema: 1\ndefaults: {golden: fingerprint}\ncases:\n"
        + (0..<9).map { "  - {name: case-\($0), mix: noise.wav::gain=-\($0)dB}\n" }.joined()

    @Test func `output does not depend on the threads`() throws {
        let golden = try GoldenFolder(Self.many.replacing("gain=-4dB", with: "gain=99dB"))
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.write(Self.many)
        let runs = try ["1", "2", "8", "auto"].map { try golden.test("-j", $0) }
        for run in runs { #expect(run.status == 1 && run.output == runs[0].output, "\(run.outputText)") }
        let documents = try ["1", "8"].map { try golden.test("--json", "-j", $0).output }
        #expect(documents[0] == documents[1])
    }

    @Test func `shards are parts of the whole, and an empty one succeeds`() throws {
        let golden = try GoldenFolder(Self.many)
        let lists = try (1...3).map {
            try golden.test("--list", "--shard", "\($0)/3").outputText.split(separator: "\n").map(String.init)
        }
        #expect(lists.joined().sorted() == (0..<9).map { "case-\($0)" })
        let counts = try (1...40).map { number -> Int in
            let run = try golden.test("--update", "missing", "--shard", "\(number)/40")
            #expect(run.status == 0)
            if run.outputText.hasPrefix("the shard \(number)/40 has no case\n") { return 0 }
            return run.outputText.split(separator: "\n").count - 1
        }
        #expect(counts.contains(0) && counts.reduce(0, +) == 9)
        #expect(try golden.test("--shard", "4/3").status == 64)
    }

    @Test func `a shard is read from the engine's variables, and Bazel hears of it`() throws {
        let golden = try GoldenFolder(Self.many)
        let whole = try golden.test("--list", "--shard", "2/3").output
        let status = golden.folder.path("status")
        let run = { (variables: [String: String]) in
            try CommandRun(["test", "--list", "--shard", "auto"], in: golden.folder.root, environment: variables)
        }
        #expect(
            try run(["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"]).output == whole
                && golden.folder.bytes("status") == nil)
        let bazel = try run(["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_STATUS_FILE": status])
        #expect(bazel.status == 0 && bazel.output == whole && golden.folder.bytes("status") == [])
        #expect(try run([:]).output == golden.test("--list").output)
        let slip = try run(["CI_NODE_INDEX": "2"])
        #expect(
            slip.status == 64 && slip.output.isEmpty
                && slip.errorText.contains("CI_NODE_TOTAL is not; write --shard i/n"), "\(slip.errorText)")
    }

    @Test func `a test that tested nothing has not passed`() throws {
        let golden = try GoldenFolder()
        let nothing = try golden.test("--filter", "nothing")
        #expect(nothing.status == 64 && nothing.errorText.contains("no case name contains 'nothing'"))
        try golden.write("schema: 1\ncases: [{name: a, mix: noise.wav, skip: later}]\n")
        let skipped = try golden.test()
        #expect(
            skipped.status == 1
                && skipped.outputText == "skip     a  later\n0 passed, 0 failed, 1 skipped\n"
                && skipped.errorText.contains("every case is skipped"))
        try golden.write("schema: 1\ncases: []\n")
        #expect(try golden.test().status == 78)
        let empty = try GoldenFolder(nil)
        #expect(try empty.test().status == 66 && empty.test("nowhere").status == 66)
    }

    @Test(arguments: [
        ("-o out.wav", "'-o' makes no sense in a case"), ("--output=x.wav", "'--output'"), ("-f", "'-f'"),
        ("-n", "'-n'"), ("--json", "'--json'"),
        ("-j4", "'-j'"), ("--progress none", "'--progress'"), ("--stems x", "'--stems'"),
        ("--trace x", "write 'trace: true'"), ("--loud", "unknown option '--loud'"), ("--gain", "needs a value"),
        ("--rate 44.1", "did you mean 44.1k?"), ("--gain 1 --gain 2", "'--gain' is given twice"),
        ("--format caf", "beside a golden that is wav"), ("-", "standard input"),
        ("x.wav::gian=1", "unknown track setting 'gian'"),
        ("--help", "'--help'"),
    ])
    func `words that make no sense in a case are refused before anything is rendered`(
        words: String, reason: String
    ) throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases:\n  - {name: good, mix: noise.wav}\n  - name: bad\n    mix: noise.wav \(words)\n")
        let run = try golden.test("--update", "all")
        #expect(run.status == 78 && run.outputText.isEmpty)
        #expect(
            run.errorText.hasPrefix("kkmix: kkmix-test.yaml:5:10: case 'bad': ") && run.errorText.contains(reason),
            "\(run.errorText)")
        #expect(golden.folder.contents == ["kkmix-test.yaml", "noise.wav", "quiet.wav"])
        let document = try GoldenFolder.document(golden.test("--json"))
        #expect((document["error"] as? [String: Any])?["status"] as? Int == 78)
    }

    @Test func `paths begin at the manifest, wherever the program is started`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "all").status == 0)
        let elsewhere = try ScratchFolder()
        let run = try golden.test(golden.folder.root, in: elsewhere.root)
        #expect(run.status == 0 && run.outputText.contains("2 passed"), "\(run.outputText)")
        try golden.write(GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: quiet.wav\n"))
        let failed = try golden.test(
            golden.folder.path("kkmix-test.yaml"), "--results", "kept/here", in: elsewhere.root)
        #expect(
            failed.status == 1
                && failed.outputText.contains("kkmix test \(golden.folder.path("kkmix-test.yaml")) --accept sound"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: elsewhere.path("kept/here")).sorted() == [
                ".gitignore", "sound.actual.wav", "sound.origin", "sound.png", "sound.residual.wav", "sound.svg",
            ])
        #expect(try golden.test("--results", "goldens").status == 64)
        let file = try golden.test("--results", "noise.wav")
        #expect(
            file.status == 73 && file.outputText.isEmpty
                && file.errorText.contains("noise.wav: the results' folder is a file"), "\(file.errorText)")
    }

    @Test func `the first failure ends the run where that is asked for`() throws {
        let golden = try GoldenFolder(Self.many)
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.write(
            Self.many.replacing("gain=-2dB", with: "gain=-20dB").replacing("gain=-5dB", with: "gain=-20dB"))
        for threads in ["1", "4"] {
            let run = try golden.test("--fail-fast", "-j", threads)
            #expect(run.status == 1 && run.outputText.hasSuffix("2 passed, 1 failed, 6 not run\n"), "\(run.outputText)")
            #expect(
                try golden.snapshot(of: "kkmix-results").keys.sorted()
                    == [".gitignore", "case-2.actual.wav", "case-2.origin", "case-2.png", "case-2.svg"])
        }
    }

    @Test func `a case is rendered again and again with the same bytes`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "all").status == 0)
        let run = try golden.test("--repeat", "6")
        #expect(run.status == 0 && run.outputText.contains("2 passed"), "\(run.outputText)")
        #expect(golden.folder.contents == ["goldens", "kkmix-test.yaml", "noise.wav", "quiet.wav"])
        #expect(try golden.test("--repeat", "0").status == 64)
    }

    @Test func `the damages that a case would not notice are listed`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            cases:
              - {name: a, mix: noise.wav, golden: none, assert: [length 13230f, channels 2]}
              - {name: b, mix: noise.wav, tolerance: exact}
            """)
        #expect(try golden.test("--update", "missing").status == 0)
        let run = try golden.test("--mutate", "--json")
        let cases = try #require(GoldenFolder.document(run)["cases"] as? [[String: Any]])
        let missed = try #require(cases[0]["damages_missed"] as? [String])
        #expect(
            run.status == 0
                && missed.contains("inverted") && missed.contains("click") && !missed.contains("tail-missing")
                && !missed.contains("one-channel-only"),
            "\(missed)")
        #expect(cases[1]["damages_missed"] as? [String] == [] && cases[1]["damages_tried"] as? Int ?? 0 > 30)
    }

    @Test func `a trace tells which unit left its golden first`() throws {
        let manifest =
            "schema: 1\ncases:\n  - {name: a, mix: 'noise.wav quiet.wav::gain=-1dB --encoding f32', tolerance: exact, trace: true}\n"
        let golden = try GoldenFolder(manifest)
        #expect(try golden.test("--update", "missing").status == 0)
        #expect(try golden.snapshot(of: "goldens").keys.sorted() == ["a.trace", "a.wav"])
        #expect(try golden.test().outputText.contains("1 passed, 0 failed\n"))
        // The golden's trace is not an orphan, and the second track is the one that moved.
        try golden.write(manifest.replacing("-1dB", with: "-2dB"))
        let run = try golden.test()
        #expect(
            run.status == 1 && run.outputText.contains("trace     mixer rendered something different in second 0 "),
            "\(run.outputText)")
        #expect(!run.outputText.contains("note:"))
    }

    @Test(arguments: ["wav", "flac", "fingerprint"])
    func `silence is no golden unless it is meant to be one`(kind: String) throws {
        let manifest =
            "schema: 1\ndefaults: {golden: \(kind)}\ncases:\n  - {name: a, mix: 'noise.wav::mute', tolerance: exact}\n"
        let golden = try GoldenFolder(manifest)
        for arguments in [["--update", "missing"], ["--update", "all"], ["--accept", "a"]] {
            let run = try CommandRun(["test"] + arguments, in: golden.folder.root)
            #expect(run.status == 1 && run.outputText.hasSuffix("0 passed, 1 failed\n"), "\(run.outputText)")
            #expect(
                run.outputText.contains("it is silent throughout, so no golden was written")
                    && run.outputText.contains("allow-silence: true"))
            #expect(golden.folder.bytes("goldens/a.\(kind)") == nil)
        }
        try golden.write(manifest.replacing("exact}", with: "exact, allow-silence: true}"))
        #expect(try golden.test("--update", "missing").status == 0 && golden.test().status == 0)
        // A golden that was silent when that was allowed proves nothing any more.
        try golden.write(manifest)
        let run = try golden.test("--json")
        let cases = try #require(GoldenFolder.document(run)["cases"] as? [[String: Any]])
        #expect(run.status == 1 && cases[0]["status"] as? String == "fail", "\(run.outputText)")
        if kind == "fingerprint" {
            #expect((cases[0]["reason"] as? String)?.contains("both are silent throughout") == true)
        }
    }

    @Test(arguments: [
        "[", "schema: 1\ncases: &a [*a]", "\u{0}", "{\"a\":", String(repeating: "- ", count: 5_000),
        "schema: 1\ncases: [{name: \"../x\", mix: a}]",
    ])
    func `a hostile manifest ends with 78 and a place`(text: String) throws {
        let golden = try GoldenFolder(text)
        let run = try golden.test("--update", "all")
        #expect(
            run.status == 78 && run.errorText.hasPrefix("kkmix: kkmix-test.yaml:"), "\(run.status) \(run.errorText)")
    }

    @Test func `quiet tells failures alone, and colour wants to be asked for`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "all", "-q").outputText.isEmpty)
        #expect(try golden.test("-q").outputText.isEmpty)
        #expect(
            try !golden.test().outputText.contains("\u{1B}")
                && golden.test("--color", "always").outputText.contains("\u{1B}[32mpass"))
    }

    /// A copy of the example, with the fixtures where it looks for them.
    private func example() throws -> (ScratchFolder, place: String) {
        let folder = try ScratchFolder()
        let place = folder.path("Examples/golden-tests")
        try FileManager.default.createDirectory(atPath: folder.path("Examples"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(Fixtures.root)/Examples/golden-tests", toPath: place)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("fixtures"), withDestinationPath: Fixtures.path(""))
        return (folder, place)
    }

    @Test func `the example passes, and the commands of its page run`() throws {
        let (folder, place) = try example()
        defer { withExtendedLifetime(folder) {} }
        let run = try CommandRun(["test"], in: place, environment: ["CI": "1"])
        #expect(run.status == 0 && run.outputText.hasSuffix("8 passed, 0 failed\n"), "\(run.outputText)")
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/golden-tests.md", encoding: .utf8)
        let commands = page.split(separator: "\n").filter { $0.hasPrefix("kkmix test") }
        #expect(commands.count >= 5)
        for command in commands {
            let run = try CommandRun(
                command.split(separator: " ").dropFirst().map(String.init), in: place)
            #expect(run.status == 0, "\(command): \(run.outputText)\(run.errorText)")
        }
        #expect(try page.contains(CommandRun(["test", "--assertions"]).outputText))
    }

    /// The cards of the example would tell: a render with one damage fails, whichever kind of golden it has.
    @Test func `every case of the example notices a change`() throws {
        let (folder, place) = try example()
        defer { withExtendedLifetime(folder) {} }
        let manifest = "\(place)/kkmix-test.yaml"
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        let changes = [
            ("--rate 48000", "--rate 48000 --gain -0.2dB"), ("duck=speech", "duck=speech:depth=-11dB"),
            ("::gain=0.5 ", "::gain=0.499 "),
            ("--limit -1dBTP", "--limit -1.1dBTP"),
            ("peak:2k", "peak:2010"), ("at=100f", "at=101f"), ("--gain -3dB", "--gain -3.2dB"),
            ("at=800ms", "at=700ms"),
        ]
        try changes.reduce(text) { $0.replacing($1.0, with: $1.1) }.write(
            toFile: manifest, atomically: true, encoding: .utf8)
        let run = try CommandRun(["test"], in: place, environment: ["CI": "1"])
        #expect(run.status == 1 && run.outputText.hasSuffix("0 passed, 8 failed\n"), "\(run.outputText)")
        #expect(
            run.outputText.contains("trace     eq of the mix rendered something different in second 0"),
            "\(run.outputText)")
    }

    @Test func `a golden is no input, and only one case's where goldens are written`() throws {
        let golden = try GoldenFolder("schema: 1\ncases: [{name: a, mix: noise.wav, golden: ./noise.wav}]\n")
        try FileManager.default.createSymbolicLink(
            atPath: golden.folder.path("link.wav"), withDestinationPath: "noise.wav")
        let before = golden.folder.bytes("noise.wav")
        for name in ["./noise.wav", "link.wav"] {
            try golden.write("schema: 1\ncases: [{name: a, mix: 'noise.wav --gain 2', golden: \(name)}]\n")
            let run = try golden.test("--update", "all")
            #expect(
                run.status == 78 && run.errorText.contains("its golden is also an input, noise.wav"), "\(run.errorText)"
            )
        }
        #expect(golden.folder.bytes("noise.wav") == before)
        try golden.write(
            "schema: 1\ncases: [{name: a, mix: noise.wav, golden: g.wav}, {name: b, mix: quiet.wav, golden: g.wav}]\n")
        let run = try golden.test("--update", "all")
        #expect(run.status == 78 && run.errorText.contains("'a' and 'b' would both write"), "\(run.errorText)")
        #expect(try golden.test("--accept", "a").status == 0 && golden.test().status == 1)
    }
    /// `--accept p` would write what `q` reads, by whatever name.
    @Test func `no golden is written over what another case reads`() throws {
        let golden = try GoldenFolder(nil)
        try FileManager.default.createSymbolicLink(
            atPath: golden.folder.path("link.wav"), withDestinationPath: "noise.wav")
        try FileManager.default.linkItem(
            atPath: golden.folder.path("noise.wav"), toPath: golden.folder.path("hard.wav"))
        let before = try golden.snapshot()
        for name in ["noise.wav", "./noise.wav", "link.wav", "hard.wav"] {
            for skip in ["", ", skip: later"] {
                try golden.write(
                    "schema: 1\ncases: [{name: p, mix: quiet.wav, golden: \(name)}, {name: q, mix: noise.wav, golden: q.wav\(skip)}]\n"
                )
                for arguments in [["--update", "all"], ["--update", "failed"], ["--accept", "p"]] {
                    let run = try CommandRun(["test"] + arguments, in: golden.folder.root)
                    #expect(run.status == 78 && run.outputText.isEmpty, "\(run.outputText)")
                    #expect(
                        run.errorText.contains("would be written, is an input of the case 'q', noise.wav"),
                        "\(run.errorText)")
                }
                let files = try golden.snapshot().filter { $0.key != "kkmix-test.yaml" }
                #expect(files == before)
            }
        }
        // Two names of one golden.
        try golden.folder.write([1], to: "g.wav")
        try FileManager.default.createSymbolicLink(atPath: golden.folder.path("h.wav"), withDestinationPath: "g.wav")
        try golden.write(
            "schema: 1\ncases: [{name: p, mix: quiet.wav, golden: g.wav}, {name: q, mix: noise.wav, golden: h.wav}]\n")
        let run = try golden.test("--update", "all")
        #expect(
            run.status == 78 && run.errorText.contains("the cases 'p' and 'q' would both write the same golden")
                && golden.folder.bytes("g.wav") == [1])
    }

    @Test(arguments: [
        "$KKMIX test /dev/zero", "ln -s /dev/zero l.yaml; $KKMIX test l.yaml", "$KKMIX test <(cat /dev/zero)",
    ])
    func `a manifest that never ends is refused`(command: String) throws {
        let golden = try GoldenFolder(nil)
        let run = try CommandRun.shell(command, in: golden.folder.root)
        #expect(
            run.status == 65
                && (run.errorText.contains("this is a device") || run.errorText.contains("is longer than")),
            "\(run.errorText)")
    }
    /// What the render's golden does not explain, for ears: the render less its golden.
    @Test func `a failure keeps its residual, and its outcome says all that a report needs`() throws {
        let golden = try GoldenFolder(GoldenFolder.twoCases + "\n  - {name: new, mix: noise.wav}\n")
        #expect(try golden.test("--update", "missing").status == 0)
        try golden.write(
            GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: quiet.wav\n")
                + "\n  - {name: new, mix: noise.wav, golden: goldens/x.wav}\n")
        let run = try golden.test("--json")
        let cases = try #require(GoldenFolder.document(run)["cases"] as? [[String: Any]])
        let failed = cases[0]
        #expect(
            failed["class"] as? String == "kkmix-test" && failed["file"] as? String == "kkmix-test.yaml"
                && failed["line"] as? Int == 4)
        #expect(
            failed["actual"] as? String == "kkmix-results/sound.actual.wav"
                && failed["residual"] as? String == "kkmix-results/sound.residual.wav")
        #expect(
            (failed["missed"] as? [String])?.isEmpty == false && failed["diagnosis"] as? String != nil
                && failed["golden_missing"] as? Bool == false, "\(failed)")
        #expect(
            cases[1]["status"] as? String == "pass" && cases[1]["residual"] is NSNull
                && cases[1]["missed"] as? [String] == [])
        #expect(cases[2]["golden_missing"] as? Bool == true && cases[2]["residual"] is NSNull)
        // A half of the noise, less all of it, is the other half inverted.
        let levels = try CommandRun(
            ["compare", "kkmix-results/sound.residual.wav", "quiet.wav", "--max-peak", "-80dBFS", "--json"],
            in: golden.folder.root)
        let compared = try GoldenFolder.document(levels)["cases"] as? [[String: Any]]
        #expect(compared?.first?["inverted"] as? Bool == true, "\(levels.outputText)")
        // A mended case takes it away.
        try golden.write(GoldenFolder.twoCases)
        #expect(
            try golden.test().status == 0
                && golden.snapshot(of: "kkmix-results").keys.sorted() == [
                    ".gitignore", "new.actual.wav", "new.origin",
                ])
    }

    @Test func `a render that a fingerprint refuses is drawn alone`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "all").status == 0)
        try golden.write(GoldenFolder.twoCases.replacing("gain=-6dB", with: "gain=-7dB"))
        let run = try golden.test("--filter", "print")
        #expect(run.status == 1 && run.outputText.contains("picture   kkmix-results/print.png"), "\(run.outputText)")
        #expect(golden.folder.bytes("kkmix-results/print.png")?.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    }

    /// As many cases as there are descriptors for are at work.
    @Test func `many threads and few descriptors change no result`() throws {
        let cases = (0..<40).map {
            "  - {name: case-\($0), mix: noise.wav quiet.wav::gain=-\($0)dB, golden: goldens/case-\($0).wav}\n"
        }.joined()
        let golden = try GoldenFolder("schema: 1\ncases:\n" + cases)
        let runs = try ["--update missing", "--repeat 2"].map { arguments in
            try CommandRun.shell(
                "ulimit -n 64; $KKMIX test -j 256 \(arguments)", in: golden.folder.root)
        }
        #expect(
            runs[0].status == 0 && runs[0].outputText.hasSuffix("0 passed, 0 failed, 40 recorded\n"),
            "\(runs[0].outputText)")
        #expect(runs[1].status == 0 && runs[1].outputText.hasSuffix("40 passed, 0 failed\n"), "\(runs[1].outputText)")
    }
}
