import KKPCM
import KKTestSupport
import Testing

/// A part of a source, in closed form: frame k is the part's frame k mod its length.
@Suite struct RegionSourceTests {
    static let ramp = (0..<100).map(Float.init)

    private func region(
        start: Int64 = 10, length: Int64? = 7, passes: Int64? = 3, staccato: UInt64? = nil, of samples: [Float] = ramp
    ) -> RegionSource {
        RegionSource(
            ArraySource([samples, samples.map { -$0 }], staccato: staccato), start: start, length: length,
            passes: passes)
    }

    private func expected(_ frames: Range<Int>, start: Int = 10, length: Int = 7) -> [[Float]] {
        let left = frames.map { Float(start + $0 % length) }
        return [left, left.map { -$0 }]
    }

    @Test(arguments: [nil, 1, 2, 3] as [UInt64?])
    func `passes follow one another without a seam, however the source reads`(staccato: UInt64?) throws {
        for chunk in [1, 2, 5, 7, 8, 64] {
            #expect(try region(staccato: staccato).readAll(chunk: chunk) == expected(0..<21), "chunks of \(chunk)")
        }
        #expect(region().frameCount == 21)
    }

    @Test func `a part without a length runs to the end of the source`() throws {
        #expect(try region(start: 95, length: nil, passes: 2).readAll() == expected(0..<10, start: 95, length: 5))
        #expect(region(start: 95, length: nil, passes: 2).frameCount == 10)
        #expect(region(start: 95, length: 50, passes: 2).frameCount == 10)
    }

    @Test(arguments: [nil, 4] as [UInt64?])
    func `seek finds any frame of any pass`(staccato: UInt64?) throws {
        let source = region(staccato: staccato)
        for frame in [20, 0, 13, 7, 14, 6, 1, 21, 100] {
            try source.seek(to: Int64(frame))
            #expect(try source.readAll(chunk: 4) == expected(min(frame, 21)..<21), "from frame \(frame)")
        }
    }

    @Test func `an endless loop goes on, and can be entered anywhere`() throws {
        let source = region(passes: nil, staccato: 9)
        #expect(source.frameCount == nil)
        for frame in [0, 700_000_003] {
            try source.seek(to: Int64(frame))
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: 1000)
            buffer.frameLength = try source.readFully(into: &buffer, at: 0, frameCount: 1000)
            #expect(buffer.samples(ofChannel: 0) == expected(frame..<frame + 1000)[0])
        }
    }

    @Test func `a source that proves shorter ends its pass early and starts again`() throws {
        let source = RegionSource(Boastful(ArraySource([[0, 1, 2, 3, 4]])), start: 2, length: 50, passes: 3)
        #expect(try source.readAll() == [[2, 3, 4, 2, 3, 4, 2, 3, 4]])
    }

    @Test func `an endless loop of nothing ends`() throws {
        #expect(try region(start: 100, length: nil, passes: nil).readAll() == [[], []])
        #expect(try region(length: 0, passes: nil).readAll() == [[], []])
        #expect(region(start: 100, passes: nil).frameCount == 0)
    }
}

/// Announces more frames than it has.
private final class Boastful: FrameSource {
    private let source: ArraySource

    init(_ source: ArraySource) {
        self.source = source
    }

    var format: StreamDescription { source.format }
    var frameCount: Int64? { 1_000 }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        try source.read(into: &buffer, at: offset, frameCount: frameCount)
    }

    func seek(to frame: Int64) throws { try source.seek(to: frame) }
}
