import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKCodecs

private let flac = "/usr/bin/flac"

struct FLACPacketTests {
    @Test("STREAMINFO is found in every wrapping, and gives the same sound")
    func cookies() throws {
        let stream = try PacketStream(path: Fixtures.path("codec-24.flac"))
        let expected = try decodeAll(stream)
        let block = Array(stream.magicCookie[4..<42])
        let blocks = Array(stream.magicCookie.dropFirst(4))
        for cookie in [
            block, Array(block.dropFirst(4)), blocks, [0, 0, 0, 0] + blocks,
            [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0] + blocks,
        ] {
            var other = stream
            other.magicCookie = cookie
            #expect(try firstDifference(expected, in: decodeAll(other)) == nil, "\(cookie.prefix(12))")
        }
        for cookie in [
            [], Array(block.dropLast()), Array("fLaC".utf8), [UInt8](repeating: 0, count: 34),
            [UInt8](repeating: 255, count: 60),
        ] {
            #expect(throws: CodecError.self) { try FLACStreamInfo(cookie) }
        }
    }

    @Test(
        "A packet whose checksum is wrong, one that is cut off and one that is none are refused; the next one is decoded"
    )
    func damage() throws {
        let stream = try PacketStream(path: Fixtures.path("codec-16.flac"))
        let packet = stream.packets[0]
        var flipped = packet
        flipped[packet.count / 2] ^= 4
        var broken = stream
        broken.packets = [flipped, Array(packet.dropLast(9)), Array(packet.dropFirst()), [], packet]
        var refused: [Int] = []
        let samples = try decodeAll(broken) { number, _ in refused.append(number) }
        #expect(refused == [0, 1, 2, 3])
        #expect(try firstDifference(samples, in: decodeAll(stream)) == nil)
    }

    @Test("Frames of another rate than STREAMINFO's, of other channels and of more frames are refused")
    func otherFrames() throws {
        let stream = try PacketStream(path: Fixtures.path("codec-16.flac"))
        for change in [
            { $0[20] &-= 0x10 }, { $0[20] &-= 2 },
            {
                $0[10] = 0; $0[11] = 16
            },
        ] as [(inout [UInt8]) -> Void] {
            var other = stream
            change(&other.magicCookie)
            var refusedCount = 0
            _ = try decodeAll(other) { _, _ in refusedCount += 1 }
            #expect(refusedCount == stream.packets.count)
        }
    }

    @Test(
        "Samples of every depth come out divided by their full scale",
        .enabled(if: FileManager.default.isExecutableFile(atPath: flac), "flac is not installed"),
        arguments: [8, 16, 24, 32])
    func depths(bits: Int) throws {
        let folder = try ScratchFolder()
        var numbers = Seeded(state: 7)
        let limit = Int64(1) << Int64(bits - 1)
        let values =
            [-limit, limit - 1, 0, -1, 1] + (0..<5000).map { _ in Int64.random(in: -limit..<limit, using: &numbers) }
        let byteCount = (bits + 7) / 8
        try folder.write(
            values.flatMap { value in (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) } },
            to: "in.raw")
        let raw = [
            "--lax", "--force-raw-format", "--endian=little", "--sign=signed", "--channels=1", "--bps=\(bits)",
            "--sample-rate=44100",
        ]
        try encode(folder.path("in.raw"), to: folder.path("out.flac"), raw)
        let samples = try decodeAll(PacketStream(path: folder.path("out.flac")))
        #expect(samples == [values.map { Float(Int32($0)) / Float(limit) }])
    }
    @Test(
        "Depths between bytes come out as the reader gives them from a WAV",
        .enabled(if: FileManager.default.isExecutableFile(atPath: flac), "flac is not installed"),
        arguments: ["tone-s12.wav", "tone-s20.wav"])
    func oddDepths(name: String) throws {
        let folder = try ScratchFolder()
        try encode(Fixtures.path(name), to: folder.path("out.flac"), [])
        let stream = try PacketStream(path: folder.path("out.flac"))
        #expect(try FLACStreamInfo(stream.magicCookie).bitDepth == (name == "tone-s12.wav" ? 12 : 20))
        #expect(try firstDifference(readAll(Fixtures.path(name)).samples, in: decodeAll(stream)) == nil)
    }

    private func encode(_ source: String, to target: String, _ options: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: flac)
        process.arguments = ["--silent"] + options + ["-o", target, source]
        try process.run()
        process.waitUntilExit()
    }
}
