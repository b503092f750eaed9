import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct GraphFormatTests {
    /// A mixer before the head, initialized at 44,100 Hz, with a level of 1 on bus 0.
    private struct Bench {
        let graph = AudioGraph()
        let output: GenericOutput
        let mixer: MultiChannelMixer
        let mixerNode: Node

        init() throws {
            let head = try graph.addNode(.genericOutput)
            mixerNode = try graph.addNode(.multiChannelMixer)
            try graph.connect(mixerNode, to: head)
            try graph.setInputCallback(mixerNode) { _, _, _, frames, buffer in
                buffer.fill(channel: 0, with: Array(repeating: 1, count: frames))
            }
            try graph.open()
            output = try graph.unit(of: head, as: GenericOutput.self)
            mixer = try graph.unit(of: mixerNode, as: MultiChannelMixer.self)
            try graph.initialize()
        }

        /// Gives the mixer another rate, as whoever has the unit can.
        func change(_ rate: Double) throws {
            mixer.uninitialize()
            try mixer.setStreamFormat(format(rate, 2), scope: .output)
            try mixer.setStreamFormat(format(rate, 2), scope: .input)
            try mixer.initialize()
        }
    }

    @Test func `a mixer whose rate is changed in an initialized graph is not rendered at the head's rate`() throws {
        let bench = try Bench()
        let renderer = try OfflineRenderer(bench.graph)
        _ = try renderer.rendered(5)
        try bench.change(96_000)
        #expect(
            text { _ = try renderer.rendered(5) }.hasPrefix(
                "node 1 'auou' 'genr' bus 0: the bus has the format [ 2 ch,  44100 Hz"))
        try bench.graph.uninitialize()
        try bench.graph.initialize()
        #expect(try bench.output.streamFormat(.output) == format(96_000, 2))
        #expect(try OfflineRenderer(bench.graph).rendered(2)[0] == [1, 1])
    }

    @Test func `an update of a running graph that touches another bus does not hide it`() throws {
        let bench = try Bench()
        try bench.graph.start()
        let renderer = try OfflineRenderer(bench.graph)
        try bench.change(96_000)
        try bench.graph.setInputCallback(bench.mixerNode, 1) { _, _, _, _, _ in }
        #expect(status { try bench.graph.update() } == -10868)
        #expect(throws: AudioUnitError.self) { try renderer.rendered(5) }
    }

    @Test func `a renderer of a graph that was initialized at another rate says so`() throws {
        let bench = try Bench()
        let renderer = try OfflineRenderer(bench.graph)
        try bench.graph.uninitialize()
        try bench.mixer.setStreamFormat(format(96_000, 2), scope: .output)
        try bench.graph.initialize()
        #expect(status { _ = try renderer.rendered(5) } == -10868)
        #expect(renderer.position.sampleTime == 0)
    }
}
