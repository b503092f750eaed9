import Foundation
import KKTestSupport
import Testing

/// What a mix writes besides itself, the loudness it is brought to, and the sounds it needs no file for, from outside.
@Suite struct MixOutputsTests {
    let folder = try! ScratchFolder()

    private func shell(_ command: String) throws -> CommandRun { try CommandRun.shell(command, in: folder.root) }

    @Test func `a stimulus stands where a file would, in every command`() throws {
        for command in [
            "info synth:sweep", "graph synth:sine synth:noise::at=1", "convert synth:sine:for=10f -o a.wav",
            "convert --info synth:sine --format wav",
            "synth:sine:for=10f::gain=-6dB synth:impulse:for=5f -o b.wav",
            "convert synth:sine:for=9f synth:noise:for=9f -o c/ --format flac",
        ] {
            let run = try shell("$KKMIX \(command)")
            #expect(run.status == 0 && run.errorText.isEmpty, "\(command): \(run.errorText)")
        }
        #expect(folder.contents == ["a.wav", "b.wav", "c"])
        let wrong = try shell("$KKMIX synth:sine:freq=1k -o x.wav")
        #expect(
            wrong.status == 64
                && wrong.errorText
                    == "kkmix: synth:sine:freq=1k: synth:sine has no key 'freq'; did you mean 'frequency'?\n"
        )
    }

    @Test func `a stimulus through a pipe is the one in the file`() throws {
        let run = try shell(
            "$KKMIX synth:sweep:for=300ms -o a.raw && $KKMIX synth:sweep:for=300ms -o - --format raw | cmp - a.raw")
        #expect(run.status == 0, "\(run.errorText)")
    }

    @Test func `stems are listed, kept without -f, and replaced with it`() throws {
        let mix = "$KKMIX synth:sine:for=10f synth:noise:for=20f -o out.wav --stems st/ --json"
        let first = try shell(mix)
        #expect(
            first.status == 0
                && first.outputText.contains(
                    #""stems":["st/01-synth-sine-for=10f.wav","st/02-synth-noise-for=20f.wav"]"#),
            "\(first.outputText)")
        let again = try shell("rm out.wav; \(mix)")
        #expect(
            again.status == 73 && again.outputText.contains("st/01-synth-sine-for=10f.wav: the output exists already"))
        #expect(folder.contents == ["st"])
        #expect(try shell("\(mix) -f").status == 0)
        let planned = try shell("$KKMIX synth:sine -n -o x.wav --stems new/")
        #expect(
            planned.status == 0 && planned.outputText.contains("1 stem would be written")
                && folder.bytes("new/01-synth-sine.wav") == nil)
    }

    @Test func `too few descriptors for the stems are reported before anything is rendered`() throws {
        let run = try shell("ulimit -n 40; $KKMIX synth:sine{,,,,}{,,,,}::at=1 -o out.wav --stems st/")
        #expect(
            run.status == 75 && run.errorText.contains("ulimit -n 49") && folder.contents.isEmpty,
            "\(run.status) \(run.errorText)")
        #expect(try shell("ulimit -n 49; $KKMIX synth:sine{,,,,}{,,,,}::at=1 -o out.wav --stems st/").status == 0)
    }

    @Test func `a run that is stopped, or whose mix cannot be written, leaves neither mix nor stems`() throws {
        let stopped = try shell(
            "$KKMIX synth:noise:for=3000s synth:sweep:for=3000s -q -o out.wav --stems st/ --trace t & heard $!; kill -TERM $!; wait $!; exit $?"
        )
        #expect(
            stopped.status == 143 && folder.contents.isEmpty,
            "\(stopped.status) \(stopped.errorText) \(folder.contents)")
        let full = try shell("$KKMIX synth:noise:for=30s -q -o /dev/full --format wav --stems st/")
        #expect(full.status == 74 && folder.contents.isEmpty, "\(full.status) \(folder.contents)")
        let clips = try shell(
            "$KKMIX synth:sine synth:sine synth:sine -q -o out.wav --encoding s16 --on-clip error --stems st/ --trace t"
        )
        #expect(clips.status == 65 && folder.contents.isEmpty, "\(clips.errorText) \(folder.contents)")
    }

    @Test func `the difference of two traces is the unit and the second where the renders part`() throws {
        let run = try shell(
            """
            $KKMIX synth:sine:for=3s synth:silence:for=3s -q -o a.wav --trace a.trace -j 1 &&
            $KKMIX synth:sine:for=3s synth:silence:for=3s -q -o b.wav --trace b.trace -j 4 --max-frames 333 && cmp a.trace b.trace &&
            $KKMIX synth:sine:for=3s synth:impulse:for=3s:at=2500ms -q -o c.wav --trace c.trace &&
            diff <(sed 's/track 2.*/track 2/' a.trace) <(sed 's/track 2.*/track 2/' c.trace) | grep '^>' | cut -d ' ' -f 2,4-
            """)
        #expect(run.outputText == "2 track 2\n2 mixer\n2 output\n", "\(run.outputText) \(run.errorText)")
    }

    @Test func `stems and trace are no streams`() throws {
        #expect(try shell("$KKMIX synth:sine -o a.wav --trace -").status == 64)
        #expect(try shell("$KKMIX synth:sine -o a.wav --stems -").status == 64)
        #expect(folder.contents.isEmpty)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
    func `ffmpeg's meter agrees with the loudness that was asked for`() throws {
        for (tracks, target, encoding) in [
            ("$FIXTURES/music.mp3::loop=4 $FIXTURES/speech.wav::at=250ms", "-16LUFS", "s16"),
            ("$FIXTURES/music.mp3::loop=9", "-14LUFS,tp=-1dBTP", "s24"),
            ("synth:noise:for=8s:channels=2:level=-30dB synth:sweep:for=8s::gain=-20dB", "-23LUFS,tp=-2dBTP", "s16"),
        ] {
            let run = try shell(
                "$KKMIX \(tracks) -fq -o out.wav --encoding \(encoding) --loudness \(target) && ffmpeg -nostats -i out.wav -af ebur128=framelog=verbose:metadata=1,ametadata=print:key=lavfi.r128.I:file=- -f null - | tail -1"
            )
            let wanted = try #require(Double(target.prefix { $0 != "L" }))
            let found = try #require(
                Double(
                    run.outputText.split(separator: "=").last?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""),
                "\(run.errorText)")
            #expect(abs(found - wanted) <= 0.05, "\(tracks): \(found)")
        }
    }

    @Test func `the document tells how the loudness was reached`() throws {
        let run = try shell("$KKMIX synth:noise:for=2s -o out.wav --loudness -20LUFS,tp=-1dBTP --json")
        let value = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        let loudness = try #require((value["jobs"] as? [[String: Any]])?.first?["loudness"] as? [String: Any])
        #expect(
            Set(loudness.keys) == [
                "target_lufs", "ceiling_dbtp", "measured_integrated_lufs", "measured_true_peak_dbtp", "gain_db",
                "integrated_lufs", "true_peak_dbtp", "passes",
            ])
        #expect(
            loudness["integrated_lufs"] as? Double == -20 && loudness["ceiling_dbtp"] as? Double == -1
                && loudness["passes"] as? Int == 1)
    }

    @Test func `a name that no depfile can hold is refused before anything is rendered`() throws {
        // A second a turn: rendered first, it would take an hour.
        let run = try shell(
            "cp $FIXTURES/tone-s16.wav 'a;b.wav'; for n in '' -n; do timeout 20 $KKMIX 'a;b.wav::loop=inf' --length 9999:00 -o out.wav --depfile d $n; echo $?; done; ls"
        )
        #expect(run.outputText == "64\n64\na;b.wav\n", "\(run.outputText) \(run.errorText)")
        #expect(run.errorText.contains("a;b.wav: a name with ';' cannot be in a depfile"), "\(run.errorText)")
    }

    @Test(arguments: ["--gain 0.5", "--limit -1dBTP", "--on-clip scale", "--stems st/"])
    func `what the loudness would undo is refused`(option: String) throws {
        let run = try shell("$KKMIX synth:sine -o out.wav --loudness=-16LUFS \(option)")
        #expect(run.status == 64 && run.errorText.contains("--loudness") && folder.contents.isEmpty, "\(run.errorText)")
    }
}
