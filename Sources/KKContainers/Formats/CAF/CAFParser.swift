internal import KKPCM

/// Core Audio Format. Everything is big-endian except, by a flag, the samples.
///
/// What can be repaired is; ``CAFFile`` is the one that does not. A data chunk of size −1 reaches to the end of the file
/// and is as the format means it to be. The fields of chunks are read by the types of `Chunks`.
struct CAFParser: ContainerParser {
    let source: ByteSource
    private var scanner: ChunkScanner
    private(set) var description: (content: CAFDescription, offset: Int64)?
    private(set) var audio: ContainerAudio?
    private var editCount: UInt32 = 0
    /// What says how packets are decoded, and where its bytes are: in memory where they pass.
    private(set) var cookie: (chunk: Chunk, source: ByteSource)?
    private(set) var table: (chunk: Chunk, source: ByteSource)?
    private(set) var packetTable: (packetCount: Int64, info: PacketTableInfo)?
    private var layout: (chunk: Chunk, bytes: [UInt8])?
    private(set) var notes: CAFNotes

    /// More than any codec's cookie has.
    private static let cookieLimit: Int64 = 1 << 16

    init(_ source: ByteSource, _: FileType, start: Int64) throws(AudioFileError) {
        try self.init(source, start: start, isWhole: false)
    }

    /// - Parameter isWhole: as of ``CAFNotes``.
    init(_ source: ByteSource, start: Int64, isWhole: Bool) throws(AudioFileError) {
        (self.source, notes) = (source, CAFNotes(isWhole: isWhole))
        try CAFFile.checkHeader(
            source.fields(at: start, count: Int(CAFFile.headerByteCount), isBigEndian: true), at: start, in: source)
        scanner = try ChunkScanner(source, dialect: .caf, start: start + CAFFile.headerByteCount)
    }

    var position: Int64 { scanner.position }

    mutating func step() throws(AudioFileError) -> Bool {
        guard let chunk = try scanner.next() else { return false }
        if notes.isWhole, let disorder { throw disorder }
        switch chunk.id {
        case "desc" where description == nil:
            description = (try CAFDescription(chunk, in: source), chunk.offset)
        case "data" where audio == nil: try place(chunk)
        case "chan":
            let limit = CAFChannelLayout.byteCount(channels: Int(description?.content.channelsPerFrame ?? 1024))
            layout = (chunk, try scanner.fields(of: chunk, limit: limit).bytes)
        case "kuki" where cookie == nil:
            cookie = try keep(chunk, limit: Self.cookieLimit, "a magic cookie", "any codec has")
        case "pakt" where table == nil:
            table = try keep(chunk, limit: Int64(CAFPacketTable.byteLimit), "a packet table", "is kept of one")
            var cursor = CAFCursor(try scanner.fields(of: chunk, limit: CAFPacketTable.headerByteCount).bytes)
            packetTable = try? CAFPacketTable.header(&cursor)
        default: try notes.take(chunk, from: &scanner)
        }
        return true
    }

    /// The audio is after the count of edits; where there is nothing at all, not even that is there.
    private mutating func place(_ chunk: Chunk) throws(AudioFileError) {
        let lead = CAFFile.Audio.editCountByteCount
        var place = try scanner.audio(of: chunk, lead: lead, isUnknownLegal: true)
        if place.offset > chunk.offset {
            editCount = try source.fields(at: chunk.offset, count: Int(lead), isBigEndian: true).uint32(0) ?? 0
        }
        if description == nil { place.missing = "desc" }
        audio = place
    }

    /// A chunk, with its bytes where they pass.
    private func keep(
        _ chunk: Chunk, limit: Int64, _ name: String, _ most: String
    ) throws(AudioFileError) -> (chunk: Chunk, source: ByteSource) {
        guard source.isOpenEnded, audio == nil else { return (chunk, source) }
        guard chunk.byteCount <= limit else {
            throw source.damage(
                .invalidChunk, at: chunk.offset, "\(name) of \(chunk.byteCount) bytes is more than \(most)")
        }
        var memory = MemoryBytes(byteCount: chunk.offset + chunk.byteCount)
        memory.append(try source.bytes(at: chunk.offset, count: Int(chunk.byteCount)), at: chunk.offset)
        return (chunk, ByteSource(memory, name: "stream"))
    }

    /// The channels that a chunk names, in the order of the file; `nil`, with a warning, where it says nothing usable
    /// about so many.
    func storedLayout(_ warnings: inout [FileWarning]) -> ChannelLayout? {
        guard let layout, let channels = description?.content.channelsPerFrame else { return nil }
        let named = CAFChannelLayout.layout(layout.bytes, channels: Int(channels))
        if named == nil {
            warnings.append(
                FileWarning(
                    path: source.name, at: .byte(layout.chunk.offset),
                    "the chan chunk has no known layout of \(channels) channels",
                    consequence: "it is ignored"))
        }
        return named
    }

    /// The format of a file that is edited is as the file says it, also where nothing decodes it.
    func container() throws(AudioFileError) -> Container {
        guard let description else { throw source.noFormat("desc", in: .caf, at: scanner.end) }
        let format =
            notes.isWhole
            ? Container.StoredFormat(description: description.content.streamDescription, codec: .packets)
            : try description.content.storedFormat(at: description.offset, in: source)
        guard let audio else { throw source.noAudio("data", in: .caf, at: scanner.end) }
        var container = Container(fileType: .caf, format: format)
        if !notes.isWhole, description.content.isDemuxed { container.demuxedStream = 1 }
        container.warnings = scanner.warnings + notes.warnings
        if layout != nil { container.layout = storedLayout(&container.warnings) }
        container.place(data: audio.offset, byteCount: audio.byteCount, claimed: audio.claimed, in: source)
        container.chunks = scanner.chunks(beside: audio)
        container.formatOffset = description.offset
        (container.disorder, container.editCount) = (disorder, editCount)
        (container.statedPacketCount, container.packetTableInfo) = (packetTable?.packetCount, packetTable?.info)
        container.countsCore = true
        let (markers, regions) = notes.named
        (container.tags, container.formats, container.timeType) = (
            notes.tags, notes.formats, markers?.timeType ?? .none
        )
        (container.markers, container.regions) = (markers?.markers ?? [], regions?.regions ?? [])
        return container
    }

    /// That the first chunk is another one than the format wants.
    private var disorder: AudioFileError? {
        guard let first = scanner.chunks.first, first.id != "desc" else { return nil }
        return source.damage(
            .invalidChunk, at: first.offset,
            first.id == "data"
                ? "the data chunk comes before the desc chunk"
                : "the first chunk is \(first.id), and has to be desc")
    }
}
