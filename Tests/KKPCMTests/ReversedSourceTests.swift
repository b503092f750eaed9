import KKPCM
import KKTestSupport
import Testing

/// A source backwards, in closed form: frame k is frame n − 1 − k.
@Suite struct ReversedSourceTests {
    private func reversed(_ count: Int, staccato: UInt64? = nil) throws -> (ReversedSource, [[Float]]) {
        let ramp = (0..<count).map(Float.init)
        let source = try #require(ReversedSource(ArraySource([ramp, ramp.map { -$0 }], staccato: staccato)))
        return (source, [Array(ramp.reversed()), ramp.reversed().map { -$0 }])
    }

    /// The last one is more than a block.
    @Test(arguments: [0, 1, 7, 1000, 300_000])
    func `the last frame comes first, however it is read`(count: Int) throws {
        for chunk in [4096, 999] {
            let (source, expected) = try reversed(count, staccato: 3)
            #expect(source.frameCount == Int64(count))
            #expect(try source.readAll(chunk: chunk) == expected)
        }
    }

    @Test func `seek finds any frame, in the block and out of it`() throws {
        let (source, expected) = try reversed(300_000)
        for frame in [299_999, 0, 262_143, 262_144, 262_145, 20, 300_000, 400_000] {
            try source.seek(to: Int64(frame))
            #expect(try source.readAll()[0] == Array(expected[0].dropFirst(frame)), "from frame \(frame)")
        }
    }

    /// Says that it has more than it gives.
    private final class Liar: FrameSource {
        let format = StreamDescription.canonical(sampleRate: 44_100, channels: 1)
        let frameCount: Int64? = 10
        var position: Int64 = 0

        func seek(to frame: Int64) { position = frame }

        func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) -> Int {
            let count = min(frameCount, max(0, Int(6 - position)))
            for index in 0..<count {
                buffer.withMutableChannel(0) { $0[offset + index] = Float(position) + Float(index) + 1 }
            }
            position += Int64(count)
            return count
        }
    }

    @Test func `frames that are not there are silent, and the others in their place`() throws {
        let source = try #require(ReversedSource(Liar()))
        #expect(try source.readAll() == [[0, 0, 0, 0, 6, 5, 4, 3, 2, 1]])
    }

    @Test func `what has no end has no last frame`() throws {
        #expect(ReversedSource(RegionSource(ArraySource([[1]]), passes: nil)) == nil)
    }
}
