extension TrackSpec {
    /// A setting that may follow `::`, as messages and tables name it.
    public struct Setting: Sendable {
        public let key: String
        /// The form of its value; empty for one without.
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
        /// The file is not read once from front to back, or its end has to be known.
        static let order = Touch(rawValue: 4)
        /// The track's rate.
        static let rate = Touch(rawValue: 8)
        /// Which channels go where.
        static let channels = Touch(rawValue: 16)
        /// Its level changes as it plays, before its bus.
        static let fade = Touch(rawValue: 32)
        /// Its bus gives every channel a level of its own.
        static let level = Touch(rawValue: 64)
        /// Units of its own are behind its bus.
        static let units = Touch(rawValue: 128)
        /// Its samples are worked out anew, and not between those that there are.
        static let wave = Touch(rawValue: 256)
    }

    /// What is done to the track.
    var touches: Touch { Self.settings.reduce([]) { $1.isSet(self) ? $0.union($1.touch) : $0 } }

    /// Whether units of its own change it.
    var isProcessed: Bool { touches.contains(.units) }

    /// The settings, for messages and tables.
    public static let settings: [Setting] = [
        Setting("gain", "-6dB or 0.5", "level; a bare number is a linear factor, -1 or more", touches: .level) {
            $0.level != 1
        },
        Setting("pan", "-1 … 1", "position (mono) or balance (stereo)", touches: .level) { $0.pan != 0 },
        Setting("at", "time", "where on the mix's time line the track starts", touches: .time) { $0.start != nil },
        Setting("from", "time", "where the part of the file that is used begins", touches: .time) { $0.from != nil },
        Setting("to", "time", "where that part ends", touches: .time) { $0.to != nil },
        Setting("for", "time", "how long that part is", touches: .time) { $0.duration != nil },
        Setting(
            "trim", "silence or silence:-60dB",
            "silence at both ends of that part is cut off: all channels at or below the level",
            touches: [.time, .order]
        ) { $0.trim != nil },
        Setting("fade-in", "time or time/curve", "curves: linear, equal-power, s-curve, exponential", touches: .fade) {
            $0.fadeIn != nil
        },
        Setting("fade-out", "time or time/curve", "placed at the track's end", touches: [.fade, .order]) {
            $0.fadeOut != nil
        },
        Setting(
            "loop", "count or inf", "extra passes over the part; inf needs a mix length from elsewhere",
            touches: [.time, .order]
        ) { $0.loop != .times(0) },
        Setting(
            "channels", "L>Ls,1>LFE",
            "channels of the file that go to channels of the mix, as loud as they are; no other one does",
            touches: .channels
        ) { $0.routing != nil },
        Setting(
            "map", "2,1", "for each channel of the track the file's, or -, as convert's --channel-map",
            touches: .channels
        ) { $0.channelMap != nil },
        Setting("speed", "0.25 … 4", "varispeed: pitch and length of the part change together", touches: .rate) {
            $0.speed != 1
        },
        Setting(
            "stretch", "0.03125 … 32", "that many times as long, at the same pitch", touches: [.rate, .wave]
        ) { $0.stretch != 1 },
        Setting(
            "pitch", "3st or -50ct", "higher or lower by semitones or cents, at the same length",
            touches: [.rate, .wave]
        ) { $0.pitch != .none },
        Setting("formants", "", "with pitch: a voice's formants stay where they are", touches: .wave) {
            $0.keepsFormants
        },
        Setting("reverse", "", "the part is played backwards", touches: [.time, .order]) { $0.isReversed },
        Setting("eq", "preset or bands", "equaliser on this track, as --eq", touches: .units) {
            !($0.equalizer?.isFlat ?? true)
        },
        Setting("unit", "unit:name=value:…", "effect on this track, as --unit; several in their order", touches: .units)
        { !$0.units.isEmpty },
        Setting(
            "compress", "voice, podcast, music or broadcast", "compressor on this track, as --compress", touches: .units
        ) { !$0.units.isEmpty },
        Setting("reverb", "room or file, :20%", "reverb on this track, as --reverb", touches: .units) {
            !$0.units.isEmpty
        },
        Setting(
            "duck", "track:depth=-12dB:…",
            "turned down while another track is heard, named by its file or number; depth, threshold, hysteresis, attack, hold, release",
            touches: .units
        ) { $0.duck != nil },
        Setting("invert", "", "polarity turned over", touches: .level) { $0.level != 1 },
        Setting("mute", "", "silent, but its time still counts", touches: .choice) { $0.isMuted },
        Setting("solo", "", "every track without it is muted", touches: .choice) { $0.isSolo },
        Setting("stream", "number", "which of a file's audio streams side by side", touches: .choice) {
            $0.stream != nil
        },
        Setting("raw", "s16le@48000x2", "the file has no header: its samples, rate and channels", touches: .choice) {
            $0.raw != nil
        },
    ]
}
