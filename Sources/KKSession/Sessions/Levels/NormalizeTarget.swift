internal import KKMath
public import KKPCM

/// The sample level to which a mix is normalised.
public struct NormalizeTarget: Hashable, Sendable, Codable {
    /// The kind of level.
    public enum Measure: String, Hashable, Sendable, Codable, CaseIterable {
        /// The largest sample magnitude of all channels.
        case peak
        /// The root of the mean square of all channels together.
        case rms
    }

    public var measure: Measure
    /// In dBFS.
    public var level: Double

    /// The permitted levels, in dBFS.
    public static let range = -80.0...0

    public init(_ measure: Measure, level: Double) {
        (self.measure, self.level) = (measure, level)
    }

    /// Reads `peak:-1dBFS` or `rms:-20dB`.
    public init(parsing text: String) throws(SessionError) {
        let parts = text.lowercased().parts(at: ":", maxSplits: 1)
        let word = parts.count == 2 ? parts[1] : ""
        let digits = word.hasSuffix("dbfs") ? word.dropLast(4) : word.hasSuffix("db") ? word.dropLast(2) : ""
        guard let measure = Measure(rawValue: parts[0]), digits.first != "+", let level = Double(signedDecimal: digits),
            Self.range.contains(level)
        else {
            throw SessionError(
                .usage, "'\(text)' is not a level to normalize to",
                nextStep: "write one from -80dBFS to 0dBFS: peak:-1dBFS or rms:-20dBFS")
        }
        self.init(measure, level: level)
    }

    /// What is measured of a sound, linear; `nil` for silence.
    func level(of levels: MeasuredSound) -> Double? {
        let level = measure == .peak ? levels.peak : levels.rms
        return level > 0 && level.isFinite ? level : nil
    }
}

extension NormalizeTarget: CustomStringConvertible {
    /// `a peak of -1.00 dBFS`
    public var description: String {
        "\(measure == .peak ? "a peak" : "an RMS level") of \(decimalText(level, digits: 2)) dBFS"
    }
}

/// How a mix was normalised to a level.
public struct NormalizeReport: Hashable, Sendable, KeyedReport {
    public var target: NormalizeTarget
    /// The level of the mix before, in dBFS.
    public var measured: Double
    /// The gain applied, in decibels.
    public var gain: Double
    /// The level of the output before rounding and encoding, in dBFS.
    public var reached: Double

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("measure", \.target.measure.rawValue)
        key("target_dbfs", \.target.level)
        key("measured_dbfs", \.measured)
        key("gain_db", \.gain)
        key("level_dbfs", \.reached)
    }
}
