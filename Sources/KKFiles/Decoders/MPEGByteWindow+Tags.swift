/// The tags around MPEG audio, of which some are told from audio by where the file ends.
extension MPEGByteWindow {
    /// Whether a tag of a known kind begins at `place`.
    mutating func isTag(at place: Int64) throws(AudioFileError) -> Bool {
        try tag(at: place) != nil
    }

    /// The tag that begins at `place`, and its size; `nil` when there is none.
    mutating func tag(at place: Int64) throws(AudioFileError) -> (kind: TagHeader.Kind, byteCount: Int64)? {
        let head = try bytes(at: place, count: TagHeader.windowByteCount)
        guard let tag = TagHeader(head.span) else { return nil }
        let rest = end - place
        switch tag.kind {
        case .id3v1 where rest > 128 + 227: return nil
        case .id3v1, .extendedID3v1: return (tag.kind, min(tag.byteCount ?? rest, rest))
        // Nothing but ID3v1 comes after lyrics.
        case .lyrics: return (tag.kind, max(0, rest - Int64(TagHeader.id3v1ByteCount)))
        case .id3v2, .apeHeader, .apeFooter: return (tag.kind, tag.byteCount ?? rest)
        }
    }

    /// The bytes of the tag that ends at ``end``; `nil` when there is none.
    mutating func trailingTagByteCount() throws(AudioFileError) -> Int64? {
        let count = min(end, Int64(TagHeader.id3v1ByteCount))
        let tail = try bytes(at: end - count, count: Int(count))
        return TagHeader.trailingByteCount(tail.span)
    }
}
