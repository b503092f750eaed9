import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct GraphRenderTests {
    @Test func `a graph renders its head, once it is initialized`() throws {
        let graph = AudioGraph()
        let player = try graph.addNode(.filePlayer)
        let output = try graph.addNode(.genericOutput)
        try graph.open()
        let unit = try graph.unit(of: player, as: FilePlayer.self)
        try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: 1), scope: .output)
        try unit.schedule(ScheduledSource(ArraySource([[0.25, -0.5, 1]]), startTime: 1))
        try graph.connect(player, to: output)

        var flags = RenderActionFlags.offlineRender
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 5)
        let start = AudioTime(sampleTime: 0, sampleRate: 48_000)
        #expect(throws: GraphError.self) { try graph.render(&flags, time: start, frameCount: 5, into: &buffer) }
        try graph.initialize()
        try graph.render(&flags, time: start, frameCount: 5, into: &buffer)
        let samples = buffer.samples(ofChannel: 0)
        #expect(samples == [0, 0.25, -0.5, 1, 0])
    }
}
