internal import KKPCM

/// Core Audio Format. Everything is big-endian except, by a flag, the samples.
///
/// A data chunk of size −1 reaches to the end of the file and is as the format means it to be. Its first four bytes are a count of edits.
struct CAFParser {
    private let source: ByteSource
    private var scanner: ChunkScanner
    private var format: PCMContainer.StoredFormat?
    private var data: (offset: Int64, byteCount: Int64, claimed: Int64?)?
    private var channelChunk: Chunk?
    private var packetTable: (packetCount: Int64, info: PacketTableInfo)?
    private var notes = CAFNotes()

    private static let editCountByteCount: Int64 = 4

    static func parse(_ source: ByteSource, start: Int64) throws(AudioFileError) -> PCMContainer {
        let header = try source.fields(at: start, count: 8, isBigEndian: true)
        guard let version = header.uint16(4), version == 1 else {
            throw source.damage(
                .unsupportedFileType, at: start + 4, "this CAF file has version \(header.uint16(4) ?? 0), and there is only version 1")
        }
        var parser = try CAFParser(source, start: start)
        try parser.scan()
        return try parser.container()
    }

    private init(_ source: ByteSource, start: Int64) throws(AudioFileError) {
        self.source = source
        scanner = try ChunkScanner(source, dialect: .caf, start: start + 8)
    }

    private mutating func scan() throws(AudioFileError) {
        while let chunk = try scanner.next() {
            switch chunk.id {
            case "desc" where format == nil:
                format = try CAFFormat.parse(scanner.fields(of: chunk, limit: CAFFormat.byteCount), at: chunk.offset, in: source)
            case "data" where data == nil: try take(chunk)
            case "chan": channelChunk = chunk
            case "pakt" where packetTable == nil: packetTable = Self.packetTable(try scanner.fields(of: chunk, limit: CAFPacketTable.headerByteCount))
            default: try notes.take(chunk, from: scanner)
            }
        }
    }

    /// The table's header: the packets, the valid frames, and those of priming and remainder.
    private static func packetTable(_ fields: Fields) -> (packetCount: Int64, info: PacketTableInfo)? {
        guard let count = fields.int64(0), let valid = fields.int64(8), let priming = fields.uint32(16), let remainder = fields.uint32(20) else {
            return nil
        }
        func signed(_ field: UInt32) -> Int64 { Int64(Int32(bitPattern: field)) }
        return (count, PacketTableInfo(validFrames: valid, primingFrames: signed(priming), remainderFrames: signed(remainder)))
    }

    private mutating func take(_ chunk: Chunk) throws(AudioFileError) {
        if chunk.claimedByteCount == 0, try scanner.isChunk(at: chunk.offset) {
            data = (chunk.offset, 0, 0)
            return
        }
        let audio = Chunk(
            id: chunk.id, offset: min(chunk.offset + Self.editCountByteCount, scanner.end),
            claimedByteCount: chunk.claimedByteCount.map { max(0, $0 - Self.editCountByteCount) }, byteCount: 0)
        let byteCount = try scanner.dataByteCount(of: audio, isUnknownLegal: true)
        data = (audio.offset, byteCount, audio.claimedByteCount)
    }

    private mutating func container() throws(AudioFileError) -> PCMContainer {
        guard let format else {
            throw source.damage(.invalidChunk, at: scanner.end, "this CAF file has no desc chunk, so nothing says how its samples are stored")
        }
        guard let data else {
            throw source.damage(.invalidChunk, at: scanner.end, "this CAF file has no data chunk: there is no audio in it")
        }
        let layout = try layout(channels: format.description.channelCount)
        var container = PCMContainer(fileType: .caf, format: format, layout: layout)
        container.warnings = scanner.warnings
        container.place(data: data.offset, byteCount: data.byteCount, claimed: data.claimed, in: source)
        container.packetTable = packetTable
        container.tags = notes.tags
        container.markers = notes.sortedMarkers
        return container
    }

    private mutating func layout(channels: Int) throws(AudioFileError) -> ChannelLayout? {
        guard let channelChunk else { return nil }
        let layout = AppleChannelLayout.parse(try scanner.fields(of: channelChunk, limit: 12 + 20 * channels), channels: channels)
        if layout == nil {
            scanner.warn(at: channelChunk.offset, "the chan chunk names no order of \(channels) channels that is known", "it is left aside")
        }
        return layout
    }
}
