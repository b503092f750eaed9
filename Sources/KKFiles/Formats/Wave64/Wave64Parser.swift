internal import KKPCM

/// Sony Wave64: RIFF WAVE with GUIDs for names and 64-bit sizes.
enum Wave64Parser {
    /// What follows the four letters in the GUIDs of `riff`, and of all the others that matter here.
    static let riffTail: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
    static let chunkTail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    /// The GUID and size of `riff`, the GUID of `wave`.
    private static let headerByteCount: Int64 = 40

    static func parse(_ source: ByteSource, _: FileType, start: Int64) throws(AudioFileError) -> PCMContainer {
        var scanner = try ChunkScanner(source, dialect: .wave64, start: start + headerByteCount)
        var format: PCMContainer.StoredFormat?
        var data: (offset: Int64, byteCount: Int64, claimed: Int64?)?
        var notes = WaveNotes()
        while let chunk = try scanner.next() {
            let tail = try source.fields(at: chunk.offset - 20, count: 12, isBigEndian: false)
            guard tail.has(chunkTail) else {
                let isTexts =
                    tail.has(riffTail) && chunk.id == "list"
                    || tail.has(Wave64Notes.summaryTail) && chunk.id == Wave64Notes.summaryID
                if isTexts { notes.takeWave64(chunk.id, try scanner.fields(of: chunk, limit: PCMContainer.textLimit)) }
                continue
            }
            switch chunk.id {
            case "fmt " where format == nil:
                format = try WaveFormat.parse(
                    scanner.fields(of: chunk, limit: WaveFormat.limit), at: chunk.offset, in: source, fileType: .w64)
            case "data" where data == nil:
                data = (
                    chunk.offset, try scanner.dataByteCount(of: chunk, isPiped: scanner.source.isPipe),
                    chunk.claimedByteCount
                )
            case "bext": try notes.take(chunk, from: scanner)
            default: break
            }
        }
        guard let format else {
            throw source.damage(
                .invalidChunk, at: scanner.end,
                "this Wave64 file has no fmt chunk, so nothing says how its samples are stored")
        }
        guard let data else {
            throw source.damage(
                .invalidChunk, at: scanner.end, "this Wave64 file has no data chunk: there is no audio in it")
        }
        var container = PCMContainer(fileType: .w64, format: format)
        container.warnings = scanner.warnings
        let padding = try paddingByteCount(data.offset, data.byteCount, container, in: source)
        container.place(
            data: data.offset, byteCount: data.byteCount - padding, claimed: data.claimed.map { $0 - padding },
            in: source)
        container.tags = notes.tags
        return container
    }

    /// The zeros up to a multiple of eight that a size counts as audio, as FFmpeg's do: those that are no whole frame,
    /// which alone can be told apart.
    private static func paddingByteCount(
        _ offset: Int64, _ byteCount: Int64, _ container: PCMContainer, in source: ByteSource
    ) throws(AudioFileError) -> Int64 {
        let frame = Int64(container.dataFormat.bytesPerFrame)
        guard container.codec == .linear, frame > 0, byteCount % 8 == 0, (1..<8).contains(byteCount % frame) else {
            return 0
        }
        let rest = byteCount % frame
        return try source.bytes(at: offset + byteCount - rest, count: Int(rest)).allSatisfy { $0 == 0 } ? rest : 0
    }
}
