extension ChannelLayout {
    // The orders in which MPEG and film put channels: `kAudioChannelLayoutTag_MPEG_…` and `_AAC_…` of
    // CoreAudioBaseTypes.h.

    /// C L R: AAC.
    public static let mpegThreeZeroB = ChannelLayout([.center, .left, .right])
    /// C L R Cs: AAC.
    public static let mpegFourZeroB = ChannelLayout([.center, .left, .right, .centerSurround])

    /// L R C Ls Rs, which is ``fiveZero``.
    public static let mpegFiveZeroA = fiveZero
    /// L R Ls Rs C.
    public static let mpegFiveZeroB = ChannelLayout([.left, .right, .leftSurround, .rightSurround, .center])
    /// L C R Ls Rs.
    public static let mpegFiveZeroC = ChannelLayout([.left, .center, .right, .leftSurround, .rightSurround])
    /// C L R Ls Rs.
    public static let mpegFiveZeroD = ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround])

    /// L R C LFE Ls Rs, which is ``fiveOne``: WAVE, AC-3 in files, SMPTE.
    public static let mpegFiveOneA = fiveOne
    /// L R Ls Rs C LFE: DTS.
    public static let mpegFiveOneB = ChannelLayout([.left, .right, .leftSurround, .rightSurround, .center, .lfe])
    /// L C R Ls Rs LFE: film.
    public static let mpegFiveOneC = ChannelLayout([.left, .center, .right, .leftSurround, .rightSurround, .lfe])
    /// C L R Ls Rs LFE: AAC.
    public static let mpegFiveOneD = ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .lfe])

    /// L R C LFE Ls Rs Cs, which is ``sixOne``.
    public static let mpegSixOneA = sixOne
    /// C L R Ls Rs Cs LFE.
    public static let aacSixOne = ChannelLayout([
        .center, .left, .right, .leftSurround, .rightSurround, .centerSurround, .lfe,
    ])

    /// L R C LFE Ls Rs Lc Rc.
    public static let mpegSevenOneA = ChannelLayout([
        .left, .right, .center, .lfe, .leftSurround, .rightSurround, .leftCenter, .rightCenter,
    ])
    /// C Lc Rc L R Ls Rs LFE: AAC.
    public static let mpegSevenOneB = ChannelLayout([
        .center, .leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround, .lfe,
    ])
    /// L R C LFE Ls Rs Rls Rrs. WAVE's 7.1 (``sevenOne``) has the two pairs the other way round.
    public static let mpegSevenOneC = ChannelLayout([
        .left, .right, .center, .lfe, .leftSurround, .rightSurround, .rearSurroundLeft, .rearSurroundRight,
    ])
}
