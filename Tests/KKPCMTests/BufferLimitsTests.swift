import KKPCM
import KKTestSupport
import Testing

/// What nobody can be told of is a value that is documented, and never the end of the process.
@Suite struct BufferLimitsTests {
    @Test func `a four-character code in source may be shorter or longer`() {
        #expect(("aac" as FourCharCode).description == "'aac '" && ("aac" as FourCharCode) == FourCharCode("aac"))
        #expect(
            ("" as FourCharCode).description == "'    '" && ("lpcms" as FourCharCode) == "lpcm"
                && ("é!" as FourCharCode).rawValue == 0xC3A9_2120)
    }

    @Test func `a length beyond the capacity is the capacity, and a negative size is none`() {
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 10)
        buffer.frameLength = 11
        #expect(buffer.frameLength == 10)
        buffer.frameLength = -1
        #expect(buffer.frameLength == 0)
        let none = PCMBuffer(channelCount: -1, frameCapacity: -5)
        #expect(none.channelCount == 0 && none.frameCapacity == 0)
        #expect(AudioBuffer(byteCapacity: -1).bytes.isEmpty)
    }

    @Test func `what has no place in a buffer is left out`() {
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 3)
        buffer.frameLength = 3
        buffer.fill(channel: 0, at: 1, with: [1, 2, 3, 4])
        buffer.fill(channel: 1, with: [9])
        buffer.fill(channel: 0, at: -1, with: [9])
        buffer.fill(channel: 0, at: .max, with: [9])
        #expect(buffer.samples(ofChannel: 0) == [0, 1, 2])
    }

    @Test func `time stands still at the end of all numbers`() {
        #expect(AudioTime(sampleTime: .max - 1, sampleRate: 1).advanced(by: 5).sampleTime == .max)
        #expect(AudioTime(sampleTime: .min, sampleRate: 1).advanced(by: -1).sampleTime == .min)
        #expect(AudioTime(sampleTime: 7, sampleRate: 1).advanced(by: -9).sampleTime == -2)
    }

    @Test func `a description of impossible numbers can be written down`() {
        let description = StreamDescription.linearPCM(sampleRate: 1, channels: -1, bits: -8, flags: [])
        #expect(description.channelsPerFrame == 0 && description.bitsPerChannel == 0)
        #expect(StreamDescription.canonical(sampleRate: 1, channels: .max).channelsPerFrame == .max)
    }

    /// A source of no end that remembers where it was sent.
    private final class EndlessSource: FrameSource {
        let format = StreamDescription.canonical(sampleRate: 1, channels: 1)
        let frameCount: Int64? = nil
        var places: [Int64] = []

        func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int { 0 }

        func seek(to frame: Int64) throws { places.append(frame) }
    }

    @Test(arguments: [1, nil] as [Int64?])
    func `a region whose start and place are beyond counting together is sought at the end of all numbers`(
        passes: Int64?
    ) throws {
        let source = EndlessSource()
        let region = RegionSource(source, start: .max - 2, length: .max, passes: passes)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 4)
        for frame in [1, 5, Int64.max - 1] {
            try region.seek(to: frame)
            #expect(try region.read(into: &buffer, at: 0, frameCount: 4) == 0)
        }
        // One that is played without end looks at its start again each time that there is nothing.
        let starts: [Int64] = passes == nil ? [.max - 2] : []
        #expect(source.places == [[.max - 1], starts, [.max], starts, [.max], starts].flatMap(\.self))
    }

    @Test func `a region is played no fewer times than none, and as often as can be counted`() throws {
        let source = ArraySource([[1, 2, 3]])
        #expect(RegionSource(source, passes: -1).frameCount == 0)
        #expect(RegionSource(source, passes: .max / 3).frameCount == Int64.max / 3 * 3)
        let region = RegionSource(source, passes: .max)
        #expect(region.frameCount == nil)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 4)
        try region.seek(to: .max)
        let count = try region.read(into: &buffer, at: 0, frameCount: 4)
        buffer.frameLength = count
        #expect(buffer.samples(ofChannel: 0) == [2, 3])
        let last = RegionSource(source, passes: 2)
        try last.seek(to: 5)
        #expect(try last.read(into: &buffer, at: 0, frameCount: 4) == 1)
        #expect(try last.read(into: &buffer, at: 0, frameCount: 4) == 0)
    }

    @Test func `a region at the ends of all numbers reads nothing`() throws {
        let source = ArraySource([[1, 2, 3]])
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 4)
        for (start, length) in [(-1, nil), (Int64.max, Int64.max), (.max, nil), (-5, -5), (2, .max)]
            as [(Int64, Int64?)]
        {
            let region = RegionSource(source, start: start, length: length, passes: -1)
            try region.seek(to: .max)
            try region.seek(to: -3)
            #expect(try region.read(into: &buffer, at: 0, frameCount: 4) == 0)
        }
    }
}
