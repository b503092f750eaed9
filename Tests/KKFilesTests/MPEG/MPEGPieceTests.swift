import KKConvert
import KKCodecs
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Every kind of stream: MPEG-1, 2 and 2.5, layers I to III, mono and stereo, constant and variable bit rate, with
/// checksums, in free format.
private let kinds = [
    "mpeg-cbr.mp3", "mpeg-vbr.mp3", "mpeg-mono.mp3", "mpeg-crc.mp3", "mpeg-free.mp3", "music-vbr.mp3", "mpeg-mpeg2.mp3",
    "speech-mpeg2.mp3",
    "mpeg-mpeg25-11k.mp3", "mpeg-mpeg25-8k.mp3", "mpeg-layer2.mp3", "mpeg-layer1.mp3",
]

private func segment(of path: String) throws -> (source: ByteSource, segment: MPEGSegment) {
    let source = try ByteSource(path: FilePath(path))
    let segments = try MPEGScan(source, range: 0..<source.byteCount()).segments
    try #require(segments.count == 1)
    return (source, segments[0])
}

@Suite struct MPEGPieceTests {
    @Test(arguments: kinds)
    func `pieces put together are the samples of one decoder that goes through`(name: String) throws {
        try withFile(longStream(name)) { path in
            var (source, segment) = try segment(of: path)
            try #require(segment.pieces.count > 2)
            let channels = segment.format.channelCount
            let pieces = try MPEGSegmentReader(source, segment: segment, outputChannelCount: channels).readAll(
                chunk: 10_007)
            segment.pieces = [MPEGPiece(entry: 0, warmUp: 0, end: nil, firstFrame: 0)]
            let straight = try MPEGSegmentReader(source, segment: segment, outputChannelCount: channels).readAll()
            #expect(Int64(straight[0].count) == segment.frameCount)
            #expect(firstDifference(pieces, straight) == nil)
        }
    }

    @Test(arguments: kinds)
    func `a piece's decoder starts aligned and behind what the reservoir and the filters need, and no earlier`(
        name: String
    ) throws {
        let bytes = try longStream(name)
        try withFile(bytes) { path in
            let (_, segment) = try segment(of: path)
            let format = segment.format
            var offsets: [Int64] = []
            var data: [Int] = []
            var place: Int64 = 0
            while let header = bytes.bigEndian32(at: Int(place)).flatMap(MPEGFrameHeader.init) {
                let size = try #require(
                    header.byteCount ?? segment.freeFormatByteCount.map { $0 + header.paddingByteCount })
                offsets.append(place)
                data.append(size - (header.isProtected ? 6 : 4) - format.sideInformationByteCount)
                place += Int64(size)
            }
            let isLow = format.version != .mpeg1
            let (alignment, filters, limit) =
                format.layer == 3
                ? (isLow ? 8 : 4, isLow ? 2 : 1, isLow ? 255 : 511) : (4, format.layer == 1 ? 2 : 1, 0)
            for (index, piece) in segment.pieces.enumerated().dropFirst() {
                let first = index * 256
                let start = try #require(offsets.firstIndex(of: piece.entry))
                #expect(piece.firstFrame == Int64(first * format.framesPerPacket))
                #expect(piece.warmUp == Int64((first - start) * format.framesPerPacket))
                #expect(segment.pieces[index - 1].end == offsets[first])
                #expect(start % alignment == 0)
                #expect(data[start..<first - filters].reduce(0, +) >= limit)
                let later = start + alignment
                #expect(later > first - filters || data[later..<first - filters].reduce(0, +) < limit)
            }
        }
    }

    @Test(arguments: ["mpeg-cbr.mp3", "mpeg-vbr.mp3", "mpeg-mpeg2.mp3", "mpeg-layer2.mp3"], [1, 2, 3, 8])
    func `any number of threads, any chunking and any seek give the bits of a straight read`(
        name: String, threads: Int
    ) throws {
        try withFile(longStream(name, packetCount: 1_800)) { path in
            let straight = try AudioFileReader(path: path).readAll(chunk: 50_000)
            for chunk in [30_011, 1_153, 2_048] {
                let reader = try AudioFileReader(path: path)
                #expect(try reader.decodeAhead(on: IOWorkers(threadCount: threads), byteCount: 24 << 20))
                #expect(firstDifference(try reader.readAll(chunk: chunk), straight) == nil)
                var numbers = SeededNumbers(seed: UInt64(chunk))
                for _ in 0..<6 {
                    let frame = Int(numbers.next() % UInt64(straight[0].count))
                    try reader.seek(to: Int64(frame))
                    var buffer = PCMBuffer(channelCount: straight.count, frameCapacity: chunk)
                    buffer.frameLength = try reader.readFully(into: &buffer, at: 0, frameCount: chunk)
                    let part = straight.indices.map { buffer.samples(ofChannel: $0) }
                    #expect(
                        firstDifference(part, straight.map { Array($0[frame..<min($0.count, frame + chunk)]) }) == nil)
                }
                #expect(reader.warnings.isEmpty)
            }
        }
    }

    @Test func `decoding ahead may begin in the middle, and at another rate stands below the converter`() throws {
        try withFile(longStream("mpeg-cbr.mp3")) { path in
            let options = ReaderOptions(clientSampleRate: 32_000, quality: .fast)
            let straight = try AudioFileReader(path: path, options: options).readAll()
            let reader = try AudioFileReader(path: path, options: options)
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 5_000)
            #expect(try reader.readFully(into: &buffer, at: 0, frameCount: 5_000) == 5_000)
            #expect(try reader.decodeAhead(on: IOWorkers(threadCount: 2), byteCount: 24 << 20))
            #expect(firstDifference(try reader.readAll(), straight.map { Array($0[5_000...]) }) == nil)
        }
    }

    @Test func `flipped bits inside the frames sound the same after every seek and on every number of threads`() throws
    {
        var bytes = try longStream("mpeg-cbr.mp3")
        var numbers = SeededNumbers(seed: 11)
        var place = 0
        while let header = bytes.bigEndian32(at: place).flatMap(MPEGFrameHeader.init), let size = header.byteCount {
            // Side information and main data, never a header.
            if numbers.next() % 4 == 0 {
                bytes[place + 4 + Int(numbers.next() % UInt64(size - 4))] ^= UInt8(1 << (numbers.next() % 8))
            }
            place += size
        }
        try withFile(bytes) { path in
            let straight = try AudioFileReader(path: path).readAll()
            for threads in [1, 4] {
                let reader = try AudioFileReader(path: path)
                #expect(try reader.decodeAhead(on: IOWorkers(threadCount: threads), byteCount: 24 << 20))
                #expect(firstDifference(try reader.readAll(chunk: 7_001), straight) == nil)
            }
            let reader = try AudioFileReader(path: path)
            for frame in [700_000, 294_912, 294_911, 400_000, 3] {
                try reader.seek(to: Int64(frame))
                var buffer = PCMBuffer(channelCount: 2, frameCapacity: 9_000)
                buffer.frameLength = try reader.readFully(into: &buffer, at: 0, frameCount: 9_000)
                let part = (0..<2).map { buffer.samples(ofChannel: $0) }
                #expect(
                    firstDifference(part, straight.map { Array($0[frame..<frame + 9_000]) }) == nil,
                    "from frame \(frame)")
            }
        }
    }

    @Test func `damaged, short and other files are not decoded in pieces`() throws {
        let workers = IOWorkers(threadCount: 1)
        let long = try longStream("mpeg-cbr.mp3")
        let damaged = Array(long[..<50_000]) + [UInt8](repeating: 0, count: 5_000) + long[50_000...]
        #expect(
            try withFile(damaged) { try AudioFileReader(path: $0).decodeAhead(on: workers, byteCount: 24 << 20) }
                == false)
        #expect(
            try withFile(long) { try AudioFileReader(path: $0).decodeAhead(on: workers, byteCount: 4 << 20) } == false)
        #expect(
            try withFile(long) {
                try AudioFileReader(path: $0).decodeAhead(on: IOWorkers(threadCount: 0), byteCount: 24 << 20)
            } == false)
        for name in ["mpeg-cbr.mp3", "ramp-s16.wav"] {
            #expect(
                try AudioFileReader(path: Fixtures.path(name)).decodeAhead(on: workers, byteCount: 24 << 20) == false)
        }
    }
}
