extension BiquadCascade {
    /// Counts `count` frames of silence that a cascade at rest need not work out, as ``process(_:in:)`` does with
    /// zeros: the places where tiny state is cleared stay where they are.
    ///
    /// To be called with ``isAtRest`` true alone.
    public mutating func skipSilence(_ count: Int) {
        phase = (phase + count) % Self.flushInterval
    }
}
