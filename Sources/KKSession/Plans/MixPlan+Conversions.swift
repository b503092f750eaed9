internal import KKConvert
internal import KKFiles
internal import KKMath
internal import KKUnits
internal import KKPCM

extension MixPlan {
    /// All steps that are not nodes of the graph: rate and channel conversions, parts, loops, gains and fades, one line
    /// each.
    public var conversions: [String] {
        var lines: [String] = []
        for (bus, track) in tracks.enumerated() {
            var steps: [String] = []
            if let priming = track.properties.priming, priming > 0 {
                steps.append("\(priming) frames of priming cut off")
            }
            if !track.isWholeFile { steps.append(partText(of: track)) }
            if track.spec.isReversed { steps.append("backwards") }
            if track.spec.speed != 1 { steps.append("speed \(shortDecimalText(track.spec.speed, digits: 9))") }
            if track.spec.stretch != 1 {
                steps.append("stretched to \(shortDecimalText(track.spec.stretch, digits: 9)) times its length")
            }
            if track.spec.pitch != .none {
                steps.append("pitch \(track.spec.pitch)\(track.spec.keepsFormants ? " with its formants" : "")")
            }
            if track.playedRate != sampleRate {
                let rates =
                    "\(StreamDescription.rateText(track.playedRate)) to \(StreamDescription.rateText(sampleRate)) Hz"
                steps.append("\(rates) (\(session.resampler.rawValue))")
            }
            if let map = track.spec.channelMap { steps.append("channels \(map) of \(track.properties.layout.name)") }
            if let routing = track.spec.routing {
                steps.append("channels \(routing) of \(track.properties.layout.name)")
            }
            if track.layout != layout { steps.append("\(track.layout.name) to \(layout.name)") }
            if track.start > 0 { steps.append("starts at frame \(track.start)") }
            if let frames = track.fadeIn { steps.append("fade-in of \(frames) frames") }
            if let frames = track.fadeOut { steps.append("fade-out of \(frames) frames") }
            if track.spec.gain != .unity { steps.append("gain \(track.spec.gain.linear)") }
            if track.spec.isInverted { steps.append("polarity inverted") }
            if track.spec.pan != 0 { steps.append("pan \(track.spec.pan)") }
            if !track.isAudible { steps.append("muted") }
            if let equalizer = track.spec.equalizer, !equalizer.isFlat { steps.append("eq \(equalizer)") }
            for (number, unit) in track.spec.units.enumerated() {
                let isMuted = unit.sideChain != nil && key(of: bus, unit: number) == nil
                steps.append("unit \(unit)\(isMuted ? ", whose side chain is muted: silent" : "")")
            }
            if let duck = track.spec.duck {
                steps.append(
                    key(of: bus).map { "turned down under bus \($0.source): duck \(duck)" }
                        ?? "'\(duck.track)' is muted: no duck")
            }
            if let position = track.spec.position { steps.append("position \(position)") }
            if let move = track.spec.move { steps.append("moves to \(move)") }
            if !steps.isEmpty { lines.append("bus \(bus) \(track.spec.path): \(steps.joined(separator: ", "))") }
        }
        if session.gain != .unity { lines.append("mix: gain \(session.gain.linear)") }
        if let equalizer = session.equalizer, !equalizer.isFlat { lines.append("mix: eq \(equalizer)") }
        if let head = session.headFile { lines.append("mix: positions are heard through the head in \(head)") }
        lines += session.units.map { "mix: unit \($0)" }
        if let limit = session.limit {
            lines.append("mix: limited to \(limit), and its latency of \(limiterLatency) frames cut off")
        }
        if let normalize = session.normalize { lines.append("mix: brought to \(normalize)") }
        if let loudness = session.loudness { lines.append("mix: brought to \(loudness)") }
        if tailFrameCount > 0 { lines.append("mix: \(tailFrameCount) frames of tail") }
        return lines
    }

    /// What controls a track's ducker, or one of its units; `nil` for none that is heard.
    func key(of track: Int, unit: Int? = nil) -> TrackKey? { keys.first { $0.taker == track && $0.unit == unit } }

    private var limiterLatency: Int {
        let unit = TruePeakLimiter()
        // A format that the mix could not have is refused when the graph is built.
        try? unit.setStreamFormat(format, scope: .input)
        return unit.latencyFrameCount
    }

    private func partText(of track: PlannedTrack) -> String {
        let end = track.regionLength.map { String(track.regionStart + $0) } ?? "end"
        let passes = track.passes.map { $0 == 1 ? "" : ", \($0) times" } ?? ", forever"
        let cut =
            track.isCutAfterConversion(to: sampleRate) ? ", cut at \(track.frameCount ?? 0) frames of the mix" : ""
        return "file frames \(track.regionStart) to \(end)\(passes)\(cut)"
    }
}
