internal import KKPCM
internal import KKUnits

extension Session {
    /// The frames that its units still give behind its tracks, as its tail has it; none where its length is a time,
    /// which is kept.
    ///
    /// Of a track that ends before the others, what its units give behind it lies beneath them.
    ///
    /// - Throws: `usage` for units that a mix of this rate has no room for, or that never end where nobody says when.
    func tailFrames(
        of tracks: [PlannedTrack], sampleRate: Double, _ layout: ChannelLayout
    ) throws(SessionError) -> Int64 {
        let ofMix: [AudioUnit] = try UnitSpec.units(units, layout, sampleRate, place: "the mix")
        var ofTracks: [[AudioUnit]] = []
        for track in tracks {
            ofTracks.append(try UnitSpec.units(track.spec.units, track.layout, sampleRate, place: track.spec.path))
        }
        if let stated = tail.frames(at: sampleRate) { return stated }
        if case .time = length { return 0 }
        let end = tracks.compactMap(\.end).max() ?? 0
        var frames: Int64 = 0
        for (track, units) in zip(tracks, ofTracks) where track.isAudible && track.end != nil {
            let own = try Self.tail(of: units, track.spec.units, place: track.spec.path)
            // Nobody knows yet how long a stream is.
            let isEarly = length == .longest && !tracks.contains(where: \.isOpen)
            frames = max(frames, own - (isEarly ? end - (track.end ?? end) : 0))
        }
        return frames + (try Self.tail(of: ofMix, units, place: "the mix"))
    }

    private static func tail(
        of units: [AudioUnit], _ specs: [UnitSpec], place: String
    ) throws(SessionError) -> Int64 {
        var frames: Int64 = 0
        for (unit, spec) in zip(units, specs) {
            guard let count = unit.tailFrameCount else {
                throw SessionError(
                    .usage, "what the unit '\(spec.name)' gives never ends", place: place,
                    nextStep: "say how much of it is wanted: --tail 5s, or --length")
            }
            frames += Int64(count)
        }
        return frames
    }
}

extension UnitSpec {
    /// The units of a row, which no graph has: for what they say of themselves.
    ///
    /// - Throws: `usage` for what a mix of this rate has no room for.
    fileprivate static func units(
        _ row: [UnitSpec], _ layout: ChannelLayout, _ sampleRate: Double, place: String
    ) throws(SessionError) -> [AudioUnit] {
        var units: [AudioUnit] = []
        for spec in row {
            let unit = try component(named: spec.name).makeInstance()
            do {
                try unit.setStreamFormat(
                    .canonical(sampleRate: sampleRate, channels: layout.channelCount), scope: .input)
                try spec.apply(to: unit)
            } catch {
                throw SessionError(
                    .usage, "\(spec.name): \(error.problem)", place: place, nextStep: error.nextStep)
            }
            units.append(unit)
        }
        return units
    }
}
