internal import KKPCM

/// What the tags of a stream say of it.
package enum StreamNotes {
    /// The texts of its own, then those of the tags around it that say what it does not.
    static func read(
        _ source: ByteSource, behind tags: LeadingTags
    ) throws(AudioFileError) -> [FileProperties.Tag] {
        let own = try flac(source, start: tags.end)
        let end = try source.byteCount()
        let others = try around(
            source, range: tags.end..<end,
            id3v2: tags.id3v2.filter { $0.upperBound - $0.lowerBound <= ID3Texts.tagLimit })
        return own.completed(by: others)
    }

    /// The texts of the tags around packets: of ID3v2, of APE tags, and of ID3v1, which has thirty letters for what
    /// the others have whole.
    ///
    /// - Parameters:
    ///   - range: the packets, and what comes after them.
    ///   - id3v2: where such tags are.
    package static func around(
        _ source: ByteSource, range: Range<Int64>, id3v2: [Range<Int64>]
    ) throws(AudioFileError) -> [FileProperties.Tag] {
        let texts = try ID3Texts.read(source, range: range, tagRanges: id3v2)
        let ape = try APETags.texts(source, behind: range.lowerBound)
        return id3v2.isEmpty ? ape.completed(by: texts) : texts.completed(by: ape)
    }

    /// The Vorbis comment among the metadata blocks (RFC 9639, section 8.6).
    private static func flac(_ source: ByteSource, start: Int64) throws(AudioFileError) -> [FileProperties.Tag] {
        guard try source.fields(at: start, count: 4, isBigEndian: true).has("fLaC") else { return [] }
        return try FLACMetadata(source, start: start).comment(limit: 1 << 20)?.tags(of: .flac) ?? []
    }
}
