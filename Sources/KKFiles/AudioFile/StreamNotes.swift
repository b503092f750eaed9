internal import KKPCM

/// What the tags of a stream say of it.
enum StreamNotes {
    static func read(_ source: ByteSource, _ kind: StreamKind, _ content: AudioFileContent) throws(AudioFileError) -> [FileProperties.Tag] {
        switch kind {
        case .mpeg: try mpeg(source, content)
        case .flac: try flac(source)
        case .adts, .ac3, .enhancedAC3: []
        }
    }

    private static func mpeg(_ source: ByteSource, _ content: AudioFileContent) throws(AudioFileError) -> [FileProperties.Tag] {
        let leading = content.id3Tag.flatMap { $0.lowerBound == 0 && $0.upperBound <= ID3Texts.tagLimit ? $0 : nil }
        return ID3Texts.read(source, range: 0..<(try source.byteCount()), tagRanges: leading.map { [$0] } ?? [])
    }

    /// The Vorbis comment among the metadata blocks (RFC 9639, section 8.6).
    private static func flac(_ source: ByteSource) throws(AudioFileError) -> [FileProperties.Tag] {
        let start = try source.endOfID3v2()
        guard try source.fields(at: start, count: 4, isBigEndian: true).has("fLaC") else { return [] }
        let entries = try FLACMetadata(source, start: start).comment(limit: 1 << 20)?.entries ?? []
        return entries.map { FileProperties.Tag(key: keys[$0.name] ?? $0.name.lowercased(), value: $0.value) }
    }

    /// Core Audio's info dictionary keys for the usual field names; the others keep their own.
    private static let keys = [
        "TRACKNUMBER": "track number", "DATE": "year", "COMMENT": "comments", "DESCRIPTION": "comments", "ISRC": "ISRC", "BPM": "tempo",
        "ENCODER": "encoding application",
    ]
}
