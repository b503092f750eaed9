import Foundation
import KKTestSupport
import Testing

/// Programs whose sound is another one each time, and what reports have of those that fail.
@Suite struct VaryingProgramTests {
    /// The sound is that of the turn: each is 3 dB softer than the one before.
    private static func folder(tolerance: String = "exact") throws -> GoldenFolder {
        let golden = try GoldenFolder(
            "schema: 1\ncases:\n  - {name: one, command: 'bash turns.sh {output}', tolerance: \(tolerance)}\n")
        try golden.folder.write(
            Array(
                "echo >> turns; '\(CommandRun.binary)' -q noise.wav::gain=-$((3 * $(wc -l < turns)))dB -o \"$1\"\n".utf8
            ),
            to: "turns.sh")
        return golden
    }

    @Test func `a golden of a program that varies was recorded without a word`() throws {
        let golden = try Self.folder()
        let run = try golden.test("--run-commands", "--update", "missing")
        #expect(
            run.status == 0 && run.outputText.contains("recorded one")
                && run.outputText.contains("warning   its program made a different sound when it ran again: "),
            "\(run.outputText)")
        let step = try #require(run.outputText.split(separator: "\n").first { $0.contains("next ") })
        let words = try #require(step.firstRange(of: "kkmix "))
        let pasted = try CommandRun.shell(
            "$KKMIX \(step[words.upperBound...]) --repeat 2", in: golden.folder.root)
        #expect(
            pasted.status == 0 && pasted.outputText.contains("one: 2 runs, 1 of 1 pairs differ"), "\(pasted.outputText)"
        )
    }

    /// Two runs of a program seldom differ by a level, or by as much as the sound itself.
    @Test(
        arguments: [
            ("synth:noise:seed=$n:for=200ms:level=-60dB::at=1s", true), ("synth:noise:seed=$n:for=2s", false),
            ("noise.wav::gain=-${n}dB", false),
        ])
    func `whoever changed a sound was sent to --calibrate first`(mix: String, isSmall: Bool) throws {
        let golden = try Self.numbered("noise.wav::gain=-6dB \(mix)")
        #expect(try golden.test("--run-commands", "--update", "missing", "-q").status == 0)
        let failed = try golden.test()
        let advice = "next      if the change is intended: kkmix test --accept one"
        #expect(
            failed.status == 1
                && failed.outputText.contains(
                    advice + (isSmall ? "; if it differs every time, kkmix test --calibrate one shows" : "\n")),
            "\(failed.outputText)")
    }

    /// Noise, another each time.
    @Test func `limits were proposed that let everything pass`() throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases:\n  - {name: one, command: 'bash noise.sh {output}', golden: one.wav}\n")
        try golden.folder.write(
            Array(
                "echo >> n; '\(CommandRun.binary)' -q noise.wav::from=$(($(wc -l < n) - 1))00ms,to=$(wc -l < n)00ms -o \"$1\"\n"
                    .utf8),
            to: "noise.sh")
        let run = try golden.test("--calibrate", "one", "--repeat", "3")
        #expect(run.status == 0 && !run.outputText.contains("own limits  limits"), "\(run.outputText)")
        #expect(
            run.outputText.contains("none on samples: the runs differ by as much as the sound itself"),
            "\(run.outputText)")
        #expect(run.outputText.contains("no named tolerance"), "\(run.outputText)")
    }

    /// A case whose sound is made by `mix`, with the number of the run as `$n`.
    private static func numbered(_ mix: String) throws -> GoldenFolder {
        let golden = try GoldenFolder(manifest("golden: one.wav"))
        let line = "echo >> n; n=$(($(wc -l < n)))\n'\(CommandRun.binary)' -q \(mix) -o \"$1\"\n"
        try golden.folder.write(Array(line.utf8), to: "make.sh")
        return golden
    }

    private static func manifest(_ rest: String) -> String {
        "schema: 1\ncases:\n  - {name: one, command: 'bash make.sh {output}', \(rest)}\n"
    }

    private static func calibration(_ golden: GoldenFolder, _ count: Int) throws -> [String: Any] {
        let run = try golden.test("--calibrate", "one", "--repeat", "\(count)", "--json")
        return try #require((GoldenFolder.document(run)["cases"] as? [[String: Any]])?.first)
    }

    @Test func `limits were proposed for noise that the next runs exceed`() throws {
        let golden = try Self.numbered("synth:noise:seed=$n:for=1s:level=1")
        let one = try Self.calibration(golden, 5)
        #expect(one["limits"] is NSNull && one["tolerance"] is NSNull)
        let limits = try #require(one["spectrum_limits"] as? String)
        let assertions = try #require(one["assertions"] as? [String]).joined(separator: ", ")
        try golden.write(Self.manifest("golden: one.wav, limits: \(limits)"))
        #expect(try golden.test("--update", "missing").status == 0)
        let run = try golden.test("--repeat", "12")
        #expect(run.status == 0, "\(limits): \(run.outputText)")
        let other = try golden.test("--baseline-command", "sh -c '$0 -q synth:sine:for=1s -o $2' \(CommandRun.binary)")
        #expect(other.status == 1, "another sound")
        try golden.write(Self.manifest("golden: none, assert: [\(assertions)]"))
        for _ in 1...4 { #expect(try golden.test().status == 0, "\(assertions)") }
    }

    @Test func `limits were proposed that the same runs exceed in a window`() throws {
        let golden = try Self.numbered("synth:sine:for=3s synth:noise:seed=$n:for=200ms:level=-40dB::at=1s")
        let one = try Self.calibration(golden, 4)
        let limits = try #require(one["limits"] as? String)
        #expect(one["assertions"] as? [String] == [] && one["spectrum_limits"] is NSNull)
        try golden.write(Self.manifest("golden: one.wav, limits: \(limits)"))
        #expect(try golden.test("--update", "missing").status == 0)
        let run = try golden.test("--repeat", "12")
        #expect(run.status == 0, "\(limits): \(run.outputText)")
    }

    @Test func `a program that fails at times was not calibrated at all`() throws {
        let golden = try Self.folder()
        _ = try CommandRun.shell(
            "printf 'test $(wc -l < turns) != 1 || { echo out of luck >&2; exit 3; }\\n' >> turns.sh",
            in: golden.folder.root)
        let run = try golden.test("--calibrate", "one", "--repeat", "4")
        #expect(
            run.status == 0 && run.outputText.contains("one: 3 runs, 3 of 3 pairs differ")
                && run.outputText.contains("1 of 4 runs made no sound: ") && run.outputText.contains("out of luck"),
            "\(run.outputText)\(run.errorText)")
        try golden.folder.write(Array("exit 3\n".utf8), to: "turns.sh")
        let none = try golden.test("--calibrate", "one", "--repeat", "4")
        #expect(none.status == 65 && none.errorText.contains("status 3"), "\(none.errorText)")
    }

    @Test func `a golden of a program that repeats is recorded without a warning`() throws {
        let golden = try GoldenFolder("schema: 1\ncases:\n  - {name: one, command: 'cp noise.wav {output}'}\n")
        let run = try golden.test("--update", "missing", "-v")
        #expect(run.status == 0 && !run.outputText.contains("warning"), "\(run.outputText)")
    }

    @Test func `a program that says nowhere where its sound goes is told how`() throws {
        let golden = try GoldenFolder("schema: 1\ncases:\n  - {name: one, command: 'cp noise.wav elsewhere.wav'}\n")
        let run = try golden.test()
        #expect(run.status == 1 && run.outputText.contains("the program succeeded but wrote nothing"))
        #expect(
            run.outputText.contains("{output} and KKMIX_OUTPUT, or the case must have 'output: stdout'"),
            "\(run.outputText)")
    }

    @Test(arguments: ["$KKMIX_OUTPUT", "${KKMIX_OUTPUT}"])
    func `who wrote a variable without a shell was not told that nobody replaces it`(word: String) throws {
        let golden = try GoldenFolder("schema: 1\ncases:\n  - {name: one, command: [cp, noise.wav, '\(word)']}\n")
        let run = try golden.test()
        #expect(
            run.status == 1
                && run.outputText.contains(
                    "next      only a shell replaces '\(word)': write {output}, or set 'shell: true'\n"),
            "\(run.outputText)")
    }

    @Test func `who stood above the manifest's folder was not told where it is`() throws {
        let golden = try GoldenFolder(nil)
        _ = try CommandRun.shell("mkdir -p 'a b' .git none; echo > 'a b/kkmix-test.yaml'", in: golden.folder.root)
        let run = try golden.test()
        #expect(
            run.status == 66 && run.errorText.contains("; name the folder that has one: 'a b'\n"), "\(run.errorText)")
        let review = try CommandRun(["review", "--list"], in: golden.folder.root)
        #expect(review.errorText.contains("name the folder that has one: 'a b'"), "\(review.errorText)")
    }

    @Test func `git status showed the folder of results`() throws {
        let golden = try GoldenFolder()
        let run = try CommandRun.shell(
            """
            git init -q .; git add .; $KKMIX test -q > /dev/null; git status --short | grep -v ^A; ls kkmix-results | wc -l
            mkdir mine; $KKMIX test -q --results mine > /dev/null; ls -A mine | grep -c gitignore
            $KKMIX test -q --update missing; ls -A; cp quiet.wav noise.wav; git add .; $KKMIX test -q > /dev/null
            git status --short | grep results; $KKMIX review --reject '*' 2> /dev/null; $KKMIX review -q --reject sound print; ls -A
            """, in: golden.folder.root)
        let names = [".git", "goldens", "kkmix-test.yaml", "mine", "noise.wav", "quiet.wav"]
        #expect(
            // Of each case a sound, and a note of where it is from.
            run.outputText.split(separator: "\n").map(String.init) == ["4", "0"] + names + names, "\(run.outputText)")
    }

    @Test(arguments: ["kkmix-test.yaml", "one.case.yaml", "named.yaml"])
    func `a FIFO in the place of a manifest was waited for`(name: String) throws {
        let golden = try GoldenFolder(nil)
        _ = try CommandRun.shell("mkfifo \(name)", in: golden.folder.root)
        for words in ["test", "review", "goldens pull", "bisect --good a"] {
            let run = try CommandRun.shell(
                "timeout 20 $KKMIX \(words) \(name == "named.yaml" ? name : "")", in: golden.folder.root)
            #expect(
                run.status == 66 && run.errorText.contains("has to be a file, but this is not a file"),
                "\(run.errorText)")
        }
        let piped = try CommandRun.shell(
            "printf 'schema: 1\\ncases: [{name: a, mix: noise.wav}]' | $KKMIX test --list -", in: golden.folder.root)
        #expect(piped.outputText == "a\n")
        let substituted = try CommandRun.shell(
            "$KKMIX test --list <(printf 'schema: 1\\ncases: [{name: a, mix: noise.wav}]')", in: golden.folder.root)
        #expect(substituted.outputText == "a\n", "\(substituted.errorText)")
    }

    @Test func `runs that differ within the tolerance were told with -v alone`() throws {
        let golden = try Self.folder(
            tolerance: "loose, limits: {peak: 0dBFS, rms: 0dBFS, loudness: none, true-peak: none}")
        _ = try golden.test("--run-commands", "--update", "missing")
        _ = try CommandRun.shell("rm turns", in: golden.folder.root)
        let run = try golden.test("--run-commands", "--repeat", "2")
        #expect(
            run.status == 0 && run.outputText.contains("warning   1 of 1 further runs differs from the first"),
            "\(run.outputText)")
    }
}
