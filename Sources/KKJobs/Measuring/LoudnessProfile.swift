public import KKAnalysis
internal import KKMath
public import KKPCM
public import KKSession

/// The requirements for a finished sound: limits that a measurement meets or misses.
public struct LoudnessProfile: Hashable, Sendable, Codable {
    /// Its name on the command line.
    public let name: String
    /// The source of the requirements.
    public let source: String
    public let limits: [Limit]

    /// A requirement for one value: a range or a maximum. Both ends are included, and so are values that are printed
    /// like them.
    public struct Limit: Hashable, Sendable, Codable {
        public let quantity: Measurement.Quantity
        public let unit: String
        @OrNull public private(set) var minimum: Double?
        @OrNull public private(set) var maximum: Double?

        public init(_ quantity: Measurement.Quantity, from minimum: Double? = nil, to maximum: Double? = nil) {
            (self.quantity, unit, self.minimum, self.maximum) = (quantity, quantity.unit, minimum, maximum)
        }

        /// Whether a measurement meets the limit.
        public func verdict(on measurement: Measurement) -> Verdict {
            let value = quantity.value(of: measurement)
            // A peak of silence is below every limit, but what has no loudness does not have the one that is asked for;
            // nor does what is too large for a level.
            guard let value else {
                return Verdict(limit: self, value: nil, isKept: minimum == nil && quantity.isSilence(in: measurement))
            }
            let precision = LevelPrecision([minimum, maximum]), reported = precision.reported(value)
            let isKept =
                reported >= precision.reported(minimum ?? -.infinity)
                && reported <= precision.reported(maximum ?? .infinity)
            return Verdict(limit: self, value: value, isKept: isKept)
        }
    }

    /// The result of a limit.
    public struct Verdict: Hashable, Sendable, KeyedReport {
        public let limit: Limit
        /// `nil` if there is none.
        public let value: Double?
        public let isKept: Bool

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("quantity", \.limit.quantity)
            key("unit", \.limit.unit)
            key("minimum", \.limit.minimum)
            key("maximum", \.limit.maximum)
            key("value") { Measurement.reported($0.value) }
            key("passed", \.isKept)
        }
    }

    /// The judgement of a measurement.
    public struct Judgement: Hashable, Sendable, KeyedReport {
        /// The profile's.
        public let name: String
        public let verdicts: [Verdict]
        /// Whether all limits are met.
        public var passed: Bool { verdicts.allSatisfy(\.isKept) }

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("name", \.name)
            key("passed", \.passed)
            key("limits", \.verdicts)
        }
    }

    public func verdicts(on measurement: Measurement) -> [Verdict] { limits.map { $0.verdict(on: measurement) } }

    public func judgement(on measurement: Measurement) -> Judgement {
        Judgement(name: name, verdicts: verdicts(on: measurement))
    }

    /// EBU R 128: −23.0 LUFS, and −1 dBTP at most. The tolerance is version 3.0's of 2014, ±0.5 LU for programmes that
    /// are not live; version 4.0 of 2020 has ±1 LU for production and ±0.2 LU for differences of meters.
    public static let ebuR128 = LoudnessProfile(
        name: "ebu-r128", source: "EBU R 128, programmes",
        limits: [Limit(.integrated, from: -23.5, to: -22.5), Limit(.truePeak, to: -1)])

    /// ATSC A/85, 7.3 and annexes: −24 LKFS, within 2 dB, and −2 dBTP at most. LKFS is LUFS.
    public static let atscA85 = LoudnessProfile(
        name: "atsc-a85", source: "ATSC A/85, television",
        limits: [Limit(.integrated, from: -26, to: -22), Limit(.truePeak, to: -2)])

    /// Apple Podcasts' audio requirements: about −16 LKFS, within 1 dB, and −1 dBTP at most.
    public static let applePodcasts = LoudnessProfile(
        name: "apple-podcasts", source: "Apple Podcasts, audio requirements",
        limits: [Limit(.integrated, from: -17, to: -15), Limit(.truePeak, to: -1)])

    /// ACX's audio submission requirements: RMS of all samples, 0 dB being a square wave at full scale; the quietest
    /// half second as noise floor.
    public static let acx = LoudnessProfile(
        name: "acx", source: "ACX, audiobooks",
        limits: [
            Limit(.rms, from: -23, to: -18), Limit(.samplePeak, to: -3), Limit(.noiseFloor, to: -60),
            Limit(.sampleRate, from: 44_100, to: 44_100),
            Limit(.channels, from: 1, to: 2),
        ])

    public static let all = [ebuR128, atscA85, applePodcasts, acx]

    /// - Throws: `SessionError` for an unknown name.
    public init(named name: String) throws(SessionError) {
        guard let profile = Self.all.first(where: { $0.name == name }) else {
            let names = Self.all.map(\.name), word = name.lowercased()
            let meant = NearMiss.of(word, among: names) ?? names.first { word.count > 2 && $0.contains(word) }
            throw SessionError(
                .usage, "'\(name)' is not a profile",
                nextStep: meant.map { "did you mean '\($0)'?" } ?? "write one of \(names.joined(separator: ", "))")
        }
        self = profile
    }

    private init(name: String, source: String, limits: [Limit]) {
        (self.name, self.source, self.limits) = (name, source, limits)
    }
}

extension Measurement.Quantity {
    /// Whether the value is missing because there is nothing to be heard, not because it could not be measured.
    fileprivate func isSilence(in measurement: Measurement) -> Bool {
        self == .noiseFloor ? measurement.levels.noiseFloor == 0 : measurement.samplePeak == nil
    }
}

extension LoudnessProfile.Limit {
    /// `-23.5 to -22.5 LUFS`, `at most -1 dBTP`, `44100 Hz`.
    public var text: String {
        let unit = unit.isEmpty ? "" : " \(unit)"
        switch (minimum.map { shortDecimalText($0, digits: 2) }, maximum.map { shortDecimalText($0, digits: 2) }) {
        case (let low?, let high?): return low == high ? "\(low)\(unit)" : "\(low) to \(high)\(unit)"
        case (let low?, nil): return "at least \(low)\(unit)"
        case (nil, let high?): return "at most \(high)\(unit)"
        case (nil, nil): return "anything"
        }
    }
}
