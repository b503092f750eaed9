import Foundation
import KKCodecs
import KKPCM
import KKTestSupport
import KKCodecs
import Testing

@testable import KKContainers
@testable import KKFiles

/// A FLAC stream of 8 channels and 24 bits at 48 kHz, in blocks of 65535 frames: its head, and the header of one frame.
private func largestFrame() -> [UInt8] {
    var bits = BitWriter()
    for (value, count) in [(16, 16), (65535, 16), (0, 24), (0, 24), (48000, 20), (7, 3), (23, 5), (0, 4), (0, 32)]
        as [(UInt32, Int)]
    {
        bits.write(value, count)
    }
    let head = Array("fLaC".utf8) + [0x80, 0, 0, 34] + bits.bytes + [UInt8](repeating: 0, count: 16)
    let header: [UInt8] = [0xFF, 0xF8, 0x70, 7 << 4, 0, 0xFF, 0xFE]
    return head + header + [FLACFrameHeader.checksum(header.span)]
}

/// A file that counts what is read of it, and fails when that is more than any reading once could be.
private final class CountedFile: @unchecked Sendable {
    let bytes: [UInt8]
    var readCount = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func source() -> ByteSource {
        ByteSource(
            callbacks: AudioFileCallbacks(
                name: "counted",
                read: { [self] position, count in
                    let part = Array(bytes[min(Int(position), bytes.count)...].prefix(count))
                    readCount += part.count
                    if readCount > 4 * bytes.count { throw CocoaError(.fileReadTooLarge) }
                    return part
                }, size: { [self] in Int64(bytes.count) }))
    }
}

@Suite struct FLACFramerWorkTests {
    @Test("a file that is all sync behind a frame's header is read once", arguments: [0xFF, 0] as [UInt8])
    func readsOnce(_ byte: UInt8) throws {
        let file = CountedFile(largestFrame() + [UInt8](repeating: byte, count: 200_000))
        let source = file.source()
        let scan = PacketScan(
            source, FLACFramer(byteCount: Int64(file.bytes.count)), range: 0..<Int64(file.bytes.count))
        try scan.scanAll()
        #expect(file.readCount == file.bytes.count)
        #expect(scan.index.packetCount == 0)
    }

    @Test("a file whose frames do not count on is not decoded before its packets are looked for")
    func readsOutOfOrderOnce() throws {
        let bytes = try fixtureBytes("music.flac")
        let packets = try FramerRun(FLACFramer(), bytes).packets
        // Long enough that what a decoder reads of the head does not count.
        let file = CountedFile(
            Array(bytes[..<packets[1].lowerBound]) + (0..<40).flatMap { _ in bytes[packets[1].lowerBound...] })
        let properties = try AudioFileReader.open(file.source(), ReaderOptions()).properties
        #expect(properties.lengthSource == .scan)
        #expect(file.readCount < 3 * file.bytes.count / 2)
    }

    @Test("a file of packets is read once", arguments: ["music.flac", "mpeg-vbr.mp3"])
    func readsPacketsOnce(_ name: String) throws {
        let file = CountedFile(try fixtureBytes(name))
        let range = 0..<Int64(file.bytes.count)
        let framer: any StreamFramer =
            name.hasSuffix("flac") ? FLACFramer(byteCount: range.upperBound) : MPEGFramer(byteCount: range.upperBound)
        let scan = PacketScan(file.source(), framer, range: range)
        try scan.scanAll()
        #expect(file.readCount == file.bytes.count)
    }

    @Test("while the end of a frame is looked for, windows grow with what was looked at", arguments: [1, 1500])
    func asksForMore(_ portion: Int) throws {
        let bytes = Array(largestFrame().dropFirst(42)) + [UInt8](repeating: 0xFF, count: 100_000)
        var framer = FLACFramer()
        let head = Array(largestFrame().prefix(42))
        guard case .header = framer.step(head.span, isEnd: false) else { return #expect(Bool(false)) }
        guard case .header = framer.step(head.span.extracting(4...), isEnd: false) else { return #expect(Bool(false)) }
        var available = 1
        var shown = 0
        var asked = 0
        while case .needsBytes(let count) = framer.step(
            bytes.span.extracting(0..<available), isEnd: available == bytes.count)
        {
            shown += available
            asked += 1
            while available < count, available < bytes.count { available = min(bytes.count, available + portion) }
            try #require(asked < 100)
        }
        #expect(available == bytes.count)
        #expect(shown < 4 * bytes.count)
    }
}

@Suite struct FLACFramerDamageTests {
    /// music.flac as it is, and its packets.
    private static func music() throws -> (bytes: [UInt8], packets: [Range<Int>]) {
        let bytes = try fixtureBytes("music.flac")
        return (bytes, try FramerRun(FLACFramer(), bytes).packets)
    }

    @Test("a wrong bit in the header of a frame costs that frame alone, wherever it is", arguments: [0, 3, 8, 17, 30])
    func header(_ bit: Int) throws {
        let (bytes, packets) = try Self.music()
        for packet in packets {
            var damaged = bytes
            damaged[packet.lowerBound + bit / 8] ^= 0x80 >> UInt8(bit % 8)
            let run = try FramerRun(FLACFramer(), damaged)
            #expect(run.packets == packets.filter { $0 != packet })
            #expect(run.junk == [packet])
            #expect(try FramerRun(FLACFramer(), damaged, portions: [1, 5000]) == run)
        }
    }

    @Test("foreign bytes between two frames cost neither", arguments: [1, 50, 70_000], [0x00, 0x55, 0xFF] as [UInt8])
    func between(_ count: Int, _ byte: UInt8) throws {
        let (bytes, packets) = try Self.music()
        let cut = packets[2].upperBound
        let junk = [UInt8](repeating: byte, count: count)
        let run = try FramerRun(FLACFramer(), Array(bytes[..<cut]) + junk + bytes[cut...])
        #expect(run.packets.map(\.count) == packets.map(\.count))
        #expect(run.junk == [cut..<cut + count])
    }

    @Test("what comes behind the last frame costs no frame", arguments: [1, 100, 1 << 18], [0x00, 0x41] as [UInt8])
    func behind(_ count: Int, _ byte: UInt8) throws {
        let (bytes, packets) = try Self.music()
        let run = try FramerRun(FLACFramer(), bytes + [UInt8](repeating: byte, count: count))
        #expect(run.packets == packets)
        #expect(run.junk == [bytes.count..<bytes.count + count])
        #expect(run.widest < 1 << 17)
    }

    @Test(
        "a frame ends by its own bits where its checksum and the next frame say",
        arguments: [
            "codec-16.flac", "codec-24.flac", "codec-id3.flac", "codec-id6.flac", "channels-6.flac", "channels-8.flac",
            "music.flac", "speech.flac",
        ])
    func ownBits(_ name: String) throws {
        try checkOwnBits(try fixtureBytes(name))
    }

    @Test(
        "a frame of ffmpeg's ends by its own bits, too", .enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed"),
        arguments: [
            ("silence-s16.wav", ""), ("noise-s16.wav", "-compression_level 12"),
            ("ramp-s16.wav", "-compression_level 0"),
            ("tone-s12.wav", ""), ("tone-u8.wav", "-frame_size 700"),
            ("music.wav", "-sample_fmt s32 -bits_per_raw_sample 24 -lpc_type cholesky"),
            ("impulse-s16.wav", "-frame_size 16"),
        ])
    func ownBitsOfFFmpeg(_ source: String, _ options: String) throws {
        try checkOwnBits(try FFmpeg.encoded(source, "-c:a flac \(options)", as: "a.flac"))
    }

    private func checkOwnBits(_ bytes: [UInt8]) throws {
        let info = try FLACStreamInfo(bytes)
        let packets = try FramerRun(FLACFramer(), bytes).packets
        #expect(!packets.isEmpty)
        for packet in packets {
            let window = bytes.span.extracting(packet.lowerBound...)
            let found = FLACFrameHeader(window, at: 0)
            let header = try #require(found)
            let depth = header.bitDepth ?? info.bitDepth
            let end = FLACSubframes.end(of: header, bitDepth: depth, in: window, limit: window.count)
            #expect(end == packet.count)
            let none = FLACSubframes.end(of: header, bitDepth: depth, in: window, limit: packet.count - 1)
            #expect(none == nil)
        }
    }
}

@Suite struct PacketScanJunkTests {
    @Test("the twentieth place of junk keeps its warning when the next place grows") func places() throws {
        let audio = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let packets = try FramerRun(MPEGFramer(), audio).packets
        let run = Array(audio[packets[0].lowerBound..<packets[5].upperBound])
        // Two steps of junk, one place.
        let junk: [UInt8] = [0xFF, 1, 2, 0xFF, 3]
        var bytes = run
        var places: [AudioFileError.Position?] = []
        for _ in 0..<24 {
            places.append(.byte(Int64(bytes.count)))
            bytes += junk + run
        }
        let file = try AudioFile(opening: bytes)
        _ = try file.packetCount()
        let reported = file.warnings.filter { $0.problem.contains("not a packet") }
        #expect(reported.map(\.position) == Array(places.prefix(20)))
        #expect(reported.allSatisfy { $0.problem == "5 bytes are not a packet" })
    }
}
