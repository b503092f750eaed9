package import KKPCM

/// The order of channels in Vorbis, which is Opus' as well (mapping families 0 and 1).
///
/// Source: Vorbis I specification §4.3.9; RFC 7845 §5.1.1.2.
package enum XiphOrder {
    /// The channels as the stream has them: film's order, with the LFE channel last.
    package static func stored(_ channelCount: Int) -> ChannelLayout {
        switch channelCount {
        case 3: ChannelLayout([.left, .center, .right])
        case 5: .mpegFiveZeroC
        case 6: .mpegFiveOneC
        case 7: ChannelLayout([.left, .center, .right, .leftSurround, .rightSurround, .centerSurround, .lfe])
        case 8:
            ChannelLayout([
                .left, .center, .right, .leftSurround, .rightSurround, .rearSurroundLeft, .rearSurroundRight, .lfe,
            ])
        default: .standard(channelCount)
        }
    }
}
