extension ChannelLayout {
    // The orders in which MPEG and film put the channels of 5.0, 5.1, 6.1 and 7.1: `kAudioChannelLayoutTag_MPEG_…` of CoreAudioBaseTypes.h.

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

    /// L R C LFE Ls Rs Lc Rc.
    public static let mpegSevenOneA = ChannelLayout([.left, .right, .center, .lfe, .leftSurround, .rightSurround, .leftCenter, .rightCenter])
    /// C Lc Rc L R Ls Rs LFE: AAC.
    public static let mpegSevenOneB = ChannelLayout([.center, .leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround, .lfe])
    /// L R C LFE Ls Rs Rls Rrs. WAVE's 7.1 (``sevenOne``) has the two pairs the other way round.
    public static let mpegSevenOneC = ChannelLayout([
        .left, .right, .center, .lfe, .leftSurround, .rightSurround, .rearSurroundLeft, .rearSurroundRight,
    ])

    /// The layout of an `AudioChannelLayoutTag`: mono, stereo, quad, 3.0, 5.0, 5.1, 6.1 and 7.1 in the orders above, WAVE's, and discrete. `nil` for
    /// others.
    public init?(tag: UInt32) {
        let count = Int(tag & 0xFFFF)
        switch tag >> 16 {
        case 100: self = .mono
        case 101, 102: self = .stereo
        case 108, 132: self = .quadraphonic
        case 113: self = .threeZero
        case 114: self.init([.center, .left, .right])
        case 117: self = .mpegFiveZeroA
        case 118: self = .mpegFiveZeroB
        case 119: self = .mpegFiveZeroC
        case 120: self = .mpegFiveZeroD
        case 121: self = .mpegFiveOneA
        case 122: self = .mpegFiveOneB
        case 123: self = .mpegFiveOneC
        case 124: self = .mpegFiveOneD
        case 125: self = .mpegSixOneA
        case 126: self = .mpegSevenOneA
        case 127: self = .mpegSevenOneB
        case 128: self = .mpegSevenOneC
        case 147: self = .discrete(count)
        case 187: self.init([.left, .right, .center, .lfe, .rearSurroundLeft, .rearSurroundRight])
        case 189: self = .sevenOne
        default: return nil
        }
        if channelCount != count { return nil }
    }
}
