extension PeakLimiterCore {
    /// Whether nothing of what came in is left: with silence in, silence comes out, and leaving that out changes no bit
    /// of what comes later.
    ///
    /// It takes as long as reading the look-ahead once, and where sound has just come in no time at all.
    public var isAtRest: Bool { curve.isAtRest && history.isSilent(0..<kept) }
}
