internal import KKMath
internal import KKPCM

/// The true peak that a limited mix must not exceed.
public struct TruePeakCeiling: Hashable, Sendable, Codable {
    /// In decibels of full scale, −24 … 0.
    public var decibels: Double

    /// The permitted ceilings, in decibels of full scale.
    public static let range = -24.0...0

    public init(decibels: Double) {
        self.decibels = decibels
    }

    /// Reads `-1dBTP` or `-1dB`.
    public init(parsing text: String) throws(SessionError) {
        let lower = text.lowercased()
        let digits = lower.hasSuffix("dbtp") ? lower.dropLast(4) : lower.hasSuffix("db") ? lower.dropLast(2) : ""
        guard digits.first != "+", let value = Double(signedDecimal: digits), Self.range.contains(value) else {
            throw SessionError(
                .usage, "'\(text)' is not a ceiling", nextStep: "write a true peak from -24dBTP to 0dBTP: -1dBTP")
        }
        decibels = value
    }
}

extension TruePeakCeiling: CustomStringConvertible {
    /// `-1.00 dBTP`
    public var description: String { "\(decimalText(decibels, digits: 2)) dBTP" }
}
