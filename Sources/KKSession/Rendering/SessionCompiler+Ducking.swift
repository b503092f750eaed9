internal import KKGraph
internal import KKPCM
internal import KKUnits

extension RenderJob {
    /// What is said of tracks that nothing has turned down.
    var duckNotices: [String] {
        idleDucks.compactMap { number in
            guard let key = plan.key(of: number), let duck = plan.tracks[number].spec.duck else { return nil }
            return
                "\(plan.tracks[number].spec.path): never turned down, because \(plan.tracks[key.source].spec.path) stays below the threshold;"
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

    /// Puts a splitter after each track that controls others, connects the side chains, and puts a ducker after each track
    /// that is turned down.
    ///
    /// The key is the sound of its track after its effects, before its level and its place, and before it is turned
    /// down itself. At a ducker it is as late as the sound there, and so it is at a side chain: the track that controls a
    /// unit with a latency behind it is played so much earlier, and comes to the mixer by a delay.
    ///
    /// - Parameters:
    ///   - lanes: what the buses play. A track that controls or is controlled has one of its own.
    ///   - built: what stands before each of them, with its lead.
    func connectKeys(_ built: [BuiltLane], of lanes: [[Int]], in graph: AudioGraph) throws -> [LaneEnd] {
        var outputs = built.map { LaneEnd(node: $0.end) }
        var taps: [TrackKey: LaneEnd] = [:]
        for (bus, lane) in lanes.enumerated() {
            let taken = keys.filter { $0.source == lane[0] }
            if taken.isEmpty { continue }
            let node = try graph.addNode(.multiSplitter)
            try graph.unit(of: node, as: MultiSplitter.self).setElementCount(1 + taken.count, scope: .output)
            try graph.connect(built[bus].end, 0, to: node, 0)
            outputs[bus] = try delay(LaneEnd(node: node), by: built[bus].lead, channelsOf: lane, in: graph)
            for (number, key) in taken.enumerated() {
                let lead = key.unit.flatMap { unit in
                    lanes.firstIndex { $0[0] == key.taker }.map { built[$0].lead + built[$0].latency(from: unit) }
                }
                taps[key] = try delay(
                    LaneEnd(node: node, bus: 1 + number), by: built[bus].lead - (lead ?? 0), channelsOf: lane, in: graph
                )
            }
        }
        for (bus, lane) in lanes.enumerated() {
            for (number, unit) in tracks[lane[0]].spec.units.enumerated() where unit.sideChain != nil {
                let node = built[bus].unitNodes[number]
                if let tap = key(of: lane[0], unit: number).flatMap({ taps[$0] }) {
                    try graph.connect(tap.node, tap.bus, to: node, EffectUnit.keyBus)
                } else {
                    // Without a key, some would listen to the sound itself.
                    try graph.unit(of: node, as: EffectUnit.self).setRenderCallback(
                        Self.silence, bus: EffectUnit.keyBus)
                }
            }
            guard let tap = key(of: lane[0]).flatMap({ taps[$0] }), let spec = tracks[lane[0]].spec.duck?.unit
            else { continue }
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

    private static func silence(
        _ flags: inout RenderActionFlags, _: AudioTime, _: Int, _ frameCount: Int, _ buffer: inout PCMBuffer
    ) {
        buffer.silence(0..<frameCount)
        flags.insert(.outputIsSilence)
    }

    /// The frames by which each lane is played earlier than the mixer takes it, so that its sound is in time at the side
    /// chains of units with a latency behind them.
    func setLeads(of built: inout [BuiltLane], _ lanes: [[Int]]) {
        // Nothing goes in a circle, so this comes to an end.
        var isSettled = false
        while !isSettled {
            isSettled = true
            for key in keys {
                guard let unit = key.unit, let source = lanes.firstIndex(where: { $0[0] == key.source }),
                    let taker = lanes.firstIndex(where: { $0[0] == key.taker })
                else { continue }
                let lead = built[taker].lead + built[taker].latency(from: unit)
                if lead > built[source].lead { (built[source].lead, isSettled) = (lead, false) }
            }
        }
    }

    /// Puts as many delays behind an output as it takes.
    private func delay(
        _ end: LaneEnd, by frames: Int64, channelsOf lane: [Int], in graph: AudioGraph
    ) throws -> LaneEnd {
        var (end, rest) = (end, frames)
        while rest > 0 {
            let node = try graph.addNode(.sampleDelay), unit = try graph.unit(of: node, as: SampleDelay.self)
            let count = min(rest, Int64(sampleRate))
            try unit.setStreamFormat(
                .canonical(sampleRate: sampleRate, channels: layout(ofLane: lane).channelCount), scope: .input)
            try unit.setParameter(SampleDelay.Parameter.delayFrames, Float(count))
            try graph.connect(end.node, end.bus, to: node, 0)
            (end, rest) = (LaneEnd(node: node), rest - count)
        }
        return end
    }
}
