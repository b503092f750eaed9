internal import KKPCM

/// The order of channels in Apple Lossless, which follows from their number alone, and is AAC's.
///
/// Source: ALACAudioTypes.h of Apple's ALAC (`ALACChannelLayoutTags`).
enum ALACOrder {
    /// The channels as the stream has them.
    static func stored(_ channelCount: Int) -> ChannelLayout {
        switch channelCount {
        case 3: .mpegThreeZeroB
        case 4: .mpegFourZeroB
        case 5: .mpegFiveZeroD
        case 6: .mpegFiveOneD
        case 7: .aacSixOne
        case 8: .mpegSevenOneB
        default: .standard(channelCount)
        }
    }
}
