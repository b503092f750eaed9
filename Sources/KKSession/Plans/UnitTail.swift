internal import KKDSP
internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKUnits

extension Session {
    /// The frames that its units still give after a mix of `frameCount` frames, as its tail has it; none if its length
    /// is a time, which is kept.
    ///
    /// What the units of a track give begins where the track is over, or the mix: it may lie beneath other tracks.
    ///
    /// - Throws: `usage` for units that a mix of this rate has no room for, or that do not end within an hour where
    ///   nobody says when.
    func tailFrames(
        of tracks: [PlannedTrack], behind frameCount: Int64, sampleRate: Double, _ layout: ChannelLayout,
        _ impulses: ImpulseFiles, _ head: HeadResponses?, _ plugins: PluginFiles,
        until deadline: RenderDeadline?
    ) throws(SessionError) -> Int64 {
        let ofMix = try UnitSpec.units(units, layout, sampleRate, impulses, plugins, place: "the mix", until: deadline)
        var ofTracks: [[AudioUnit]] = []
        for track in tracks {
            let place = track.spec.path.text
            ofTracks.append(
                try UnitSpec.units(
                    track.spec.units, track.layout, sampleRate, impulses, plugins, place: place, until: deadline))
            // It ends with the track.
            if let duck = track.spec.duck {
                _ = try UnitSpec.units(
                    [duck.unit], track.layout, sampleRate, impulses, plugins, place: place, until: deadline)
            }
        }
        if let stated = tail.frames(at: sampleRate) { return stated }
        if case .time = length { return 0 }
        // Nobody knows yet how long a stream is.
        let isOpen = tracks.contains(where: \.isOpen)
        var frames: Int64 = 0
        for (track, units) in zip(tracks, ofTracks) where track.isAudible && track.start < frameCount {
            let early = isOpen ? 0 : max(0, frameCount - (track.end ?? frameCount))
            let place = track.spec.path.text
            let own = try Self.tail(of: units, track.spec.units, sampleRate, place: place)
            frames = max(frames, own + (try Self.tail(ofPosition: track, sampleRate, layout, head)) - early)
        }
        return frames + (try Self.tail(of: ofMix, units, sampleRate, place: "the mix"))
    }

    private static func tail(
        ofPosition track: PlannedTrack, _ sampleRate: Double, _ layout: ChannelLayout, _ head: HeadResponses?
    ) throws(SessionError) -> Int64 {
        do {
            return try track.tail(ofPositionAt: sampleRate, layout, head)
        } catch {
            throw SessionError(.usage, error.problem, place: track.spec.path, nextStep: error.nextStep)
        }
    }

    private static func tail(
        of units: [AudioUnit], _ specs: [UnitSpec], _ sampleRate: Double, place: String
    ) throws(SessionError) -> Int64 {
        var frames: Int64 = 0
        for (unit, spec) in zip(units, specs) {
            let count = unit.tailFrameCount
            guard let count, Double(count) <= 3_600 * sampleRate else {
                let words = count.map { "goes on for \(timeText(Double($0) / sampleRate))" } ?? "never ends"
                throw SessionError(
                    .usage, "the sound of the unit '\(spec.name)' \(words)", place: place,
                    nextStep: "set how much of it you want: --tail 5s, or --length")
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
        _ row: [UnitSpec], _ layout: ChannelLayout, _ sampleRate: Double, _ impulses: ImpulseFiles,
        _ plugins: PluginFiles,
        place: String, until deadline: RenderDeadline?
    ) throws(SessionError) -> [AudioUnit] {
        var units: [AudioUnit] = []
        for spec in row {
            try deadline?.check()
            let unit = try plugins.component(of: spec).makeInstance()
            if spec.sideChain != nil { try Self.checkSideChain(of: unit, spec.name) }
            for info in unit.parameters(.global) {
                // A unit keeps its default at any rate; what somebody asks for must be there.
                guard let part = info.upperBoundPerRate,
                    let value = spec.settings.first(where: { $0.name == info.keyword })?.value,
                    Double(value) > sampleRate * Double(part)
                else { continue }
                throw SessionError(
                    .usage,
                    "\(spec.name): '\(info.keyword)' of \(shortDecimalText(Double(value), digits: 3)) Hz is beyond what a mix of "
                        + "\(StreamDescription.rateText(sampleRate)) Hz has",
                    place: place,
                    nextStep:
                        "write at most \(shortDecimalText(sampleRate * Double(part), digits: 3)), or mix at another rate (-r)"
                )
            }
            do {
                try spec.setUp(
                    unit, for: .canonical(sampleRate: sampleRate, channels: layout.channelCount), impulses,
                    plugins.plugin(of: spec))
            } catch {
                throw SessionError(.usage, "\(spec.name): \(error.problem)", place: place, nextStep: error.nextStep)
            }
            units.append(unit)
        }
        return units
    }
}
