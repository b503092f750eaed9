import Foundation
import KKCodecs
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

private let mpegFixtures = [
    "mpeg-cbr-untagged.mp3", "mpeg-cbr.mp3", "mpeg-crc.mp3", "mpeg-free.mp3", "mpeg-id3v1.mp3", "mpeg-id3v2.mp3",
    "mpeg-layer1.mp3",
    "mpeg-layer2.mp3", "mpeg-mono.mp3", "mpeg-mpeg2.mp3", "mpeg-mpeg25-11k.mp3", "mpeg-mpeg25-8k.mp3", "mpeg-vbr.mp3",
    "mpeg-vbri.mp3",
    "music-notag.mp3", "music-vbr-notag.mp3", "music-vbr.mp3", "music.mp3", "speech-mpeg2.mp3", "truncated.mp3",
]

/// Runs of bytes without the places where one touches the next.
private func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.reduce(into: []) { result, range in
        if result.last?.upperBound == range.lowerBound {
            result[result.count - 1] = result[result.count - 1].lowerBound..<range.upperBound
        } else {
            result.append(range)
        }
    }
}

@Suite struct StreamFramerMPEGTests {
    @Test("however the bytes come, the packets are the same", arguments: mpegFixtures.filter { $0.hasPrefix("mpeg") })
    func portionsDoNotShow(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        let whole = try FramerRun(MPEGFramer(), bytes)
        #expect(whole.widest < 1 << 15)
        #expect(try FramerRun(MPEGFramer(), bytes, portions: [1]) == whole)
        #expect(try FramerRun(MPEGFramer(), bytes, portions: [7, 418, 1, 3000]) == whole)
    }

    @Test(
        "cut at any byte, the packets are the same for who knows the end and for who does not",
        arguments: [
            "mpeg-cbr.mp3", "mpeg-free.mp3", "mpeg-layer1.mp3", "mpeg-id3v1.mp3", "mpeg-vbri.mp3",
        ])
    func sameFramesWhereverCut(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        for end in stride(from: 1, to: bytes.count, by: bytes.count / 400 + 1) {
            let cut =
                Array(bytes[..<end]) + (end % 3 == 0 ? Array("TAG".utf8) + [UInt8](repeating: 0x41, count: 125) : [])
            let scan = try MPEGScan(ByteSource(bytes: cut, name: name), range: 0..<Int64(cut.count))
            let run = try FramerRun(MPEGFramer(), cut)
            var known = joined(
                scan.segments.flatMap(\.extents).map { Int($0.fileOffset)..<Int($0.fileOffset + $0.byteCount) })
            // A frame that is cut is none here, and one with zeros after it there.
            if let missing = scan.segments.last?.missingByteCount, missing > 0, let last = known.popLast() {
                let kept =
                    last.lowerBound..<min(last.upperBound, max(last.lowerBound, run.packets.last?.upperBound ?? 0))
                if !kept.isEmpty { known.append(kept) }
            }
            #expect(joined(run.packets) == known, "cut at \(end)")
        }
    }

    @Test("a tag with the encoder's notes is a header, and tells count, priming and remainder")
    func infoTag() throws {
        let bytes = try fixtureBytes("mpeg-cbr.mp3")
        var framer = MPEGFramer()
        guard case .header(let size) = framer.step(bytes.span, isEnd: true) else {
            throw CocoaError(.featureUnsupported)
        }
        let stream = try #require(framer.stream)
        #expect(MPEGFrameHeader(bytes.span.bigEndian32(at: size))?.bitRate == 96000)
        #expect(stream.format.formatID == .mpegLayer3)
        #expect(stream.format.framesPerPacket == 1152)
        let table = try #require(stream.packetTable)
        #expect(table.validFrames == 13230)
        #expect(table.primingFrames == 576 + 529)
        #expect(table.validFrames + table.primingFrames + table.remainderFrames == (stream.packetCount ?? 0) * 1152)
    }

    @Test("a tag larger than the stream is junk when the length is known, and swallows everything when it is not")
    func endlessTag() throws {
        let audio = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let bytes = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + audio
        let known = try FramerRun(MPEGFramer(byteCount: Int64(bytes.count)), bytes)
        #expect(known.packets.first?.lowerBound == 10)
        #expect(try FramerRun(MPEGFramer(), bytes).packets.isEmpty)
    }

    @Test("damage between frames is junk, and the frames behind it are found again")
    func damage() throws {
        let audio = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let whole = try FramerRun(MPEGFramer(), audio)
        let cut = whole.packets[3].upperBound
        let bytes = audio[..<cut] + [0xFF, 1, 0x90, 0, 1, 2, 3] + audio[cut...]
        let run = try FramerRun(MPEGFramer(), Array(bytes), portions: [1])
        #expect(run.packets.map(\.count) == whole.packets.map(\.count))
        #expect(run.junk == [cut..<cut + 7])
    }
}

@Suite(.enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed: there are no streams to frame"))
struct StreamFramerForeignTests {
    @Test(
        "MPEG audio: packets as ffprobe sees them",
        arguments: mpegFixtures.filter { $0 != "mpeg-free.mp3" && $0 != "truncated.mp3" })
    func mpeg(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        #expect(try FramerRun(MPEGFramer(), bytes).packets == FFmpeg.packets(bytes, name: name))
    }

    @Test("ADTS: packets as ffprobe sees them, and a cookie that says the same as the header")
    func adts() throws {
        let bytes = try FFmpeg.encoded("speech.wav", "-c:a aac -b:a 64k", as: "a.aac")
        let run = try FramerRun(ADTSFramer(), bytes)
        #expect(run.packets == (try FFmpeg.packets(bytes, name: "a.aac")))
        #expect(run.junk.isEmpty)
        #expect(run.frames.allSatisfy { $0 == 1024 })
        #expect(try FramerRun(ADTSFramer(), bytes, portions: [1]) == run)
        var framer = ADTSFramer()
        _ = framer.step(bytes.span, isEnd: true)
        let stream = try #require(framer.stream)
        let source = try AudioFileReader(path: Fixtures.path("speech.wav")).properties
        #expect(stream.format.formatID == "aac ")
        #expect(stream.format.sampleRate == source.dataFormat.sampleRate)
        #expect(stream.format.channelCount == source.dataFormat.channelCount)
        // Low complexity, the rate's place in the table, the channels.
        var cookie = BitReader(stream.magicCookie)
        #expect(cookie.bits(5) == 2)
        #expect(
            [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000][Int(cookie.bits(4))]
                == Int(stream.format.sampleRate))
        #expect(Int(cookie.bits(4)) == stream.format.channelCount)
    }

    @Test(
        "AC-3 and E-AC-3: packets as ffprobe sees them, and the channels in the codec's order",
        arguments: [
            ("ac3", "music.wav", "-c:a ac3 -b:a 192k", 2),
            ("ac3", "channels-6.wav", "-af apad=whole_len=24000 -c:a ac3 -b:a 448k", 6),
            ("ac3", "music.wav", "-ar 48000 -c:a ac3", 2),
            ("eac3", "channels-6.wav", "-c:a eac3 -b:a 384k", 6), ("eac3", "speech.wav", "-c:a eac3 -ar 32000", 1),
        ])
    func ac3(_ codec: String, _ source: String, _ options: String, _ channels: Int) throws {
        let bytes = try FFmpeg.encoded(source, options, as: "a.\(codec)")
        let run = try FramerRun(AC3Framer(), bytes)
        #expect(run.packets == (try FFmpeg.packets(bytes, name: "a.\(codec)")))
        #expect(run.junk.isEmpty)
        #expect(run.frames.allSatisfy { $0 == 1536 })
        #expect(try FramerRun(AC3Framer(), bytes, portions: [1, 2, 900]) == run)
        var framer = AC3Framer()
        _ = framer.step(bytes.span, isEnd: true)
        let stream = try #require(framer.stream)
        #expect(stream.format.formatID == (codec == "ac3" ? "ac-3" : "ec-3"))
        #expect(stream.format.channelCount == channels)
        if channels == 6 { #expect(stream.layout == .mpegFiveOneC) }
        if options.contains("192k") { #expect(stream.bitRate == 192_000) }
    }

    @Test(
        "FLAC: packets as ffprobe sees them",
        arguments: [
            ("music.wav", "-c:a flac"), ("channels-6.wav", "-c:a flac -frame_size 1000"),
            ("speech.wav", "-c:a flac -sample_fmt s32 -bits_per_raw_sample 24"),
        ])
    func flac(_ source: String, _ options: String) throws {
        let bytes = try FFmpeg.encoded(source, options, as: "a.flac")
        let run = try FramerRun(FLACFramer(), bytes)
        #expect(run.packets == (try FFmpeg.packets(bytes, name: "a.flac")))
        #expect(run.junk.isEmpty)
        #expect(Int64(run.frames.reduce(0, +)) == (try AudioFileReader(path: Fixtures.path(source)).frameCount))
        #expect(try FramerRun(FLACFramer(), bytes, portions: [1, 4000, 3]) == run)
    }
}

@Suite struct StreamFramerFLACTests {
    @Test(
        "every fixture: all frames of audio, no junk, and the same in portions",
        arguments: [
            ("codec-16.flac", 13230), ("codec-24.flac", 13230), ("codec-unknown.flac", 13230), ("codec-id6.flac", 4800),
            ("music.flac", nil),
            ("speech.flac", nil),
        ] as [(String, Int?)])
    func fixtures(_ name: String, _ frames: Int?) throws {
        let bytes = try fixtureBytes(name)
        let run = try FramerRun(FLACFramer(), bytes)
        if let frames { #expect(run.frames.reduce(0, +) == frames) }
        #expect(run.junk.isEmpty)
        #expect(run.packets.last?.upperBound == bytes.count)
        #expect(try FramerRun(FLACFramer(), bytes, portions: [1]) == run)
    }

    @Test("a stream that is cut gives all whole frames, and the rest is junk")
    func cut() throws {
        let run = try FramerRun(FLACFramer(), fixtureBytes("truncated.flac"))
        let whole = try FramerRun(FLACFramer(), fixtureBytes("music.flac"))
        #expect(run.packets == whole.packets.filter { $0.upperBound <= 40001 })
        #expect(run.junk == [(run.packets.last?.upperBound ?? 0)..<40001])
    }

    @Test("a frame with one wrong bit is junk, and the next one is found")
    func damage() throws {
        var bytes = try fixtureBytes("music.flac")
        let whole = try FramerRun(FLACFramer(), bytes)
        let damaged = whole.packets[2]
        bytes[damaged.lowerBound + damaged.count / 2] ^= 0x10
        let run = try FramerRun(FLACFramer(), bytes)
        #expect(run.packets == whole.packets.filter { $0 != damaged })
        #expect(run.junk == [damaged])
        #expect(try FramerRun(FLACFramer(), bytes, portions: [1, 5000]) == run)
    }
}
