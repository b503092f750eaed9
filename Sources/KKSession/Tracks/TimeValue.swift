internal import KKMath
internal import KKPCM

/// A time as written on the command line: seconds, or frames at the output rate.
public enum TimeValue: Hashable, Sendable, Codable {
    case seconds(Double)
    case frames(Int64)

    /// The longest time that can be said: what fits in 2^52 frames, over 700 years at 192 kHz.
    private static let longest = 4.5e15

    /// Reads `1.5`, `1.5s`, `250ms`, `1:30.250`, `0:01:30`, `48000f`. The decimal mark is a dot in every locale.
    public init(parsing text: String) throws(SessionError) {
        guard let value = Self.parse(text) else {
            throw SessionError(
                .usage, "'\(text)' is not a time",
                nextStep: "write seconds (1.5), 250ms, minutes (1:30.250) or frames (48000f)")
        }
        self = value
    }

    private static func parse(_ text: String) -> TimeValue? {
        if text.hasSuffix("f") {
            guard let frames = Int64(digits: text.dropLast()), frames < Int64(longest) else { return nil }
            return .frames(frames)
        }
        if text.hasSuffix("ms") { return checked(Double(decimal: text.dropLast(2)).map { $0 / 1000 }) }
        if text.hasSuffix("s") { return checked(Double(decimal: text.dropLast())) }
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count <= 3, let last = Double(decimal: fields[fields.count - 1]) else { return nil }
        var minutes: Int64 = 0
        for field in fields.dropLast() {
            guard let number = Int64(digits: field), number < 1_000_000 else { return nil }
            minutes = minutes * 60 + number
        }
        guard fields.count == 1 || last < 60 else { return nil }
        return checked(Double(minutes) * 60 + last)
    }

    private static func checked(_ value: Double?) -> TimeValue? {
        guard let value, value < longest / 1_000_000 else { return nil }
        return .seconds(value)
    }

    /// Whether it is a time that a person could write: neither negative nor beyond counting.
    var isPossible: Bool {
        switch self {
        case .seconds(let seconds): (0..<Self.longest / 1_000_000).contains(seconds)
        case .frames(let frames): (0..<Int64(Self.longest)).contains(frames)
        }
    }

    /// The nearest frame at `sampleRate` (halves away from zero); NaN and −∞ give 0.
    public func frames(at sampleRate: Double) -> Int64 {
        switch self {
        case .seconds(let seconds): Self.whole(seconds * sampleRate)
        case .frames(let frames): frames
        }
    }

    private static func whole(_ frames: Double) -> Int64 {
        frames >= -longest ? Int64(min(frames, longest).rounded()) : 0
    }

    /// The nearest frame of a file with `fileRate`. Frame values count at the output rate, so at another file rate they
    /// may lie between the file's frames.
    public func frames(inFileAt fileRate: Double, outputRate: Double) -> Int64 {
        switch self {
        case .seconds: frames(at: fileRate)
        case .frames(let frames):
            fileRate == outputRate ? frames : Self.whole(Double(frames) * fileRate / outputRate)
        }
    }
}
