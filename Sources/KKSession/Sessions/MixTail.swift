internal import KKPCM

/// How much longer the mix is than its tracks, for the decay of its effects.
public enum MixTail: Hashable, Sendable, Codable {
    /// As long as the tails of its units; equalisers and limiters have none.
    case auto
    case none
    case time(TimeValue)

    /// Reads `auto`, `none` or a time.
    public init(parsing text: String) throws(SessionError) {
        switch text {
        case "auto": self = .auto
        case "none": self = .none
        default:
            guard let time = try? TimeValue(parsing: text) else {
                throw SessionError(
                    .usage, "'\(text)' is not a tail", nextStep: "write auto, none or a time (250ms, 2s)")
            }
            self = .time(time)
        }
    }

    /// The frames at a mix's rate; `nil`: as many as its units still give.
    func frames(at sampleRate: Double) -> Int64? {
        switch self {
        case .auto: nil
        case .none: 0
        case .time(let time): time.frames(at: sampleRate)
        }
    }
}
