internal import KKPCM

/// RIFF WAVE and its kin: RIFX (big-endian), RF64 and BW64 (64-bit sizes in a `ds64` chunk).
///
/// The size in the file's first header is not used: it is wrong in many files that are sound otherwise, and the chunks
/// tell the rest.
struct WaveParser {
    private let source: ByteSource
    private let fileType: FileType
    private var scanner: ChunkScanner
    private var format: PCMContainer.StoredFormat?
    private var data: (offset: Int64, byteCount: Int64, claimed: Int64?)?
    private var longSizes = LongSizes()
    private var notes = WaveNotes()

    static func parse(_ source: ByteSource, _ fileType: FileType, start: Int64) throws(AudioFileError) -> PCMContainer {
        var parser = try WaveParser(source, fileType: fileType, start: start)
        try parser.scan()
        return try parser.container()
    }

    private init(_ source: ByteSource, fileType: FileType, start: Int64) throws(AudioFileError) {
        self.source = source
        self.fileType = fileType
        var dialect = ChunkDialect.riff
        dialect.isBigEndian = fileType == .rifx
        scanner = try ChunkScanner(source, dialect: dialect, start: start + 12)
    }

    private mutating func scan() throws(AudioFileError) {
        while let chunk = try scanner.next() {
            switch chunk.id {
            case "ds64": longSizes = LongSizes(try scanner.fields(of: chunk, limit: LongSizes.limit))
            case "fmt " where format == nil:
                format = try WaveFormat.parse(
                    scanner.fields(of: chunk, limit: WaveFormat.limit), at: chunk.offset, in: source, fileType: fileType
                )
            case "data": try take(chunk)
            default:
                try notes.take(chunk, from: scanner)
                if chunk.claimedByteCount == nil, let size = longSizes.byteCount(of: chunk.id) {
                    scanner.move(to: chunk.offset + size)
                }
            }
        }
    }

    private mutating func take(_ chunk: Chunk) throws(AudioFileError) {
        guard data == nil else {
            scanner.warn(at: chunk.offset, "there is a second data chunk", "the first one is used")
            return
        }
        var chunk = chunk
        if chunk.claimedByteCount == nil, let size = longSizes.data, size > 0 {
            chunk.claimedByteCount = size
            chunk.byteCount = max(0, min(size, scanner.end - chunk.offset))
        }
        let byteCount = try scanner.dataByteCount(of: chunk, isPiped: scanner.source.isPipe)
        data = (chunk.offset, byteCount, chunk.claimedByteCount)
    }

    private func container() throws(AudioFileError) -> PCMContainer {
        guard let format else {
            throw source.damage(
                .invalidChunk, at: scanner.end,
                "this \(fileType.name) file has no fmt chunk, so nothing says how its samples are stored")
        }
        guard let data else {
            throw source.damage(
                .invalidChunk, at: scanner.end, "this \(fileType.name) file has no data chunk: there is no audio in it")
        }
        var container = PCMContainer(fileType: fileType, format: format)
        container.warnings = scanner.warnings
        container.place(data: data.offset, byteCount: data.byteCount, claimed: data.claimed, in: source)
        container.tags = notes.tags
        container.markers = notes.sortedMarkers
        container.markerIDs = notes.sortedMarkerIDs
        return container
    }
}

/// The 64-bit sizes of an RF64 or BW64 file (EBU Tech 3306, section 4): those of the data and of other long chunks.
struct LongSizes {
    /// Room for more table entries than any file has.
    static let limit = 28 + 64 * 12

    var data: Int64?
    private var table: [(id: FourCharCode, byteCount: Int64)] = []

    init() {}

    init(_ fields: Fields) {
        data = fields.uint64(8).flatMap(Self.sound)
        for index in 0..<min(64, Int(fields.uint32(24) ?? 0)) {
            guard let id = fields.code(28 + 12 * index), let size = fields.uint64(32 + 12 * index).flatMap(Self.sound)
            else { return }
            table.append((id, size))
        }
    }

    func byteCount(of id: FourCharCode) -> Int64? {
        table.first { $0.id == id }?.byteCount
    }

    /// A size that a disk could hold: offsets are added to it.
    private static func sound(_ size: UInt64) -> Int64? {
        size <= 1 << 60 ? Int64(size) : nil
    }
}
