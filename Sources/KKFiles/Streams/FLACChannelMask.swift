internal import KKPCM

/// Which channel of a FLAC stream is which, where its comments say so.
///
/// Source: RFC 9639, section 8.6.2.
enum FLACChannelMask {
    /// What is read of a Vorbis comment for the mask, which encoders put at its start.
    static let commentLimit = 1 << 15

    private static let key = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK="

    /// The mask that a Vorbis comment states; `nil` without one.
    ///
    /// - Parameter comment: a vendor's name, a count, and so many `KEY=value`, each with its length before it.
    static func read(_ comment: Fields) -> UInt32? {
        var offset = 4 + Int(comment.uint32(0) ?? 0)
        guard let count = comment.uint32(offset) else { return nil }
        offset += 4
        for _ in 0..<min(count, 1024) {
            guard let length = comment.uint32(offset), Int(length) <= comment.count - offset - 4 else { return nil }
            let end = offset + 4 + Int(length)
            // Names are the same in small letters.
            if Int(length) > key.utf8.count, Int(length) < 64 {
                let text = comment.text(offset + 4..<end)
                if text.prefix(key.count).uppercased() == key { return number(text.dropFirst(key.count)) }
            }
            offset = end
        }
        return nil
    }

    /// The mask among the metadata of a file whose `fLaC` is at `start`.
    static func read(_ source: ByteSource, start: Int64) throws(AudioFileError) -> UInt32? {
        var offset = start + 4
        // The type of a block has seven bits, and most occur once.
        for _ in 0..<512 {
            guard let word = try source.fields(at: offset, count: 4, isBigEndian: true).uint32(0), word >> 24 != 0xFF else { return nil }
            let byteCount = Int(word & 0xFF_FFFF)
            if word >> 24 & 0x7F == 4 {
                return read(try source.fields(at: offset + 4, count: min(byteCount, commentLimit), isBigEndian: false))
            }
            guard word >> 31 == 0 else { return nil }
            offset += 4 + Int64(byteCount)
        }
        return nil
    }

    /// In base 16 behind `0x`, as encoders write it, and else in base 10.
    private static func number(_ text: Substring) -> UInt32? {
        text.lowercased().hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    }
}
