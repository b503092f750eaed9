internal import KKGraph
internal import KKPCM
internal import KKUnits

extension RenderJob {
    /// What is said of tracks that nothing has turned down.
    var duckNotices: [String] {
        idleDucks.compactMap { number in
            guard let key = plan.keys[number], let duck = plan.tracks[number].spec.duck else { return nil }
            return
                "\(plan.tracks[number].spec.path): never turned down, because \(plan.tracks[key].spec.path) stays below the threshold;"
                + " set a lower one: duck=\(duck.track):threshold=-60dB"
        }
    }
}

extension MixPlan {
    /// Where the sound of a bus of the mixer comes from.
    struct LaneEnd {
        var node: Node
        var bus = 0
        /// What turns it down under another track.
        var ducker: Node?
    }

    /// Puts a splitter after each track under which others are turned down, and a ducker after each of these.
    ///
    /// The key is the sound of its track after its effects, before its level and its place, and before it is turned
    /// down itself. All of them are as late as the latest one, so they fit together as they are heard.
    ///
    /// - Parameters:
    ///   - ends: the last node of each lane.
    ///   - lanes: what the buses play. A track that turns down or is turned down has one of its own.
    func duck(_ ends: [Node], of lanes: [[Int]], in graph: AudioGraph) throws -> [LaneEnd] {
        var outputs = ends.map { LaneEnd(node: $0) }
        guard keys.contains(where: { $0 != nil }) else { return outputs }
        var taps: [Int: LaneEnd] = [:]
        for (bus, lane) in lanes.enumerated() {
            let takers = keys.indices.filter { keys[$0] == lane[0] }
            if takers.isEmpty { continue }
            let node = try graph.addNode(.multiSplitter)
            try graph.unit(of: node, as: MultiSplitter.self).setElementCount(1 + takers.count, scope: .output)
            try graph.connect(ends[bus], 0, to: node, 0)
            outputs[bus].node = node
            for (number, taker) in takers.enumerated() { taps[taker] = LaneEnd(node: node, bus: 1 + number) }
        }
        for (bus, lane) in lanes.enumerated() {
            guard let tap = taps[lane[0]], let spec = tracks[lane[0]].spec.duck?.unit else { continue }
            let node = try graph.addNode(.ducker), unit = try graph.unit(of: node, as: Ducker.self)
            let format = StreamDescription.canonical(
                sampleRate: sampleRate, channels: layout(ofLane: lane).channelCount)
            try spec.setUp(unit, for: format, impulses)
            try graph.connect(outputs[bus].node, outputs[bus].bus, to: node, 0)
            try graph.connect(tap.node, tap.bus, to: node, Ducker.keyBus)
            outputs[bus] = LaneEnd(node: node, ducker: node)
        }
        return outputs
    }
}
