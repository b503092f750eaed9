import Foundation
import KKTestSupport
import Testing

/// The life of a golden, from outside: recorded, passed, broken, accepted.
@Suite struct TestCommandTests {
    @Test func `a golden is recorded, passes, fails when its sound moves, and passes again when that is accepted`()
        throws
    {
        let golden = try GoldenFolder()
        let missing = try golden.test()
        #expect(missing.status == 1 && missing.outputText.contains("there is no golden goldens/sound.wav"))
        #expect(missing.outputText.contains("kkmix test --update missing records it"))
        #expect(golden.folder.bytes("goldens/sound.wav") == nil)
        // What has nothing to be different from is not called different.
        let labelled = try golden.test("--junit", "junit.xml", "--html", "page")
        let junit = String(decoding: golden.folder.bytes("junit.xml") ?? [], as: UTF8.self)
        let page = String(decoding: golden.folder.bytes("page/index.html") ?? [], as: UTF8.self)
        #expect(
            labelled.status == 1 && junit.contains("type=\"no golden\"") && junit.contains("failures=\"2\"")
                && !junit.contains("difference"), "\(junit)")
        #expect(page.contains("<span class=\"chip missing\">no golden</span>") && !page.contains("chip different\">"))
        for name in ["junit.xml", "page"] { try FileManager.default.removeItem(atPath: golden.folder.path(name)) }

        let recorded = try golden.test("--update", "missing")
        #expect(
            recorded.status == 0 && recorded.outputText.hasSuffix("0 passed, 0 failed, 2 recorded\n"),
            "\(recorded.outputText)")
        #expect(golden.folder.contents == ["goldens", "kkmix-test.yaml", "noise.wav", "quiet.wav"])

        let passed = try golden.test()
        #expect(passed.status == 0 && passed.errorText.isEmpty)
        #expect(
            passed.outputText
                == "pass     sound  holds the same bytes as the reference\npass     print  the same samples\n2 passed, 0 failed\n"
        )
        #expect(golden.folder.contents == ["goldens", "kkmix-test.yaml", "noise.wav", "quiet.wav"])

        // One frame late.
        try golden.write(GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: noise.wav::at=1f\n"))
        let broken = try golden.test()
        #expect(broken.status == 1)
        let lines = broken.outputText.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("FAIL     sound  ") && lines.count < 14, "\(broken.outputText)")
        let reported = [
            "golden    goldens/sound.wav", "actual    kkmix-results/sound.actual.wav",
            "picture   kkmix-results/sound.png",
            "next      if the change is intended: kkmix test --accept sound", "pass     print",
        ]
        for words in reported { #expect(broken.outputText.contains(words), "\(words): \(broken.outputText)") }
        #expect(golden.folder.bytes("kkmix-results/sound.png")?.prefix(4) == [0x89, 0x50, 0x4E, 0x47])

        let accepted = try golden.test("--accept", "sound")
        #expect(
            accepted.status == 0 && accepted.outputText.hasPrefix("recorded sound  goldens/sound.wav (it was "),
            "\(accepted.outputText)")
        #expect(try golden.test().status == 0)
        // What was kept of the failure went with it.
        #expect(golden.folder.contents == ["goldens", "kkmix-test.yaml", "noise.wav", "quiet.wav"])
    }

    @Test(arguments: ["true", "1", "yes", "GitHub"])
    func `in CI nothing is written but the results`(ci: String) throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing", "--filter", "sound").status == 0)
        // Renders and pictures of what fails are reports, and those alone may be new.
        let others = {
            try golden.snapshot().filter { !$0.key.hasPrefix("kkmix-results") && $0.key != "kkmix-test.yaml" }
        }
        let before = try others()
        for arguments in [["--update", "all"], ["--update", "missing"], ["--accept", "sound"], ["--prune"]] {
            let run = try CommandRun(["test"] + arguments, in: golden.folder.root, environment: ["CI": ci])
            #expect(run.status == 64 && run.errorText.contains("the variable CI is set"), "\(run.errorText)")
        }
        // A golden is missing, and one fails.
        try golden.write(GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: quiet.wav\n"))
        let run = try golden.test(ci: ci)
        #expect(
            run.status == 1
                && run.outputText.contains("  next      run kkmix test --update missing outside CI and commit it\n"),
            "\(run.outputText)")
        #expect(
            run.outputText.contains(": run kkmix test --accept sound outside CI and commit it\n"), "\(run.outputText)")
        #expect(try others() == before && golden.snapshot(of: "kkmix-results").keys.contains("sound.actual.wav"))
    }

    @Test(arguments: ["false", "0", ""])
    func `CI that says no is none`(ci: String) throws {
        #expect(try GoldenFolder().test("--update", "missing", ci: ci).status == 0)
    }

    @Test func `a golden that passes is never written`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "all").status == 0)
        // Within the tolerance, but other bytes: a golden written again would be these.
        try golden.write(GoldenFolder.twoCases.replacing("-6dB\n", with: "-6.001dB\n"))
        let before = try golden.snapshot(of: "goldens")
        for policy in ["all", "failed", "missing"] {
            let run = try golden.test("--update", policy)
            #expect(run.status == 0 && run.outputText.contains("2 passed"), "\(run.outputText)")
        }
        #expect(try golden.test("--accept", "print").outputText.hasPrefix("pass "))
        #expect(try golden.snapshot(of: "goldens") == before)
    }

    @Test func `missing writes no golden that failed, and failed none that is missing`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing", "--filter", "sound").status == 0)
        try golden.write(GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: quiet.wav\n"))
        let sound = golden.folder.bytes("goldens/sound.wav")
        #expect(try golden.test("--update", "missing").status == 1)
        #expect(
            golden.folder.bytes("goldens/sound.wav") == sound && golden.folder.bytes("goldens/print.fingerprint") != nil
        )
        try FileManager.default.removeItem(atPath: golden.folder.path("goldens/print.fingerprint"))
        #expect(try golden.test("--update", "failed").status == 1)
        #expect(
            golden.folder.bytes("goldens/sound.wav") != sound && golden.folder.bytes("goldens/print.fingerprint") == nil
        )
    }

    @Test func `what its own assertions refuse never becomes a golden`() throws {
        let golden = try GoldenFolder(GoldenFolder.twoCases.replacing("peak <= -6dBFS", with: "peak <= -60dBFS"))
        let run = try golden.test("--update", "all", "--filter", "sound")
        #expect(
            run.status == 1 && run.outputText.contains("'peak <= -60dBFS' does not hold: -12."), "\(run.outputText)")
        #expect(
            run.outputText.contains("its golden was not written") && golden.folder.bytes("goldens/sound.wav") == nil)
    }

    @Test func `a case that cannot be rendered is an error and stops no other`() throws {
        let golden = try GoldenFolder(GoldenFolder.twoCases.replacing("mix: noise.wav\n", with: "mix: gone.wav\n"))
        let run = try golden.test("--update", "missing")
        #expect(run.status == 1 && run.outputText.hasPrefix("error    sound  gone.wav: "), "\(run.outputText)")
        #expect(run.outputText.hasSuffix("0 passed, 0 failed, 1 error, 1 recorded\n"))
        let document = try GoldenFolder.document(golden.test("--json"))
        let cases = try #require(document["cases"] as? [[String: Any]])
        #expect(
            cases.map { $0["status"] as? String } == ["error", "pass"]
                && cases[0]["verdict"] is NSNull && cases[1]["verdict"] as? String == "same-pcm")
    }

    @Test func `a fingerprint names the first tenth of a second that moved`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "all").status == 0)
        let text = String(decoding: try #require(golden.folder.bytes("goldens/print.fingerprint")), as: UTF8.self)
        #expect(
            text.hasPrefix("kkmix fingerprint 2\nrate       44100\nchannels   2\nlayout     L R\nframes     13230\n"))
        // Silent from 0.2 s on.
        try golden.write(GoldenFolder.twoCases.replacing("gain=-6dB", with: "gain=-6dB,for=8820f --length 13230f"))
        let run = try golden.test("--filter", "print")
        #expect(
            run.status == 1
                && run.outputText.contains("2 of 6 windows differ, first at 0:00.200, channel 1: peak −∞, was "),
            "\(run.outputText)")
        // A conflict of a merge is not a golden.
        try golden.folder.write(Array(("<<<<<<< HEAD\n" + text).utf8), to: "goldens/print.fingerprint")
        let damaged = try golden.test("--filter", "print")
        #expect(
            damaged.status == 1
                && damaged.outputText.contains("goldens/print.fingerprint:1: this is not a fingerprint"),
            "\(damaged.outputText)")
        #expect(try golden.test("--accept", "print").status == 0)
    }

    @Test func `goldens that no case has are listed and pruned`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "all").status == 0)
        for name in ["old.wav", "old.flac", "old.fingerprint", "notes.txt"] {
            try golden.folder.write([1], to: "goldens/\(name)")
        }
        let run = try golden.test("--filter", "sound")
        #expect(
            run.status == 0
                && run.outputText.contains("note: no case uses the golden goldens/old.wav; --prune removes it"))
        #expect(!run.outputText.contains("print.fingerprint") && !run.outputText.contains("notes.txt"))
        let pruned = try golden.test("--prune")
        #expect(
            pruned.status == 0
                && pruned.outputText
                    == "removed goldens/old.fingerprint\nremoved goldens/old.flac\nremoved goldens/old.wav\n"
        )
        #expect(try golden.snapshot(of: "goldens").keys.sorted() == ["notes.txt", "print.fingerprint", "sound.wav"])
    }

    /// Goldens beside cases lie among inputs, which must outlive everything.
    @Test func `prune touches no sound beside a manifest`() throws {
        for goldens in [".", "./", "./."] {
            let golden = try GoldenFolder(
                "schema: 1\ndefaults: {goldens: '\(goldens)'}\ncases: [{name: a, mix: noise.wav}]\n")
            try golden.folder.write([1], to: "old.fingerprint")
            let run = try golden.test("--prune")
            #expect(
                run.status == 0 && golden.folder.contents == ["kkmix-test.yaml", "noise.wav", "quiet.wav"],
                "\(run.outputText) \(run.errorText)")
        }
        let inputs = try GoldenFolder("schema: 1\ncases: [{name: a, mix: goldens/in.wav, golden: goldens/a.wav}]\n")
        try FileManager.default.createDirectory(
            atPath: inputs.folder.path("goldens"), withIntermediateDirectories: true)
        try inputs.folder.write([1], to: "goldens/in.wav")
        #expect(try inputs.test("--prune").status == 0 && inputs.folder.bytes("goldens/in.wav") != nil)
    }
    /// Two manifests share a folder of goldens: what one does not name is the other's.
    @Test func `prune leaves goldens of the manifests beside it`() throws {
        let golden = try GoldenFolder(nil)
        let files = [
            ("one.yaml", "schema: 1\ncases: [{name: a, mix: noise.wav}]\n"),
            ("two.yml", "schema: 1\ncases: [{name: b, mix: noise.wav, trace: true}]\n"),
            ("three.jsonl", "{\"name\": \"c\", \"mix\": \"noise.wav\"}\n"),
            ("d.case.yaml", "mix: noise.wav\ngolden: goldens/d.wav\n"),
        ]
        for (name, text) in files {
            try golden.folder.write(Array(text.utf8), to: name)
            #expect(try golden.test(name, "--update", "missing").status == 0)
        }
        // What is not a manifest is none of them.
        try golden.folder.write(Array("services: {a: b}\n".utf8), to: "docker-compose.yaml")
        try golden.folder.write(Array("schema: 1\ncases: []\n".utf8), to: "later.yaml")
        let before = try golden.snapshot(of: "goldens")
        #expect(before.keys.sorted() == ["a.wav", "b.trace", "b.wav", "c.wav", "d.wav"])
        try golden.folder.write([1], to: "goldens/old.wav")
        for (name, _) in files {
            #expect(
                try golden.test(name).outputText.contains("note: no case uses the golden goldens/old.wav")
                    == (name != "d.case.yaml"))
        }
        // One that cannot be read could need anything.
        try golden.folder.write(Array("schema: 1\ncases: [{name: e, mux: noise.wav}]\n".utf8), to: "broken.yaml")
        #expect(
            try golden.test("one.yaml").outputText.hasSuffix("the same bytes as the reference\n1 passed, 0 failed\n"))
        let refused = try golden.test("one.yaml", "--prune")
        #expect(
            refused.status == 78 && refused.errorText.contains("broken.yaml:2:")
                && golden.folder.bytes("goldens/old.wav") == [1], "\(refused.errorText)")
        try FileManager.default.removeItem(atPath: golden.folder.path("broken.yaml"))
        #expect(try golden.test("one.yaml", "--prune").outputText == "removed goldens/old.wav\n")
        #expect(try golden.snapshot(of: "goldens") == before)
    }

    @Test func `prune removes files alone, and none of another folder`() throws {
        let golden = try GoldenFolder(
            GoldenFolder.twoCases.replacing("goldens/", with: "here/").replacing(
                "{tolerance", with: "{goldens: here, tolerance"))
        let manager = FileManager.default
        let elsewhere = try ScratchFolder()
        try elsewhere.write([1], to: "precious.wav")
        try manager.createSymbolicLink(atPath: golden.folder.path("here"), withDestinationPath: elsewhere.root)
        let linked = try golden.test("--prune")
        #expect(linked.status == 0 && elsewhere.contents == ["precious.wav"], "\(linked.outputText)")
        try manager.removeItem(atPath: golden.folder.path("here"))
        try manager.createDirectory(atPath: golden.folder.path("here/folder.wav"), withIntermediateDirectories: true)
        try manager.createSymbolicLink(
            atPath: golden.folder.path("here/link.wav"), withDestinationPath: elsewhere.path("precious.wav"))
        try golden.folder.write([1], to: "here/old.wav")
        #expect(try golden.test("--prune").outputText == "removed here/old.wav\n")
        #expect(
            try manager.contentsOfDirectory(atPath: golden.folder.path("here")).sorted() == ["folder.wav", "link.wav"])
    }

    /// A channel inverted, or all of it a frame early, has the levels it had.
    @Test func `a fingerprint says what was compared, and sees polarity and a frame`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "all").status == 0)
        let print = { (name: String) throws -> [String: Any] in
            let run = try golden.test("--json", "--filter", "print")
            return try #require((GoldenFolder.document(run)["cases"] as? [[String: Any]])?.first)
        }
        #expect(try print("")["compared"] as? String == "samples")
        try golden.write(GoldenFolder.twoCases.replacing("gain=-6dB", with: "gain=-6.001dB"))
        let near = try print("")
        #expect(
            near["verdict"] as? String == "within-tolerance" && near["compared"] as? String == "fingerprint", "\(near)")
        #expect(near["reason"] as? String == "like its fingerprint (levels and sketches of 100 ms windows)")
        // Channel 2 inverted, by a file of its own; and a frame early, as long as it was.
        var numbers = SeededNumbers(seed: 3)
        let frames = (0..<13_230).map { _ in
            [Int16.random(in: -8_000...8_000, using: &numbers), Int16.random(in: -8_000...8_000, using: &numbers)]
        }
        for changed in [frames.map { [$0[0], -$0[1]] }, Array(frames.dropFirst() + [[0, 0]])] {
            try golden.folder.write(WaveFile.pcm16(changed), to: "changed.wav")
            try golden.write(GoldenFolder.twoCases.replacing("noise.wav::", with: "changed.wav::"))
            let run = try print("")
            #expect(run["status"] as? String == "fail", "\(run)")
            try golden.write(
                GoldenFolder.twoCases.replacing("noise.wav::", with: "changed.wav::").replacing(
                    "tolerance: default", with: "tolerance: lossy"))
            #expect(
                try print("")["reason"] as? String
                    == "like its fingerprint (levels of 100 ms windows; phase is not seen)")
        }
    }

    @Test func `a case that asserts alone says what comes next`() throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases:\n  - {name: a, mix: noise.wav, golden: none, assert: [silent]}\n")
        #expect(
            try golden.test().outputText.contains(
                "next      mend what makes the sound, or 'assert' at kkmix-test.yaml:3:5"))
    }
}
