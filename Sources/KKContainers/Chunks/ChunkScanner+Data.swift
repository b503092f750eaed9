extension ChunkScanner {
    /// Where the audio of a data chunk is, decided from its claim and from what is there. Moves the walk after it.
    ///
    /// - A size that says "unknown" (0xFFFFFFFF): a pipe or a recorder that never came back; everything to the end of
    ///   the file.
    /// - A size beyond the end of the file: everything to the end, with a warning.
    /// - Size 0 and a chunk after it, or nothing: really empty.
    /// - Size 0 and bytes after it that are not a chunk: a recorder that crashed or a pipe; everything to the end, with
    ///   a warning.
    ///
    /// - Parameters:
    ///   - lead: the bytes of the chunk that come before the audio.
    ///   - isUnknownLegal: whether the container has a way to say that the size is not known.
    ///   - isPiped: whether the bytes come through a pipe: both forms are then what a writer that cannot go back must
    ///     leave, and no damage.
    mutating func audio(
        of chunk: Chunk, lead: Int64 = 0, isUnknownLegal: Bool = false, isPiped: Bool = false
    ) throws(AudioFileError) -> ContainerAudio {
        let offset = min(chunk.offset + lead, end)
        let claimed = chunk.claimedByteCount.map { max(0, $0 - lead) }
        var audio = ContainerAudio(
            offset: offset, byteCount: 0, claimed: claimed,
            chunk: chunk.offset..<chunk.offset + (chunk.claimedByteCount ?? 0),
            hasZeroSize: chunk.claimedByteCount == 0)
        // An empty chunk has no lead either.
        if chunk.claimedByteCount == 0, lead > 0, try isChunk(at: chunk.offset) {
            audio.offset = chunk.offset
            move(to: chunk.offset)
            return audio
        }
        let available = max(0, end - offset)
        if let claimed {
            var isUnfilled = false
            if claimed == 0, available > 0, try !isChunk(at: offset) {
                isUnfilled = try holdsMoreThanPadding(at: offset)
            }
            if !isUnfilled {
                audio.byteCount = min(claimed, available)
                audio.chunk = chunk.offset..<min(end, offset + claimed)
                if claimed > available {
                    warn(
                        at: offset, "the header states \(claimed) bytes of audio, but there are only \(available)",
                        "the available audio is used")
                }
                move(to: offset + claimed)
                return audio
            }
        }
        audio.isOpen = source.isOpenEnded
        audio.byteCount = audio.isOpen ? 0 : available
        audio.chunk = chunk.offset..<end
        if !isPiped, !isUnknownLegal || claimed != nil {
            warn(
                at: offset,
                claimed == nil
                    ? "the size of the audio was never filled in (a pipe, or an interrupted recording)"
                    : "the size of the audio is given as 0 and no chunk follows (a pipe, or an interrupted recording)",
                audio.isOpen ? "all bytes to the end are used" : "all \(available) bytes to the end are used")
        }
        move(to: end)
        return audio
    }

    /// A pad byte or two after an empty chunk are not audio.
    private func holdsMoreThanPadding(at offset: Int64) throws(AudioFileError) -> Bool {
        let rest = try source.bytes(at: offset, count: 9)
        return rest.count > 8 || rest.contains { $0 != 0 }
    }

    /// Every chunk but the audio's.
    func chunks(beside audio: ContainerAudio?) -> [Chunk] {
        chunks.filter { $0.offset != audio?.chunk.lowerBound }
    }
}
