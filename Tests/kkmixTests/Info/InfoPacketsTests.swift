import Foundation
import KKTestSupport
import Testing

/// `info --packets`, and `info` of what is not decoded.
@Suite struct InfoPacketsTests {
    private static let hasFFmpeg = ["ffmpeg", "ffprobe"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
    private static let codecs = [
        ("a.aac", "-c:a aac -b:a 96k", "ADTS", "aac", 1024), ("a.ac3", "-c:a ac3 -b:a 192k", "AC-3", "ac3", 1536),
        ("a.eac3", "-c:a eac3 -b:a 192k", "E-AC-3", "eac3", 1536), ("a.flac", "-c:a flac", "FLAC", "flac", 0),
        ("a.caf", "-c:a alac", "CAF", "alac", 4096), ("a.mp2", "-c:a mp2", "MPEG audio", "mp2", 1152),
    ]

    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func lines(_ words: [String], in root: String) throws -> [[String: Any]] {
        let run = try CommandRun(["info", "--packets", "--json"] + words, in: root)
        #expect(run.status == 0, "\(run.errorText)")
        return try run.outputText.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func file(
        _ path: String, in root: String, environment: [String: String] = [:]
    ) throws -> [String: Any] {
        let run = try CommandRun(["info", "--json", path], in: root, environment: environment)
        #expect(run.status == 0, "\(run.errorText)")
        let value = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
        return try #require((value?["files"] as? [[String: Any]])?.first)
    }

    @Test(.enabled(if: hasFFmpeg), arguments: codecs)
    func `packets are those that ffprobe shows, each behind the one before, and their sums are the file's`(
        name: String, options: String, container: String, encoding: String, frames: Int
    ) throws {
        let probe = try CommandRun.shell(
            """
            ffmpeg -v error -f lavfi -i 'sine=440:d=1.5:r=48000,aformat=channel_layouts=stereo' \(options) \(name)
            ffprobe -v error -show_entries packet=size,pos -of csv=p=0 \(name)
            """, in: folder.root)
        let wanted = probe.outputText.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
        #expect(wanted.count > 10, "\(probe.errorText)")
        let reported = try lines([name], in: folder.root)
        #expect(
            reported.first?["container"] as? String == container && reported.first?["encoding"] as? String == encoding)
        let packets = reported.dropFirst().dropLast()
        let places = packets.map { (packet: [String: Any]) -> [Int] in
            [packet["bytes"] as? Int ?? -1, packet["offset"] as? Int ?? -1]
        }
        #expect(places == wanted)
        var frame = 0
        for (index, packet) in packets.enumerated() {
            #expect(packet["packet"] as? Int == index && packet["first_frame"] as? Int == frame)
            if frames > 0 { #expect(packet["frames"] as? Int == frames) }
            frame += packet["frames"] as? Int ?? 0
        }
        let total = try #require(reported.last?["total"] as? [String: Any])
        let bytes = wanted.map { $0[0] }.reduce(0, +)
        #expect(
            total["count"] as? Int == wanted.count && total["bytes"] as? Int == bytes
                && total["frames"] as? Int == frame)
        let whole = try file(name, in: folder.root)["packets"] as? [String: Int]
        #expect(whole == ["count": wanted.count, "bytes": bytes, "largest": wanted.map { $0[0] }.max() ?? 0])
        let text = try CommandRun(["info", "--packets", name], in: folder.root).outputText.split(separator: "\n")
        let numbers = text.dropFirst(3).dropLast().map { $0.split(separator: " ").compactMap { Int($0) } }
        #expect(
            numbers.map { [$0[2], $0[1]] } == wanted
                && text.last?.hasPrefix("  total: \(wanted.count) packets, ") == true)
    }

    @Test(.enabled(if: hasFFmpeg), arguments: codecs.prefix(3))
    func `what is not decoded, because its library is missing, is reported all the same`(
        name: String, options: String, container: String, encoding: String, frames: Int
    ) throws {
        _ = try CommandRun.shell(
            "ffmpeg -v error -f lavfi -i 'sine=440:d=1.5:r=48000,aformat=channel_layouts=stereo' \(options) \(name)",
            in: folder.root)
        let spoil = "mkdir d; for l in 59 60 61 62; do echo x > d/libavcodec.so.$l; done"
        _ = try CommandRun.shell(spoil, in: folder.root)
        let missing = ["LD_LIBRARY_PATH": folder.path("d")]
        #expect(try file(name, in: folder.root)["decodable"] as? Bool == true)
        let reported = try file(name, in: folder.root, environment: missing)
        #expect(
            reported["container"] as? String == container && reported["encoding"] as? String == encoding
                && reported["decodable"] as? Bool == false)
        #expect(
            reported["sample_rate"] as? Double == 48_000 && reported["channels"] as? Int == 2
                && reported["layout"] as? String == "stereo")
        let count = try #require((reported["packets"] as? [String: Int])?["count"])
        #expect(
            reported["frames"] as? Int == count * frames
                && reported["duration"] as? Double == Double(count * frames) / 48_000)
        #expect(reported["frames_source"] as? String == "scan" && (reported["warnings"] as? [String])?.isEmpty == true)
        let run = try CommandRun(["info", name], in: folder.root, environment: missing)
        #expect(run.status == 0 && run.errorText.isEmpty)
        #expect(
            run.outputText.contains("  decoding            not here: libavcodec cannot be loaded")
                && run.outputText.contains("  bit rate            "))
        let mix = try CommandRun([name, "-o", "out.wav"], in: folder.root, environment: missing)
        #expect(mix.status == 69 && mix.errorText.contains("install libavcodec (Debian: libavcodec59"))
    }

    /// Status 69, though the boxes say everything that is told.
    @Test(arguments: [
        "music.m4a", "music-aac.mov", "music-ac3.mp4", "doubled-he-aac.m4a", "parametric-he-aac.m4a", "speech-amr.3gp",
        "speech.amr",
    ])
    func `a file of boxes is told without its decoder's library`(name: String) throws {
        let spoil = "mkdir d; for l in 59 60 61 62; do echo x > d/libavcodec.so.$l; done"
        _ = try CommandRun.shell(spoil, in: folder.root)
        let told = try file(
            Fixtures.path(name), in: folder.root, environment: ["LD_LIBRARY_PATH": folder.path("d")])
        let known = try file(Fixtures.path(name), in: folder.root)
        #expect(told["decodable"] as? Bool == false && known["decodable"] as? Bool == true)
        for key in ["frames", "sample_rate", "channels", "layout", "encoding", "container"] {
            #expect(told[key] as? NSObject == known[key] as? NSObject, "\(name): \(key)")
        }
    }

    @Test func `an MP3's packets begin before its priming is cut`() throws {
        let reported = try lines(["music.mp3"], in: Fixtures.path(""))
        let (first, total) = (reported[1], try #require(reported.last?["total"] as? [String: Any]))
        #expect(first["packet"] as? Int == 0 && first["first_frame"] as? Int == 0 && first["frames"] as? Int == 1152)
        // 44,223 frames of sound, 1,105 before them and 752 behind.
        #expect(total["frames"] as? Int == 44_223 + 1105 + 752 && total["count"] as? Int == 40)
        let table = try file("music.mp3", in: Fixtures.path(""))["packet_table"] as? [String: Int]
        #expect(table == ["valid": 44_223, "priming": 1105, "remainder": 752])
    }

    @Test func `packets of linear PCM are one line`() throws {
        let run = try CommandRun(["info", "--packets", "music.wav"], in: Fixtures.path(""))
        let size = try #require(try file("music.wav", in: Fixtures.path(""))["packets"] as? [String: Int])
        #expect(
            run.status == 0
                && run.outputText == """
                    music.wav
                      WAV, s16, 44100 Hz, 2 ch
                      packets are frames of 4 bytes, one behind the other from byte 44 on
                      total: 44,223 packets, 176,892 bytes, 44,223 frames, the largest packet of 4 bytes

                    """,
            "\(run.outputText)")
        #expect(size == ["count": 44_223, "bytes": 176_892, "largest": 4])
        #expect(try lines(["music.wav"], in: Fixtures.path("")).count == 2)
    }

    @Test func `a pipe's packets are listed, and what has none that are told apart is refused`() throws {
        let named = try CommandRun(["info", "--packets", "music.mp3"], in: Fixtures.path("")).outputText
        let piped = try CommandRun.shell("cat $FIXTURES/music.mp3 | $KKMIX info --packets -", in: folder.root)
        #expect(
            piped.status == 0
                && piped.outputText.split(separator: "\n").dropFirst() == named.split(separator: "\n").dropFirst())
        for name in ["music.ogg", "synth:sine"] {
            let run = try CommandRun(["info", "--packets", name, "--json"], in: Fixtures.path(""))
            #expect(run.status != 0 && run.errorText.hasPrefix("kkmix: \(name): "), "\(run.errorText)")
            let error = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
            #expect(error?["error"] != nil)
        }
        let several = try CommandRun(["info", "--packets", "--json", "music.ogg", "music.wav"], in: Fixtures.path(""))
        #expect(several.status == 69 && several.outputText.split(separator: "\n").count == 3)
    }

    @Test func `bytes between packets are damage: a warning, and an error if strict`() throws {
        let bytes = try #require(FileManager.default.contents(atPath: Fixtures.path("mpeg-cbr-untagged.mp3")))
        let at = bytes.count / 2
        try folder.write(Array(bytes[..<at]) + [UInt8](repeating: 0x55, count: 3000) + Array(bytes[at...]), to: "a.mp3")
        let run = try CommandRun(["info", "--packets", "a.mp3"], in: folder.root)
        #expect(run.status == 0 && run.errorText.hasPrefix("kkmix: warning: a.mp3, byte "))
        #expect(try CommandRun(["info", "--packets", "-q", "a.mp3"], in: folder.root).errorText.isEmpty)
        #expect(try CommandRun(["info", "--packets", "--strict", "a.mp3"], in: folder.root).status == 65)
    }
}
