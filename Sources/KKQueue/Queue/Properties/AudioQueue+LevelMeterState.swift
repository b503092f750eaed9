public import KKMath

extension AudioQueue {
    /// A channel's level, 1 being full scale.
    public struct LevelMeterState: Hashable, Sendable {
        /// The RMS level.
        public var average: Float
        /// The largest magnitude.
        public var peak: Float

        public init(average: Float, peak: Float) {
            self.average = average
            self.peak = peak
        }

        /// The same in decibels (`'aqmd'`): −∞ for silence.
        public var decibels: (average: Decibels, peak: Decibels) {
            (Decibels(linear: Double(average)), Decibels(linear: Double(peak)))
        }
    }
}
