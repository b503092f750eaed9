public import KKMath

extension TruePeakLimiter {
    /// Takes another ceiling, which holds for every frame that comes in from here on. Those that are inside already
    /// keep to the one that they came in under, or to the lower of the two.
    ///
    /// Behind a lower ceiling the last step, which keeps a sample from being rounded up over it, still stands at the
    /// highest ceiling since the last ``reset()``: a sample may then be above the new one by its own rounding to
    /// Float32, and by no more.
    ///
    /// - Parameter ceiling: in decibels of full scale, true peak (dBTP); finite.
    public mutating func setCeiling(_ ceiling: Decibels) {
        precondition(ceiling.value.isFinite, "a ceiling is finite")
        if ceiling == self.ceiling { return }
        self.ceiling = ceiling
        limit = ceiling.linear
        target = limit * Self.margin(at: sampleRate)
        largestSample = max(largestSample, Self.largestSample(upTo: limit))
    }

    /// The largest Float32 that is not above a limit.
    static func largestSample(upTo limit: Double) -> Float {
        let rounded = Float(limit)
        return Double(rounded) > limit ? rounded.nextDown : rounded
    }
}
