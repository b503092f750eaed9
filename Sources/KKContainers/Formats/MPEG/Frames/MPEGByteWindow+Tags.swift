/// The tags around MPEG audio, of which some are told from audio by where the file ends.
extension MPEGByteWindow {
    /// Whether a tag of a known kind begins at `place`.
    mutating func isTag(at place: Int64) throws(AudioFileError) -> Bool {
        try header(ofTagAt: place) != nil
    }

    /// The tag that begins at `place`, and its size; `nil` when there is none. An ID3v1 tag may be cut off, and lyrics
    /// without an end are all the rest.
    mutating func tag(at place: Int64) throws(AudioFileError) -> (kind: TagHeader.Kind, byteCount: Int64)? {
        guard let tag = try header(ofTagAt: place) else { return nil }
        guard let byteCount = tag.byteCount else { return (tag.kind, try endOfLyrics(from: place) - place) }
        switch tag.kind {
        case .id3v1, .extendedID3v1: return (tag.kind, min(byteCount, end - place))
        case .id3v2, .apeHeader, .apeFooter, .lyrics: return (tag.kind, byteCount)
        }
    }

    private mutating func header(ofTagAt place: Int64) throws(AudioFileError) -> TagHeader? {
        let head = try bytes(at: place, count: TagHeader.windowByteCount)
        return TagHeader(head.span)
    }

    /// The first byte behind the lyrics that begin at `start`.
    private mutating func endOfLyrics(from start: Int64) throws(AudioFileError) -> Int64 {
        var place = start
        while let letters = try number(at: place) {
            // LYRI
            if letters == 0x4C59_5249 {
                let mark = try bytes(at: place, count: TagHeader.lyricsEndByteCount)
                if TagHeader.endsLyrics(mark.span, at: 0) { return place + Int64(TagHeader.lyricsEndByteCount) }
            }
            place += 1
        }
        return end
    }

    /// Moves ``end`` to where the tag begins that ends there; not before `start`.
    ///
    /// - Returns: the tag; `nil` when there is none.
    mutating func dropTrailingTag(behind start: Int64) throws(AudioFileError) -> Range<Int64>? {
        let count = min(end, Int64(TagHeader.id3v1ByteCount))
        let tail = try bytes(at: end - count, count: Int(count))
        guard let tag = TagHeader.trailingByteCount(tail.span), tag <= end - start else { return nil }
        end -= tag
        return end..<end + tag
    }

    /// Drops all tags at the end, ID3v1, APE and Lyrics3, of which there may be several; `limit` of them at most.
    mutating func dropTrailingTags(behind start: Int64, limit: Int = .max) throws(AudioFileError) {
        for _ in 0..<limit { guard try dropTrailingTag(behind: start) != nil else { return } }
    }
}
