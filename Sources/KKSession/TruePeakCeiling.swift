internal import KKPCM

/// The true peak that a limited mix does not pass.
public struct TruePeakCeiling: Hashable, Sendable, Codable {
    /// In decibels of full scale, −24 … 0.
    public var decibels: Double

    /// What a ceiling may be, in decibels of full scale.
    public static let range = -24.0...0

    public init(decibels: Double) {
        self.decibels = decibels
    }

    /// Reads `-1dBTP` or `-1dB`.
    public init(parsing text: String) throws(SessionError) {
        let lower = text.lowercased()
        let digits = lower.hasSuffix("dbtp") ? lower.dropLast(4) : lower.hasSuffix("db") ? lower.dropLast(2) : ""
        let isNegative = digits.first == "-" || digits.first == "−"
        guard let magnitude = Double(decimal: isNegative ? digits.dropFirst() : digits), Self.range.contains(isNegative ? -magnitude : magnitude) else {
            throw SessionError(.usage, "'\(text)' is not a ceiling", nextStep: "write a true peak from -24dBTP to 0dBTP: -1dBTP")
        }
        decibels = isNegative ? -magnitude : magnitude
    }
}

extension TruePeakCeiling: CustomStringConvertible {
    /// `-1.00 dBTP`
    public var description: String { "\(decimalText(decibels, digits: 2)) dBTP" }
}
