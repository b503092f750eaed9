internal import KKFiles
internal import KKMath
internal import KKPCM

extension Session {
    /// Refuses numbers that no command line gives and a program may: what is not a number, infinite, or out of its
    /// range.
    ///
    /// - Throws: `usage`.
    func check() throws(SessionError) {
        if let sampleRate, !(sampleRate.isFinite && sampleRate > 0) {
            throw SessionError(
                .usage, "\(sampleRate) Hz is not a rate", place: "the mix",
                nextStep: "give a rate above zero, or nil for the first track's")
        }
        guard (1...Self.largestSlice).contains(maximumFramesPerSlice) else {
            throw SessionError(
                .usage, "a slice of \(maximumFramesPerSlice) frames is not possible", place: "the mix",
                nextStep: "give 1 to \(Self.largestSlice)")
        }
        if let layout, layout.channelCount == 0 {
            throw SessionError(
                .usage, "a layout without channels", place: "the mix",
                nextStep: "give one channel or more, or nil for the widest track's")
        }
        try Self.check(gain.linear, "gain", Self.gains, place: "the mix")
        try Self.check(limit?.decibels, "ceiling", TruePeakCeiling.range, place: "the mix")
        try Self.check(loudness?.loudness, "loudness", LoudnessTarget.range, place: "the mix")
        try Self.check(loudness?.ceiling?.decibels, "true peak", LoudnessTarget.ceilings, place: "the mix")
        try Self.check(normalize?.level, "level", NormalizeTarget.range, place: "the mix")
        if case .time(let time) = length { try Self.check(time, "length", place: "the mix") }
        if case .time(let time) = tail { try Self.check(time, "tail", place: "the mix") }
        switch joint {
        case .gap(let time): try Self.check(time, "gap", place: "the mix")
        case .crossfade(let fade): try Self.check(fade.length, "crossfade", place: "the mix")
        case nil: break
        }
        try joint?.check(tracks)
        _ = try keys()
        for track in tracks {
            try Self.check(track.gain.linear, "gain", Self.gains, place: track.path.text)
            try Self.check(track.pan, "pan", -1...1, place: track.path.text)
            try Self.check(track.speed, "speed", TrackSpec.speeds, place: track.path.text)
            try Self.check(track.stretch, "stretch", TrackSpec.stretches, place: track.path.text)
            if let position = track.position {
                try Self.check(position.azimuth, "azimuth", SourcePosition.azimuths, place: track.path.text)
                try Self.check(position.elevation, "elevation", SourcePosition.elevations, place: track.path.text)
                try Self.check(position.distance, "distance", SourcePosition.distances, place: track.path.text)
            }
            try Self.check(track.pitch.cents, "pitch", PitchShift.range, place: track.path.text)
            if track.keepsFormants, track.pitch == .none {
                throw SessionError(
                    .usage,
                    "'formants' keeps a voice's formants at another pitch, and 'pitch' does not change this one",
                    place: track.path, nextStep: "set another pitch (pitch=3st), or leave 'formants' out")
            }
            let times = [
                ("at", track.start), ("from", track.from), ("to", track.to), ("for", track.duration),
                ("fade-in", track.fadeIn?.length), ("fade-out", track.fadeOut?.length),
            ]
            for (name, time) in times { try Self.check(time, name, place: track.path.text) }
            if case .times(let count) = track.loop, count < 0 {
                throw SessionError(
                    .usage, "a part cannot be repeated \(count) times", place: track.path, nextStep: "give 0 or more")
            }
        }
    }

    /// 200 dB, which is what can be written, either way round.
    private static let gains = -1e10...1e10

    private static func check(
        _ value: Double?, _ name: String, _ range: ClosedRange<Double>, place: String
    ) throws(SessionError) {
        guard let value, !range.contains(value) else { return }
        let reach =
            "\(shortDecimalText(range.lowerBound, digits: 9)) to \(shortDecimalText(range.upperBound, digits: 9))"
        throw SessionError(
            .usage, "'\(name)' cannot be \(value)", place: place, nextStep: "give a number from \(reach)")
    }

    private static func check(_ time: TimeValue?, _ name: String, place: String) throws(SessionError) {
        guard let time, !time.isPossible else { return }
        throw SessionError(
            .usage, "'\(name)' is not a valid time", place: place,
            nextStep: "give seconds or frames, 0 or more")
    }
}
