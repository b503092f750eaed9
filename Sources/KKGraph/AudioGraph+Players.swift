public import KKPCM
public import KKUnits

extension AudioGraph {
    /// Several players at once, for programs that use `AVAudioPlayer` but have no device: a graph of players, a mixer
    /// that adds them in order, and an output.
    ///
    /// The graph is open. Give each player its sound, initialize the graph, and render it with an ``OfflineRenderer``;
    /// `renderToEnd` ends when no player is playing.
    ///
    /// - Parameter format: the rendered format, any linear PCM.
    /// - Throws: `formatNotSupported` for another format.
    public static func players(
        _ count: Int, format: StreamDescription
    ) throws(GraphError) -> (graph: AudioGraph, players: [AudioPlayer]) {
        let graph = AudioGraph()
        var nodes: [Node] = []
        for _ in 0..<max(0, count) { nodes.append(try graph.addNode(.audioPlayer)) }
        let mixerNode = try graph.addNode(.multiChannelMixer)
        let outputNode = try graph.addNode(.genericOutput)
        try graph.open()
        let mixer = try graph.unit(of: mixerNode, as: MultiChannelMixer.self)
        let output = try graph.unit(of: outputNode, as: GenericOutput.self)
        var players: [AudioPlayer] = []
        for node in nodes { players.append(try graph.unit(of: node, as: AudioPlayer.self)) }
        do throws(AudioUnitError) {
            try output.setStreamFormat(format, scope: .output)
            let inside = StreamDescription.canonical(sampleRate: format.sampleRate, channels: format.channelCount)
            try mixer.setElementCount(players.count, scope: .input)
            try mixer.setStreamFormat(inside, scope: .output)
            for player in players { try player.setStreamFormat(inside, scope: .output) }
        } catch {
            throw GraphError(error)
        }
        for (bus, node) in nodes.enumerated() { try graph.connect(node, to: mixerNode, bus) }
        try graph.connect(mixerNode, to: outputNode)
        return (graph, players)
    }
}
