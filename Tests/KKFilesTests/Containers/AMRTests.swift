import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// AMR, narrow- and wide-band.
@Suite struct AMRTests {
    private static let files = ["speech.amr", "speech.awb"]

    private static func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
    }

    /// The classes of RFC 4867, and what 3GPP TS 26.101 and 26.201 count in bits: speech, comfort noise, nothing.
    @Test(arguments: [
        ("#!AMR\n", [95, 103, 118, 134, 148, 159, 204, 244, 39], 160, "amr-nb"),
        ("#!AMR-WB\n", [132, 177, 253, 285, 317, 365, 397, 461, 477, 40], 320, "amr-wb"),
    ])
    func `a frame of each type has a header and its bits, in whole bytes`(
        magic: String, bits: [Int], frames: Int, name: String
    ) throws {
        let sizes = bits.map { 1 + ($0 + 7) / 8 } + [1]
        let types = Array(bits.indices) + [15]
        var bytes = [UInt8](magic.utf8)
        for (type, size) in zip(types, sizes) {
            bytes.append(UInt8(type << 3 | 4))
            bytes += [UInt8](repeating: 0, count: size - 1)
        }
        let file = try AudioFile(opening: bytes)
        let places = try file.packetPlaces(from: 0, count: 100)
        #expect(places.map(\.byteCount) == sizes)
        #expect(file.dataFormat.framesPerPacket == frames)
        #expect(try file.packetCount() == Int64(sizes.count))
    }

    @Test(arguments: files)
    func `a file that ends anywhere has its whole frames, and says so`(name: String) throws {
        let bytes = try Self.bytes(name)
        let whole = try AudioFile(opening: bytes)
        let ends = try whole.packetPlaces(from: 0, count: 1000).map { Int($0.offset) + $0.byteCount }
        for count in (bytes.count - 130)..<bytes.count {
            let file = try AudioFile(opening: Array(bytes.prefix(count)))
            let packets = try file.packetCount()
            #expect(packets == Int64(ends.filter { $0 <= count }.count), "\(count)")
            #expect(file.warnings.isEmpty == ends.contains(count), "\(count)")
        }
    }

    @Test(arguments: files)
    func `behind damage the frames are found again`(name: String) throws {
        var bytes = try Self.bytes(name)
        let places = try AudioFile(opening: bytes).packetPlaces(from: 0, count: 1000)
        let hit = try #require(places.dropFirst(places.count / 2).first)
        bytes[Int(hit.offset)] = 0xFF
        let file = try AudioFile(opening: bytes)
        let found = try file.packetPlaces(from: 0, count: 1000).map(\.offset)
        let offsets = places.map(\.offset)
        #expect(found.prefix(places.count / 2) == offsets.prefix(places.count / 2))
        #expect(found.suffix(10) == offsets.suffix(10) && !file.warnings.isEmpty)
    }

    /// Nothing in a file tells of the encoder's delay: 5 ms of looking ahead, and wide-band the filters between 16 and
    /// 12.8 kHz (3GPP TS 26.071, 26.171: 25 ms and 25.9375 ms with the frame itself).
    @Test(arguments: [("speech.amr", 8000.0, 0.005), ("speech.awb", 16_000, 0.005_937_5)])
    func `the voice comes as late as its encoder looked ahead`(name: String, rate: Double, delay: Double) throws {
        let heard = try AudioFileReader(path: Fixtures.path(name)).readAll()[0]
        let made = try AudioFileReader(
            path: Fixtures.path("speech.wav"), options: ReaderOptions(clientSampleRate: rate)
        ).readAll()[0]
        func likeness(_ lag: Int) -> Double {
            let (one, other) = (heard[lag..<lag + made.count - 300], made.prefix(made.count - 300))
            let power = one.reduce(0) { $0 + Double($1) * Double($1) }
            return zip(one, other).reduce(0) { $0 + Double($1.0) * Double($1.1) } / power.squareRoot()
        }
        let best = (0..<200).max { likeness($0) < likeness($1) } ?? 0
        #expect(abs(Double(best) - delay * rate) <= 1)
    }

    @Test(arguments: files + ["speech-amr.3gp", "speech-awb.3gp"])
    func `a seek gives the frames of a straight run`(name: String) throws {
        let straight = try AudioFileReader(path: Fixtures.path(name)).readAll()[0]
        let reader = try AudioFileReader(path: Fixtures.path(name))
        for frame in [5000, 161, 0, 7000] {
            try reader.seek(to: Int64(frame))
            var buffer = PCMBuffer(channelCount: 1, frameCapacity: 300)
            let count = try reader.read(into: &buffer, at: 0, frameCount: 300)
            buffer.frameLength = count
            buffer.withChannel(0) { samples in
                #expect((0..<count).allSatisfy { samples[$0] == straight[frame + $0] }, "\(frame)")
            }
        }
    }

    @Test func `AMR with several channels is refused by name`() throws {
        let error = #expect(throws: AudioFileError.self) {
            _ = try AudioFile(opening: [UInt8]("#!AMR_MC1.0\n".utf8) + [0, 0, 0, 2, 4])
        }
        #expect(error?.problem.contains("AMR with several channels") == true)
    }
}
