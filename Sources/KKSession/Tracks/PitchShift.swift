internal import KKMath
internal import KKPCM

/// A pitch shift: `3st` is three semitones higher, `-50ct` half a semitone lower.
public struct PitchShift: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Hundredths of a semitone.
    public var cents: Double

    public init(cents: Double) { self.cents = cents }

    public static let none = PitchShift(cents: 0)

    /// Two octaves either way, as Core Audio's NewTimePitch has them.
    static let range = -2400.0...2400.0

    /// Reads `3st`, `-1.5st` or `50ct`. The unit is required, because a number alone would be ambiguous.
    public init(parsing text: String) throws(SessionError) {
        let unit = [("st", 100.0), ("ct", 1)].first { text.hasSuffix($0.0) }
        guard let unit, let number = Double(signedDecimal: text.dropLast(2)), Self.range.contains(number * unit.1)
        else {
            throw SessionError(
                .usage, "'\(text)' is not a pitch shift",
                nextStep: "write semitones (pitch=3st, at most ±24) or cents (pitch=-50ct)")
        }
        cents = number * unit.1
    }

    /// Of frequencies.
    var factor: Double { cents == 0 ? 1 : PortableMath.exp2(cents / 1200) }

    public var description: String {
        let (number, unit) = cents.truncatingRemainder(dividingBy: 100) == 0 ? (cents / 100, "st") : (cents, "ct")
        return "\(cents > 0 ? "+" : "")\(shortDecimalText(number, digits: 9))\(unit)"
    }
}
