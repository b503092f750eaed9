import Foundation
import KKTestSupport
import Testing

/// Cases whose sound another program makes.
@Suite struct ProgramCaseTests {
    /// A folder with one case and the golden that `noise.wav` is.
    private static func folder(_ lines: String, golden: String = "noise.wav") throws -> GoldenFolder {
        let indented = lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        let manifest = "schema: 1\ncases:\n  - name: one\n    tolerance: exact\n    golden: \(golden)\n\(indented)\n"
        return try GoldenFolder(manifest)
    }

    /// The case in the document of a run.
    private static func one(_ run: CommandRun) throws -> [String: Any] {
        let cases = try GoldenFolder.document(run)["cases"] as? [[String: Any]]
        return try #require(cases?.first, "\(run.outputText)\(run.errorText)")
    }

    @Test(arguments: [
        ("command: cp noise.wav {ouput}", "'{ouput}' is not known: did you mean '{output}'?"),
        ("command: 'cp noise.wav {ouput}/a'", "did you mean '{output}'?"),
        ("command: FREQ=440 sh synth.sh {output}", "write FREQ below 'env:', or 'shell: true'"),
        ("command: 'cp {dirr}/noise.wav {output}'", "did you mean '{dir}'?"),
    ])
    func `a slip in a command was not explained`(line: String, words: String) throws {
        let run = try Self.folder(line, golden: "golden.wav").test()
        #expect(run.status == 1 && run.outputText.contains(words), "\(run.outputText)")
    }

    @Test func `a sound whose file holds less than it says was judged without a word`() throws {
        let golden = try Self.folder("command: 'head -c 20000 noise.wav > {output}'\nshell: true", golden: "golden.wav")
        _ = try CommandRun.shell("head -c 20000 noise.wav > golden.wav", in: golden.folder.root)
        let run = try golden.test("--json", "--markdown", "a.md", "--junit", "a.xml")
        let warnings = try #require(try Self.one(run)["warnings"] as? [String])
        #expect(run.status == 0 && warnings.count == 1 && warnings[0].hasPrefix("its sound, byte "), "\(warnings)")
        #expect(try golden.test("-v").outputText.contains("warning   its sound, byte "))
        for report in ["a.md", "a.xml"] {
            let text = String(decoding: try #require(golden.folder.bytes(report)), as: UTF8.self)
            #expect(text.contains("its sound, byte "), "\(text)")
        }
    }

    @Test(arguments: [
        "command: cp noise.wav {output}",
        "command: [cp, noise.wav, '{output}']",
        "command: cp noise.wav \"$KKMIX_OUTPUT\"\nshell: true",
        "command: cat noise.wav | cat > '{output}'\nshell: true",
        "command: bash reads-its-variable.sh",
        "command: cat noise.wav\noutput: stdout",
        "command: cat\nstdin: noise.wav\noutput: stdout",
        "command: cp ../noise.wav {output}\ncwd: sub",
        "command: sh -c 'cp \"$FROM\" \"$TO\"'\nenv: {FROM: noise.wav, TO: '{output}'}",
        "command: sh -c 'test $KKMIX_CASE-$1 = one-41 && cp \"$2\"/noise.wav \"$3\"' x {seed} {dir} {output}\nseed: 41",
        "file: noise-made.wav",
    ])
    func `a sound that a program makes, or has made, is judged like a mix`(lines: String) throws {
        let golden = try Self.folder(lines, golden: "golden.wav")
        _ = try CommandRun.shell(
            "mkdir sub; cp noise.wav golden.wav; cp noise.wav noise-made.wav; echo 'cp noise.wav \"$KKMIX_OUTPUT\"' > reads-its-variable.sh",
            in: golden.folder.root)
        let run = try golden.test("--repeat", "2")
        #expect(run.status == 0, "\(lines)\n\(run.outputText)\(run.errorText)")
        #expect(!golden.folder.contents.contains("kkmix-results"))
        #expect(golden.folder.bytes("noise-made.wav") == golden.folder.bytes("golden.wav"), "a made file is left alone")
        _ = try CommandRun.shell("cp quiet.wav golden.wav", in: golden.folder.root)
        let other = try golden.test("--json")
        #expect(other.status == 1)
        #expect(
            (try Self.one(other)["diagnosis"] as? String)?.contains("6.021 dB louder") == true, "\(other.outputText)")
        #expect(golden.folder.bytes("kkmix-results/one.actual.wav") == golden.folder.bytes("noise.wav"))
    }

    @Test(arguments: [
        ("command: sh -c 'echo one; echo two >&2; exit 3' {output}", "the program ended with status 3: two"),
        ("command: sh -c 'kill -9 $$' {output}", "the program was stopped by signal 9"),
        ("command: 'true {output}'", "the program succeeded but wrote nothing"),
        ("command: touch {output}", "the program succeeded but wrote an empty file"),
        ("command: sh -c 'echo hello > $0; echo I tried' {output}", "what the program wrote is not audio"),
        ("command: nonesuch-program {output}", "the program cannot be started (No such file"),
        ("command: yes\noutput: stdout\nraw: u8@8000\ntimeout: 1s", "was stopped"),
        ("command: sh -c 'yes >&2' {output}\ntimeout: 60s", "wrote too much to its log"),
        (
            "command: sh -c 'head -c 5 noise.wav > $0' {output}\nraw: s16le@48000x2",
            "5 bytes are not a whole number of frames"
        ),
        ("command: sh -c 'mkfifo $0' {output}", "is not a plain file"),
        ("command: truncate -s 5G {output}", "wrote too much to its file"),
        ("command: sh -c 'sleep 100' {output}\ntimeout: 1s", "the program took longer than 1 s and was stopped"),
        ("command: 'true'\noutput: stdout", "wrote an empty file"),
        ("command: ln -s /etc/passwd {output}", "is not a plain file"),
        (
            "command: printf '\\000\\000\\300\\177'\noutput: stdout\nraw: f32le@48000x1",
            "what the program wrote, channel 1, frame 0: a sample is infinite or not a number"
        ),
        (
            "command: sh -c 'd=${0%/*}; mkdir other; rm -r $d; ln -s $PWD/other $d' {output}",
            "the program succeeded but wrote nothing"
        ),
        ("file: nowhere.wav", "the file does not exist"),
        ("command: cat\nstdin: nowhere\noutput: stdout", "cannot be started (No such file"),
        ("file: /dev/zero", "the sound is a pipe or a device"),
        ("command: cat\nstdin: /dev/zero\noutput: stdout\nraw: u8@8000\ntimeout: 1s", "'stdin' is a pipe or a device"),
    ])
    func `each way to fail has its own words, with what the program said last`(lines: String, words: String) throws {
        let golden = try Self.folder(lines)
        let run = try golden.test("--json")
        let one = try Self.one(run)
        #expect(run.status == 1 && one["status"] as? String == "error")
        #expect((one["reason"] as? String)?.contains(words) == true, "\(one)")
        #expect(one["next_step"] is String, "\(one)")
        if lines.contains("echo one") {
            #expect(one["last_lines"] as? [String] == ["one", "two"])
            #expect(golden.folder.bytes("kkmix-results/one.log") == Array("one\ntwo\n".utf8))
        }
        // Nothing of the run's own stays, also where a program has put a link in its place.
        let left = try CommandRun.shell("find . -name '.kkmix*'", in: golden.folder.root).outputText
        #expect(left.isEmpty, "\(left)")
    }

    @Test func `the words of the failure run the same by hand`() throws {
        let golden = try Self.folder(
            "command: sh -c 'echo no >&2; cp \"$0\" \"$1\"; exit 1' noise.wav {output}", golden: "golden.wav")
        let step = try #require(try Self.one(golden.test("--json"))["next_step"] as? String)
        let line = step.dropFirst("run it by hand: ".count)
        let run = try CommandRun.shell("\(line); test $? = 1 && cmp out.wav noise.wav", in: golden.folder.root)
        #expect(run.status == 0, "\(step)\n\(run.errorText)")
    }

    /// What people write for a program that is theirs, and what mends it.
    @Test(arguments: [
        ("command: engine {output}", "write ./engine: a name without '/' is searched in PATH"),
        ("command: nonesuch-program {output}", "it is not in PATH: install it, or write its path"),
        ("command: ./enigne {output}", "there is no such file in FOLDER: check its path, or build it first"),
        ("command: [./engine --fast]\noutput: stdout", "write each word as an item of the list"),
        (
            "command: ./dos {output}",
            "make it executable (chmod +x), and check that the program in its first line, #!, exists"
        ),
        (
            "command: ./plain {output}",
            "make it executable (chmod +x), and check that the program in its first line, #!, exists"
        ),
        ("command: ./engine {output}\ncwd: nowhere", "there is no folder FOLDER/nowhere: check 'cwd'"),
        ("command: ./engine\noutput: stdout\nstdin: nowhere", "there is no FOLDER/nowhere: check 'stdin'"),
    ])
    func `what keeps a program from being started is looked for`(lines: String, step: String) throws {
        let golden = try Self.folder(lines)
        let made = try CommandRun.shell(
            """
            printf '#!/bin/sh\\ncp noise.wav "$1"\\n' | tee engine > plain; sed 's/$/\\r/' engine > dos; chmod +x engine dos; pwd -P
            """, in: golden.folder.root)
        let place = made.outputText.split(separator: "\n").first ?? ""
        let one = try Self.one(golden.test("--json"))
        #expect(one["next_step"] as? String == step.replacing("FOLDER", with: place), "\(one)")
    }

    /// The folder's name has a blank, quotes and what a shell would run.
    @Test func `nothing in a path becomes a part of a line for a shell`() throws {
        let golden = try Self.folder(
            "command: \"x=\\\"$(cp noise.wav {output}; echo '{dir}')\\\"; echo \\\"$x\\\" # don't {case}\"\nshell: true"
        )
        let odd = "x;touch PWNED;'y\" $(touch PWNED)"
        try FileManager.default.createDirectory(atPath: golden.folder.path(odd), withIntermediateDirectories: true)
        for name in ["noise.wav", "kkmix-test.yaml"] {
            try golden.folder.write(try #require(golden.folder.bytes(name)), to: "\(odd)/\(name)")
        }
        let manifest = String(decoding: try #require(golden.folder.bytes("kkmix-test.yaml")), as: UTF8.self)
        try golden.folder.write(
            Array(manifest.replacing("golden: noise.wav", with: "golden: golden.wav").utf8),
            to: "\(odd)/kkmix-test.yaml")
        let run = try golden.test("--update", "missing", in: golden.folder.path(odd))
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
        let names = try golden.snapshot().keys
        #expect(!names.contains { $0.hasSuffix("PWNED") }, "\(names)")
    }

    // MARK: Consent

    @Test func `a manifest runs no program before somebody has said so`() throws {
        let golden = try Self.folder("command: sh -c 'touch ran; cp noise.wav $0' {output}", golden: "golden.wav")
        func kkmix(_ words: String..., variable: String = "") throws -> CommandRun {
            try CommandRun(
                ["test"] + words, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": variable])
        }
        let refused = try kkmix()
        #expect(refused.status == 64 && refused.errorText.contains("--run-commands"), "\(refused.errorText)")
        #expect(refused.errorText.contains("touch ran"), "it is said what would be run: \(refused.errorText)")
        let shown = try kkmix("-n")
        #expect(shown.status == 0 && shown.outputText.contains("touch ran"), "\(shown.outputText)")
        #expect(try kkmix("--list").status == 0 && kkmix("-n", "--json").status == 0)
        #expect(try kkmix("--calibrate", "one").status == 64 && kkmix(variable: "0").status == 64)
        #expect(golden.folder.bytes("ran") == nil)
        #expect(try kkmix("--update", "missing", variable: "1").status == 0 && golden.folder.bytes("ran") != nil)
        #expect(try kkmix("--run-commands").status == 0)
        // A mix needs nobody's consent, and another program in its place does.
        try golden.write("schema: 1\ncases:\n  - {name: mix, mix: noise.wav, golden: noise.wav}\n")
        #expect(try kkmix("--baseline-command", CommandRun.binary).status == 64)
    }

    // MARK: Forms

    @Test func `samples without a header come from a file or from standard output`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            defaults: {tolerance: exact}
            cases:
              - {name: stdout, command: tail -c +45 noise.wav, output: stdout, raw: s16le@44100x2, golden: golden.wav}
              - {name: written, command: "sh -c 'tail -c +45 noise.wav > $0' {output}", raw: s16le@44100x2, golden: golden.wav}
              - {name: made, file: noise.raw, raw: s16le@44100x2, golden: golden.wav}
              - {name: turned, command: sh swap.sh, output: stdout, raw: s16be@44100x2, golden: golden.wav}
            """)
        _ = try CommandRun.shell(
            "cp noise.wav golden.wav; tail -c +45 noise.wav > noise.raw; echo 'tail -c +45 noise.wav | dd conv=swab status=none' > swap.sh",
            in: golden.folder.root)
        let run = try golden.test()
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
    }

    @Test func `a golden holds every sample, whatever the program writes`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            defaults: {tolerance: exact}
            cases:
              - {name: floats, command: "$KKMIX noise.wav::gain=0.3 --encoding f32 -o {output}", golden: goldens/a.wav}
              - {name: lossy, command: "$KKMIX noise.wav -o {output}", output: ogg, golden: goldens/b.wav}
              - {name: lossless, command: "$KKMIX noise.wav -o {output}", output: aiff, golden: goldens/c.flac}
            """.replacing("$KKMIX", with: CommandRun.binary))
        #expect(try golden.test("--update", "missing").status == 0)
        let run = try golden.test()
        #expect(run.status == 0 && run.outputText.contains("3 passed"), "\(run.outputText)")
        try golden.write(
            "schema: 1\ncases:\n  - {name: f, command: 'cp b.ogg {output}', output: ogg, golden: goldens/f.flac}\n")
        _ = try CommandRun.shell("$KKMIX noise.wav -o b.ogg", in: golden.folder.root)
        let refused = try golden.test("--update", "missing")
        #expect(
            refused.status == 1
                && refused.outputText.contains("FLAC cannot hold every sample of the sound, which has floats"),
            "\(refused.outputText)")
        // sox without -b writes such files.
        try golden.write("schema: 1\ncases: [{name: f, command: 'cp b.wav {output}', golden: goldens/f.flac}]\n")
        _ = try CommandRun.shell("$KKMIX noise.wav --encoding s32 -o b.wav", in: golden.folder.root)
        let wide = try golden.test("--update", "missing")
        #expect(
            wide.status == 1 && wide.outputText.contains("which has 32 bits, and FLAC has at most 24 bits"),
            "\(wide.outputText)")
    }

    @Test(arguments: [
        ("command: cp a {output}\noutput: stdout", "keep one"),
        ("command: cat a | cat > {output}", "shell: true"),
        ("command: cp a {output}\nmix: a.wav", "'mix' and 'command'"),
        ("file: a.wav\nseed: 3", "is only for a 'command'"),
        ("command: cp a {output}\ntrace: true", "only a mix of kkmix has a trace"),
        ("command: cp a {output}\ntimeout: 0", "not a time limit"),
        ("command: cp a {output}\nraw: s17@3", "not a format of PCM"),
        ("command: cp a {output}\noutput: a/b", "not an output of a program"),
        ("command: []", "the command is empty"),
        ("command: [a, b]\nshell: true", "one line"),
        ("assert: channels 2", "has no mix"),
        ("command: cp a {output}\nenv: {KKMIX_OUTPUT: b}", "kkmix sets it itself"),
    ])
    func `what makes no sense is refused where it stands`(lines: String, words: String) throws {
        let run = try Self.folder(lines).test()
        #expect(run.status == 78 && run.errorText.contains(words), "\(run.errorText)")
        #expect(run.errorText.contains("kkmix-test.yaml:"), "\(run.errorText)")
    }

    @Test func `a platform has a golden of its own, and the others have the common one`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            cases:
              - {name: one, mix: noise.wav, tolerance: exact, golden: goldens/all.wav, goldens: {toaster-6502: goldens/toaster.wav}}
            """)
        _ = try CommandRun.shell(
            "mkdir goldens; cp noise.wav goldens/all.wav; cp quiet.wav goldens/toaster.wav", in: golden.folder.root)
        #expect(try golden.test().status == 0)
        let toaster = ["KKMIX_PLATFORM": "toaster-6502"]
        #expect(try CommandRun(["test"], in: golden.folder.root, environment: toaster).status == 1)
        #expect(try CommandRun(["test", "--accept", "one"], in: golden.folder.root, environment: toaster).status == 0)
        #expect(try CommandRun(["test"], in: golden.folder.root, environment: toaster).status == 0)
        #expect(golden.folder.bytes("goldens/all.wav") == golden.folder.bytes("noise.wav"))
        // Another platform's golden is somebody's.
        #expect(try golden.test("--prune").status == 0)
        #expect(golden.folder.bytes("goldens/toaster.wav") != nil)
    }

    // MARK: Programs that are not the same twice

    private static let flaky = """
        schema: 1
        cases:
          - {name: one, command: "sh flaky.sh {output}", tolerance: default, golden: golden.wav}
        """

    /// Every third run is softer, by 0.001 dB or by 1 dB, from 100 ms on.
    private static func flakyFolder(gain: String) throws -> GoldenFolder {
        let golden = try GoldenFolder(flaky)
        let script = """
            n=$(( $(cat count 2>/dev/null || echo 0) + 1 )); echo $n > count
            if [ $((n % 3)) = 0 ]; then '\(CommandRun.binary)' -f noise.wav::for=100ms noise.wav::from=100ms,at=100ms,gain=\(gain) --encoding f32 -o "$1"
            else cp noise.wav "$1"; fi
            """
        try golden.folder.write(Array(script.utf8), to: "flaky.sh")
        _ = try CommandRun.shell("cp noise.wav golden.wav", in: golden.folder.root)
        return golden
    }

    @Test func `runs that differ within the tolerance are a warning, and beyond it a failure with its second`() throws {
        let soft = try Self.flakyFolder(gain: "-0.00001dB").test("--repeat", "6", "--json")
        let one = try Self.one(soft)
        #expect(soft.status == 0, "\(soft.outputText)")
        let repeats = try #require(one["repeats"] as? [String: Any])
        #expect(
            repeats["runs"] as? Int == 6 && repeats["runs_differing"] as? Int == 2
                && repeats["runs_beyond"] as? Int == 0)
        #expect((one["warnings"] as? [String])?.contains { $0.hasPrefix("2 of 5 further runs differ") } == true)
        let golden = try Self.flakyFolder(gain: "-1dB")
        let loud = try golden.test("--repeat", "6", "--json")
        let failed = try Self.one(loud)
        #expect(loud.status == 1)
        let found = try #require(failed["repeats"] as? [String: Any])
        #expect(found["runs_beyond"] as? Int == 2 && found["worst_run"] as? Int == 3)
        #expect((found["first_seconds"] as? Double).map { $0 >= 0.1 && $0 < 0.11 } == true, "\(found)")
        #expect(golden.folder.bytes("kkmix-results/one.repeat.wav") != nil)
    }

    @Test func `a calibration shows the spread, and proposes what holds`() throws {
        let golden = try Self.flakyFolder(gain: "-1dB")
        let run = try golden.test("--calibrate", "one", "--repeat", "3", "--json")
        let one = try Self.one(run)
        #expect(
            run.status == 0 && one["runs"] as? Int == 3 && one["pairs"] as? Int == 6 && one["same_pairs"] as? Int == 2)
        // With room for runs to come: 'lossy' allows what these differ by, and hardly more.
        #expect(one["tolerance"] as? String == "loose")
        let limits = try #require(one["limits"] as? String)
        // What it proposes holds, and a manifest takes it as it stands.
        try golden.write(Self.flaky.replacing("tolerance: default", with: "limits: \(limits)"))
        #expect(try golden.test("--repeat", "6").status == 0, "\(limits)")
        // A decibel less would not.
        let peak = try #require((one["spreads"] as? [[String: Any]])?.first { $0["limit"] as? String == "peak" })
        let worst = try #require(peak["worst"] as? Double)
        let tight = "{peak: \(worst - 1)dBFS, rms: none, loudness: none, true-peak: none}"
        try golden.write(Self.flaky.replacing("tolerance: default", with: "limits: \(tight)"))
        #expect(try golden.test("--repeat", "6").status == 1, "\(tight)")
        #expect(!golden.folder.contents.contains("kkmix-results/.kkmix"))
    }

    @Test func `a mix has no spread`() throws {
        let run = try GoldenFolder().test("--calibrate", "sound", "--repeat", "3")
        #expect(run.status == 0)
        #expect(run.outputText == "sound: 3 runs, all with the same samples\n  holds       tolerance: exact\n")
    }

    // MARK: Baselines

    @Test func `a baseline command takes the place of a case's program`() throws {
        let golden = try Self.folder("command: sh -c 'cp \"$1\" \"$2\"' x noise.wav {output}", golden: "missing.wav")
        #expect(try golden.test("--baseline-command", "sh").status == 0)
        try golden.folder.write(Array("cp quiet.wav \"$5\"\n".utf8), to: "old.sh")
        let other = try golden.test("--baseline-command", "sh old.sh")
        #expect(other.status == 1 && other.outputText.contains("6.021 dB louder"), "\(other.outputText)")
        try golden.write(
            "schema: 1\ncases:\n  - {name: one, command: 'cp noise.wav {output}', shell: true, golden: a.wav}\n")
        #expect(try golden.test("--baseline-command", "sh").outputText.contains("--baseline REVISION"))
    }

    @Test func `what would be run was shown without its variables and its standard input`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            cases:
              - {name: a, command: 'synth {output}', env: {LD_PRELOAD: "a b.so"}, stdin: score.mid}
              - {name: b, command: 'synth > {output}', shell: true, env: {X: 1}}
              - {name: c, command: 'synth > {output}', shell: true}
            """)
        let lines = try golden.test("-n").outputText.split(separator: "\n")
        #expect(
            lines.first.map { $0.hasPrefix("a  LD_PRELOAD='a b.so' synth {output} < /") && $0.hasSuffix("/score.mid") }
                == true,
            "\(lines)")
        let a = try (GoldenFolder.document(golden.test("-n", "--json"))["cases"] as? [[String: Any]])?.first
        #expect(a?["env"] as? [String: String] == ["LD_PRELOAD": "a b.so"] && a?["stdin"] as? String == "score.mid")
        #expect(lines.dropFirst() == ["b  X=1 sh -c 'synth > {output}'", "c  synth > {output}"], "\(lines)")
    }

    /// Under `script` kkmix has a terminal, and a program in a group of its own would be stopped when it reads there.
    @Test func `a program that asked at the terminal was waited for`() throws {
        let golden = try Self.folder("command: sh -c 'head -c 1 < /dev/tty; exit 7'")
        let run = try CommandRun.shell(
            "timeout 30 script -qec \"$KKMIX test --run-commands\" /dev/null < /dev/null", in: golden.folder.root)
        #expect(run.outputText.contains("ended with status 7"), "\(run.status) \(run.outputText)")
    }
}
