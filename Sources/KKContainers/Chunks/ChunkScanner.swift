internal import KKPCM

/// Walks over the chunks of a container, from the first to the last one that can be believed.
///
/// The walk never trusts a size: a chunk that claims more than the file has is cut to what is there, a missing pad byte
/// is noticed, and bytes that are not a chunk end the walk with a warning. Files of more than ``maximumChunkCount``
/// chunks are not read further.
struct ChunkScanner {
    static let maximumChunkCount = 4096

    let source: ByteSource
    let dialect: ChunkDialect
    /// The end of the file; of a stream that passes by, beyond every number until it has come.
    private(set) var end: Int64
    private(set) var warnings: [FileWarning] = []
    /// Every chunk that was found.
    private(set) var chunks: [Chunk] = []
    /// Where the next chunk is looked for.
    private(set) var position: Int64

    private var isOpen: Bool
    /// What may still be read of texts, all together.
    private var textRoom = 1 << 20
    private let start: Int64

    /// - Parameter start: where the first chunk's header is.
    init(_ source: ByteSource, dialect: ChunkDialect, start: Int64) throws(AudioFileError) {
        self.source = source
        self.dialect = dialect
        self.start = start
        position = start
        end = try source.byteCount()
        isOpen = source.isOpenEnded
    }

    /// The next chunk; `nil` after the last.
    mutating func next() throws(AudioFileError) -> Chunk? {
        if isOpen { (end, isOpen) = (try source.byteCount(), source.isOpenEnded) }
        try findAlignedStart()
        guard position < end else { return nil }
        guard chunks.count < Self.maximumChunkCount else {
            warn(at: position, "there are more than \(Self.maximumChunkCount) chunks", "the rest is not read")
            return nil
        }
        guard let chunk = try chunk(at: position) else {
            let rest = try source.bytes(at: position, count: 64)
            if rest.contains(where: { $0 != 0 }) {
                source.wantEnd()
                warn(at: position, "\(end - position) bytes at the end are not a chunk", "they are left out")
            }
            return nil
        }
        position = chunk.offset + chunk.byteCount
        chunks.append(chunk)
        return chunk
    }

    /// Continues after byte `offset`: the real end of a chunk whose header does not tell it.
    mutating func move(to offset: Int64) {
        position = min(offset, end)
    }

    mutating func warn(at offset: Int64, _ problem: String, _ consequence: String? = nil) {
        warnings.append(FileWarning(path: source.name, at: .byte(offset), problem, consequence: consequence))
    }

    /// The first `limit` bytes of a chunk, or all of it when it is shorter.
    func fields(of chunk: Chunk, limit: Int) throws(AudioFileError) -> Fields {
        try source.fields(
            at: chunk.offset, count: Int(min(Int64(limit), chunk.byteCount)), isBigEndian: dialect.isBigEndian)
    }

    /// The same of texts, of which there is an end.
    mutating func texts(of chunk: Chunk, limit: Int = Container.textLimit) throws(AudioFileError) -> Fields {
        let fields = try fields(of: chunk, limit: min(limit, textRoom))
        textRoom -= fields.count
        return fields
    }

    /// Whether a chunk with a possible name and a size that fits into the file starts at `offset`; of a stream whose
    /// end has not come, one that is not as long as misread bytes would make it.
    func isChunk(at offset: Int64) throws(AudioFileError) -> Bool {
        guard let chunk = try chunk(at: offset), let claimed = chunk.claimedByteCount else { return false }
        return claimed == chunk.byteCount && (!isOpen || claimed < 1 << 24)
    }

    private func chunk(at offset: Int64) throws(AudioFileError) -> Chunk? {
        let header = try source.fields(at: offset, count: dialect.headerByteCount, isBigEndian: dialect.isBigEndian)
        guard header.count == dialect.headerByteCount, let id = header.code(0),
            dialect.takesAnyName || header.bytes.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }),
            let claim = dialect.headerByteCount == 8
                ? header.uint32(4).map(UInt64.init) : header.uint64(dialect.nameByteCount)
        else { return nil }
        let content = offset + Int64(dialect.headerByteCount)
        let tail = Array(header.bytes[4..<dialect.nameByteCount])
        guard claim < dialect.firstUnknownSize else {
            return Chunk(
                id: id, nameTail: tail, offset: content, claimedByteCount: nil, byteCount: max(0, end - content))
        }
        var size = Int64(bitPattern: claim)
        if dialect.countsHeader {
            // A streaming writer leaves zero; anything else below the header's own size is not a chunk.
            guard size >= Int64(dialect.headerByteCount) || size == 0 else { return nil }
            size = max(0, size - Int64(dialect.headerByteCount))
        }
        return Chunk(
            id: id, nameTail: tail, offset: content, claimedByteCount: size,
            byteCount: max(0, min(size, end - content)))
    }

    /// Moves over the padding between two chunks, which some writers forget.
    private mutating func findAlignedStart() throws(AudioFileError) {
        let aligned = position + Int64(dialect.padding(behind: position - start))
        guard aligned != position else { return }
        if try isUnpaddedChunk(at: position, ratherThanAt: aligned) {
            warn(at: position, "a chunk of odd length has no pad byte")
            return
        }
        position = aligned
    }

    private func isUnpaddedChunk(at offset: Int64, ratherThanAt aligned: Int64) throws(AudioFileError) -> Bool {
        guard dialect.alignment == 2, try source.bytes(at: offset, count: 1).first ?? 0 != 0, try !isChunk(at: aligned)
        else { return false }
        if try isChunk(at: offset) { return true }
        // The last chunk of a file that is cut is longer than what is there. Its name tells.
        return ChunkDialect.isKnownName(try source.bytes(at: offset, count: 4))
    }
}
