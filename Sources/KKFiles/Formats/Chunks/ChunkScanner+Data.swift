extension ChunkScanner {
    /// The number of audio bytes in a data chunk, decided from its claim and from what is there. Moves the walk behind
    /// them.
    ///
    /// - A size that says "unknown" (0xFFFFFFFF): a pipe or a recorder that never came back; everything to the end of
    ///   the file.
    /// - A size beyond the end of the file: everything to the end, with a warning.
    /// - Size 0 and a chunk behind it, or nothing: really empty.
    /// - Size 0 and bytes behind it that are no chunk: a recorder that crashed or a pipe; everything to the end, with a
    ///   warning.
    ///
    /// `StreamHeader.data` says of a stream what a size of 0 means.
    ///
    /// - Parameters:
    ///   - isUnknownLegal: whether the container has a way to say that the size is not known.
    ///   - isPiped: whether the bytes come through a pipe: both forms are then what a writer that cannot go back has to
    ///     leave, and no damage.
    mutating func dataByteCount(
        of chunk: Chunk, isUnknownLegal: Bool = false, isPiped: Bool = false
    ) throws(AudioFileError) -> Int64 {
        let available = max(0, end - chunk.offset)
        guard let claimed = chunk.claimedByteCount else {
            if !isUnknownLegal, !isPiped {
                warn(
                    at: chunk.offset,
                    "the size of the audio was never filled in (a pipe, or a recording that broke off)",
                    "all \(available) \(Self.restIsUsed)")
            }
            move(to: end)
            return available
        }
        if claimed > available {
            warn(
                at: chunk.offset, "\(claimed) bytes of audio are claimed and \(available) are there",
                "what is there is used")
            move(to: end)
            return available
        }
        if claimed == 0, available > 0, try !isChunk(at: chunk.offset), try holdsMoreThanPadding(at: chunk.offset) {
            if !isPiped {
                warn(
                    at: chunk.offset,
                    "the size of the audio is given as 0 and no chunk follows (a pipe, or a recording that broke off)",
                    "all \(available) \(Self.restIsUsed)")
            }
            move(to: end)
            return available
        }
        move(to: chunk.offset + claimed)
        return claimed
    }

    /// How the consequence ends of warnings that no size can be believed: who has not seen the end knows no number of
    /// bytes, and says it in other words.
    static let restIsUsed = "bytes to the end are used"

    /// A pad byte or two behind an empty chunk are no audio.
    private func holdsMoreThanPadding(at offset: Int64) throws(AudioFileError) -> Bool {
        let rest = try source.bytes(at: offset, count: 9)
        return rest.count > 8 || rest.contains { $0 != 0 }
    }
}
