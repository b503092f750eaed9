import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Rendering until everything that feeds a graph is over.
@Suite struct GraphEndTests {
    /// A desk with a player of 500 frames from frame 100 on, a callback of 1500 frames, and a delay of 250 after the
    /// mixer.
    private func desk(slice: Int) throws -> AudioGraph {
        let desk = try Desk([ScheduledSource(ArraySource([SeededNumbers.noise(500, seed: 1)]), startTime: 100)])
        let mixer = try desk.graph.unit(of: desk.mixer, as: MultiChannelMixer.self)
        try mixer.setElementCount(2, scope: .input)
        try mixer.setStreamFormat(format(48_000, 1), scope: .input, element: 1)
        let noise = SeededNumbers.noise(1500, seed: 2)
        try desk.graph.setInputCallback(desk.mixer, 1) { flags, time, _, frames, buffer in
            let start = Int(time.sampleTime), end = min(1500, start + frames)
            buffer.fill(channel: 0, with: Array(noise[start..<end]))
            if end == 1500 {
                flags.insert(.offlineComplete)
                buffer.frameLength = end - start
            }
        }
        let delay = try desk.graph.addNode(.sampleDelay)
        try desk.graph.disconnect(desk.output)
        try desk.graph.connect(desk.mixer, to: delay)
        try desk.graph.connect(delay, to: desk.output)
        try desk.graph.unit(of: delay, as: SampleDelay.self).setParameter(SampleDelay.Parameter.delayFrames, 250)
        desk.graph.maximumFramesPerSlice = slice
        try desk.graph.initialize()
        return desk.graph
    }

    @Test func `a render ends with the last tail, to the frame and whatever the slices are`() throws {
        var sounds: [[[UInt32]]] = []
        for (slice, request) in [(64, nil), (512, 100), (512, 3000), (4096, nil), (1, 7)] as [(Int, Int?)] {
            let renderer = try OfflineRenderer(desk(slice: slice), maximumFrameCount: request)
            let sink = CollectingSink(channels: 2)
            #expect(try renderer.renderToEnd(into: sink, limit: 100_000) == 1750)
            #expect(renderer.endTime == 1750 && sink.channels[0].count == 1750 && !sink.isFinalized)
            sounds.append(bits(sink.channels))
        }
        #expect(Set(sounds).count == 1)
        #expect(sounds[0][0].last != 0, "the last frame of the callback")
    }

    @Test func `what does not end is rendered up to the limit`() throws {
        let desk = try Desk([ScheduledSource(ArraySource([[1, 1]]))])
        let mixer = try desk.graph.unit(of: desk.mixer, as: MultiChannelMixer.self)
        try mixer.setElementCount(2, scope: .input)
        try desk.graph.setInputCallback(desk.mixer, 1) { _, _, _, _, _ in }
        try desk.graph.initialize()
        let renderer = try OfflineRenderer(desk.graph), sink = CollectingSink(channels: 2)
        #expect(try renderer.renderToEnd(into: sink, limit: 5000) == 5000)
        #expect(renderer.endTime == nil && renderer.position.sampleTime == 5000)
        #expect(try renderer.renderToEnd(into: sink, limit: 0) == 0)
    }

    @Test func `nothing to hear is no frames`() throws {
        let desk = try Desk([])
        try desk.graph.initialize()
        let renderer = try OfflineRenderer(desk.graph), sink = CollectingSink(channels: 2)
        #expect(try renderer.renderToEnd(into: sink, limit: 5000) == 0)
        #expect(renderer.endTime == 0)
    }

    @Test func `a sink's error stops it`() throws {
        struct Full: Error {}
        final class FullSink: FrameSink {
            let format = KKGraphTests.format(48_000, 2)
            func write(_ buffer: borrowing PCMBuffer) throws { throw Full() }
            func finalize() throws {}
        }
        let renderer = try OfflineRenderer(desk(slice: 64))
        #expect(throws: Full.self) { try renderer.renderToEnd(into: FullSink(), limit: 5000) }
        #expect(renderer.position.sampleTime == 64)
    }
}
