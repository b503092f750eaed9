internal import KKFiles
internal import KKPCM

extension TrackSpec {
    /// The settings, in the order of the tables: each with its text, its range, how it is read, and what other programs
    /// call it.
    public static let settings: [Setting] = [
        Setting(
            "gain", "-6dB or 0.5", "level in dB, or a factor of -1 or more", touches: .level, isSet: { $0.level != 1 },
            read: { (track, text) throws(SessionError) in track.gain = try Gain(parsing: text) }
        )
        .called("volume", "vol", "level")
        .checked { (track) throws(SessionError) in
            try Session.check(track.gain.linear, "gain", Session.gains, place: track.path.text)
        },
        Setting(
            "pan", "-1 … 1", "position (mono) or balance (stereo)", touches: .level, isSet: { $0.pan != 0 },
            read: { (track, text) throws(SessionError) in track.pan = try PanPosition(parsing: text).value }
        )
        .called("balance")
        .checked { (track) throws(SessionError) in
            try Session.check(track.pan, "pan", -1...1, place: track.path.text)
        },
        .time("at", "when the track starts in the mix", \.start).called("delay", "offset", "start"),
        .time("from", "where the used part of the file begins", \.from).called("begin", "skip"),
        .time("to", "where that part ends", \.to).called("end", "until"),
        .time("for", "how long that part is", \.duration).called("duration", "length"),
        Setting(
            "trim", "silence or silence:-60dB",
            "cuts silence off both ends of that part: all channels at or below the level", touches: [.time, .order],
            \.trim, { (text) throws(SessionError) in try SilenceLevel(parsingTrim: text) }),
        .fade("fade-in", "curves: linear, equal-power, s-curve, exponential", touches: .fade, \.fadeIn).called("fade"),
        .fade("fade-out", "ends with the track", touches: [.fade, .order], \.fadeOut),
        Setting(
            "loop", "count or inf",
            "how often the part is repeated; inf needs --length or another track to end the mix",
            touches: [.time, .order], isSet: { $0.loop != .times(0) },
            read: { (track, text) throws(SessionError) in track.loop = try Loop(parsing: text) }
        )
        .called("repeat")
        .checked { (track) throws(SessionError) in
            guard case .times(let count) = track.loop, count < 0 else { return }
            throw SessionError(
                .usage, "a part cannot be repeated \(count) times", place: track.path, nextStep: "give 0 or more")
        },
        Setting(
            "channels", "L>Ls,1>LFE",
            "which channels of the file go to which of the mix, at unchanged level; others are dropped",
            touches: .channels, \.routing, { (text) throws(SessionError) in try ChannelRouting(parsing: text) }
        )
        .called("route", "routing"),
        Setting(
            "map", "2,1", "which channel of the file each channel of the track takes; - is silence",
            touches: .channels, \.channelMap, { (text) throws(SessionError) in try ChannelMap(parsing: text) }
        )
        .called("channel-map", "remap"),
        .factor(
            "speed", "varispeed: changes pitch and length of the part together", touches: .rate, \.speed, in: 0.25...4,
            "speed", nextStep: "write a factor from 0.25 to 4: 2 is twice as fast and an octave higher"
        )
        .called("rate", "varispeed"),
        .factor(
            "stretch", "how many times as long the part becomes, at the same pitch", touches: [.rate, .wave],
            \.stretch, in: 0.03125...32, "stretch factor",
            nextStep: "write one from 1/32 (0.03125) to 32: 2 is twice as long, at the same pitch"
        )
        .called("tempo", "timestretch", "time-stretch", "atempo"),
        Setting(
            "pitch", "3st or -50ct", "higher or lower by semitones or cents, at the same length",
            touches: [.rate, .wave], isSet: { $0.pitch != .none },
            read: { (track, text) throws(SessionError) in track.pitch = try PitchShift(parsing: text) }
        )
        .called("transpose", "semitones", "cents", "pitch-shift")
        .checked { (track) throws(SessionError) in
            try Session.check(track.pitch.cents, "pitch", PitchShift.range, place: track.path.text)
        },
        Setting(
            "formants", "with pitch: a voice's formants stay where they are; for a voice of 70 to 500 Hz alone",
            touches: .wave, \.keepsFormants
        )
        .called("formant")
        .checked { (track) throws(SessionError) in
            guard track.keepsFormants, track.pitch == .none else { return }
            throw SessionError(
                .usage,
                "'formants' keeps a voice's formants at another pitch, and 'pitch' does not change this one",
                place: track.path, nextStep: "set another pitch (pitch=3st), or leave 'formants' out")
        },
        Setting("reverse", "the part is played backwards", touches: [.time, .order], \.isReversed)
            .called("reversed", "backward", "backwards", "areverse"),
        Setting(
            "eq", "preset or bands", "equaliser on this track, as --eq", touches: .units,
            isSet: { !($0.equalizer?.isFlat ?? true) },
            read: { (track, text) throws(SessionError) in track.equalizer = try EQSpec(parsing: text) }
        )
        .called("equalizer"),
        .unit(
            "unit", "unit:name=value:…", "effect on this track, as --unit; several are applied in order",
            { (text) throws(SessionError) in try UnitSpec(parsing: text) }
        )
        .called("effect", "fx"),
        .unit(
            "compress", "voice, podcast, music or broadcast", "compressor on this track, as --compress",
            { (text) throws(SessionError) in try UnitSpec.compressor(preset: text) }
        )
        .called("compressor", "compression"),
        .unit(
            "reverb", "room or file, :20%", "reverb on this track, as --reverb",
            { (text) throws(SessionError) in try UnitSpec.reverb(parsing: text) }),
        Setting(
            "duck", "track:depth=-12dB:…",
            "turns this track down while another one, named by file or number, is heard; depth, threshold, hysteresis, attack, hold, release",
            touches: .units, \.duck, { (text) throws(SessionError) in try DuckSpec(parsing: text) }
        )
        .called("ducking", "sidechain", "under"),
        Setting(
            "position", "-30,0,2:…",
            "places a mono track around the listener: degrees to the right, degrees up, metres; headphones, doppler, curve and more may follow",
            touches: .units, \.position, { (text) throws(SessionError) in try SourcePosition(parsing: text) }
        )
        .called("azimuth", "spatial")
        .checked { (track) throws(SessionError) in try track.position?.check(place: track.path.text) },
        Setting(
            "move", "90,0,2",
            "where the position goes while the track plays; end with ,straight for a straight line",
            touches: [.units, .order], \.move, { (text) throws(SessionError) in try PositionMove(parsing: text) }
        )
        .called("motion", "moves")
        .checked { (track) throws(SessionError) in try track.move?.check(track) },
        Setting(
            "invert", "", "polarity inverted", touches: .level, isSet: { $0.level != 1 },
            read: { (track, _) throws(SessionError) in track.isInverted = true }
        )
        .called("polarity", "phase"),
        Setting("mute", "silent, but still counts for the length of the mix", touches: .choice, \.isMuted),
        Setting("solo", "mutes every track without it", touches: .choice, \.isSolo),
        Setting(
            "stream", "number", "which audio stream of a file with several", touches: .choice, \.stream,
            { (text) throws(SessionError) in try stream(parsing: text) }),
        Setting(
            "raw", "s16le@48000x2", "the file has no header: its samples, rate and channels", touches: .choice, \.raw,
            { (text) throws(SessionError) in try rawFormat(parsing: text) }),
    ]
}

extension TrackSpec.Setting {
    /// A further effect.
    fileprivate static func unit(
        _ key: String, _ value: String, _ meaning: String,
        _ parse: @escaping @Sendable (String) throws(SessionError) -> UnitSpec
    ) -> Self {
        Self(
            key, value, meaning, touches: .units, isSet: { !$0.units.isEmpty },
            read: { (track, text) throws(SessionError) in track.units.append(try parse(text)) })
    }
}
