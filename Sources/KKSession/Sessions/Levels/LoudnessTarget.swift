internal import KKMath
public import KKPCM

/// The loudness to which a mix is normalised, and the true peak that it must not exceed.
public struct LoudnessTarget: Hashable, Sendable, Codable {
    /// Integrated loudness by ITU-R BS.1770-4, in LUFS.
    public var loudness: Double
    /// The true-peak limit; `nil` for none.
    public var ceiling: TruePeakCeiling?
    /// How a sound shorter than 400 ms is treated, which has no integrated loudness.
    public var short = ShortSound.error

    public enum ShortSound: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its momentary loudness is used: that of 400 ms, of which it fills a part.
        case momentary
        /// Its level is not changed.
        case skip
        /// It is an error.
        case error
    }

    /// The permitted loudness in LUFS; and the permitted true peaks in dBTP.
    public static let range = -50.0...0
    static let ceilings = -20.0...0

    public init(loudness: Double, ceiling: TruePeakCeiling? = nil) {
        self.loudness = loudness
        self.ceiling = ceiling
    }

    /// Reads `-16LUFS`, `-16LUFS,tp=-1dBTP` or `-16LUFS,short=skip`; LKFS is another word for LUFS.
    public init(parsing text: String) throws(SessionError) {
        let parts = text.parts(at: ",")
        let lower = parts[0].lowercased()
        let isKnown = lower.hasSuffix("lufs") || lower.hasSuffix("lkfs")
        guard isKnown, let loudness = Double(signedDecimal: lower.dropLast(4)), Self.range.contains(loudness) else {
            throw SessionError(
                .usage, "'\(parts[0])' is not a loudness",
                nextStep: "write one from -50LUFS to 0LUFS: -16LUFS, or -16LUFS,tp=-1dBTP")
        }
        self.init(loudness: loudness)
        var seen: [String] = []
        for part in parts.dropFirst() {
            let words = part.parts(at: "=", maxSplits: 1)
            guard !seen.contains(words[0]) else {
                throw SessionError(.usage, "'\(words[0])' is given twice in --loudness", nextStep: "keep one of them")
            }
            seen.append(words[0])
            switch (words[0], words.count == 2 ? words[1] : nil) {
            case ("tp", let value?): ceiling = try Self.ceiling(value)
            case ("short", let value?): short = try ShortSound(parsing: value)
            default:
                throw SessionError(
                    .usage, "'\(part)' is not a setting of --loudness",
                    nextStep: "its settings are tp and short: -16LUFS,tp=-1dBTP,short=momentary")
            }
        }
    }

    private static func ceiling(_ text: String) throws(SessionError) -> TruePeakCeiling {
        let ceiling = try TruePeakCeiling(parsing: text)
        guard ceilings.contains(ceiling.decibels) else {
            throw SessionError(
                .usage, "'\(text)' is out of range", nextStep: "write a true peak from -20dBTP to 0dBTP: -1dBTP")
        }
        return ceiling
    }
}

extension LoudnessTarget.ShortSound {
    init(parsing text: String) throws(SessionError) {
        guard let known = Self(rawValue: text) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw SessionError(
                .usage, "'\(text)' is not a value of short", nextStep: "write one of \(words): short=momentary")
        }
        self = known
    }
}

extension LoudnessTarget: CustomStringConvertible {
    /// `-16.00 LUFS, -1.00 dBTP`
    public var description: String { "\(decimalText(loudness, digits: 2)) LUFS\(ceiling.map { ", \($0)" } ?? "")" }
}

/// How a mix was normalised to its loudness.
public struct LoudnessReport: Hashable, Sendable, KeyedReport {
    public var target: LoudnessTarget
    /// The mix before normalisation: integrated loudness in LUFS and true peak in dBTP.
    public var measured: Double
    public var measuredTruePeak: Double
    /// The gain applied, in decibels; before the limiter if there is one.
    public var gain: Double
    /// The values of the output, before rounding and encoding.
    public var reached: Double
    public var truePeak: Double
    /// How many times the mix was rendered for this.
    public var passes: Int

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("target_lufs", \.target.loudness)
        key("ceiling_dbtp", \.target.ceiling?.decibels)
        key("measured_integrated_lufs", \.measured)
        key("measured_true_peak_dbtp", \.measuredTruePeak)
        key("gain_db", \.gain)
        key("integrated_lufs", \.reached)
        key("true_peak_dbtp", \.truePeak)
        key("passes", \.passes)
    }
}
