internal import KKFiles
internal import KKMath
internal import KKPCM

extension TrackSpec {
    /// A setting after `::`, with all that is particular to it but what it does to the sound.
    public struct Setting: Sendable {
        /// Where a track has its value.
        typealias Place<Value> = any WritableKeyPath<TrackSpec, Value> & Sendable

        public let key: String
        /// The form of its value; empty if it takes none.
        public let value: String
        public let meaning: String
        /// What it does to the track where it is set.
        let touch: Touch
        /// Whether a track has it, with a value that does anything.
        let isSet: @Sendable (TrackSpec) -> Bool
        /// Gives a track the value that the text says; the text is empty if it takes none.
        let read: @Sendable (inout TrackSpec, String) throws(SessionError) -> Void
        /// What other programs call it.
        private(set) var otherNames: [String] = []
        /// Refuses values that no command line gives and a program may.
        private(set) var check: @Sendable (TrackSpec) throws(SessionError) -> Void = { _ in }

        init(
            _ key: String, _ value: String, _ meaning: String, touches touch: Touch,
            isSet: @escaping @Sendable (TrackSpec) -> Bool,
            read: @escaping @Sendable (inout TrackSpec, String) throws(SessionError) -> Void
        ) {
            (self.key, self.value, self.meaning, self.touch, self.isSet) = (key, value, meaning, touch, isSet)
            self.read = read
        }

        /// One that a track either has or has not.
        init(
            _ key: String, _ meaning: String, touches touch: Touch, _ flag: Place<Bool>
        ) {
            self.init(
                key, "", meaning, touches: touch, isSet: { $0[keyPath: flag] },
                read: { (track, _) throws(SessionError) in track[keyPath: flag] = true })
        }

        /// One that a track may have.
        init<Value>(
            _ key: String, _ value: String, _ meaning: String, touches touch: Touch,
            _ path: Place<Value?>,
            _ parse: @escaping @Sendable (String) throws(SessionError) -> Value
        ) {
            self.init(
                key, value, meaning, touches: touch, isSet: { $0[keyPath: path] != nil },
                read: { (track, text) throws(SessionError) in track[keyPath: path] = try parse(text) })
        }

        /// A time of the track or of its part.
        static func time(
            _ key: String, _ meaning: String, _ path: Place<TimeValue?>
        ) -> Setting {
            Setting(
                key, "time", meaning, touches: .time, path,
                { (text) throws(SessionError) in try TimeValue(parsing: text) }
            )
            .checked { (track) throws(SessionError) in
                try Session.check(track[keyPath: path], key, place: track.path.text)
            }
        }

        static func fade(
            _ key: String, _ meaning: String, touches touch: Touch,
            _ path: Place<FadeSpec?>
        ) -> Setting {
            Setting(
                key, "time or time/curve", meaning, touches: touch, path,
                { (text) throws(SessionError) in try FadeSpec(parsing: text) }
            )
            .checked { (track) throws(SessionError) in
                try Session.check(track[keyPath: path]?.length, key, place: track.path.text)
            }
        }

        /// A factor, of which 1 changes nothing.
        ///
        /// - Parameters:
        ///   - noun: what a wrong text is not.
        ///   - nextStep: what to write instead.
        static func factor(
            _ key: String, _ meaning: String, touches touch: Touch,
            _ path: Place<Double>, in range: ClosedRange<Double>, _ noun: String,
            nextStep: String
        ) -> Setting {
            let form = [range.lowerBound, range.upperBound].map { shortDecimalText($0, digits: 9) }
            return Setting(
                key, form.joined(separator: " … "), meaning, touches: touch, isSet: { $0[keyPath: path] != 1 },
                read: { (track, text) throws(SessionError) in
                    guard let factor = Double(decimal: text), range.contains(factor) else {
                        throw SessionError(.usage, "'\(text)' is not a \(noun)", nextStep: nextStep)
                    }
                    track[keyPath: path] = factor
                }
            )
            .checked { (track) throws(SessionError) in
                try Session.check(track[keyPath: path], key, range, place: track.path.text)
            }
        }

        func called(_ names: String...) -> Setting {
            var setting = self
            setting.otherNames = names
            return setting
        }

        func checked(_ check: @escaping @Sendable (TrackSpec) throws(SessionError) -> Void) -> Setting {
            var setting = self
            setting.check = check
            return setting
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
}
