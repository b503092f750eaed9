/// The tags at the start of a file, in any order, of which there may be several in a row: what lies after them says
/// what the file is. Lyrics3, which does not say how long it is, ends them; the probe of a stream, which looks at every
/// byte anyway, steps over it, too (``StreamTags``).
struct LeadingTags {
    /// Those of ID3v2, whose texts can be read.
    private(set) var id3v2: [Range<Int64>] = []
    private(set) var count = 0
    /// The first byte after the last of them; may be beyond the end of the file.
    private(set) var end: Int64 = 0

    private static let limit = 64

    /// How long the file is is not asked: a pipe would be read to its end before anybody knows what it is.
    init(_ source: ByteSource) throws(AudioFileError) {
        while count < Self.limit, let tag = try source.tag(at: end), let size = tag.byteCount {
            if tag.kind == .id3v2 { id3v2.append(end..<end + size) }
            end += size
            count += 1
        }
    }
}
