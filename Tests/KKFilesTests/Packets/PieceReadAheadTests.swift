import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

@Suite struct PieceReadAheadTests {
    static let noise = [SeededNumbers.noise(10_000, seed: 1), SeededNumbers.noise(10_000, seed: 2)]

    @Test(arguments: [0, 1, 2, 7], [2, 3, 12])
    func `the pieces come in order whatever the threads and the ring`(threads: Int, ring: Int) throws {
        for length in [1, 999, 1_000, 10_000] where length > 1 || ring == 2 {
            let source = CutSource(
                length == 1 ? Self.noise.map { Array($0.prefix(300)) } : Self.noise, pieceLength: length)
            let ahead = try PieceReadAheadSource(source, workers: IOWorkers(threadCount: threads), ringCount: ring)
            #expect(try ahead.readAll(chunk: 777) == source.channels)
            for frame in [0, 250, source.channels[0].count - 1, source.channels[0].count, source.channels[0].count + 5]
            {
                ahead.seek(to: Int64(frame))
                #expect(try ahead.readAll(chunk: 64) == source.channels.map { Array($0.dropFirst(frame)) })
            }
        }
    }

    @Test(arguments: [0, 1, 3])
    func `an error comes after the frames before it and stays until a seek`(threads: Int) throws {
        let source = CutSource(Self.noise, pieceLength: 1_000, failure: 2_345)
        let ahead = try PieceReadAheadSource(source, workers: IOWorkers(threadCount: threads), ringCount: 4)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 10_000)
        for _ in 0..<2 {
            #expect(throws: FailingSource.Broken.self) {
                buffer.frameLength = 0
                while true {
                    let done = buffer.frameLength
                    let count = try ahead.read(into: &buffer, at: done, frameCount: 100)
                    if count == 0 { break }
                    buffer.frameLength = done + count
                }
            }
            #expect(buffer.samples(ofChannel: 1) == Array(Self.noise[1][..<2_345]))
            #expect(throws: FailingSource.Broken.self) { try ahead.read(into: &buffer, at: 0, frameCount: 1) }
            ahead.seek(to: 5_000)
            #expect(try ahead.readAll() == Self.noise.map { Array($0[5_000...]) })
            ahead.seek(to: 0)
        }
    }

    @Test(arguments: [0, 2])
    func `a piece that proves short is followed by the next`(threads: Int) throws {
        let source = CutSource(Self.noise, pieceLength: 1_000, shortage: 10)
        let ahead = try PieceReadAheadSource(source, workers: IOWorkers(threadCount: threads), ringCount: 3)
        #expect(
            try ahead.readAll()
                == Self.noise.map { channel in (0..<10).flatMap { channel[$0 * 1_000..<$0 * 1_000 + 990] } })
        ahead.seek(to: 995)
        #expect(try ahead.readAll()[0].first == Self.noise[0][1_000])
    }

    @Test(arguments: [1, 2])
    func `reading ahead of a source that is itself read in pieces ends, and loses nothing`(threads: Int) throws {
        let workers = IOWorkers(threadCount: threads)
        let inner = try (0..<3).map { _ in
            try PieceReadAheadSource(CutSource(Self.noise, pieceLength: 700), workers: workers, ringCount: 3)
        }
        let outer = inner.map { ReadAheadSource($0, workers: workers, blockLength: 100, blockCount: 4) }
        var results = outer.map { _ in [Float]() }
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 300)
        while results[0].count < 10_000 {
            for (index, source) in outer.enumerated() {
                buffer.frameLength = try source.readFully(into: &buffer, at: 0, frameCount: 300)
                results[index] += buffer.samples(ofChannel: 0)
            }
        }
        #expect(results.allSatisfy { $0 == Self.noise[0] })
    }
}

/// Arrays in pieces, each `shortage` frames shorter than it says; fails at frame `failure`.
private final class CutSource: PiecewiseSource {
    let channels: [[Float]]
    private let pieceLength: Int
    private let shortage: Int
    private let failure: Int?
    private var position = 0
    private var end = 0

    init(_ channels: [[Float]], pieceLength: Int, shortage: Int = 0, failure: Int? = nil) {
        self.channels = channels
        self.pieceLength = pieceLength
        self.shortage = shortage
        self.failure = failure
    }

    var format: StreamDescription { .canonical(sampleRate: 48_000, channels: channels.count) }
    var frameCount: Int64? { Int64(channels[0].count) }
    var pieceCount: Int { (channels[0].count + pieceLength - 1) / pieceLength }

    func frames(ofPiece index: Int) -> Range<Int64> {
        Int64(index * pieceLength)..<Int64(min(channels[0].count, (index + 1) * pieceLength))
    }

    func reopened() -> any PiecewiseSource {
        CutSource(channels, pieceLength: pieceLength, shortage: shortage, failure: failure)
    }

    func open(_ piece: Int) {
        position = piece * pieceLength
        end = Int(frames(ofPiece: piece).upperBound) - shortage
    }

    func readPiece(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        if position == failure { throw FailingSource.Broken() }
        var count = min(frameCount, end - position, 400)
        if let failure, failure > position { count = min(count, failure - position) }
        guard count > 0 else { return 0 }
        for (index, samples) in channels.enumerated() {
            buffer.fill(channel: index, at: offset, with: Array(samples[position..<position + count]))
        }
        position += count
        return count
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int { 0 }

    func seek(to frame: Int64) {}
}
