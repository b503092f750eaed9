internal import KKMath
internal import KKPCM

/// The level of silence: samples with at most this magnitude (full scale is 1) count as silence.
public struct SilenceLevel: Hashable, Sendable, Codable {
    public var linear: Double

    /// −60 dBFS: inaudible in a quiet room.
    public static let usual = SilenceLevel(linear: 0.001)
    /// At full scale everything would be silence.
    static let range = 0.0..<1

    public init(linear: Double) {
        self.linear = linear
    }

    /// Reads `-60dB`, `-60dBFS`, or a factor: `0` is digital silence only.
    public init(parsing text: String) throws(SessionError) {
        let level = text.lowercased().hasSuffix("dbfs") ? String(text.dropLast(2)) : text
        guard let gain = try? Gain(parsing: level), Self.range.contains(gain.linear) else {
            throw SessionError(
                .usage, "'\(text)' is not a silence level",
                nextStep: "write decibels below full scale (-60dB), or 0 for digital silence")
        }
        linear = gain.linear
    }

    /// Reads what is trimmed at both ends: `silence` or `silence:-60dB`.
    public init(parsingTrim text: String) throws(SessionError) {
        let parts = text.parts(at: ":", maxSplits: 1)
        guard parts[0] == "silence" else {
            throw SessionError(
                .usage, "'\(text)' cannot be trimmed",
                nextStep: "write silence or silence:-60dB; a part is chosen by the track settings from, to and for")
        }
        self = parts.count == 2 ? try SilenceLevel(parsing: parts[1]) : .usual
    }

    func isSound(_ sample: Float) -> Bool { Double(sample.magnitude) > linear }
}

extension SilenceLevel: CustomStringConvertible {
    /// `-60.0 dBFS`, or `digital silence`.
    public var description: String { linear == 0 ? "digital silence" : fullScaleText(linear) }
}
