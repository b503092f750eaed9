import KKCodecs
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// A long FLAC decoded ahead, in pieces of 131,072 frames: everything is as in a straight read.
@Suite struct FLACPieceTests {
    private static let frameCount = 2 * 131_072 + 1_000
    /// Two of the three pieces, so that a decoder goes on with another piece.
    private static let ringByteCount = 2_200_000
    private static let sound = Result { try made() }

    private static func made() throws -> [UInt8] {
        let folder = try KKTestSupport.ScratchFolder()
        let path = folder.path("long.flac")
        let writer = try AudioFileWriter(
            path: path, format: OutputFormat(container: .flac, encoding: .s16), layout: .stereo, sampleRate: 48_000)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: frameCount)
        buffer.frameLength = frameCount
        for channel in 0..<2 {
            buffer.fill(channel: channel, at: 0, with: SeededNumbers.noise(frameCount, seed: UInt64(channel + 1)))
        }
        try writer.write(buffer)
        try writer.finalize()
        return try ByteSource(path: FilePath(path)).bytes(
            at: 0, count: Int(ByteSource(path: FilePath(path)).byteCount()))
    }

    /// The file with packets in whose first subframe is a code that is reserved, under a checksum that is right.
    private static func reserving(_ packets: [Int64]) throws -> [UInt8] {
        var bytes = try sound.get()
        let scan = PacketScan(
            ByteSource(bytes: bytes), FLACFramer(byteCount: Int64(bytes.count)), range: 0..<Int64(bytes.count))
        try scan.scanAll()
        for packet in packets {
            let entry = try #require(scan.index[packet])
            let (start, end) = (Int(entry.offset), Int(entry.offset) + entry.byteCount)
            let header = FLACFrameHeader(bytes.span, at: start)
            bytes[start + (try #require(header?.byteCount))] = 0x04
            let checksum = bytes[start..<end - 2].reduce(0, FLACFrameChecksum.next)
            (bytes[end - 2], bytes[end - 1]) = (UInt8(checksum >> 8), UInt8(checksum & 0xFF))
        }
        return bytes
    }

    private static func ahead(_ path: String, threads: Int) throws -> AudioFileReader {
        let reader = try AudioFileReader(path: path)
        #expect(try reader.decodeAhead(on: IOWorkers(threadCount: threads), byteCount: ringByteCount))
        return reader
    }

    @Test(arguments: [1, 3])
    func `any number of threads, any chunking and any seek give the bits of a straight read`(threads: Int) throws {
        try withFile(Self.sound.get()) { path in
            let straight = try AudioFileReader(path: path).readAll(chunk: 50_000)
            #expect(straight[0].count == Self.frameCount)
            for chunk in [30_011, 1_153] {
                let reader = try Self.ahead(path, threads: threads)
                #expect(firstDifference(try reader.readAll(chunk: chunk), straight) == nil)
                for frame in [200_000, 131_072, 131_071, 5, Self.frameCount - 1, Self.frameCount] {
                    try reader.seek(to: Int64(frame))
                    var buffer = PCMBuffer(channelCount: 2, frameCapacity: chunk)
                    buffer.frameLength = try reader.readFully(into: &buffer, at: 0, frameCount: chunk)
                    let part = (0..<2).map { buffer.samples(ofChannel: $0) }
                    #expect(
                        firstDifference(part, straight.map { Array($0[frame..<min($0.count, frame + chunk)]) }) == nil,
                        "from frame \(frame)")
                }
                #expect(reader.warnings.isEmpty)
            }
        }
    }

    @Test(arguments: [1, 4])
    func `damage costs and says the same, and says it when it is reached`(threads: Int) throws {
        var lost = try Self.sound.get()
        for index in 900_000..<900_010 { lost[index] ^= 0x5A }
        for bytes in [
            lost, try Self.reserving([40]), try Self.reserving(Array(0..<60)), try Self.reserving([0, 63]),
        ] {
            try withFile(bytes) { path in
                let straight = try AudioFileReader(path: path)
                let samples = try straight.readAll(chunk: 4_096)
                #expect(!straight.warnings.isEmpty)
                let reader = try Self.ahead(path, threads: threads)
                #expect(firstDifference(try reader.readAll(chunk: 7_001), samples) == nil)
                #expect(reader.warnings == straight.warnings)
                // Trouble is found in the piece long before it is reached.
                let other = try AudioFileReader(path: path)
                let late = try Self.ahead(path, threads: threads)
                var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4_096)
                for _ in 0..<66 {
                    _ = try other.readFully(into: &buffer, at: 0, frameCount: 4_096)
                    _ = try late.readFully(into: &buffer, at: 0, frameCount: 4_096)
                    #expect(late.warnings == other.warnings, "before frame \(late.tell)")
                }
                try reader.seek(to: 200_000)
                #expect(firstDifference(try reader.readAll(), samples.map { Array($0[200_000...]) }) == nil)
            }
        }
    }

    @Test func `decoding ahead may begin in the middle`() throws {
        try withFile(Self.sound.get()) { path in
            let straight = try AudioFileReader(path: path).readAll()
            let reader = try AudioFileReader(path: path)
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 140_000)
            #expect(try reader.readFully(into: &buffer, at: 0, frameCount: 140_000) == 140_000)
            #expect(try reader.decodeAhead(on: IOWorkers(threadCount: 2), byteCount: 24 << 20))
            #expect(firstDifference(try reader.readAll(), straight.map { Array($0[140_000...]) }) == nil)
        }
    }

    @Test func `what is short, has no room, no threads or a checksum to be proved is decoded from front to back`()
        throws
    {
        let workers = IOWorkers(threadCount: 1)
        let bytes = try Self.sound.get()
        try withFile(bytes) { path in
            #expect(try AudioFileReader(path: path).decodeAhead(on: workers, byteCount: 2_000_000) == false)
            #expect(
                try AudioFileReader(path: path).decodeAhead(on: IOWorkers(threadCount: 0), byteCount: 24 << 20) == false
            )
            let strict = try AudioFileReader(path: path, options: ReaderOptions(strict: true))
            #expect(try strict.decodeAhead(on: workers, byteCount: 24 << 20) == false)
        }
        #expect(
            try AudioFileReader(path: Fixtures.path("music.flac")).decodeAhead(on: workers, byteCount: 24 << 20)
                == false)
    }
}
