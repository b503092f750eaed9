import Foundation
import KKTestSupport
import Testing

/// What `info` tells, as text and as JSON.
@Suite struct InfoTests {
    private func file(_ name: String) throws -> [String: Any] {
        let run = try CommandRun(["info", "--json", name], in: Fixtures.path(""))
        #expect(run.status == 0, "\(run.errorText)")
        let value = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
        return try #require((value?["files"] as? [[String: Any]])?.first)
    }

    @Test(arguments: [
        "music.mp3", "music.wav", "music.flac", "music.ogg", "music.opus", "music-alac.caf", "channels-6.wav",
        "zero-frames.wav", "truncated.mp3",
    ])
    func `every key is there`(name: String) throws {
        #expect(
            Set(try file(name).keys) == [
                "path", "container", "encoding", "decodable", "sample_rate", "channels", "layout", "labels",
                "stored_labels", "frames", "frames_source",
                "frames_claimed", "duration", "priming", "padding", "audio_offset", "packets", "packet_table", "cookie",
                "streams", "tags", "pictures", "markers", "regions", "chunks",
                "warnings", "notes",
            ])
    }

    @Test func `an MP3 with a gapless tag tells its priming and padding`() throws {
        let file = try file("music.mp3")
        #expect(file["path"] as? String == "music.mp3" && file["encoding"] as? String == "mp3")
        #expect(
            file["frames"] as? Int == 44_223 && file["frames_source"] as? String == "gapless tag"
                && file["frames_claimed"] is NSNull)
        #expect(file["priming"] as? Int == 1105 && file["padding"] as? Int == 752)
    }

    @Test func `a value that a file does not have is null`() throws {
        let file = try file("music.wav")
        #expect(
            file["container"] as? String == "WAV" && file["encoding"] as? String == "s16"
                && file["sample_rate"] as? Double == 44_100)
        #expect(
            file["channels"] as? Int == 2 && file["layout"] as? String == "stereo"
                && file["frames_source"] as? String == "data size")
        #expect(file["priming"] is NSNull && file["padding"] is NSNull)
        #expect((file["tags"] as? [String: String])?.isEmpty == true)
    }

    @Test func `tags, markers and damage are in the document`() throws {
        let notes = try file("chunks-after.wav")
        #expect((notes["tags"] as? [String: String])?["title"] == "Tone")
        #expect((notes["markers"] as? [[String: Any]])?.map { $0["frame"] as? Int } == [1000, 4410])
        let damaged = try file("truncated.mp3")
        #expect((damaged["warnings"] as? [String])?.isEmpty == false && damaged["frames_claimed"] as? Int == 44_223)
    }

    private func lines(_ words: String...) throws -> [String] {
        try CommandRun(["info"] + words, in: Fixtures.path("")).outputText.split(separator: "\n").map(String.init)
    }

    @Test func `the first lines say what everybody asks, and there are no others`() throws {
        // 40 packets of 417 or 418 bytes, 1,152 frames each: 128 kbit/s, whatever of them is cut off.
        #expect(
            try lines("music.mp3") == [
                "music.mp3", "  duration            0:01.003 (44,223 frames)", "  format              MPEG audio, mp3",
                "  sample rate         44100 Hz",
                "  channels            2 (stereo)", "  bit rate            128 kbit/s",
                "  size                17.1 kB (17,135 bytes)",
            ])
        #expect(
            try lines("speech.wav") == [
                "speech.wav", "  duration            0:00.907 (20,000 frames)", "  format              WAV, s16",
                "  sample rate         22050 Hz",
                "  channels            1 (mono)", "  bit depth           16 bits", "  bit rate            353 kbit/s",
                "  size                40 kB (40,044 bytes)",
            ])
        #expect(
            try lines("tone-f32.wav").contains("  bit depth           32 bits, float")
                && lines("codec-24.flac").contains("  bit depth           24 bits"))
        #expect(
            try lines("music.flac")[2] == "  format              FLAC"
                && lines("synth:sine:for=1s").allSatisfy { !$0.contains("size") && !$0.contains("bit rate") })
        // 28 bytes of FLAC for 480 frames of 48 kHz: lossless packets hold no more than the sound.
        #expect(try lines("channels-6.flac").contains("  bit rate            22.4 kbit/s"))
        // Of packets that count half of the frames: 7,042 bytes in 21 · 1,024 frames of 22.05 kHz.
        #expect(try lines("parametric-he-aac.m4a").contains("  bit rate            57.8 kbit/s"))
        #expect(try lines("doubled-he-aac.m4a").contains("  bit rate            95.2 kbit/s"))
        #expect(try lines("zero-frames.wav").contains("  duration            0:00.000 (0 frames)"))
    }

    @Test func `tags and markers are reported in brief, and -v has everything behind the first lines`() throws {
        let brief = try lines("chunks-after.wav")
        #expect(
            brief.contains("  title               Tone")
                && brief.contains { $0.hasPrefix("  markers             2 (0:00.023, ") }, "\(brief)")
        #expect(!brief.contains { $0.hasPrefix("  chunk") || $0.contains("data format") })
        let whole = try lines("-v", "chunks-after.wav")
        #expect(Array(whole.prefix(8)) == Array(brief.prefix(8)) && whole.count { $0.hasPrefix("  marker ") } == 2)
    }

    @Test func `with -v the text names the container, the frames and both formats`() throws {
        let run = try CommandRun(["info", "-v", "music.mp3"], in: Fixtures.path(""))
        for words in [
            "music.mp3\n", "MPEG audio", "44,223 (0:01.003), from gapless tag", "1,105 frames, cut off", "752 frames",
            "Format ID: '.mp3'", "Format ID: 'lpcm'",
        ] {
            #expect(run.outputText.contains(words), "'\(words)' in: \(run.outputText)")
        }
        #expect(run.errorText.isEmpty)
    }

    @Test func `with --strict the sound of a FLAC is held against its checksum, as a mix does it`() throws {
        let folder = try ScratchFolder()
        var bytes = try #require(FileManager.default.contents(atPath: Fixtures.path("music.flac"))).map(\.self)
        try folder.write(bytes, to: "right.flac")
        // In STREAMINFO.
        bytes[30] ^= 1
        try folder.write(bytes, to: "wrong.flac")
        for words in [
            ["info"], ["info", "--strict"], ["measure", "--strict"], ["convert", "--strict", "-f", "-o", "a.wav"],
        ] {
            let right = try CommandRun(words + ["right.flac", "--json"], in: folder.root)
            #expect(right.status == 0, "\(words): \(right.errorText)")
            let wrong = try CommandRun(words + ["wrong.flac", "--json"], in: folder.root)
            #expect(wrong.status == (words == ["info"] ? 0 : 65), "\(words): \(wrong.errorText)")
            #expect(wrong.outputText.contains(" MD5 ") == (words != ["info"]), "\(wrong.outputText)")
        }
    }

    @Test func `audio streams side by side in an Ogg file are listed, and one alone is no news`() throws {
        #expect(try lines("streams.ogx").contains("  streams             3 (Vorbis, Opus, FLAC)"))
        #expect(try lines("-v", "streams.ogx").filter { $0.hasPrefix("  stream ") }.count == 3)
        #expect(try lines("-v", "music.ogg").allSatisfy { !$0.hasPrefix("  stream") })
        #expect(try file("streams.ogx")["streams"] as? [String] == ["Vorbis", "Opus", "FLAC"])
        #expect(try file("music.ogg")["streams"] as? [String] == ["Vorbis"])
        #expect(try file("music.flac")["streams"] as? [String] == [])
    }

    /// By name and by pipe, where no library of files is there.
    @Test(arguments: ["codec-16.flac", "- < $FIXTURES/codec-16.flac"])
    func `a FLAC's texts are its own reading`(words: String) throws {
        let folder = try ScratchFolder()
        let run = try CommandRun.shell(
            "mkdir d; echo x > d/libsndfile.so.1; cd $FIXTURES; LD_LIBRARY_PATH=\(folder.root)/d $KKMIX info -v --strict \(words)",
            in: folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        let texts = run.outputText.split(separator: "\n").filter { $0.hasPrefix("  title") || $0.hasPrefix("  artist") }
        #expect(texts.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == ["A Title", "An Artist"])
    }

    @Test func `several files are reported one by one, and a bad one sets the status`() throws {
        let run = try CommandRun(["info", "music.wav", "junk.bin", "music.flac"], in: Fixtures.path(""))
        #expect(run.status == 65)
        #expect(run.outputText.contains("music.wav\n") && run.outputText.contains("music.flac\n"))
        #expect(run.errorText.hasPrefix("kkmix: junk.bin: "))
    }
}
