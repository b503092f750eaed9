internal import KKPCM

/// Collects the header of a container of chunks out of a stream: what matters is kept, everything else is stepped over,
/// whatever its size.
///
/// What it says is read by the parsers of files (``PCMContainer``), over a ``ByteSource`` that has the kept bytes in
/// their places.
struct StreamHeader {
    let fileType: FileType
    /// The container's first byte.
    let start: Int64
    private(set) var kept = MemoryBytes()
    /// The chunks that were kept, the first of each name.
    private(set) var chunks: [Chunk] = []
    /// Whether the audio's size is given as 0.
    private(set) var hasZeroSize = false
    /// Whether the audio has come, also where what is said of it is refused.
    private(set) var isAtAudio = false

    let dialect: ChunkDialect
    private var position: Int64
    /// What is left of the chunk that is being kept, and of the one that is being stepped over.
    private var keeping: Int64 = 0
    private var skipping: Int64 = 0
    private var isInChunks = false
    private var chunkCount = 0
    private var keptTextCount: Int64 = 0
    private var longSizes = LongSizes()

    /// What of the window was used.
    enum Step {
        case take(Int)
        case needsBytes(Int)
        case audio(StreamAudio)
    }

    /// What is kept of texts, all together.
    private static let textLimit: Int64 = 1 << 18
    private static let formatLimit: Int64 = 1 << 16
    private static let textNames: [FourCharCode] = [
        "LIST", "bext", "NAME", "AUTH", "(c) ", "ANNO", "info", "ID3 ", "id3 ", "list", Wave64Notes.summaryID,
    ]

    init(_ fileType: FileType, start: Int64) {
        self.fileType = fileType
        self.start = start
        position = start
        switch fileType {
        case .w64: dialect = .wave64
        case .caf: dialect = .caf
        case .aiff, .aifc: dialect = .iff
        case .rifx: dialect = ChunkDialect(headerByteCount: 8, nameByteCount: 4, alignment: 2, isBigEndian: true)
        default: dialect = .riff
        }
    }

    /// - Parameter window: begins where the last step ended.
    /// - Throws: what is wrong with the header, with the byte; `'optm'` when something behind the audio is needed
    ///   first.
    mutating func step(_ window: Span<UInt8>, isEnd: Bool) throws(AudioFileStreamError) -> Step {
        if window.isEmpty {
            guard isEnd else { return .needsBytes(1) }
            throw .damage(at: position, "the stream ends in the header of its \(fileType.name)")
        }
        if keeping > 0 || skipping > 0 { return pass(window) }
        return isInChunks ? try chunk(window, isEnd: isEnd) : try fileHeader(window, isEnd: isEnd)
    }

    /// Where the first chunk begins.
    var firstChunk: Int64 { start + (fileType == .w64 ? 40 : fileType == .caf ? 8 : 12) }

    private mutating func pass(_ window: Span<UInt8>) -> Step {
        let count = Int(min(Int64(window.count), keeping > 0 ? keeping : skipping))
        if keeping > 0 {
            kept.append(window.prefix(count), at: position)
            keeping -= Int64(count)
            if keeping == 0, let last = chunks.last, last.id == "ds64", let sizes = content("ds64") {
                longSizes = LongSizes(Fields(bytes: sizes.bytes, isBigEndian: false))
            }
        } else {
            skipping -= Int64(count)
        }
        position += Int64(count)
        return .take(count)
    }

    /// The bytes before the first chunk.
    private mutating func fileHeader(_ window: Span<UInt8>, isEnd: Bool) throws(AudioFileStreamError) -> Step {
        let count = fileType == .w64 ? 40 : fileType == .caf ? 8 : fileType == .au ? 24 : 12
        guard window.count >= count else { return try wait(for: count, isEnd: isEnd) }
        kept.append(window.prefix(count), at: position)
        if fileType == .au { return try audioOfAU() }
        if fileType == .caf {
            let (head, place) = (Fields(bytes: window.prefix(count), isBigEndian: true), position)
            try AudioFileStreamError.told(at: place) { () throws(AudioFileError) in
                try CAFFile.checkHeader(head, at: place, in: source)
            }
        }
        position += Int64(count)
        isInChunks = true
        return .take(count)
    }

    private func wait(for count: Int, isEnd: Bool) throws(AudioFileStreamError) -> Step {
        guard isEnd else { return .needsBytes(count) }
        throw .damage(at: position, "the stream ends in the header of its \(fileType.name)")
    }

    // MARK: Chunks

    private mutating func chunk(_ window: Span<UInt8>, isEnd: Bool) throws(AudioFileStreamError) -> Step {
        if let padding = try paddingByteCount(window, isEnd: isEnd) {
            guard padding == 0 else {
                position += Int64(padding)
                return .take(padding)
            }
        } else {
            return .needsBytes(2 * dialect.headerByteCount + 2)
        }
        let length = dialect.headerByteCount
        guard window.count >= length else { return try wait(for: length, isEnd: isEnd) }
        let header = Fields(bytes: window.prefix(length), isBigEndian: dialect.isBigEndian)
        guard let letters = header.code(0), Self.isName(header) || dialect.nameByteCount == 16,
            let claim = length == 8 ? header.uint32(4).map(UInt64.init) : header.uint64(dialect.nameByteCount)
        else { throw .damage(at: position, "there is no chunk where one has to be, and the audio has not come yet") }
        // In Wave64 the letters alone are nobody's name.
        let id = fileType == .w64 && !header.has(Wave64Parser.chunkTail, at: 4) ? FourCharCode(rawValue: 0) : letters
        chunkCount += 1
        guard chunkCount <= ChunkScanner.maximumChunkCount else {
            throw .damage(at: position, "there are more than \(ChunkScanner.maximumChunkCount) chunks before the audio")
        }
        var size: Int64? = dialect.isUnknown(claim) ? longSizes.byteCount(of: id) : Int64(claim)
        if dialect.countsHeader, let stated = size {
            guard stated >= Int64(length) || stated == 0 else {
                throw .damage(at: position, "a chunk of \(stated) bytes is smaller than its own header")
            }
            size = max(0, stated - Int64(length))
        }
        var chunk = Chunk(id: id, offset: position + Int64(length), claimedByteCount: size, byteCount: size ?? 0)
        if isData(header) { return try data(&chunk, window, isEnd: isEnd) }
        guard let size, size <= 1 << 60 else {
            throw .damage(at: position, "the chunk \(id) has no size, and the audio has not come yet")
        }
        kept.append(header.bytes, at: position)
        keeping = try keptByteCount(of: chunk)
        skipping = size - keeping
        if keeping > 0 { chunks.append(chunk) }
        position += Int64(length)
        return .take(length)
    }

    private static func isName(_ header: Fields) -> Bool {
        header.bytes.prefix(4).allSatisfy { (0x20...0x7E).contains($0) }
    }

    private func isData(_ header: Fields) -> Bool {
        switch fileType {
        case .aiff, .aifc: header.code(0) == "SSND"
        case .w64: header.code(0) == "data" && header.has(Wave64Parser.chunkTail, at: 4)
        default: header.code(0) == "data"
        }
    }

    /// How much of a chunk is kept.
    private mutating func keptByteCount(of chunk: Chunk) throws(AudioFileStreamError) -> Int64 {
        let isText = Self.textNames.contains(chunk.id)
        if !isText, chunks.contains(where: { $0.id == chunk.id }) { return 0 }
        switch chunk.id {
        case "fmt ", "ds64", "COMM", "CHAN", "desc", "chan": return min(chunk.byteCount, Self.formatLimit)
        case "kuki":
            guard chunk.byteCount <= Self.formatLimit else {
                throw .damage(at: chunk.offset, "a magic cookie of \(chunk.byteCount) bytes is more than any codec has")
            }
            return chunk.byteCount
        case "pakt":
            guard chunk.byteCount <= Int64(CAFPacketTable.byteLimit) else {
                throw .damage(
                    at: chunk.offset, "a packet table of \(chunk.byteCount) bytes is more than is kept of one")
            }
            return chunk.byteCount
        case _ where isText:
            let count = min(chunk.byteCount, Int64(PCMContainer.textLimit), Self.textLimit - keptTextCount)
            keptTextCount += count
            return count
        default: return 0
        }
    }

    /// The padding at the start of the window; `nil` when more bytes are needed to tell. Some writers forget it behind
    /// a chunk of odd length.
    ///
    /// ``ChunkScanner`` tells the same of a file (`isUnpaddedChunk`), where it also knows whether a chunk's size fits;
    /// here names have to do.
    private func paddingByteCount(_ window: Span<UInt8>, isEnd: Bool) throws(AudioFileStreamError) -> Int? {
        let excess = (position - firstChunk) % dialect.alignment
        guard excess != 0 else { return 0 }
        let padding = Int(dialect.alignment - excess)
        guard dialect.alignment == 2, window[0] != 0 else { return min(padding, window.count) }
        guard window.count >= 2 * dialect.headerByteCount + 2 || isEnd else { return nil }
        let isHere = Self.isName(Fields(bytes: window.prefix(4), isBigEndian: true)) && window.count >= 4
        let isThere = Self.isName(Fields(bytes: window.prefix(4, from: 1), isBigEndian: true)) && window.count >= 5
        return isHere && !isThere ? 0 : isHere && isThere && ChunkDialect.isKnownName(window.prefix(4)) ? 0 : padding
    }

    // MARK: The audio

    private mutating func data(
        _ chunk: inout Chunk, _ window: Span<UInt8>, isEnd: Bool
    ) throws(AudioFileStreamError) -> Step {
        isAtAudio = true
        let lead =
            fileType == .caf ? Int(CAFFile.Audio.editCountByteCount) : fileType == .aiff || fileType == .aifc ? 8 : 0
        let length = dialect.headerByteCount
        if fileType == .rf64 || fileType == .bw64,
            chunk.claimedByteCount == nil || chunk.claimedByteCount == 0xFFFF_FFFF,
            let size = longSizes.data, size > 0
        {
            chunk.claimedByteCount = size
        }
        hasZeroSize = chunk.claimedByteCount == 0
        // A size that no disk could hold is none.
        if let claimed = chunk.claimedByteCount, claimed > 1 << 60 { chunk.claimedByteCount = nil }
        guard window.count >= length + lead || chunk.claimedByteCount == 0 else {
            return try wait(for: length + lead, isEnd: isEnd)
        }
        if chunk.claimedByteCount == 0, fileType != .caf {
            // A size of 0 means it only when a chunk follows, or nothing: otherwise a pipe or a recorder has never
            // filled it in. Of a file `ChunkScanner.dataByteCount(of:isUnknownLegal:)` says so, by the next chunk's
            // size as well.
            let looked = 2 * length + lead
            guard window.count >= looked || isEnd else { return .needsBytes(looked) }
            let next = Fields(bytes: window.prefix(length, from: length), isBigEndian: dialect.isBigEndian)
            let isEmpty = next.count < 4 || next.bytes.allSatisfy { $0 == 0 } || Self.isName(next)
            if !isEmpty { chunk.claimedByteCount = nil }
        }
        kept.append(window.prefix(length + lead), at: position)
        chunk.byteCount = chunk.claimedByteCount ?? Int64(lead)
        chunks.append(chunk)
        // Where the end is not known, it is not before the first frame, which AIFF may put further on.
        let offset = Fields(bytes: window.prefix(4, from: length), isBigEndian: true).uint32(0)
        let skip = lead == 8 && chunk.claimedByteCount == nil ? Int64(offset ?? 0) : 0
        kept.byteCount = chunk.offset + max(chunk.byteCount, Int64(lead) + skip)
        var audio = try StreamAudio(self, data: chunk)
        if let claimed = chunk.claimedByteCount,
            let container = audio.container ?? (try? PCMContainer(source, fileType: fileType, start: start))
        {
            audio.tail = ChunkTail(self, container: container, end: chunk.offset + claimed)
        }
        return .audio(audio)
    }

    private mutating func audioOfAU() throws(AudioFileStreamError) -> Step {
        isAtAudio = true
        let fields = Fields(bytes: kept.extents[0].bytes, isBigEndian: true)
        let header = fields.has("dns.") ? Fields(bytes: fields.bytes, isBigEndian: false) : fields
        let size = header.uint32(8) ?? 0
        let offset = Int64(header.uint32(4) ?? 0)
        hasZeroSize = size == 0
        kept.byteCount = start + offset + (size == 0xFFFF_FFFF ? 0 : Int64(size))
        let data = Chunk(
            id: "data", offset: start + offset, claimedByteCount: size == 0xFFFF_FFFF ? nil : Int64(size),
            byteCount: Int64(size))
        return .audio(try StreamAudio(self, data: data))
    }

    var source: ByteSource { ByteSource(name: "stream", memory: kept) }

    /// The first chunk of a name that was kept.
    func keptChunk(_ id: FourCharCode) -> Chunk? { chunks.first { $0.id == id } }

    /// The content of a chunk that was kept, the first of its name.
    func content(_ id: FourCharCode) -> (offset: Int64, bytes: [UInt8])? {
        guard let chunk = keptChunk(id), let extent = kept.extents.last(where: { $0.offset <= chunk.offset }) else {
            return nil
        }
        let first = Int(chunk.offset - extent.offset)
        guard first <= extent.bytes.count else { return nil }
        let count = min(Int64(extent.bytes.count - first), chunk.byteCount)
        return (chunk.offset, Array(extent.bytes[first..<first + Int(count)]))
    }
}
