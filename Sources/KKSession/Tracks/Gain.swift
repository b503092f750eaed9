internal import KKMath
internal import KKPCM

/// A level as a linear factor; a negative one inverts the polarity.
public struct Gain: Hashable, Sendable, Codable {
    public var linear: Double
    /// What to tell whoever wrote a factor that looks like decibels. Not part of the value.
    private(set) var doubt: String?

    public init(linear: Double) {
        self.linear = linear
    }

    public static let unity = Gain(linear: 1)

    /// Reads `-6dB`, `+3.5dB` or a bare linear factor: `0.5`, down to −1, which inverts the polarity.
    public init(parsing text: String) throws(SessionError) {
        guard let value = Self.parse(text) else {
            throw SessionError(
                .usage, "'\(text)' is not a gain", nextStep: "write decibels (-6dB, at most ±200) or a factor (0.5)")
        }
        // Nobody turns a track over and makes it three times as loud: a sign and no unit is a level whose unit was
        // forgotten.
        guard text.lowercased().hasSuffix("db") || value.linear >= -1 else {
            throw SessionError(
                .usage, "'\(text)' is a factor that would invert the sound and make it louder; did you mean \(text)dB?",
                nextStep: "write levels with dB; the setting 'invert' inverts a track")
        }
        self = value
        if !text.lowercased().hasSuffix("db") && (linear < 0 || linear > 2) {
            let level =
                "\(decimalText(Decibels(linear: abs(linear)).value, digits: 1)) dB\(linear < 0 ? ", inverted" : "")"
            doubt = "gain \(text) is a factor (\(level)); \(text)dB is a level"
        }
    }

    public static func == (left: Gain, right: Gain) -> Bool { left.linear == right.linear }

    public func hash(into hasher: inout Hasher) { hasher.combine(linear) }

    private enum CodingKeys: CodingKey { case linear }

    private static func parse(_ text: String) -> Gain? {
        if text.lowercased().hasSuffix("db") {
            guard let decibels = Double(signedDecimal: text.dropLast(2)), abs(decibels) <= 200 else { return nil }
            return Gain(linear: Decibels(decibels).linear)
        }
        guard let factor = Double(signedDecimal: text), abs(factor) <= 1e10 else { return nil }
        return Gain(linear: factor)
    }

    /// Whether multiplying keeps every whole number whole, so that integer audio stays exact.
    var isWholeNumber: Bool { linear == linear.rounded() }
}

/// A position from −1 (left) over 0 to 1 (right).
struct PanPosition {
    let value: Double

    init(parsing text: String) throws(SessionError) {
        let magnitude =
            text.hasPrefix("-") || text.hasPrefix("+") ? Double(decimal: text.dropFirst()) : Double(decimal: text)
        guard let magnitude, magnitude <= 1 else {
            throw SessionError(
                .usage, "'\(text)' is not a pan position", nextStep: "write a number from -1 (left) to 1 (right)")
        }
        value = text.hasPrefix("-") ? -magnitude : magnitude
    }
}
