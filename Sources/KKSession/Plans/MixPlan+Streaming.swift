internal import KKFiles
internal import KKPCM

extension Session {
    /// Whether a track, by its number, is read once, from front to back, by a mix that is rendered once, and nothing of
    /// the mix has to know its length before.
    ///
    /// It is not where the tracks follow one another, where a pass over the whole mix comes first (a loudness, a level or
    /// a limiter that just fits), where a setting of the track has `.order`, and where the track's end cuts off others: an
    /// endless one's fade-out, or what a limiter or a tail would still hear of them.
    func readsOnce(_ number: Int) -> Bool {
        let track = tracks[number]
        guard joint == nil, !isLeveled, onClip == .warn || onClip == .error, !track.touches.contains(.order) else {
            return false
        }
        if case .time = length { return true }
        let others = tracks.indices.filter { $0 != number }.map { tracks[$0] }
        let isEndless = others.contains { $0.loop == .forever }
        if others.contains(where: { $0.loop == .forever && $0.fadeOut != nil }) { return false }
        let isCutClean = limit == nil && (tail == .none || tail == .auto && !mayRing)
        return others.isEmpty || isCutClean || length == .longest && !isEndless
    }
}

extension MixPlan {
    /// Whether the length of the mix is known only after its last frame.
    public var isOpen: Bool {
        if case .time = session.length { return false }
        return tracks.contains { $0.isOpen && $0.end == frameCount - tailFrameCount }
    }

    /// The expected number of frames, for progress display. For a mix of open length it comes from the headers of its
    /// streams; `nil` if they do not state it.
    public var expectedFrameCount: Int64? {
        guard isOpen else { return frameCount }
        let known = tracks.compactMap { $0.properties.isOpen ? expected($0) : $0 }
        guard known.count == tracks.count else { return nil }
        return (try? Self.length(session.length, of: known, sampleRate: sampleRate)).map { $0 + tailFrameCount }
    }

    /// The tracks, with the actual lengths of the streams that have been read to their end.
    public var settledTracks: [PlannedTrack] {
        zip(tracks, readers).map { track, reader in
            guard track.properties.isOpen else { return track }
            var properties = reader.properties
            properties.warnings = track.properties.warnings
            return (try? settled(track, properties)) ?? track
        }
    }

    private func expected(_ track: PlannedTrack) -> PlannedTrack? {
        guard let count = track.properties.expectedFrameCount else { return nil }
        var properties = track.properties
        (properties.frameCount, properties.lengthSource) = (count, .header)
        return try? settled(track, properties)
    }

    private func settled(_ track: PlannedTrack, _ properties: FileProperties) throws -> PlannedTrack {
        var settled = try PlannedTrack(
            track.spec, properties: properties, sampleRate: sampleRate, layout: layout, anySolo: false)
        settled.isAudible = track.isAudible
        return settled
    }
}

extension PlannedTrack {
    /// Whether only the end of its stream tells how long it is: a part that is asked for has the length asked for, as
    /// in a file that is too short.
    var isOpen: Bool { properties.isOpen && spec.duration == nil && spec.to == nil }
}
