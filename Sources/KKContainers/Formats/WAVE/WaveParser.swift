internal import KKPCM

/// RIFF WAVE and its kin: RIFX (big-endian), RF64 and BW64 (64-bit sizes in a `ds64` chunk).
///
/// The size in the file's first header is not used: it is wrong in many files that are sound otherwise, and the chunks
/// tell the rest.
struct WaveParser: ContainerParser {
    private let source: ByteSource
    private let fileType: FileType
    private var scanner: ChunkScanner
    private var format: Container.StoredFormat?
    private(set) var audio: ContainerAudio?
    private var longSizes = LongSizes()
    private var statedFrameCount: Int64?
    private var notes = WaveNotes()

    init(_ source: ByteSource, _ fileType: FileType, start: Int64) throws(AudioFileError) {
        self.source = source
        self.fileType = fileType
        var dialect = ChunkDialect.riff
        dialect.isBigEndian = fileType == .rifx
        scanner = try ChunkScanner(source, dialect: dialect, start: start + 12)
    }

    var position: Int64 { scanner.position }

    mutating func step() throws(AudioFileError) -> Bool {
        guard let chunk = try scanner.next() else { return false }
        switch chunk.id {
        case "ds64": longSizes = LongSizes(try scanner.fields(of: chunk, limit: LongSizes.limit))
        case "fmt " where format == nil:
            format = try WaveFormat.parse(
                scanner.fields(of: chunk, limit: WaveFormat.limit), at: chunk.offset, in: source, fileType: fileType)
        case "fact" where fileType == .wav && audio == nil && statedFrameCount == nil:
            statedFrameCount = try scanner.fields(of: chunk, limit: 4).uint32(0)
                .flatMap { $0 > 0 && $0 < .max ? Int64($0) : nil }
        case "data": try take(chunk)
        default:
            try notes.take(chunk, from: &scanner)
            if chunk.claimedByteCount == nil, let size = longSizes.byteCount(of: chunk.id) {
                scanner.move(to: chunk.offset + size)
            }
        }
        return true
    }

    private mutating func take(_ chunk: Chunk) throws(AudioFileError) {
        guard audio == nil else {
            scanner.warn(at: chunk.offset, "the file has a second data chunk", "the first one is used")
            return
        }
        var chunk = chunk
        if chunk.claimedByteCount == nil, let size = longSizes.data, size > 0 {
            chunk.claimedByteCount = size
        }
        audio = try scanner.audio(of: chunk, isPiped: source.isPipe)
        if format == nil { audio?.missing = "fmt " }
    }

    func container() throws(AudioFileError) -> Container {
        guard let format else { throw source.noFormat("fmt", in: fileType, at: scanner.end) }
        guard let audio else { throw source.noAudio("data", in: fileType, at: scanner.end) }
        var container = Container(fileType: fileType, format: format)
        container.warnings = scanner.warnings
        container.place(data: audio.offset, byteCount: audio.byteCount, claimed: audio.claimed, in: source)
        container.chunks = scanner.chunks(beside: audio)
        container.statedFrameCount = statedFrameCount
        container.isRIFX = fileType == .rifx
        container.tags = notes.tags
        container.markers = notes.sortedMarkers
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
