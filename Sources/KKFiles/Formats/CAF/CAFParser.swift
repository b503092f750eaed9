internal import KKPCM

/// Core Audio Format. Everything is big-endian except, by a flag, the samples.
///
/// A data chunk of size −1 reaches to the end of the file and is as the format means it to be. The fields of chunks are
/// read by the types of `CAF`.
struct CAFParser {
    private let source: ByteSource
    private var scanner: ChunkScanner
    private var format: PCMContainer.StoredFormat?
    private var data: (audio: CAFFile.Audio, claimed: Int64?)?
    private var channelChunk: Chunk?
    private var packetTable: (packetCount: Int64, info: PacketTableInfo)?
    private var notes = CAFNotes()

    static func parse(_ source: ByteSource, _: FileType, start: Int64) throws(AudioFileError) -> PCMContainer {
        var parser = try CAFParser(source, start: start)
        try parser.scan()
        return try parser.container()
    }

    private init(_ source: ByteSource, start: Int64) throws(AudioFileError) {
        self.source = source
        scanner = try ChunkScanner(caf: source, start: start)
    }

    private mutating func scan() throws(AudioFileError) {
        while let chunk = try scanner.next() {
            switch chunk.id {
            case "desc" where format == nil:
                format = try CAFDescription(chunk, in: source).storedFormat(at: chunk.offset, in: source)
            case "data" where data == nil: data = try scanner.cafAudio(chunk)
            case "chan": channelChunk = chunk
            case "pakt" where packetTable == nil:
                var cursor = CAFCursor(try scanner.fields(of: chunk, limit: CAFPacketTable.headerByteCount).bytes)
                packetTable = try? CAFPacketTable.header(&cursor)
            default: try notes.take(chunk, from: scanner)
            }
        }
    }

    private func container() throws(AudioFileError) -> PCMContainer {
        guard let format else { throw CAFFile.noDescription(at: scanner.end, in: source) }
        guard let data else { throw CAFFile.noData(at: scanner.end, in: source) }
        var warnings = scanner.warnings
        var layout: ChannelLayout?
        if let channelChunk {
            layout = try source.layout(channelChunk, channels: format.description.channelCount, &warnings)
        }
        var container = PCMContainer(fileType: .caf, format: format, layout: layout)
        container.warnings = warnings
        container.place(data: data.audio.offset, byteCount: data.audio.byteCount, claimed: data.claimed, in: source)
        container.packetTable = packetTable
        container.tags = notes.tags
        container.markers = notes.sortedMarkers
        return container
    }
}
