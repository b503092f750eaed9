/// What is done to a mix so that it fits into its output.
public struct MixFit: Hashable, Sendable {
    /// A factor on top of the session's own level.
    public var gain: Double
    /// The ceiling of the limiter; `nil` leaves it out.
    public var limit: TruePeakCeiling?

    public init(gain: Double = 1, limit: TruePeakCeiling?) {
        self.gain = gain
        self.limit = limit
    }
}
