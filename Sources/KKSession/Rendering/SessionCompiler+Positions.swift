internal import KKDSP
internal import KKGraph
internal import KKPCM
internal import KKUnits

extension MixPlan {
    /// Puts a spatial mixer after a track with a position.
    ///
    /// - Returns: its node.
    func place(_ end: LaneEnd, at position: SourcePosition, in graph: AudioGraph) throws -> Node {
        let node = try graph.addNode(.spatialMixer), unit = try graph.unit(of: node, as: SpatialMixer.self)
        try unit.setElementCount(1, scope: .input)
        try unit.setStreamFormat(format, scope: .output, element: 0)
        try unit.setChannelLayout(layout, scope: .output, element: 0)
        try unit.setAlgorithm(position.algorithm(in: layout), bus: 0)
        let values = [
            (SpatialMixer.Parameter.azimuth, position.azimuth), (SpatialMixer.Parameter.elevation, position.elevation),
            (SpatialMixer.Parameter.distance, position.distance),
        ]
        for (parameter, value) in values { try unit.setParameter(parameter, Float(value), scope: .input) }
        try graph.connect(end.node, end.bus, to: node, 0)
        return node
    }

    /// The frames by which a position makes a track late.
    func latency(of position: SourcePosition?) -> Int64 {
        position.map { Int64($0.algorithm(in: layout).latency(atSampleRate: sampleRate)) } ?? 0
    }

    /// - Throws: `usage` for a position that its track or the mix cannot have.
    func checkPositions() throws(SessionError) {
        for track in tracks {
            guard let position = track.spec.position else { continue }
            func refuse(_ problem: String, _ nextStep: String) -> SessionError {
                SessionError(.usage, problem, place: track.spec.path, nextStep: nextStep)
            }
            if track.layout.channelCount != 1 {
                throw refuse(
                    "'position' is for a mono track, and this one is \(track.layout.name)", "take one channel: map=1")
            }
            if layout.channelCount < 2 {
                throw refuse("'position' needs left and right, and the mix is \(layout.name)", "mix to stereo: -c 2")
            }
            if position.isForHeadphones, layout != .stereo {
                throw refuse(
                    "headphones have left and right, and the mix is \(layout.name)",
                    "mix to stereo (-c 2), or leave 'headphones' out")
            }
        }
    }
}
