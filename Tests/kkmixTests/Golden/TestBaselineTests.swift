import Foundation
import KKTestSupport
import Testing

/// Another program in place of goldens: what it gives, how long it may take, and how it ends.
@Suite struct TestBaselineTests {
    @Test func `another program stands in place of the goldens`() throws {
        let golden = try GoldenFolder()
        let same = try golden.test("--baseline-command", CommandRun.binary)
        #expect(same.status == 0 && same.outputText.contains("2 passed"), "\(same.outputText)")
        let softer = try golden.test(
            "--baseline-command", "'\(CommandRun.binary)' mix --gain -1dB", "--filter", "sound")
        #expect(softer.status == 1 && softer.outputText.contains("FAIL     sound"), "\(softer.outputText)")
        #expect(golden.folder.bytes("kkmix-results/sound.baseline.wav") != nil)
        let troubles = [
            ("/bin/false", "ended with status 1"), ("/bin/true", "wrote nothing"),
            ("nonesuch-program", "cannot be started (No such file"),
            ("sh -c 'kill -9 $$'", "stopped by signal 9"),
        ]
        for (command, words) in troubles {
            let run = try golden.test("--baseline-command", command, "--filter", "sound")
            #expect(run.status == 1 && run.outputText.contains(words), "\(run.outputText)")
        }
        #expect(
            try golden.test("--baseline-command", "'x").status == 64
                && golden.test("--baseline-command", " ").status == 64)
    }

    /// What lies about from earlier is in nobody's way, and nothing is left.
    @Test func `a baseline command finds a place of its own, has its time, and leaves no process`() throws {
        let golden = try GoldenFolder()
        try FileManager.default.createDirectory(
            atPath: golden.folder.path("kkmix-results/sound.baseline.wav"), withIntermediateDirectories: true)
        try golden.folder.write([1], to: "kkmix-results/sound.baseline.wav.log")
        let run = try golden.test("--baseline-command", CommandRun.binary, "--filter", "sound")
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
        // It hears no SIGTERM, and neither does what it started.
        try golden.folder.write(
            Array("trap '' TERM\nsleep 300 & echo $! $$ > \"$PIDS\"\nwait\nsleep 300\n".utf8), to: "slow.sh")
        let pids = golden.folder.path("pids")
        let late = try CommandRun(
            [
                "test", "--run-commands", "--baseline-command", "bash slow.sh", "--baseline-timeout", "1", "--filter",
                "sound",
            ],
            in: golden.folder.root,
            environment: ["PIDS": pids])
        #expect(
            late.status == 1 && late.outputText.contains("took longer than 1 s and was stopped"), "\(late.outputText)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: golden.folder.path("kkmix-results")).allSatisfy {
                !$0.hasPrefix(".kkmix")
            })
        let check = try CommandRun.shell("for p in $(<pids); do ! kill -0 $p || exit 1; done", in: golden.folder.root)
        #expect(check.status == 0, "a process is left")
        #expect(try golden.test("--baseline-timeout", "0", "--baseline-command", "x").status == 64)
    }

    /// A case removes the links that lie in its way before it begins.
    @Test func `no result goes through a link that comes while the case is at work`() throws {
        let golden = try GoldenFolder()
        let script = """
            for kind in residual.wav png; do ln -sf ../home/file kkmix-results/sound.$kind; done
            '\(CommandRun.binary)' mix --gain -1dB "$@"
            """
        try golden.folder.write(Array(script.utf8), to: "plant.sh")
        _ = try CommandRun.shell("mkdir home; printf mine >home/file", in: golden.folder.root)
        let run = try golden.test("--baseline-command", "bash plant.sh", "--filter", "sound")
        #expect(run.status == 1 && run.outputText.contains("residual"), "\(run.outputText)\(run.errorText)")
        #expect(try golden.snapshot(of: "home") == ["file": Array("mine".utf8)])
        let check =
            "for kind in residual.wav png; do test -f kkmix-results/sound.$kind -a ! -L kkmix-results/sound.$kind || exit 1; done"
        #expect(try CommandRun.shell(check, in: golden.folder.root).status == 0, "\(run.outputText)")
    }

    /// `setsid` leaves the command's process group; two forks leave its line of descent, and an empty environment every
    /// mark.
    @Test(arguments: ["wait", "exit 1"], ["setsid", "env -i setsid -f", "trap '' TERM; setsid -f"])
    func `what detached itself from a baseline command ends with it`(end: String, detached: String) throws {
        let golden = try GoldenFolder()
        let pids = golden.folder.path("pids")
        let script =
            "\(detached) bash -c 'echo $$ >> \(pids); exec sleep 300' & until [[ -s \(pids) ]]; do sleep 0.01; done\n\(end)\nsleep 300\n"
        try golden.folder.write(Array(script.utf8), to: "leave.sh")
        let run = try golden.test("--baseline-command", "bash leave.sh", "--baseline-timeout", "1", "--filter", "sound")
        #expect(run.status == 1, "\(run.outputText)\(run.errorText)")
        let check = try CommandRun.shell(
            "for p in $(<pids); do ! kill -0 $p || { kill -9 $p; exit 1; }; done", in: golden.folder.root)
        #expect(check.status == 0, "a process is left")
    }

    /// A shell that becomes kkmix leaves it its own children.
    @Test func `what a shell had started before it became kkmix is left alone`() throws {
        let golden = try GoldenFolder()
        let run = try CommandRun.shell(
            "bash -c 'sleep 20 & echo $! > pid; exec $KKMIX test --run-commands --baseline-command $KKMIX --filter sound'; s=$?; kill $(<pid) && exit $s",
            in: golden.folder.root)
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
    }

    @Test(arguments: [("INT", 130), ("TERM", 143)])
    func `a signal during a baseline ends it too, and no case has failed`(signal: String, status: Int32) throws {
        let golden = try GoldenFolder()
        try golden.folder.write(
            Array("trap '' INT\necho 1 > ran; sleep 300 & echo $! $$ > pids; wait\n".utf8), to: "slow.sh")
        let run = try CommandRun.shell(
            // An interactive shell's jobs take SIGINT.
            "set -m; $KKMIX test --run-commands --baseline-command 'bash slow.sh' --filter sound > told & p=$!; "
                + "until [[ -s pids ]]; do sleep 0.01; done; kill -\(signal) $p; wait $p; s=$?; "
                + "for p in $(<pids); do ! kill -0 $p || exit 1; done; exit $s",
            in: golden.folder.root)
        #expect(
            run.status == status
                && run.errorText.contains("stopped by SIG\(signal); no unfinished file was left behind"),
            "\(run.errorText)")
        #expect(golden.folder.bytes("told") == [])
        #expect(
            golden.folder.bytes("kkmix-results/sound.actual.wav") == nil
                && !golden.folder.contents.contains("kkmix-results"))
    }

    @Test func `a baseline command overwrote the script of a case`() throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases: [{name: one, command: 'sh new.sh {output}', golden: missing.wav}]\n")
        try golden.folder.write(Array("#!/bin/sh\ncp noise.wav \"$1\"\n".utf8), to: "new.sh")
        try golden.folder.write(Array("#!/bin/sh\ncp quiet.wav \"$1\"\n".utf8), to: "old.sh")
        _ = try CommandRun.shell("chmod +x old.sh new.sh", in: golden.folder.root)
        let script = golden.folder.bytes("new.sh")
        for other in ["./old.sh", "sh old.sh"] {
            let run = try golden.test("--baseline-command", other)
            #expect(run.status == 1 && run.outputText.contains("6.021 dB louder"), "\(run.outputText)")
        }
        #expect(try golden.test("--baseline-command", "/bin/bash").status == 0)
        // What env runs is not its next word.
        try golden.write("schema: 1\ncases: [{name: one, command: 'env A=1 ./new.sh {output}', golden: missing.wav}]\n")
        #expect(try golden.test("--baseline-command", "./old.sh").status == 1)
        #expect(golden.folder.bytes("new.sh") == script)
    }
}
