internal import KKMath
internal import KKPCM
public import KKSession

/// Where a file is cut.
public enum SplitRule: Hashable, Sendable {
    /// At these times, in order.
    case times([TimeValue])
    /// At regular intervals.
    case every(TimeValue)
    /// At the file's markers or chapters.
    case markers
    /// In the middle of every silence of at least this duration with sound before and after it.
    case silence(SilenceLevel, lasting: TimeValue)

    /// −50 dBFS for half a second.
    private static let quiet = SilenceLevel(linear: 0.0031622776601683795)
    private static let pause = TimeValue.seconds(0.5)

    /// Reads `10s,20s`, `every:30s`, `markers`, `chapters`, `silence` or `silence:-50dB,500ms`.
    public init(parsing text: String) throws(SessionError) {
        let parts = text.parts(at: ":", maxSplits: 1)
        switch (parts[0], parts.count == 2 ? parts[1] : nil) {
        case ("markers", nil), ("chapters", nil): self = .markers
        case ("every", let time?):
            let time = try TimeValue(parsing: time)
            guard time != .seconds(0), time != .frames(0) else {
                throw SessionError(.usage, "the pieces have no length", nextStep: "write how long each is: every:30s")
            }
            self = .every(time)
        case ("silence", let words): self = try Self.silence(words)
        default:
            var times: [TimeValue] = []
            for part in text.parts(at: ",") {
                guard let time = try? TimeValue(parsing: part) else {
                    throw SessionError(
                        .usage, "'\(part)' is not a place to cut at",
                        nextStep: "write times (10s,20s), every:30s, markers, chapters or silence:-50dB,500ms")
                }
                times.append(time)
            }
            self = .times(times)
        }
    }

    /// What a silence had to be, and how another one is asked for; `nil` for another rule.
    var sought: String? {
        guard case .silence(let level, let pause) = self else { return nil }
        let length =
            switch pause {
            case .seconds(let seconds): "\(shortDecimalText(seconds * 1000, digits: 3)) ms"
            case .frames(let frames): countText(frames, "frame")
            }
        return "no silence of \(length) at \(level) between sounds (silence:-40dB,300ms finds more)"
    }

    private static func silence(_ words: String?) throws(SessionError) -> SplitRule {
        guard let words else { return .silence(quiet, lasting: pause) }
        let parts = words.parts(at: ",", maxSplits: 1)
        guard !parts[0].contains(":") else {
            throw SessionError(
                .usage, "'\(words)' is not a silence",
                nextStep: "put a comma between its level and its length: silence:-50dB,500ms")
        }
        let level = try SilenceLevel(parsing: parts[0])
        return .silence(level, lasting: parts.count == 2 ? try TimeValue(parsing: parts[1]) : pause)
    }
}
