internal import KKConvert
public import KKDSP
internal import KKFiles
internal import KKMath
public import KKGraph
public import KKPCM
public import KKUnits

/// A mix as a graph: a file player and a mixer bus for each track, in track order, and a generic output as the head.
/// Tracks that follow one another may share a player and its bus.
public struct CompiledMix {
    public let graph: AudioGraph
    public let renderer: OfflineRenderer
    public let mixer: MultiChannelMixer
    /// The player of each track; several tracks may share one.
    public let players: [FilePlayer]
    /// Each track's bus of the mixer.
    let buses: [Int]
    /// The frames by which each track is played later, so that all of them come out of their units together.
    let trackDelays: [Int64]
    /// The latency of the graph in frames: this many frames must be dropped at the start.
    public let latencyFrameCount: Int
    /// Every unit, in the order in which sound goes through them.
    let units: [TracedUnit]
    /// Whether nothing follows the mixer, so that the contribution of each bus to the output is known.
    public let isMixerLast: Bool

    /// The frame of the mix at which a track's source has ended; `nil` while it goes on.
    func end(ofTrack number: Int) -> Int64? { players[number].endTime.map { $0 - trackDelays[number] } }

    /// The tracks that were never turned down, as what should do it stayed below the threshold.
    var idleDucks: [Int] {
        units.compactMap { traced in (traced.unit as? Ducker).flatMap { $0.hasActed ? nil : traced.track } }
    }

    /// A unit and what it is there for.
    struct TracedUnit {
        var unit: AudioUnit
        var kind: String
        /// The track that it belongs to; `nil` for the mix.
        var track: Int?
    }
}

extension MixPlan {
    /// Builds and initializes the graph of this mix.
    ///
    /// - Parameters:
    ///   - fit: changes so that it fits; `nil` for the session's own settings.
    ///   - sharesBuses: whether tracks that follow one another may share a bus.
    ///   - workers: render the tracks in parallel; useful if the tracks have units of their own.
    ///   - kernelWorkers: do what a unit has to have done only later.
    ///   - wrap: wraps a track's source before it goes to the player, for example to read ahead; it also gets the
    ///     track's number.
    public func compile(
        _ fit: MixFit? = nil, sharesBuses: Bool = false, workers: (any RenderWorkers)? = nil,
        kernelWorkers: (any KernelWorkers)? = nil,
        wrap: (any FrameSource, Int) -> any FrameSource = { source, _ in source }
    ) throws -> CompiledMix {
        let fit = fit ?? MixFit(limit: session.limit)
        if fit.limit != nil { try checkLimiterRate() }
        let graph = AudioGraph(components: AudioComponent.all + plugins.components)
        (graph.renderWorkers, graph.kernelWorkers) = (workers, kernelWorkers)
        let lanes = lanes(isShared: sharesBuses)
        let playerNodes = try lanes.map { _ in try graph.addNode(.filePlayer) }
        let mixerNode = try graph.addNode(.multiChannelMixer)
        let outputNode = try graph.addNode(.genericOutput)
        graph.maximumFramesPerSlice = session.maximumFramesPerSlice
        try graph.open()

        let mixer = try graph.unit(of: mixerNode, as: MultiChannelMixer.self)
        try mixer.setElementCount(lanes.count, scope: .input)
        try mixer.setStreamFormat(format, scope: .output, element: 0)
        try mixer.setChannelLayout(layout, scope: .output, element: 0)
        // Units may depend on the level: what makes a mix fit comes after them.
        let (ownGain, fittingGain) = session.units.isEmpty ? (fit.gain, 1) : (1, fit.gain)
        try mixer.setParameter(
            MultiChannelMixer.Parameter.volume, Float(session.gain.linear * ownGain), scope: .output)

        var built = try lanes.indices.map { bus in
            try build(lanes[bus], on: bus, of: mixer, from: playerNodes[bus], in: graph)
        }
        setLeads(of: &built, lanes)
        var units = built.flatMap(\.units)
        func note(_ node: Node, _ kind: String, _ track: Int? = nil) throws {
            units.append(try Self.traced(node, kind, track, in: graph))
        }
        let latest = built.map { $0.latency + $0.lead }.max() ?? 0
        for (bus, end) in try connectKeys(built, of: lanes, in: graph).enumerated() {
            if let ducker = end.ducker { try note(ducker, "duck", lanes[bus][0]) }
            guard let position = tracks[lanes[bus][0]].spec.position else {
                try graph.connect(end.node, end.bus, to: mixerNode, bus)
                continue
            }
            let placed = try place(
                end, tracks[lanes[bus][0]], at: position, delay: latest - latency(of: position), in: graph)
            try graph.connect(placed, 0, to: mixerNode, bus)
            try note(placed, "position", lanes[bus][0])
        }
        var buses = tracks.map { _ in 0 }
        for (bus, lane) in lanes.enumerated() {
            for number in lane {
                buses[number] = bus
                let own = try wrap(source(of: tracks[number], reader: readers[number]), number)
                let source = lane.count == 1 ? own : tracks[number].mixed(own)
                try built[bus].player.schedule(
                    scheduled(source, for: tracks[number], delay: latest - built[bus].latency - built[bus].lead))
            }
        }
        let equalized = try Self.add(session.equalizer, behind: mixerNode, to: graph)
        let added = try add(session.units, behind: equalized, to: graph)
        let leveled = try Self.add(gain: fittingGain, behind: added.last ?? equalized, to: graph)
        let last = try Self.add(fit.limit, behind: leveled, to: graph)
        try graph.connect(last, 0, to: outputNode, 0)
        try note(mixerNode, "mixer")
        if equalized != mixerNode { try note(equalized, "eq of the mix") }
        for (node, unit) in zip(added, session.units) { try note(node, unit.name) }
        if last != leveled { try note(last, "limiter") }
        try note(outputNode, "output")
        try initialize(graph)
        return CompiledMix(
            graph: graph, renderer: try OfflineRenderer(graph), mixer: mixer, players: buses.map { built[$0].player },
            buses: buses, trackDelays: buses.map { latest - built[$0].latency - built[$0].lead },
            latencyFrameCount: Int(latest + (try Self.latency(of: added + (last == leveled ? [] : [last]), in: graph))),
            units: units, isMixerLast: last == mixerNode)
    }

    /// Takes the memory of a graph, if there is room for all of it.
    private func initialize(_ graph: AudioGraph) throws {
        if room != nil { graph.byteLimit = MixRoom.byteCount - heldByteCount - sliceByteCount }
        do {
            try graph.initialize()
        } catch {
            if graph.isTooLarge, let room { throw room.tooLarge }
            throw error
        }
    }

    /// What stands before a bus of the mixer: a player, and the equaliser and units of its tracks.
    struct BuiltLane {
        var player: FilePlayer
        /// The last node before the mixer.
        var end: Node
        /// The nodes of its tracks' units, and the frames by which sound leaves each of them later than it came.
        var unitNodes: [Node]
        var unitLatencies: [Int64]
        /// The frames by which sound leaves it later than it came, with its position.
        var latency: Int64
        var units: [CompiledMix.TracedUnit]
        /// The frames by which it is played early, and delayed behind its side chains.
        var lead: Int64 = 0

        /// The frames by which sound leaves it later than it came to a unit.
        func latency(from unit: Int) -> Int64 { unitLatencies[unit...].reduce(0, +) }
    }

    /// Sets a player and its bus up for the tracks that share it; the bus is not connected yet.
    private func build(
        _ lane: [Int], on bus: Int, of mixer: MultiChannelMixer, from node: Node, in graph: AudioGraph
    ) throws -> BuiltLane {
        // Of several, each is as plain as the others.
        let spec = tracks[lane[0]].spec, channels = layout(ofLane: lane)
        try deadline?.check()
        let player = try graph.unit(of: node, as: FilePlayer.self)
        try player.setStreamFormat(
            .canonical(sampleRate: sampleRate, channels: channels.channelCount), scope: .output, element: 0)
        try player.setChannelLayout(channels, scope: .output, element: 0)
        let equalized = try Self.add(spec.equalizer, behind: node, to: graph)
        let added = try add(spec.units, behind: equalized, to: graph)
        typealias Parameter = MultiChannelMixer.Parameter
        try mixer.setParameter(Parameter.volume, Float(spec.level), scope: .input, element: bus)
        try mixer.setParameter(Parameter.pan, Float(spec.pan), scope: .input, element: bus)
        try mixer.setParameter(
            Parameter.enable, tracks[lane[0]].isAudible ? 1 : 0, scope: .input, element: bus)
        let named =
            [(node, "player")] + (equalized == node ? [] : [(equalized, "eq")])
            + zip(added, spec.units).map { ($0, $1.name) }
        let latencies = try added.map { try Self.latency(of: [$0], in: graph) }
        return BuiltLane(
            player: player, end: added.last ?? equalized, unitNodes: added, unitLatencies: latencies,
            latency: latencies.reduce(0, +) + latency(of: spec.position),
            units: try named.map { try Self.traced($0, $1, lane[0], in: graph) })
    }

    private static func traced(
        _ node: Node, _ kind: String, _ track: Int?, in graph: AudioGraph
    ) throws -> CompiledMix.TracedUnit {
        CompiledMix.TracedUnit(unit: try graph.unit(of: node, as: AudioUnit.self), kind: kind, track: track)
    }

    /// - Throws: `usage` for a rate at which there is no limiter.
    func checkLimiterRate() throws(SessionError) {
        let highest = TruePeakLimiterKernel.highestSampleRate
        guard sampleRate > highest else { return }
        throw SessionError(
            .usage,
            "a limiter works up to \(groupedText(Int64(highest))) Hz, and the mix has \(StreamDescription.rateText(sampleRate)) Hz",
            nextStep: "mix at another rate (-r 48000), or leave the limiter out")
    }

    /// Puts a limiter after a node.
    ///
    /// - Returns: the last node of the row.
    private static func add(_ limit: TruePeakCeiling?, behind node: Node, to graph: AudioGraph) throws -> Node {
        guard let limit else { return node }
        let added = try graph.addNode(.truePeakLimiter)
        let unit = try graph.unit(of: added, as: TruePeakLimiter.self)
        // Rounded down, so that no sample is above the ceiling by that.
        let ceiling = Float(limit.decibels)
        try unit.setParameter(
            TruePeakLimiter.Parameter.ceiling, Double(ceiling) > limit.decibels ? ceiling.nextDown : ceiling)
        try graph.connect(node, 0, to: added, 0)
        return added
    }

    /// Puts effects after a node, one after the other.
    ///
    /// - Returns: their nodes.
    private func add(_ units: [UnitSpec], behind node: Node, to graph: AudioGraph) throws -> [Node] {
        var nodes: [Node] = []
        for spec in units {
            try deadline?.check()
            let before = nodes.last ?? node
            let added = try graph.addNode(plugins.component(of: spec).description)
            let unit = try graph.unit(of: added, as: AudioUnit.self)
            if let format = try graph.nodeInfo(before).unit?.streamFormat(.output) {
                try spec.setUp(unit, for: format, impulses, plugins.plugin(of: spec))
            }
            try graph.connect(before, 0, to: added, 0)
            nodes.append(added)
        }
        return nodes
    }

    /// The frames by which sound leaves a row of units later than it came.
    private static func latency(of nodes: [Node], in graph: AudioGraph) throws -> Int64 {
        try nodes.reduce(0) { $0 + Int64(try graph.nodeInfo($1).unit?.latencyFrameCount ?? 0) }
    }

    /// Puts a level after a node, unless it would pass every bit.
    ///
    /// - Returns: the last node of the row.
    private static func add(gain: Double, behind node: Node, to graph: AudioGraph) throws -> Node {
        guard gain != 1 else { return node }
        let added = try graph.addNode(.multiChannelMixer)
        let mixer = try graph.unit(of: added, as: MultiChannelMixer.self)
        try mixer.setElementCount(1, scope: .input)
        if let before = try graph.nodeInfo(node).unit {
            try mixer.setStreamFormat(try before.streamFormat(.output), scope: .output, element: 0)
        }
        try mixer.setParameter(MultiChannelMixer.Parameter.volume, Float(gain), scope: .output)
        try graph.connect(node, 0, to: added, 0)
        return added
    }

    /// Puts an equaliser after a node, unless it would pass every bit.
    ///
    /// - Returns: the last node of the row.
    private static func add(_ equalizer: EQSpec?, behind node: Node, to graph: AudioGraph) throws -> Node {
        guard let equalizer, !equalizer.isFlat else { return node }
        let added: Node
        switch equalizer {
        case .preset(let name):
            added = try graph.addNode(.iPodEQ)
            let unit = try graph.unit(of: added, as: IPodEQ.self)
            guard let preset = EQPreset(named: name) else {
                throw SessionError(.usage, "'\(name)' is not an EQ preset", nextStep: "see kkmix presets")
            }
            try unit.setPresentPreset(named: preset.name)
        case .bands(let bands):
            added = try graph.addNode(.nBandEQ)
            let unit = try graph.unit(of: added, as: NBandEQ.self)
            try unit.setBandCount(bands.count)
            // The highest frequency depends on the rate, which a connection will bring.
            let format = try graph.nodeInfo(node).unit?.streamFormat(.output) ?? unit.streamFormat(.input)
            try unit.setStreamFormat(format, scope: .input)
            try unit.setBands(bands.map { $0.band(sampleRate: format.sampleRate) })
        }
        try graph.connect(node, 0, to: added, 0)
        return added
    }

    /// The track's part of its file, looped, at the mix's rate.
    private func source(of track: PlannedTrack, reader: AudioFileReader) throws -> any FrameSource {
        try reader.seek(to: 0)
        var source: any FrameSource = reader
        if track.spec.isReversed {
            source = RegionSource(try reversed(source, of: track), passes: track.passes)
        } else if !track.isWholeFile {
            source = RegionSource(source, start: track.regionStart, length: track.regionLength, passes: track.passes)
        }
        // The converter of the rate works on as few channels as it can.
        let mapping = track.mapping.map { (matrix: $0, widens: $0.outputCount > $0.inputCount) }
        if let mapping, !mapping.widens { source = MatrixedSource(source, matrix: mapping.matrix) }
        source = try StretchedSource(
            source, by: track.stretching, keepingFormantsAt: track.spec.keepsFormants ? track.spec.pitch.factor : nil)
        source = try ResampledSource(
            source, from: track.playedRate, sampleRate: sampleRate, quality: session.resampler)
        if let mapping, mapping.widens { source = MatrixedSource(source, matrix: mapping.matrix) }
        return source
    }

    /// The track's part backwards.
    private func reversed(_ source: any FrameSource, of track: PlannedTrack) throws(SessionError) -> ReversedSource {
        let part = RegionSource(source, start: track.regionStart, length: track.regionLength)
        guard let reversed = ReversedSource(part) else {
            throw SessionError(
                .usage, "a track that never ends cannot be played backwards", place: track.spec.path,
                nextStep: "set where its part ends: to=10s, or for=10s")
        }
        return reversed
    }

    /// The frame after the last one of the tracks; a tail lies after it.
    private var contentEnd: Int64 { frameCount - tailFrameCount }

    /// The frames of the track that lie within the mix.
    func audibleFrameCount(of track: PlannedTrack) -> Int64 {
        min(track.frameCount ?? .max, max(0, contentEnd - track.start))
    }

    /// The track's place on the time line. Nothing of it is heard after the tracks' end, where a limiter looks and a
    /// tail rings. A fade-out ends with the track, or with the tracks when this one would not end.
    ///
    /// - Parameter delay: the frames by which it is played later than that.
    private func scheduled(_ source: any FrameSource, for track: PlannedTrack, delay: Int64) -> ScheduledSource {
        ScheduledSource(
            source, startTime: track.start + delay, frameLimit: audibleFrameCount(of: track),
            fadeIn: track.fadeIn.map { Fade(length: $0, curve: track.spec.fadeIn?.curve ?? .linear) },
            fadeOut: track.fadeOut.map { Fade(length: $0, curve: track.spec.fadeOut?.curve ?? .linear) },
            fadeOutEnd: track.frameCount ?? max(0, contentEnd - track.start))
    }
}
