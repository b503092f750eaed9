package import KKPCM

/// The channels of FLAC, whose order is WAVE's: 6.1 has the back center before the sides.
///
/// Source: RFC 9639, section 9.1.3.
package enum FLACOrder {
    /// The channels of a stream that says no more than how many there are.
    package static func layout(_ channelCount: Int) -> ChannelLayout {
        channelCount == 7 ? ChannelLayout(waveMask: 0x70F, channels: 7) : .standard(channelCount)
    }
}
