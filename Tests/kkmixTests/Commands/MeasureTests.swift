import Foundation
import KKTestSupport
import Testing

/// What `measure` tells, as text and as JSON, and how it ends.
@Suite struct MeasureTests {
    private static let keys: Set<String> = [
        "path", "track", "sample_rate", "channels", "layout", "frames", "integrated_lufs", "momentary_max_lufs",
        "short_term_max_lufs", "range_lu",
        "true_peak_dbtp", "sample_peak_dbfs", "rms_dbfs", "noise_floor_dbfs", "dc_offset", "clipped_samples",
        "clipped_runs",
        "leading_silence_frames", "trailing_silence_frames", "non_finite_samples", "first_non_finite", "pcm_sha256",
        "channel_levels", "profile", "warnings",
    ]

    private func files(_ arguments: String..., status: Int32 = 0) throws -> [[String: Any]] {
        let run = try CommandRun(["measure", "--json"] + arguments, in: Fixtures.path(""))
        #expect(run.status == status, "\(run.errorText)")
        let value = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
        #expect(value?["schema"] as? Int == 1)
        return try #require(value?["files"] as? [[String: Any]])
    }

    @Test func `channels without names were counted from 0`() throws {
        let folder = try ScratchFolder()
        _ = try CommandRun(["synth:noise:channels=9", "-o", "nine.wav", "-q"], in: folder.root)
        let text = try CommandRun(["measure", "nine.wav"], in: folder.root).outputText
        #expect(text.contains("\n    1 ") && text.contains("\n    9 ") && !text.contains("\n    0 "), "\(text)")
    }

    @Test(
        "every key is there, whatever the file",
        arguments: [
            "music.mp3", "music.wav", "music.flac", "channels-6.wav", "channels-8.caf", "zero-frames.wav",
            "truncated.mp3", "nan-f32.wav",
            "one-frame.wav", "silence-s16.wav", "rate-1000.wav",
        ])
    func keys(name: String) throws {
        let file = try #require(try files(name).first)
        #expect(Set(file.keys) == Self.keys)
        #expect((file["channel_levels"] as? [Any])?.count == file["channels"] as? Int)
    }

    @Test("a WAV of music: every number, with ffmpeg's loudness, astats' levels and sha256sum's hash")
    func numbers() throws {
        let file = try #require(try files("music.wav").first)
        #expect(
            file["frames"] as? Int == 44_223 && file["sample_rate"] as? Double == 44_100
                && file["layout"] as? String == "stereo")
        let hash = try CommandRun.shell(
            "ffmpeg -v error -i $FIXTURES/music.wav -f f32le - | sha256sum", in: Fixtures.root
        ).outputText.prefix(64)
        #expect(file["pcm_sha256"] as? String == String(hash))
        let stats = try CommandRun.shell(
            "ffmpeg -hide_banner -nostats -i $FIXTURES/music.wav -af astats=measure_perchannel=none -f null - 2>&1 | grep -oE '(Peak|RMS) level dB: .*'",
            in: Fixtures.root
        ).outputText.split(separator: "\n").compactMap { Double($0.split(separator: " ").last ?? "") }
        try #require(stats.count == 2)
        #expect(
            abs((file["sample_peak_dbfs"] as? Double ?? 0) - stats[0]) < 0.01
                && abs((file["rms_dbfs"] as? Double ?? 0) - stats[1]) < 0.01)
        #expect(
            file["integrated_lufs"] is Double && file["short_term_max_lufs"] is NSNull && file["range_lu"] is NSNull)
    }

    @Test(
        "silence and nothing have no levels, and a hash all the same",
        arguments: ["silence-s16.wav", "zero-frames.wav"])
    func silence(name: String) throws {
        let file = try #require(try files(name).first)
        for key in [
            "integrated_lufs", "momentary_max_lufs", "range_lu", "true_peak_dbtp", "sample_peak_dbfs", "rms_dbfs",
        ] {
            #expect(file[key] is NSNull, "\(key)")
        }
        #expect((file["pcm_sha256"] as? String)?.count == 64)
        #expect(file["leading_silence_frames"] as? Int == file["frames"] as? Int)
    }

    @Test("the same sound has the same numbers in every lossless container, and through a pipe")
    func containers() throws {
        let documents = try files("music.wav", "music.flac", "music-alac.caf").map { file in
            try JSONSerialization.data(withJSONObject: file.filter { $0.key != "path" }, options: .sortedKeys)
        }
        #expect(Set(documents).count == 1)
        let piped = try CommandRun.shell("cat $FIXTURES/music.flac | $KKMIX measure --json -", in: Fixtures.root)
        let file =
            (try JSONSerialization.jsonObject(with: Data(piped.output)) as? [String: Any])?["files"] as? [[String: Any]]
        let facts = try JSONSerialization.data(
            withJSONObject: #require(file?.first).filter { $0.key != "path" }, options: .sortedKeys)
        #expect(piped.status == 0 && documents.first == facts)
    }

    @Test("samples that are no numbers are counted and told, and strict refuses them")
    func nonFinite() throws {
        let file = try #require(try files("nan-f32.wav").first)
        let place = file["first_non_finite"] as? [String: Int]
        #expect(file["non_finite_samples"] as? Int ?? 0 > 0 && place == ["frame": 500, "channel": 2])
        #expect((file["warnings"] as? [String])?.first?.hasPrefix("nan-f32.wav: ") == true)
        #expect(file["rms_dbfs"] is Double)
        #expect(try CommandRun(["measure", "--strict", "nan-f32.wav"], in: Fixtures.path("")).status == 65)
        #expect(try CommandRun(["measure", "--strict", "truncated.wav"], in: Fixtures.path("")).status == 65)
    }

    @Test("a profile gives a verdict for each limit and ends with 1 when one is missed")
    func profiles() throws {
        let folder = try ScratchFolder()
        // −23 LUFS: a sine of 1 kHz in both channels at −23 dBFS.
        let tone =
            "ffmpeg -v error -f lavfi -i 'aevalsrc=0.0707946*sin(2*PI*1000*t)|0.0707946*sin(2*PI*1000*t):s=48000:d=2' -c:a pcm_f32le tone.wav"
        #expect(try CommandRun.shell(tone, in: folder.root).status == 0)
        let kept = try CommandRun(["measure", "tone.wav", "--profile", "ebu-r128"], in: folder.root)
        #expect(kept.status == 0 && kept.outputText.contains("ebu-r128: passed"), "\(kept.outputText)\(kept.errorText)")
        let missed = try CommandRun(["measure", "tone.wav", "--profile", "apple-podcasts"], in: folder.root)
        #expect(
            missed.status == 1 && missed.outputText.contains("1 of 2 limits missed")
                && missed.outputText.contains("MISSED, -17 to -15 LUFS"))
        #expect(missed.errorText.isEmpty)
        let json = try CommandRun(["measure", "tone.wav", "--profile", "acx", "--json"], in: folder.root)
        let file =
            ((try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])?["files"] as? [[String: Any]])?
            .first
        let profile = file?["profile"] as? [String: Any], limits = profile?["limits"] as? [[String: Any]]
        #expect(json.status == 1 && profile?["passed"] as? Bool == false && limits?.count == 5)
        #expect(limits?.map { $0["passed"] as? Bool } == [false, true, false, false, true])
    }

    @Test("several files are reported one by one, a bad one sets the status and outranks a missed limit")
    func several() throws {
        let run = try CommandRun(
            ["measure", "silence-s16.wav", "junk.bin", "music.flac", "--profile", "ebu-r128"], in: Fixtures.path(""))
        #expect(
            run.status == 65 && run.outputText.hasPrefix("silence-s16.wav\n")
                && run.outputText.contains("\n\nmusic.flac\n"))
        #expect(run.errorText.hasPrefix("kkmix: junk.bin: "))
        let documents = try files("music.wav", "nothing.wav", "music.flac", status: 66)
        #expect(documents.map { $0["path"] as? String } == ["music.wav", "nothing.wav", "music.flac"])
        #expect((documents[1]["error"] as? [String: Any])?["status"] as? Int == 66)
    }

    @Test("the number of threads changes no byte")
    func threads() throws {
        let folder = try ScratchFolder()
        let made = try CommandRun.shell(
            "$KKMIX $FIXTURES/music.mp3::loop=9 -o long.wav -q && ffmpeg -v error -i long.wav -b:a 128k long.mp3 && cp $FIXTURES/speech.wav .",
            in: folder.root)
        #expect(made.status == 0, "\(made.errorText)")
        let files = ["long.wav", "long.mp3", "speech.wav"]
        let runs = try ["1", "2", "5"].map {
            try CommandRun(["measure"] + files + ["--json", "-j", $0], in: folder.root).output
        }
        let alone = try CommandRun(["measure", "long.mp3", "--json", "-j", "1"], in: folder.root).output
        #expect(Set(runs).count == 1 && runs[0].count > 1000)
        #expect(try CommandRun(["measure", "long.mp3", "--json", "-j", "4"], in: folder.root).output == alone)
    }

    @Test("track settings are refused")
    func settings() throws {
        let run = try CommandRun(["measure", "music.wav::gain=2"], in: Fixtures.path(""))
        #expect(
            run.status == 64 && run.errorText.contains("measure takes no track settings; write kkmix measure music.wav")
        )
    }
}
