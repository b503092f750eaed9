internal import KKPCM

/// Core Audio Format. Everything is big-endian except, by a flag, the samples.
///
/// A data chunk of size −1 reaches to the end of the file and is as the format means it to be. The fields of chunks are
/// read by the types of `CAF`.
struct CAFParser: ContainerParser {
    private let source: ByteSource
    private var scanner: ChunkScanner
    private(set) var description: (content: CAFDescription, offset: Int64)?
    private(set) var audio: ContainerAudio?
    /// Of what says how packets are decoded, the bytes, where they are read as they pass.
    private(set) var setUp = MemoryBytes()
    private(set) var cookie: Chunk?
    private(set) var table: Chunk?
    private var packetTable: (packetCount: Int64, info: PacketTableInfo)?
    private var layout: (chunk: Chunk, bytes: [UInt8])?
    private var notes = CAFNotes()

    /// More than any codec's cookie has.
    private static let cookieLimit: Int64 = 1 << 16

    init(_ source: ByteSource, _: FileType, start: Int64) throws(AudioFileError) {
        self.source = source
        scanner = try ChunkScanner(caf: source, start: start)
    }

    var position: Int64 { scanner.position }

    mutating func step() throws(AudioFileError) -> Bool {
        guard let chunk = try scanner.next() else { return false }
        switch chunk.id {
        case "desc" where description == nil:
            description = (try CAFDescription(chunk, in: source), chunk.offset)
        case "data" where audio == nil:
            audio = try scanner.cafAudio(chunk).place
            if description == nil { audio?.missing = "desc" }
        case "chan":
            let limit = CAFChannelLayout.byteCount(channels: Int(description?.content.channelsPerFrame ?? 1024))
            layout = (chunk, try scanner.fields(of: chunk, limit: limit).bytes)
        case "kuki" where cookie == nil:
            cookie = chunk
            if source.isOpenEnded, audio == nil {
                guard chunk.byteCount <= Self.cookieLimit else {
                    throw source.damage(
                        .invalidChunk, at: chunk.offset,
                        "a magic cookie of \(chunk.byteCount) bytes is more than any codec has")
                }
                try keep(chunk)
            }
        case "pakt" where table == nil:
            table = chunk
            let isPassing = source.isOpenEnded && audio == nil
            guard !isPassing || chunk.byteCount <= Int64(CAFPacketTable.byteLimit) else {
                throw source.damage(
                    .invalidChunk, at: chunk.offset,
                    "a packet table of \(chunk.byteCount) bytes is more than is kept of one")
            }
            var cursor = CAFCursor(try scanner.fields(of: chunk, limit: CAFPacketTable.headerByteCount).bytes)
            packetTable = try? CAFPacketTable.header(&cursor)
            if isPassing { try keep(chunk) }
        default: try notes.take(chunk, from: &scanner)
        }
        return true
    }

    private mutating func keep(_ chunk: Chunk) throws(AudioFileError) {
        setUp.append(try source.bytes(at: chunk.offset, count: Int(chunk.byteCount)), at: chunk.offset)
        setUp.byteCount = chunk.offset + chunk.byteCount
    }

    /// The channels that a chunk names, in the order of the file.
    func storedLayout(_ warnings: inout [FileWarning]) -> ChannelLayout? {
        guard let layout, let channels = description?.content.channelsPerFrame else { return nil }
        return CAFChannelLayout.layout(layout.bytes, of: layout.chunk, channels: Int(channels), in: source, &warnings)
    }

    /// The information that the file has.
    var tags: [FileProperties.Tag] { notes.tags }

    func container() throws(AudioFileError) -> PCMContainer {
        guard let description else { throw source.noFormat("desc", in: .caf, at: scanner.end) }
        let format = try description.content.storedFormat(at: description.offset, in: source)
        guard let audio else { throw source.noAudio("data", in: .caf, at: scanner.end) }
        var warnings = scanner.warnings
        var container = PCMContainer(fileType: .caf, format: format, layout: storedLayout(&warnings))
        container.warnings = warnings
        container.place(data: audio.offset, byteCount: audio.byteCount, claimed: audio.claimed, in: source)
        container.packetTable = packetTable
        container.tags = notes.tags
        container.markers = notes.sortedMarkers
        return container
    }
}
