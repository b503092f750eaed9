extension Damage {
    /// Whether a tolerance must detect it, in sound at ordinary levels with channels that differ. Silence (where a
    /// dropout changes nothing) and noise (where a shift of one frame is a different sound) are excluded.
    ///
    /// - Parameter tolerance: the name of a tolerance; changed limits are not considered.
    public func isCaught(by tolerance: String) -> Bool {
        guard let index = Tolerance.all.firstIndex(where: { $0.name == tolerance }) else { return false }
        return index < caughtCount
    }

    /// How many of the tolerances catch it, from the strictest on: none is stricter in one thing and more lenient in
    /// another.
    private var caughtCount: Int {
        switch self {
        // One step is what `lsb` is for; it is −90.3 dBFS, which `default` admits even in every sample.
        case .oneLSBOnce, .oneLSB, .dither: 1
        // Two steps in one sample are −84.3 dBFS; this noise has peaks of −89.2 dBFS.
        case .twoLSBOnce, .noise94: 2
        // What a lossy encoder does as well, or does worse: a little shift, a little level, something below the sound.
        case .lateOneFrame, .earlyOneFrame, .lateOneMillisecond, .louder, .softer, .eightBits, .dropoutOfFive, .hum60,
            .hum80, .noise70,
            .offset:
            3
        // Too much for an encoder, and nothing that makes another piece of it. Of a missing frame the rest is early:
        // the highs are another sound then.
        case .lateHundredMilliseconds, .softerByOne, .monoFold, .frameMissing, .dropout, .click, .repeatedBlock,
            .swappedBlocks, .clipped:
            4
        case .softerBySix, .inverted, .oneChannelInverted, .channelsSwapped, .channelSilent, .oneChannelOnly,
            .tailMissing, .headMissing, .extraSilence,
            .truncatedHalf, .empty, .silence, .lowPass, .rateWrong, .drift, .rateMislabelled, .layoutMislabelled,
            .oneNaN, .oneInfinity, .allNaN:
            5
        }
    }
}
