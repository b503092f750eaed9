import Foundation
import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct GraphTextTests {
    private func desk() throws -> Desk {
        let desk = try Desk([ScheduledSource(ArraySource([[1]]))])
        try desk.graph.unit(of: desk.mixer, as: MultiChannelMixer.self).setElementCount(2, scope: .input)
        try desk.graph.setInputCallback(desk.mixer, 1) { _, _, _, _, _ in }
        try desk.graph.unit(of: desk.mixer, as: MultiChannelMixer.self).setStreamFormat(
            format(48_000, 6), scope: .input, element: 1)
        return desk
    }

    @Test func `a graph prints as CAShow prints it, with numbers for addresses`() throws {
        let desk = try desk()
        try desk.graph.addNode(.converter)
        try desk.graph.initialize()
        let expected = """
            AudioUnitGraph:
              Member Nodes:
                node 1: 'auou' 'genr' 'appl', instance 1 O I
                node 2: 'aumx' 'mcmx' 'appl', instance 2 O I
                node 3: 'augn' 'afpl' 'appl', instance 3 O I
                node 4: 'aufc' 'conv' 'appl', instance 4 O
              Connections:
                node   2 bus   0 => node   1 bus   0  [ 2 ch,  48000 Hz, Float32, deinterleaved]
                node   3 bus   0 => node   2 bus   0  [ 1 ch,  48000 Hz, Float32, deinterleaved]
              Input Callbacks:
                {callback} => node   2 bus   1  [ 6 ch,  48000 Hz, Float32, deinterleaved]
              CurrentState:
                mLastUpdateError=0, eventsToProcess=F, isInitialized=T, isRunning=F

            """
        #expect(desk.graph.description == expected)
    }

    @Test func `a closed graph prints without formats`() throws {
        let graph = AudioGraph()
        let output = try graph.addNode(.genericOutput), mixer = try graph.addNode(.multiChannelMixer)
        try graph.connect(mixer, to: output)
        let expected = """
            AudioUnitGraph:
              Member Nodes:
                node 1: 'auou' 'genr' 'appl', instance 1
                node 2: 'aumx' 'mcmx' 'appl', instance 2
              Connections:
                node   2 bus   0 => node   1 bus   0
              CurrentState:
                mLastUpdateError=0, eventsToProcess=F, isInitialized=F, isRunning=F

            """
        #expect(graph.description == expected)
    }

    @Test func `a graph draws itself in DOT`() throws {
        let expected = #"""
            digraph AudioUnitGraph {
              rankdir=LR;
              node [shape=box];
              node1 [label="node 1\n'auou' 'genr'"];
              node2 [label="node 2\n'aumx' 'mcmx'"];
              node3 [label="node 3\n'augn' 'afpl'"];
              node2 -> node1 [label="0 to 0\n 2 ch,  48000 Hz, Float32, deinterleaved"];
              node3 -> node2 [label="0 to 0\n 1 ch,  48000 Hz, Float32, deinterleaved"];
              callback2_1 [label="callback", shape=ellipse];
              callback2_1 -> node2 [label="to 1\n 6 ch,  48000 Hz, Float32, deinterleaved"];
            }

            """#
        #expect(try desk().graph.dot() == expected)
    }

    @Test func `a snapshot survives JSON`() throws {
        let graph = try desk().graph
        let data = try JSONEncoder().encode(graph.snapshot)
        #expect(try JSONDecoder().decode(GraphSnapshot.self, from: data) == graph.snapshot)
        #expect(graph.snapshot.connections[1].layout == .mono)
    }
}
