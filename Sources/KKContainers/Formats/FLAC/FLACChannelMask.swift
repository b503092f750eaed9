/// Which channel of a FLAC stream is which, where its comments say so.
///
/// Source: RFC 9639, section 8.6.2.
enum FLACChannelMask {
    /// What is read of a Vorbis comment for the mask, which encoders put at its start.
    static let commentLimit = 1 << 15

    /// The mask that a Vorbis comment states; `nil` without one.
    static func read(_ comment: VorbisComment) -> UInt32? {
        comment.value(of: "WAVEFORMATEXTENSIBLE_CHANNEL_MASK").flatMap(number)
    }

    /// In base 16 after `0x`, as encoders write it, and else in base 10.
    private static func number(_ text: String) -> UInt32? {
        text.lowercased().hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    }
}
