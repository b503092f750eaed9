package import KKPCM

/// The order of channels in Apple Lossless, which follows from their number alone.
///
/// Source: ALACAudioTypes.h of Apple's ALAC (`ALACChannelLayoutTags`): C, L R, C L R, C L R Cs, C L R Ls Rs, C L R Ls Rs LFE,
/// C L R Ls Rs Cs LFE, C Lc Rc L R Ls Rs LFE.
package enum ALACOrder {
    /// For each channel of the WAVE order the stream's channel that goes there.
    package static func waveOrder(_ channelCount: Int) -> [Int] {
        switch channelCount {
        case 3: [1, 2, 0]
        case 4: [1, 2, 0, 3]
        case 5: [1, 2, 0, 3, 4]
        case 6: [1, 2, 0, 5, 3, 4]
        case 7: [1, 2, 0, 6, 3, 4, 5]
        case 8: [3, 4, 0, 7, 5, 6, 1, 2]
        default: Array(0..<channelCount)
        }
    }

    /// The channels in that order.
    package static func layout(_ channelCount: Int) -> ChannelLayout {
        switch channelCount {
        case 4: ChannelLayout([.left, .right, .center, .centerSurround])
        case 8: ChannelLayout([.left, .right, .center, .lfe, .leftSurround, .rightSurround, .leftCenter, .rightCenter])
        default: .standard(channelCount)
        }
    }
}
