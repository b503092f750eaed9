import KKGraph
import KKPCM
import KKUnits
import KKTestSupport
import Testing

@Suite struct GraphEditTests {
    @Test func `nodes are numbered from one and numbers are not used twice`() throws {
        let graph = AudioGraph()
        #expect(try graph.addNode(.genericOutput) == Node(id: 1))
        let mixer = try graph.addNode(.multiChannelMixer)
        try graph.removeNode(mixer)
        #expect(try graph.addNode(.multiChannelMixer) == Node(id: 3))
        #expect(graph.nodes.map(\.id) == [1, 3])
        #expect(try graph.nodeInfo(Node(id: 3)).component == .multiChannelMixer)
        #expect(status { _ = try graph.nodeInfo(mixer) } == -10860)
    }

    @Test func `a second output unit and an unknown unit are refused`() throws {
        let graph = AudioGraph()
        try graph.addNode(.genericOutput)
        #expect(
            text { try graph.addNode(.genericOutput) }
                == "node 2 'auou' 'genr' 'appl': the graph already has an output unit, node 1")
        #expect(status { try graph.addNode(.genericOutput) } == -10862)
        #expect(status { try graph.addNode(ComponentDescription(type: "aumu", subType: "dls ")) } == -10864)
    }

    @Test func `an input has one supplier and an output one taker`() throws {
        let graph = AudioGraph()
        let mixer = try graph.addNode(.multiChannelMixer)
        let first = try graph.addNode(.filePlayer), second = try graph.addNode(.filePlayer)
        try graph.connect(first, to: mixer, 3)
        #expect(status { try graph.connect(second, to: mixer, 3) } == -10861)
        #expect(status { try graph.setInputCallback(mixer, 3) { _, _, _, _, _ in } } == -10861)
        #expect(
            text { try graph.connect(first, to: mixer, 4) }
                == "node 1 'aumx' 'mcmx' bus 4: node 2 bus 0 already feeds node 1 bus 3; disconnect that first; "
                + "one output bus feeds one input bus")
        #expect(status { try graph.connect(second, -1, to: mixer, 0) } == -10861)
        #expect(status { try graph.connect(second, to: mixer, -1) } == -10861)
        #expect(status { try graph.connect(second, to: Node(id: 9)) } == -10860)
        try graph.disconnect(mixer, 3)
        try graph.connect(second, to: mixer, 3)
        #expect(status { try graph.disconnect(mixer, 0) } == -10861)
    }

    @Test func `a circle is refused, short or long`() throws {
        let graph = AudioGraph()
        let nodes = try (0..<4).map { _ in try graph.addNode(.multiChannelMixer) }
        #expect(status { try graph.connect(nodes[0], to: nodes[0]) } == -10861)
        for index in 0..<3 { try graph.connect(nodes[index], to: nodes[index + 1]) }
        #expect(
            text { try graph.connect(nodes[3], to: nodes[0], 5) }
                == "node 1 'aumx' 'mcmx' bus 5: a connection from node 4 would make a loop")
    }

    @Test func `interactions are reported in the order of making`() throws {
        let graph = AudioGraph()
        let output = try graph.addNode(.genericOutput), mixer = try graph.addNode(.multiChannelMixer)
        let player = try graph.addNode(.filePlayer)
        try graph.connect(player, to: mixer, 2)
        try graph.connect(mixer, to: output)
        try graph.setInputCallback(mixer, 0) { _, _, _, _, _ in }
        let first = Interaction.connection(source: player, sourceBus: 0, destination: mixer, destinationBus: 2)
        let second = Interaction.connection(source: mixer, sourceBus: 0, destination: output, destinationBus: 0)
        let third = Interaction.inputCallback(mixer, bus: 0)
        #expect(graph.interactions == [first, second, third])
        #expect(try graph.interactions(of: output) == [second])
        #expect(try graph.interactions(of: mixer) == [first, second, third])
        try graph.removeNode(player)
        #expect(graph.interactions == [second, third])
        graph.clearConnections()
        #expect(graph.interactions.isEmpty)
    }

    @Test func `units are there while the graph is open`() throws {
        let graph = AudioGraph()
        let mixer = try graph.addNode(.multiChannelMixer)
        #expect(status { _ = try graph.unit(of: mixer, as: MultiChannelMixer.self) } == -10863)
        try graph.open()
        let unit = try graph.unit(of: mixer, as: MultiChannelMixer.self)
        #expect(unit.name == "node 1 'aumx' 'mcmx'")
        #expect(status { _ = try graph.unit(of: mixer, as: FilePlayer.self) } == -10864)
        let later = try graph.addNode(.filePlayer)
        #expect(try graph.unit(of: later, as: FilePlayer.self).name == "node 2 'augn' 'afpl'")
        try graph.close()
        #expect(try graph.nodeInfo(mixer).unit == nil)
    }
}
