internal import KKPCM

/// The texts of ID3v2 and ID3v1, read by libmpg123 in UTF-8.
enum MPEGTags {
    /// - Parameters:
    ///   - tagRanges: where ID3v2 tags lie.
    ///   - segment: the first audio, whose format libmpg123 wants to see behind the tags.
    /// - Returns: the texts of all tags, the first of each kind; none when they cannot be read: texts are not worth an error.
    static func read(_ source: ByteSource, range: Range<Int64>, tagRanges: [Range<Int64>], segment: MPEGSegment) -> [FileProperties.Tag] {
        guard let audio = segment.extents.first else { return [] }
        let sample = audio.fileOffset..<audio.fileOffset + min(audio.byteCount, 8192)
        var pieces = tagRanges.prefix(maximumTagCount).map { [$0, sample] }
        let last = range.upperBound - Int64(TagHeader.id3v1ByteCount)
        if last >= range.lowerBound, let tail = try? source.bytes(at: last, count: TagHeader.id3v1ByteCount), TagHeader.isID3v1(tail.span) {
            pieces.append([sample, last..<range.upperBound])
        }
        var tags: [FileProperties.Tag] = []
        for ranges in pieces {
            for tag in (try? Mpg123TagReader.tags(in: stream(source, of: ranges))) ?? [] where !tags.contains(where: { $0.key == tag.key }) {
                tags.append(tag)
            }
        }
        return tags
    }

    private static let maximumTagCount = 8

    private static func stream(_ source: ByteSource, of ranges: [Range<Int64>]) -> MPEGByteStream {
        var extents: [MPEGSegment.Extent] = []
        var end: Int64 = 0
        for range in ranges {
            let count = range.upperBound - range.lowerBound
            extents.append(MPEGSegment.Extent(fileOffset: range.lowerBound, streamOffset: end, byteCount: count))
            end += count
        }
        return MPEGByteStream(source, extents: extents, byteCount: end)
    }

    /// ID3v2's frames with text, and the keys of Core Audio's info dictionary (AudioFile.h, `kAFInfoDictionary_…`).
    static let keys: [(frame: String, key: String)] = [
        ("TIT2", "title"), ("TPE1", "artist"), ("TALB", "album"), ("TRCK", "track number"), ("TYER", "year"), ("TDRC", "year"),
        ("TCON", "genre"), ("TCOM", "composer"), ("TBPM", "tempo"), ("TKEY", "key signature"), ("TCOP", "copyright"),
        ("TEXT", "lyricist"), ("TIT3", "subtitle"), ("TENC", "encoding application"), ("TSSE", "encoding application"),
        ("TSRC", "ISRC"), ("TDTG", "recorded date"),
    ]
}
