/// How similar two sounds are, from strict to loose. A comparison reports the first case that is true.
public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The files have the same bytes.
    case sameFile = "same-file"
    /// The same samples; the containers may differ.
    case samePCM = "same-pcm"
    /// No sample differs by more than one step of the reference's integers.
    case withinLSB = "within-lsb"
    /// Within all requested limits.
    case withinTolerance = "within-tolerance"
    /// The same sound shifted in time, at another level, inverted, or with its channels swapped.
    case transformed
    case different

    public static func < (left: Verdict, right: Verdict) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .sameFile: 0
        case .samePCM: 1
        case .withinLSB: 2
        case .withinTolerance: 3
        case .transformed: 4
        case .different: 5
        }
    }
}
