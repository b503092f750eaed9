internal import KKPCM

extension ID3Texts {
    /// A tag above this holds pictures; its text is not worth the memory.
    static let tagLimit: Int64 = 16 << 20
    private static let maximumTagCount = 8

    /// The texts of the tags around MPEG audio.
    ///
    /// - Parameters:
    ///   - range: the audio with its tags, at whose end that of version 1 stands.
    ///   - tagRanges: where tags of version 2 lie, none beyond ``tagLimit``.
    /// - Returns: the texts of all tags, the first of each kind; none of what says nothing: damaged texts are not worth
    ///   an error.
    /// - Throws: what reading throws.
    package static func read(
        _ source: ByteSource, range: Range<Int64>, tagRanges: [Range<Int64>]
    ) throws(AudioFileError) -> [FileProperties.Tag] {
        var tags: [FileProperties.Tag] = []
        for place in tagRanges.prefix(maximumTagCount) {
            add(
                read(try source.bytes(at: place.lowerBound, count: Int(place.upperBound - place.lowerBound))), to: &tags
            )
        }
        let last = range.upperBound - Int64(TagHeader.id3v1ByteCount)
        if last >= range.lowerBound {
            add(readVersion1(try source.bytes(at: last, count: TagHeader.id3v1ByteCount)), to: &tags)
        }
        return tags
    }

    private static func add(_ more: [FileProperties.Tag], to tags: inout [FileProperties.Tag]) {
        for tag in more where !tags.contains(where: { $0.key == tag.key }) { tags.append(tag) }
    }

    /// The fields of version 1, which states no encoding: ISO 8859-1 is the custom.
    private static func readVersion1(_ bytes: [UInt8]) -> [FileProperties.Tag] {
        guard bytes.count == TagHeader.id3v1ByteCount, TagHeader.isID3v1(bytes.span) else { return [] }
        var tags: [FileProperties.Tag] = []
        for (key, range) in version1 {
            let text = bytes[range].prefix { $0 != 0 }
            let value = trimmed(String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })))
            if !value.isEmpty { tags.append(FileProperties.Tag(key: key, value: value)) }
        }
        // ID3v1.1: a zero, then the track's number, at the end of the comment.
        if bytes[125] == 0, bytes[126] != 0 {
            tags.append(FileProperties.Tag(key: "track number", value: String(bytes[126])))
        }
        return tags
    }

    private static let version1 = [
        ("title", 3..<33), ("artist", 33..<63), ("album", 63..<93), ("year", 93..<97), ("comments", 97..<127),
    ]

    /// ID3v2's frames with text, and the keys of Core Audio's info dictionary (AudioFile.h, `kAFInfoDictionary_…`).
    /// The frame in which a text is written.
    static func frame(of key: String) -> String {
        switch key {
        case "comments": "COMM"
        case "lyrics": "USLT"
        default: keys.first { $0.key == key && !["TYER", "TDES"].contains($0.frame) }?.frame ?? "TXXX"
        }
    }

    static let keys: [(frame: String, key: String)] = [
        ("TIT2", "title"), ("TPE1", "artist"), ("TALB", "album"), ("TRCK", "track number"), ("TYER", "year"),
        ("TDRC", "year"),
        ("TCON", "genre"), ("TCOM", "composer"), ("TBPM", "tempo"), ("TKEY", "key signature"), ("TCOP", "copyright"),
        ("TEXT", "lyricist"), ("TIT3", "subtitle"), ("TENC", "encoding application"), ("TSSE", "encoding application"),
        ("TSRC", "ISRC"), ("TPE2", "album artist"), ("TPOS", "disc number"), ("TDES", "description"),
        ("TPUB", "publisher"), ("TLAN", "language"), ("TCMP", "compilation"), ("TIT1", "grouping"),
        ("TPE3", "conductor"), ("TPE4", "remixer"), ("TMOO", "mood"), ("TSOP", "artist sort"),
        ("TSOA", "album sort"), ("TSOT", "title sort"), ("TSO2", "album artist sort"), ("TSOC", "composer sort"),
    ]
}
