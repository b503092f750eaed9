extension TrackSpec {
    /// A setting after `::`, for messages and tables.
    public struct Setting: Sendable {
        public let key: String
        /// The form of its value; empty if it takes none.
        public let value: String
        public let meaning: String
        /// What it does to the track where it is set.
        let touch: Touch
        /// Whether a track has it, with a value that does anything.
        let isSet: @Sendable (TrackSpec) -> Bool

        init(
            _ key: String, _ value: String, _ meaning: String, touches touch: Touch,
            isSet: @escaping @Sendable (TrackSpec) -> Bool
        ) {
            (self.key, self.value, self.meaning, self.touch, self.isSet) = (key, value, meaning, touch, isSet)
        }
    }

    /// What settings do to a track. Whoever asks whether its sound stays as it is names what does not matter to him, so
    /// that what is new counts.
    struct Touch: OptionSet {
        let rawValue: UInt16

        /// Which sound it is, and whether it is heard.
        static let choice = Touch(rawValue: 1)
        /// When it is heard, and which part.
        static let time = Touch(rawValue: 2)
        /// The file is not read once from front to back, or its end must be known.
        static let order = Touch(rawValue: 4)
        /// The track's rate.
        static let rate = Touch(rawValue: 8)
        /// Which channels go where.
        static let channels = Touch(rawValue: 16)
        /// Its level changes as it plays, before its bus.
        static let fade = Touch(rawValue: 32)
        /// Its bus gives every channel a level of its own.
        static let level = Touch(rawValue: 64)
        /// Units of its own are after its bus.
        static let units = Touch(rawValue: 128)
        /// Its samples are worked out again, and not between those that there are.
        static let wave = Touch(rawValue: 256)
    }

    /// What is done to the track.
    var touches: Touch { Self.settings.reduce([]) { $1.isSet(self) ? $0.union($1.touch) : $0 } }

    /// Whether units of its own change it.
    var isProcessed: Bool { touches.contains(.units) }

    /// The settings, for messages and tables.
    public static let settings: [Setting] = [
        Setting("gain", "-6dB or 0.5", "level in dB, or a factor of -1 or more", touches: .level) {
            $0.level != 1
        },
        Setting("pan", "-1 … 1", "position (mono) or balance (stereo)", touches: .level) { $0.pan != 0 },
        Setting("at", "time", "when the track starts in the mix", touches: .time) { $0.start != nil },
        Setting("from", "time", "where the used part of the file begins", touches: .time) { $0.from != nil },
        Setting("to", "time", "where that part ends", touches: .time) { $0.to != nil },
        Setting("for", "time", "how long that part is", touches: .time) { $0.duration != nil },
        Setting(
            "trim", "silence or silence:-60dB",
            "cuts silence off both ends of that part: all channels at or below the level",
            touches: [.time, .order]
        ) { $0.trim != nil },
        Setting("fade-in", "time or time/curve", "curves: linear, equal-power, s-curve, exponential", touches: .fade) {
            $0.fadeIn != nil
        },
        Setting("fade-out", "time or time/curve", "ends with the track", touches: [.fade, .order]) {
            $0.fadeOut != nil
        },
        Setting(
            "loop", "count or inf",
            "how often the part is repeated; inf needs --length or another track to end the mix",
            touches: [.time, .order]
        ) { $0.loop != .times(0) },
        Setting(
            "channels", "L>Ls,1>LFE",
            "which channels of the file go to which of the mix, at unchanged level; others are dropped",
            touches: .channels
        ) { $0.routing != nil },
        Setting(
            "map", "2,1", "which channel of the file each channel of the track takes; - is silence",
            touches: .channels
        ) { $0.channelMap != nil },
        Setting("speed", "0.25 … 4", "varispeed: changes pitch and length of the part together", touches: .rate) {
            $0.speed != 1
        },
        Setting(
            "stretch", "0.03125 … 32", "how many times as long the part becomes, at the same pitch",
            touches: [.rate, .wave]
        ) { $0.stretch != 1 },
        Setting(
            "pitch", "3st or -50ct", "higher or lower by semitones or cents, at the same length",
            touches: [.rate, .wave]
        ) { $0.pitch != .none },
        Setting(
            "formants", "", "with pitch: a voice's formants stay where they are; for a voice of 70 to 500 Hz alone",
            touches: .wave
        ) {
            $0.keepsFormants
        },
        Setting("reverse", "", "the part is played backwards", touches: [.time, .order]) { $0.isReversed },
        Setting("eq", "preset or bands", "equaliser on this track, as --eq", touches: .units) {
            !($0.equalizer?.isFlat ?? true)
        },
        Setting(
            "unit", "unit:name=value:…", "effect on this track, as --unit; several are applied in order",
            touches: .units
        ) { !$0.units.isEmpty },
        Setting(
            "compress", "voice, podcast, music or broadcast", "compressor on this track, as --compress", touches: .units
        ) { !$0.units.isEmpty },
        Setting("reverb", "room or file, :20%", "reverb on this track, as --reverb", touches: .units) {
            !$0.units.isEmpty
        },
        Setting(
            "duck", "track:depth=-12dB:…",
            "turns this track down while another one, named by file or number, is heard; depth, threshold, hysteresis, attack, hold, release",
            touches: .units
        ) { $0.duck != nil },
        Setting(
            "position", "-30,0,2",
            "places a mono track around the listener: degrees to the right, degrees up, metres; end with ,headphones for a mix heard on headphones",
            touches: .units
        ) { $0.position != nil },
        Setting("invert", "", "polarity inverted", touches: .level) { $0.level != 1 },
        Setting("mute", "", "silent, but still counts for the length of the mix", touches: .choice) { $0.isMuted },
        Setting("solo", "", "mutes every track without it", touches: .choice) { $0.isSolo },
        Setting("stream", "number", "which audio stream of a file with several", touches: .choice) {
            $0.stream != nil
        },
        Setting("raw", "s16le@48000x2", "the file has no header: its samples, rate and channels", touches: .choice) {
            $0.raw != nil
        },
    ]
}
