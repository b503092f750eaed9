/// Changes to a mix so that it fits into its output.
public struct MixFit: Hashable, Sendable {
    /// A factor in addition to the session's own level.
    public var gain: Double
    /// The ceiling of the limiter; `nil` for no limiter.
    public var limit: TruePeakCeiling?

    public init(gain: Double = 1, limit: TruePeakCeiling?) {
        self.gain = gain
        self.limit = limit
    }
}
