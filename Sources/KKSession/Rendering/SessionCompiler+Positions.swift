internal import KKDSP
internal import KKGraph
internal import KKPCM
internal import KKUnits

extension MixPlan {
    /// Puts a spatial mixer after a track with a position.
    ///
    /// - Parameter delay: the frames by which the track's sound comes to it later than the track has it.
    /// - Returns: its node.
    func place(
        _ end: LaneEnd, _ track: PlannedTrack, at position: SourcePosition, delay: Int64, in graph: AudioGraph
    ) throws -> Node {
        let node = try graph.addNode(.spatialMixer), unit = try graph.unit(of: node, as: SpatialMixer.self)
        try position.setUp(unit, sampleRate: sampleRate, layout, head)
        if let motion = track.motion(delay: delay) { try unit.setMotion(motion, bus: 0) }
        try graph.connect(end.node, end.bus, to: node, 0)
        return node
    }

    /// The frames by which a position makes a track late.
    func latency(of position: SourcePosition?) -> Int64 {
        guard let position else { return 0 }
        let algorithm = position.algorithm(in: layout, hasHead: head != nil)
        return Int64(algorithm.latency(atSampleRate: sampleRate, position.rendering))
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
            if layout != .stereo, position.isForHeadphones || head != nil {
                let words = head == nil ? "'headphones'" : "--hrtf"
                throw refuse(
                    "headphones have left and right, and the mix is \(layout.name)",
                    "mix to stereo (-c 2), or leave \(words) out")
            }
        }
    }
}

extension PlannedTrack {
    /// The way of its position, which takes as long as the track; `nil` for one that stays.
    fileprivate func motion(delay: Int64) -> SpatialMotion? {
        guard let position = spec.position, let move = spec.move, let frameCount else { return nil }
        return move.motion(from: position, startTime: start + delay, frameCount: frameCount)
    }

    /// The frames for which its position still gives sound: of Doppler's shift the way, and of a head's responses their
    /// length. Those of a spherical head are too short to make a mix longer.
    ///
    /// - Throws: `AudioUnitError` for what the unit does not take.
    func tail(
        ofPositionAt sampleRate: Double, _ layout: ChannelLayout, _ head: HeadResponses?
    ) throws(AudioUnitError) -> Int64 {
        guard let position = spec.position, layout.channelCount > 1, position.hasDopplerShift || head != nil else {
            return 0
        }
        let unit = SpatialMixer()
        try position.setUp(unit, sampleRate: sampleRate, layout, head)
        if let motion = motion(delay: 0) { try unit.setMotion(motion, bus: 0) }
        return Int64(unit.tailFrameCount ?? 0)
    }
}

extension SourcePosition {
    fileprivate func setUp(
        _ unit: SpatialMixer, sampleRate: Double, _ layout: ChannelLayout, _ head: HeadResponses?
    ) throws(AudioUnitError) {
        try unit.setElementCount(1, scope: .input)
        try unit.setStreamFormat(.canonical(sampleRate: sampleRate, channels: 1), scope: .input, element: 0)
        try unit.setStreamFormat(
            .canonical(sampleRate: sampleRate, channels: layout.channelCount), scope: .output, element: 0)
        try unit.setChannelLayout(layout, scope: .output, element: 0)
        try unit.setHeadResponses(head)
        try unit.setAlgorithm(algorithm(in: layout, hasHead: head != nil), bus: 0)
        try unit.setRendering(rendering, bus: 0)
        try unit.setAttenuation(attenuation, bus: 0)
        typealias Parameter = SpatialMixer.Parameter
        let values = [
            (Parameter.azimuth, azimuth), (Parameter.elevation, elevation), (Parameter.distance, distance),
            (Parameter.occlusionAttenuation, occlusion), (Parameter.obstructionAttenuation, obstruction),
            (Parameter.minGain, minGain), (Parameter.maxGain, maxGain),
        ]
        for (parameter, value) in values { try unit.setParameter(parameter, Float(value), scope: .input) }
    }
}
