internal import KKPCM

/// The orders of channels that `kAudioChannelLayoutTag_…` number.
///
/// Source: CoreAudioBaseTypes.h.
enum AppleChannelLayout {
    private static let discreteInOrder: UInt32 = 147

    /// - Parameter id: the upper half of a tag.
    static func named(_ id: UInt32, channels: Int) -> ChannelLayout? {
        if id == discreteInOrder { return .discrete(channels) }
        return ChannelLayout(tag: id << 16 | UInt32(truncatingIfNeeded: channels))
    }
}
