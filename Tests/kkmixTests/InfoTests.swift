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

    @Test(arguments: ["music.mp3", "music.wav", "music.flac", "music.ogg", "music.opus", "music-alac.caf", "channels-6.wav", "zero-frames.wav", "truncated.mp3"])
    func `every key is there`(name: String) throws {
        #expect(Set(try file(name).keys) == [
            "path", "container", "encoding", "decodable", "sample_rate", "channels", "layout", "labels", "stored_labels", "frames", "frames_source",
            "frames_claimed", "duration", "priming", "padding", "audio_offset", "packets", "packet_table", "cookie", "tags", "markers", "regions", "chunks",
            "warnings", "notes",
        ])
    }

    @Test func `an MP3 with a gapless tag tells its priming and padding`() throws {
        let file = try file("music.mp3")
        #expect(file["path"] as? String == "music.mp3" && file["encoding"] as? String == "mp3")
        #expect(file["frames"] as? Int == 44_223 && file["frames_source"] as? String == "gapless tag" && file["frames_claimed"] is NSNull)
        #expect(file["priming"] as? Int == 1105 && file["padding"] as? Int == 752)
    }

    @Test func `a value that a file does not have is null`() throws {
        let file = try file("music.wav")
        #expect(file["container"] as? String == "WAV" && file["encoding"] as? String == "s16" && file["sample_rate"] as? Double == 44_100)
        #expect(file["channels"] as? Int == 2 && file["layout"] as? String == "stereo" && file["frames_source"] as? String == "data size")
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

    @Test func `the text names the container, the frames and both formats`() throws {
        let run = try CommandRun(["info", "music.mp3"], in: Fixtures.path(""))
        for words in ["music.mp3\n", "MPEG audio", "44,223 (0:01.003), from gapless tag", "1,105 frames, cut off", "752 frames", "Format ID: '.mp3'", "Format ID: 'lpcm'"] {
            #expect(run.outputText.contains(words), "'\(words)' in: \(run.outputText)")
        }
        #expect(run.errorText.isEmpty)
    }

    @Test func `several files are told one by one, and a bad one sets the status`() throws {
        let run = try CommandRun(["info", "music.wav", "junk.bin", "music.flac"], in: Fixtures.path(""))
        #expect(run.status == 65)
        #expect(run.outputText.contains("music.wav\n") && run.outputText.contains("music.flac\n"))
        #expect(run.errorText.hasPrefix("kkmix: junk.bin: "))
    }
}
