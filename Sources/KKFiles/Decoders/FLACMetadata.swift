/// The blocks before the audio of a FLAC file, looked through for what is wrong with them: libsndfile refuses some of it without a place, and
/// takes other for the end of the file.
///
/// Source: RFC 9639 §8: a header of one bit for the last, seven of kind and 24 of size; §8.6 the texts, little-endian.
enum FLACMetadata {
    /// More blocks than any file has.
    private static let maximumBlockCount = 4096

    /// The block that contradicts itself or the file; `nil` when all are sound.
    static func damage(_ source: ByteSource, start: Int64) throws(AudioFileError) -> AudioFileError? {
        let (place, isDamaged) = try walk(source, start: start)
        return isDamaged
            ? AudioFileError(
                .invalidFile, path: source.name, at: .byte(place), "the metadata of this FLAC file is damaged", nextStep: nextStep)
            : nil
    }

    static let nextStep = "fetch another copy, or have flac or ffmpeg write it again"

    /// - Returns: where that block is; without one, where the audio should begin.
    static func walk(_ source: ByteSource, start: Int64) throws(AudioFileError) -> (place: Int64, isDamaged: Bool) {
        let end = try source.byteCount()
        var place = start + 4
        for count in 0..<maximumBlockCount {
            let header = try source.bytes(at: place, count: 4)
            guard header.count == 4, header[0] != 0xFF else { return (place, true) }
            let size = Int64(header[1]) << 16 | Int64(header[2]) << 8 | Int64(header[3])
            let kind = header[0] & 0x7F
            guard place + 4 + size <= end, (kind == 0) == (count == 0), kind != 0 || size >= 34 else { return (place, true) }
            if kind == 4, try !holdsTexts(source, place + 4..<place + 4 + size) { return (place, true) }
            place += 4 + size
            if header[0] & 0x80 != 0 { break }
        }
        return (place, false)
    }

    /// Whether the sizes of a block's texts fit into it: the maker's, then the number of the others, then those.
    private static func holdsTexts(_ source: ByteSource, _ range: Range<Int64>) throws(AudioFileError) -> Bool {
        func size(at place: Int64) throws(AudioFileError) -> Int64? {
            guard place + 4 <= range.upperBound else { return nil }
            return try source.fields(at: place, count: 4, isBigEndian: false).uint32(0).map(Int64.init)
        }
        guard let maker = try size(at: range.lowerBound) else { return false }
        var place = range.lowerBound + 4 + maker
        guard let count = try size(at: place) else { return false }
        place += 4
        for _ in 0..<min(count, Int64(maximumBlockCount)) {
            guard let length = try size(at: place) else { return false }
            place += 4 + length
        }
        return place <= range.upperBound
    }
}
