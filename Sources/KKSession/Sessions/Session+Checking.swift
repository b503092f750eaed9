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
        if let headFile, !tracks.contains(where: { $0.position != nil }) {
            throw SessionError(
                .usage, "a head is for tracks with a position, and none has one", place: headFile,
                nextStep: "place one, PATH::position=-30, or leave --hrtf out")
        }
        for track in tracks {
            for setting in TrackSpec.settings { try setting.check(track) }
        }
    }

    /// 200 dB, which is what can be written, either way round.
    static let gains = -1e10...1e10

    static func check(
        _ value: Double?, _ name: String, _ range: ClosedRange<Double>, place: String
    ) throws(SessionError) {
        guard let value, !range.contains(value) else { return }
        let reach =
            "\(shortDecimalText(range.lowerBound, digits: 9)) to \(shortDecimalText(range.upperBound, digits: 9))"
        throw SessionError(
            .usage, "'\(name)' cannot be \(value)", place: place, nextStep: "give a number from \(reach)")
    }

    static func check(_ time: TimeValue?, _ name: String, place: String) throws(SessionError) {
        guard let time, !time.isPossible else { return }
        throw SessionError(
            .usage, "'\(name)' is not a valid time", place: place,
            nextStep: "give seconds or frames, 0 or more")
    }
}
