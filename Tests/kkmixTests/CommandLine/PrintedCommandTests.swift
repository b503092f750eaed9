import Foundation
import KKTestSupport
import Testing

/// Commands that kkmix prints are taken by a shell as they stand, whatever the names in them.
@Suite struct PrintedCommandTests {
    private func shell(_ golden: GoldenFolder, _ script: String) throws -> CommandRun {
        try CommandRun.shell(script, in: golden.folder.root)
    }

    /// What comes after `next` and a colon.
    private func step(_ run: CommandRun) throws -> String {
        let line = try #require(
            run.outputText.split(separator: "\n").first { $0.contains(" next ") }, "\(run.outputText) \(run.errorText)")
        return String(try #require(line.firstMatch(of: /: (.*)/)).1)
    }

    /// Both words of it: without quotes the first would name two files, and the second would not end.
    @Test func `the command that accepts a golden does so`() throws {
        let golden = try GoldenFolder(nil)
        try golden.folder.write(
            Array("schema: 1\ncases: [{name: \"it's; loud\", mix: noise.wav, golden: a.wav}]\n".utf8),
            to: "my cases.yaml")
        try golden.folder.write(golden.folder.bytes("quiet.wav") ?? [], to: "a.wav")
        let run = try shell(golden, "$KKMIX test 'my cases.yaml'")
        let step = try step(run)
        #expect(step == #"kkmix test 'my cases.yaml' --accept 'it'\''s; loud'"#)
        let accepted = try shell(golden, "kkmix() { $KKMIX \"$@\"; }; \(step)")
        #expect(
            accepted.status == 0 && golden.folder.bytes("a.wav") != golden.folder.bytes("quiet.wav"),
            "\(accepted.outputText) \(accepted.errorText)")
        let missing = try shell(golden, "rm a.wav; $KKMIX test 'my cases.yaml'")
        #expect(
            missing.outputText.contains("kkmix test 'my cases.yaml' --update missing records it"),
            "\(missing.outputText)")
    }

    @Test func `a baseline's command that is to be run by hand can be`() throws {
        let golden = try GoldenFolder(nil)
        let run = try shell(
            golden,
            "mkdir 'a b'; printf \"schema: 1\\ncases: [{name: a, mix: [x;y.wav], golden: none, assert: channels 2}]\\n\" >'a b/m.yaml'; "
                + "printf '[[ $1 == \"x;y.wav\" && -e m.yaml ]] && echo found\nexit 3\n' >run; cp quiet.wav 'a b/x;y.wav'; "
                + "$KKMIX test 'a b/m.yaml' --run-commands --baseline-command \"bash $PWD/run\"")
        let step = try step(run)
        #expect(step.hasPrefix("cd 'a b' && bash ") && step.contains(" 'x;y.wav' "), "\(step)")
        #expect(try shell(golden, step).outputText == "found\n")
    }

    @Test func `a shard that is to be run again, and a file without its settings, are named in quotes`() throws {
        let golden = try GoldenFolder(nil)
        try golden.folder.write(
            Array(
                "id,inputs,output\n1,quiet.wav,1.wav\n2,quiet.wav,2.wav\n3,quiet.wav,3.wav\n4,quiet.wav,4.wav\n".utf8),
            to: "j.csv")
        let run = try shell(
            golden,
            "$KKMIX batch plan j.csv -o 'my plan' -q; $KKMIX batch run 'my plan' --shard 1/2 -q --report r; $KKMIX batch merge 'my plan' r --html page -q; "
                + "grep -o '<code>kkmix batch run[^<]*' page/index.html | sort -u")
        #expect(
            run.outputText.contains("kkmix batch run 'my plan' --shard 2/2")
                || run.outputText.contains("kkmix batch run &#39;my plan&#39; --shard 2/2"),
            "\(run.outputText) \(run.errorText)")
        for command in ["info", "measure"] {
            let run = try CommandRun([command, "x y;z/in.wav::gain=2"], in: golden.folder.root)
            #expect(run.errorText.hasSuffix("write kkmix \(command) 'x y;z/in.wav'\n"), "\(run.errorText)")
        }
        let run2 = try CommandRun(["convert", "x y.wav::at=1s", "-o", "x.wav"], in: golden.folder.root)
        #expect(run2.errorText.hasSuffix("use a mix of one track: kkmix 'x y.wav::at=1s' -o …\n"), "\(run2.errorText)")
    }
}
