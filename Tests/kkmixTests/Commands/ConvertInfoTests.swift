import Foundation
import KKTestSupport
import Testing

/// `kkmix convert --info` and `--json`: what is there, and what would be written.
@Suite struct ConvertInfoTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<441).map { [Int16($0), -1] }), to: "a.wav")
    }

    private func files(_ words: [String], status: Int32 = 0) throws -> [[String: Any]] {
        let run = try CommandRun(["convert", "--json"] + words, in: folder.root)
        #expect(run.status == status, "\(run.errorText)")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        #expect(document["schema"] as? Int == 1)
        return try #require(document["files"] as? [[String: Any]])
    }

    @Test func `both descriptions stand side by side`() throws {
        let run = try CommandRun(
            ["convert", "--info", "a.wav", "-o", "b.aiff", "-r", "48000", "-c", "1"], in: folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty)
        #expect(
            run.outputText == """
                a.wav
                                      from        to
                  container           WAV         AIFF
                  encoding            s16         s16
                  layout              stereo      mono
                  frames              441         480
                  duration            0:00.010    0:00.010
                  Sample Rate         44100       48000
                  Format ID           'lpcm'      'lpcm'
                  Format Flags        0x0000000C  0x0000000E
                  Bytes per Packet    4           2
                  Frames per Packet   1           1
                  Bytes per Frame     4           2
                  Channels per Frame  2           1
                  Bits per Channel    16          16
                  resampler           high
                  channels            M = 0.5000 L + 0.5000 R
                  dither              tpdf, seed 0
                  output              b.aiff

                """)
        #expect(folder.contents == ["a.wav"])
    }

    @Test func `without an output the options say what would be written`() throws {
        let flac = try files(["--info", "a.wav", Fixtures.path("music.mp3"), "--format", "flac"])
        #expect(flac.map { ($0["to"] as? [String: Any])?["container"] as? String } == ["FLAC", "FLAC"])
        #expect(flac.map { ($0["from"] as? [String: Any])?["encoding"] as? String } == ["s16", "mp3"])
        #expect(
            flac[0]["output"] is NSNull && flac[0]["dither"] as? String == "none"
                && flac[1]["dither"] as? String == "tpdf")
        let own = try files(["--info", "a.wav", "--channel-map", "2,-", "--encoding", "s24"])
        #expect(
            (own[0]["to"] as? [String: Any])?["encoding"] as? String == "s24"
                && own[0]["channel_map"] as? String == "2,-")
        #expect(own[0]["matrix"] as? [[Double]] == [[0, 1], [0, 0]] && own[0]["resampler"] is NSNull)
    }

    @Test func `what would be in the way is said, and nothing is refused`() throws {
        try folder.write([1], to: "b.wav")
        for (words, obstacle) in [
            (["a.wav", "-o", "a.wav", "-f"], "a.wav: the output is also an input; name another output"),
            (["a.wav", "-o", "b.wav"], "b.wav: the output exists already; use -f to replace it, or another name"),
        ] {
            #expect(
                try files(["--info"] + words).map { $0["notices"] as? [String] } == [["would be refused: \(obstacle)"]])
            let run = try CommandRun(["convert", "--info"] + words, in: folder.root)
            #expect(run.status == 0 && run.errorText == "kkmix: would be refused: \(obstacle)\n", "\(run.errorText)")
        }
        for words in [["a.wav"], ["a.wav", "-o", "b.wav", "-f"], ["a.wav", "-o", "new/"]] {
            #expect(try files(["--info"] + words).map { $0["notices"] as? [String] } == [[]], "\(words)")
        }
    }

    @Test func `standard input has no name to go by`() throws {
        let run = try CommandRun.shell("$KKMIX convert --info - < a.wav", in: folder.root)
        #expect(run.status == 64, "\(run.errorText)")
        #expect(
            run.errorText.hasPrefix(
                "kkmix: standard input: it has no name, and so no extension that says which format to write; name one with --format: wav"
            ))
        #expect(try CommandRun.shell("$KKMIX convert --info - --format flac < a.wav", in: folder.root).status == 0)
    }

    @Test func `every description has every key`() throws {
        let file = try #require(try files(["--info", "a.wav", "-o", "out/", "-r", "8000"]).first)
        #expect(
            Set(file.keys) == [
                "path", "track", "output", "from", "to", "resampler", "dither", "seed", "channel_map", "matrix",
                "warnings",
                "notices",
            ])
        #expect(
            file["output"] as? String == "out/a.wav" && file["resampler"] as? String == "high"
                && file["matrix"] is NSNull)
        for end in ["from", "to"] {
            let end = try #require(file[end] as? [String: Any])
            #expect(
                Set(end.keys) == [
                    "container", "encoding", "sample_rate", "channels", "layout", "frames", "duration", "format",
                ])
            #expect(
                Set(try #require(end["format"] as? [String: Any]).keys) == [
                    "sample_rate", "format_id", "format_flags", "bytes_per_packet", "frames_per_packet",
                    "bytes_per_frame", "channels_per_frame", "bits_per_channel",
                    "description",
                ])
        }
    }

    @Test func `the document of a conversion is in the order of the inputs, failures too`() throws {
        let files = try files(
            [Fixtures.path("music.mp3"), "none.wav", "a.wav", "-o", "out/", "--format", "caf"], status: 66)
        #expect(
            files.map { ($0["path"] as? String)?.split(separator: "/").last } == ["music.mp3", "none.wav", "a.wav"])
        #expect(
            Set(files[2].keys) == [
                "path", "track", "output", "container", "encoding", "sample_rate", "channels", "layout", "frames",
                "duration",
                "album_gain_db", "dither", "scale", "limit_dbtp", "loudness", "normalization", "stems", "trace",
                "clipping", "warnings", "notices",
                "written", "unchanged",
            ])
        #expect(
            files[2]["output"] as? String == "out/a.caf" && files[2]["written"] as? Bool == true
                && files[2]["frames"] as? Int == 441)
        let error = try #require(files[1]["error"] as? [String: Any])
        #expect(error["status"] as? Int == 66 && (error["message"] as? String)?.hasPrefix("none.wav: ") == true)
    }

    @Test func `progress tells of every file`() throws {
        let run = try CommandRun(
            ["convert", "a.wav", Fixtures.path("music.mp3"), "-o", "out/", "--progress", "json"], in: folder.root)
        let events = try run.errorText.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(
            events.filter { $0?["event"] as? String == "done" }.map {
                ($0?["path"] as? String)?.split(separator: "/").last
            } == ["a.wav", "music.mp3"])
    }
}
