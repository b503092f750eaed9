internal import KKPCM

/// A walk over the chunks of a CAF file that repairs what it can, for those who read its audio. ``CAFFile`` is the one
/// that does not.
extension ChunkScanner {
    /// - Parameter start: where the file begins.
    init(caf source: ByteSource, start: Int64) throws(AudioFileError) {
        try CAFFile.checkHeader(
            source.fields(at: start, count: Int(CAFFile.headerByteCount), isBigEndian: true), at: start, in: source)
        try self.init(source, dialect: .caf, start: start + CAFFile.headerByteCount)
    }

    /// The audio of the data chunk, behind the count of edits; moves the walk behind it.
    mutating func cafAudio(_ chunk: Chunk) throws(AudioFileError) -> (place: ContainerAudio, editCount: UInt32) {
        let lead = CAFFile.Audio.editCountByteCount
        let place = try audio(of: chunk, lead: lead, isUnknownLegal: true)
        // Nothing at all, not even the count.
        guard place.offset > chunk.offset else { return (place, 0) }
        let edits = try source.fields(at: chunk.offset, count: Int(lead), isBigEndian: true)
        return (place, edits.uint32(0) ?? 0)
    }
}

extension CAFFile {
    /// - Throws: `badData` for another version than 1.
    static func checkHeader(_ header: Fields, at start: Int64, in source: ByteSource) throws(AudioFileError) {
        let version = header.uint16(4) ?? 0
        guard version == 1 else {
            throw source.damage(
                .unsupportedFileType, at: start + 4, "this CAF file has version \(version), and there is only version 1"
            )
        }
    }
}
