import KKFiles
import KKPCM
import KKTestSupport
import Testing

@Suite struct IOWorkersTests {
    static let noise = [SeededNumbers.noise(50_001, seed: 1), SeededNumbers.noise(50_001, seed: 2)]

    @Test(arguments: [0, 1, 2, 5], [1, 7, 1024])
    func `reading ahead gives the source's frames whatever the threads and blocks`(threads: Int, block: Int) throws {
        let workers = IOWorkers(threadCount: threads)
        let length = block == 1 ? 3_000 : 50_001
        let noise = Self.noise.map { Array($0.prefix(length)) }
        let source = ReadAheadSource(
            ArraySource(noise, staccato: 3), workers: workers, blockLength: block, blockCount: 3)
        #expect(try source.readAll(chunk: 999) == noise)
        try source.seek(to: 10)
        #expect(try source.readAll(chunk: 64) == noise.map { Array($0.dropFirst(10)) })
    }

    @Test(arguments: [0, 1, 3])
    func `writing behind keeps every frame in order`(threads: Int) throws {
        let workers = IOWorkers(threadCount: threads)
        let collected = CollectingSink(channels: 2)
        let sink = WriteBehindSink(collected, workers: workers, blockLength: 300, blockCount: 2)
        let source = ArraySource(Self.noise, staccato: 9)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 1_000)
        while true {
            buffer.frameLength = try source.read(into: &buffer, at: 0, frameCount: 1_000)
            if buffer.frameLength == 0 { break }
            try sink.write(buffer)
        }
        try sink.finalize()
        #expect(collected.channels == Self.noise)
        #expect(collected.isFinalized)
    }

    @Test(arguments: [0, 1, 2])
    func `a source's error comes after the frames before it`(threads: Int) throws {
        let workers = IOWorkers(threadCount: threads)
        let source = ReadAheadSource(FailingSource(after: 1_000), workers: workers, blockLength: 256, blockCount: 4)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 1_000)
        #expect(try source.readFully(into: &buffer, at: 0, frameCount: 1_000) == 1_000)
        #expect(throws: FailingSource.Broken.self) { try source.read(into: &buffer, at: 0, frameCount: 1) }
    }

    @Test(arguments: [0, 1, 2])
    func `a sink's error reaches the writer and nothing is finalized`(threads: Int) throws {
        let workers = IOWorkers(threadCount: threads)
        let failing = FailingSink(after: 3)
        let sink = WriteBehindSink(failing, workers: workers, blockLength: 16, blockCount: 2)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 16)
        buffer.frameLength = 16
        #expect(throws: FailingSource.Broken.self) {
            for _ in 0..<100 { try sink.write(buffer) }
            try sink.finalize()
        }
        #expect(!failing.isFinalized)
    }
}

/// Gives ones, then throws.
final class FailingSource: FrameSource {
    struct Broken: Error {}
    let format = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
    let frameCount: Int64? = nil
    private var left: Int

    init(after frames: Int) { left = frames }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        guard left > 0 else { throw Broken() }
        let count = min(left, frameCount)
        left -= count
        buffer.fill(channel: 0, at: offset, with: Array(repeating: 1, count: count))
        return count
    }

    func seek(to frame: Int64) throws {}
}

/// Takes some writes, then throws.
final class FailingSink: FrameSink {
    let format = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
    private var left: Int
    private(set) var isFinalized = false

    init(after writes: Int) { left = writes }

    func write(_ buffer: borrowing PCMBuffer) throws {
        guard left > 0 else { throw FailingSource.Broken() }
        left -= 1
    }

    func finalize() throws { isFinalized = true }
}
