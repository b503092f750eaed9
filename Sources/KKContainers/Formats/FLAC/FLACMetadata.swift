/// The blocks before the audio of a FLAC file, and what is wrong with them.
///
/// Source: RFC 9639 §8.
package struct FLACMetadata {
    /// The header of a block: one bit for the last, seven of kind, 24 of size.
    struct BlockHeader {
        let isLast: Bool
        let kind: UInt32
        let byteCount: Int

        static let streamInfo: UInt32 = 0
        static let comment: UInt32 = 4

        /// - Parameter word: its four bytes.
        /// - Returns: `nil` for what a frame begins like, and no block.
        init?(_ word: UInt32) {
            guard word >> 24 != 0xFF else { return nil }
            (isLast, kind, byteCount) = (word >> 31 == 1, word >> 24 & 0x7F, Int(word & 0xFF_FFFF))
        }
    }

    /// Where the audio should begin; of damaged metadata the first block that contradicts itself or the file.
    let place: Int64
    let isDamaged: Bool

    private let source: ByteSource
    /// The first Vorbis comment.
    private let comment: Range<Int64>?

    package static let nextStep = "fetch another copy, or have flac or ffmpeg write it again"

    /// More blocks than any file has: what has more is damaged.
    private static let maximumBlockCount = 1 << 16

    /// - Parameter start: where `fLaC` is.
    package init(_ source: ByteSource, start: Int64) throws(AudioFileError) {
        let end = try source.byteCount()
        var place = start + 4
        var damaged: Int64?
        var comment: Range<Int64>?
        var count = 0, isAtEnd = false
        while !isAtEnd {
            guard count < Self.maximumBlockCount,
                let word = try source.fields(at: place, count: 4, isBigEndian: true).uint32(0),
                let header = BlockHeader(word),
                place + 4 + Int64(header.byteCount) <= end
            else {
                damaged = damaged ?? place
                break
            }
            if (header.kind == BlockHeader.streamInfo) != (count == 0) || count == 0 && header.byteCount < 34 {
                damaged = damaged ?? place
            }
            if header.kind == BlockHeader.comment {
                comment = comment ?? place + 4..<place + 4 + Int64(header.byteCount)
                // A block is in the file, and of 16 MiB at most.
                if damaged == nil, try !VorbisComment(source.bytes(at: place + 4, count: header.byteCount)).isWhole {
                    damaged = place
                }
            }
            place += 4 + Int64(header.byteCount)
            isAtEnd = header.isLast
            count += 1
        }
        self.place = damaged ?? place
        isDamaged = damaged != nil
        (self.source, self.comment) = (source, comment)
    }

    /// What is wrong; `nil` if all blocks are sound.
    package var damage: AudioFileError? {
        isDamaged
            ? AudioFileError(
                .invalidFile, path: source.name, at: .byte(place), "the metadata of this FLAC file is damaged",
                nextStep: Self.nextStep)
            : nil
    }

    /// What a file is whose metadata and frames tell nothing of its sound.
    package var unreadable: AudioFileError {
        AudioFileError(
            .invalidFile, path: source.name, at: .byte(place), "this FLAC file cannot be read", nextStep: Self.nextStep)
    }

    /// The texts by Core Audio's names (``VorbisComment/tags(of:)``); none of damaged metadata.
    package func tags() throws(AudioFileError) -> [FileProperties.Tag] {
        isDamaged ? [] : try comment(limit: .max)?.tags(of: .flac) ?? []
    }

    /// The first `limit` bytes of the Vorbis comment, of which there is one (§8.6); of several the first.
    func comment(limit: Int) throws(AudioFileError) -> VorbisComment? {
        guard let comment else { return nil }
        return VorbisComment(try source.bytes(at: comment.lowerBound, count: min(comment.count, limit)))
    }
}
