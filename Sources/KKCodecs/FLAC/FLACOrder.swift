package import KKPCM

/// The channels of FLAC, whose order is WAVE's: 6.1 has the back center before the sides.
///
/// Source: RFC 9639, sections 9.1.3 and 8.6.2.
package enum FLACOrder {
    /// The channels by the mask that comments state, when it has as many, and else by their count.
    package static func layout(_ channelCount: Int, mask: UInt32? = nil) -> ChannelLayout {
        if let mask, mask < 1 << 18, mask.nonzeroBitCount == channelCount {
            return ChannelLayout(waveMask: mask, channels: channelCount)
        }
        return channelCount == 7 ? ChannelLayout(waveMask: 0x70F, channels: 7) : .standard(channelCount)
    }
}
