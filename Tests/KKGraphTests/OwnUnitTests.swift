import KKGraph
import KKPCM
import KKTestSupport
import KKUnitCases
import KKUnits
import Testing

/// Units that a user of the library writes, as nodes.
@Suite struct OwnUnitTests {
    private static let own = AudioComponent(HoldKernel.component, "Test: Hold") { HoldKernel.makeUnit() }
    private static let sound = (1...2).map { SeededNumbers.noise(3000, seed: $0) }

    private func doubled(_ frames: [Int]) -> [Float] { frames.map { 2 * Self.sound[0][$0] } }

    /// A player, the effect, and the output; initialized, at 48 kHz.
    private func graph(slice: Int) throws -> (graph: AudioGraph, effect: Effect<HoldKernel>) {
        let graph = AudioGraph(components: AudioComponent.all + [Self.own])
        let player = try graph.addNode(.filePlayer), output = try graph.addNode(.genericOutput)
        let effect = try graph.addNode(HoldKernel.component)
        try graph.connect(player, to: effect)
        try graph.connect(effect, to: output)
        graph.maximumFramesPerSlice = slice
        try graph.open()
        let unit = try graph.unit(of: player, as: FilePlayer.self)
        let source = ArraySource(Self.sound, sampleRate: 48_000)
        try unit.setStreamFormat(source.format, scope: .output)
        try unit.schedule(ScheduledSource(source))
        try graph.initialize()
        return (graph, try graph.unit(of: effect, as: Effect<HoldKernel>.self))
    }

    @Test func `every slice size gives the same bits, and those that the kernel says`() throws {
        let expected: [[Float]] = Self.sound.map { channel in channel.indices.map { channel[$0 - $0 % 3] * 0.5 } }
        for slice in [1, 7, 64, 512, 4096] {
            let (graph, effect) = try graph(slice: slice)
            try effect.setParameter(HoldKernel.gain, 0.5)
            #expect(bits(try OfflineRenderer(graph, maximumFrameCount: 4096).rendered(3000)) == bits(expected))
        }
    }

    @Test func `a parameter changes at its frame, a bypass passes, and a reset begins again`() throws {
        let (graph, effect) = try graph(slice: 500)
        let renderer = try OfflineRenderer(graph)
        try effect.scheduleParameters([ParameterEvent(HoldKernel.gain, .immediate(offset: 100, value: 2))])
        let first = try renderer.rendered(500, by: 500)[0]
        let expected = (0..<500).map { frame -> Float in
            let gain: Float = frame < 100 ? 1 : 2
            return Self.sound[0][frame - frame % 3] * gain
        }
        #expect(first == expected)
        effect.isBypassed = true
        #expect(try renderer.rendered(500, by: 500)[0] == Array(Self.sound[0][500..<1000]))
        effect.isBypassed = false
        // It begins again at frame 1000.
        #expect(try renderer.rendered(4, by: 4)[0] == doubled([1000, 1000, 1000, 1003]))
        effect.reset()
        #expect(try renderer.rendered(4, by: 4)[0] == doubled([1004, 1004, 1004, 1007]))
    }

    @Test func `a graph finds what it was made with, and takes a component by hand`() throws {
        let graph = AudioGraph()
        #expect(status { try graph.addNode(HoldKernel.component) } == -10864)
        let node = try graph.addNode(Self.own)
        #expect(try graph.nodeInfo(node).component == HoldKernel.component)
        try graph.open()
        let unit = try graph.unit(of: node, as: Effect<HoldKernel>.self)
        #expect(unit.name == "node 1 'aufx' 'hold'")
        try graph.close()
        try graph.open()
        #expect(try graph.unit(of: node, as: Effect<HoldKernel>.self) !== unit)
        #expect(graph.description.contains("'aufx' 'hold' 'Test'"))
    }

    @Test func `a unit with a second description is the head like any output unit`() throws {
        let remote = ComponentDescription(type: .outputUnit, subType: "rioc")
        let graph = AudioGraph(components: [AudioComponent(remote, "Test: Remote") { GenericOutput() }])
        let head = try graph.addNode(remote)
        #expect(graph.headNode == head && graph.components.count == 1)
        #expect(status { try graph.addNode(remote) } == -10862)
        #expect(status { try graph.addNode(.delay) } == -10864)
    }
}
