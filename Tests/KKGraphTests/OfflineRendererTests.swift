import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct OfflineRendererTests {
    /// Tracks of several widths with irregular reads, a panned one, and a callback on the last bus.
    private func rendered(slice: Int, request: Int?) throws -> [[UInt32]] {
        let tracks = (0..<4).map { (index: Int) -> ScheduledSource in
            let channels = (0...index % 2).map { SeededNumbers.noise(3000, seed: UInt64(10 * index + $0)) }
            let source = ArraySource(channels, staccato: UInt64(index))
            return ScheduledSource(source, startTime: Int64(index * 701), frameLimit: index == 3 ? 500 : nil)
        }
        let desk = try Desk(tracks)
        let mixer = try desk.graph.unit(of: desk.mixer, as: MultiChannelMixer.self)
        try mixer.setElementCount(5, scope: .input)
        try mixer.setStreamFormat(format(48_000, 1), scope: .input, element: 4)
        try mixer.setParameter(MultiChannelMixer.Parameter.pan, 0.3, scope: .input, element: 2)
        let noise = SeededNumbers.noise(6000, seed: 99)
        try desk.graph.setInputCallback(desk.mixer, 4) { _, time, bus, frames, buffer in
            #expect(bus == 4)
            buffer.fill(channel: 0, with: Array(noise[Int(time.sampleTime)..<Int(time.sampleTime) + frames]))
        }
        desk.graph.maximumFramesPerSlice = slice
        try desk.graph.initialize()
        return bits(try OfflineRenderer(desk.graph, maximumFrameCount: 5000).rendered(5000, by: request))
    }

    @Test func `slices and requests change no bit`() throws {
        let reference = try rendered(slice: 5000, request: 5000)
        #expect(reference[0].contains { $0 != 0 } && reference[0] != reference[1])
        #expect(try rendered(slice: 1, request: 5000) == reference)
        #expect(try rendered(slice: 63, request: 1000) == reference)
        #expect(try rendered(slice: 512, request: nil) == reference)
        #expect(try rendered(slice: 4096, request: nil) == reference)
        #expect(try rendered(slice: 4096, request: 1) == reference)
    }

    @Test func `time is the count of the frames`() throws {
        let desk = try Desk([ScheduledSource(ArraySource([[1, 1, 1]]), startTime: 5)])
        try desk.graph.initialize()
        let renderer = try OfflineRenderer(desk.graph, maximumFrameCount: 4)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4)
        #expect(renderer.format == format(48_000, 2))
        #expect(renderer.position == AudioTime(sampleTime: 0, sampleRate: 48_000))
        #expect(try renderer.render(4, into: &buffer) == .silence)
        #expect(buffer.frameLength == 4)
        #expect(try renderer.render(3, into: &buffer) == .success)
        #expect(buffer.samples(ofChannel: 1) == [0, 1, 1])
        #expect(renderer.position.sampleTime == 7)
    }

    @Test func `a request that does not fit is refused`() throws {
        let desk = try Desk([ScheduledSource(ArraySource([[1]]))])
        try desk.graph.initialize()
        let renderer = try OfflineRenderer(desk.graph, maximumFrameCount: 100)
        var narrow = PCMBuffer(channelCount: 1, frameCapacity: 200),
            short = PCMBuffer(channelCount: 2, frameCapacity: 10)
        #expect(status { try renderer.render(101, into: &narrow) } == -10874)
        #expect(status { try renderer.render(100, into: &narrow) } == -50)
        #expect(status { try renderer.render(11, into: &short) } == -50)
        #expect(status { try renderer.render(-1, into: &short) } == -50)
        #expect(renderer.position.sampleTime == 0)
    }

    @Test func `an error stops at its slice`() throws {
        struct Trouble: Error {}
        let desk = try Desk([ScheduledSource(ArraySource([[1]]))])
        let mixer = try desk.graph.unit(of: desk.mixer, as: MultiChannelMixer.self)
        try mixer.setElementCount(2, scope: .input)
        try mixer.setStreamFormat(format(48_000, 2), scope: .input, element: 1)
        try desk.graph.setInputCallback(desk.mixer, 1) { _, time, _, _, _ in
            if time.sampleTime >= 20 { throw Trouble() }
        }
        desk.graph.maximumFramesPerSlice = 10
        try desk.graph.initialize()
        let renderer = try OfflineRenderer(desk.graph, maximumFrameCount: 50)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 50)
        #expect(throws: Trouble.self) { try renderer.render(50, into: &buffer) }
        #expect(renderer.position.sampleTime == 20)
        #expect(buffer.frameLength == 20)
    }

    @Test func `a thousand tracks`() throws {
        let desk = try Desk(
            (0..<1000).map { ScheduledSource(ArraySource([[Float($0), 1]]), startTime: Int64($0 % 2)) })
        try desk.graph.initialize()
        let sum = try OfflineRenderer(desk.graph).rendered(4)
        let even = Float((0..<1000).filter { $0 % 2 == 0 }.reduce(0, +)),
            odd = Float((0..<1000).filter { $0 % 2 == 1 }.reduce(0, +))
        #expect(sum == Array(repeating: [even, 500 + odd, 500, 0], count: 2))
    }
}
