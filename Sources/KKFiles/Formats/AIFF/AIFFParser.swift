internal import KKPCM

/// AIFF and AIFF-C.
///
/// `COMM` and `SSND` may come in any order. COMM's frame count wins over the size of SSND, which often includes
/// padding, as far as that goes: what lies behind the chunk is no audio, whatever COMM counts. A file of more than two
/// channels without a `CHAN` chunk is taken to have the WAVE order, as every program of today writes it; the Lc/Rc
/// order of the 1989 document is met in no file.
struct AIFFParser {
    private let source: ByteSource
    private let fileType: FileType
    private var scanner: ChunkScanner
    private var common: AIFFFormat?
    private var sound: (offset: Int64, byteCount: Int64, claimed: Int64?)?
    /// Whether the size of the sound was no use, so that a count of 0 in COMM is none either.
    private var isSizeRepaired = false
    private var channelChunk: Chunk?
    private var notes = AIFFNotes()

    /// How far on the first frame may be in a chunk that does not know where it ends.
    private static let maximumSkip: Int64 = 1 << 16

    static func parse(_ source: ByteSource, _ fileType: FileType, start: Int64) throws(AudioFileError) -> PCMContainer {
        var parser = try AIFFParser(source, fileType: fileType, start: start)
        try parser.scan()
        return try parser.container()
    }

    private init(_ source: ByteSource, fileType: FileType, start: Int64) throws(AudioFileError) {
        self.source = source
        self.fileType = fileType
        scanner = try ChunkScanner(source, dialect: .iff, start: start + 12)
    }

    private mutating func scan() throws(AudioFileError) {
        while let chunk = try scanner.next() {
            switch chunk.id {
            case "COMM" where common == nil:
                common = try AIFFFormat(
                    scanner.fields(of: chunk, limit: AIFFFormat.limit), at: chunk.offset, in: source, fileType: fileType
                )
            case "SSND" where sound == nil: try take(chunk)
            case "CHAN": channelChunk = chunk
            default: try notes.take(chunk, from: scanner)
            }
        }
    }

    /// SSND starts with the offset of the first frame behind eight bytes, and a block size that matters to no reader.
    private mutating func take(_ chunk: Chunk) throws(AudioFileError) {
        if chunk.claimedByteCount == 0, try scanner.isChunk(at: chunk.offset) {
            sound = (chunk.offset, 0, 0)
            scanner.move(to: chunk.offset)
            return
        }
        let header = try source.fields(at: chunk.offset, count: 8, isBigEndian: true)
        var skip = Int64(header.uint32(0) ?? 0)
        if skip > max(0, chunk.claimedByteCount.map { $0 - 8 } ?? Self.maximumSkip) {
            scanner.warn(
                at: chunk.offset, "SSND puts its first frame \(skip) bytes on, which is beyond its end",
                "it is taken to follow at once")
            skip = 0
        }
        let data = Chunk(
            id: chunk.id, offset: min(chunk.offset + 8 + skip, scanner.end),
            claimedByteCount: chunk.claimedByteCount.map { max(0, $0 - 8 - skip) }, byteCount: 0)
        let byteCount = try scanner.dataByteCount(of: data)
        sound = (data.offset, byteCount, data.claimedByteCount)
        isSizeRepaired = byteCount != data.claimedByteCount
    }

    private mutating func container() throws(AudioFileError) -> PCMContainer {
        guard let common else {
            throw source.damage(
                .invalidChunk, at: scanner.end,
                "this \(fileType.name) file has no COMM chunk, so nothing says how its samples are stored")
        }
        guard var sound = sound ?? (common.frameCount == 0 ? (scanner.end, 0, 0) : nil) else {
            throw source.damage(
                .invalidChunk, at: scanner.end, "this \(fileType.name) file has no SSND chunk: there is no audio in it")
        }
        var container = PCMContainer(
            fileType: fileType, format: common.format,
            layout: try layout(channels: common.format.description.channelCount))
        if container.codec == .linear { reconcile(&sound, with: common, &container) }
        let repairs = container.warnings
        container.warnings = scanner.warnings + repairs
        container.place(data: sound.offset, byteCount: sound.byteCount, claimed: nil, in: source)
        container.tags = notes.tags
        container.markers = notes.sortedMarkers
        return container
    }

    /// Lets COMM's count decide, as far as there is data.
    private func reconcile(
        _ sound: inout (offset: Int64, byteCount: Int64, claimed: Int64?), with common: AIFFFormat,
        _ container: inout PCMContainer
    ) {
        let frameBytes = Int64(container.dataFormat.bytesPerFrame)
        let counted = common.frameCount
        let wanted = counted * frameBytes
        if counted == 0, isSizeRepaired { return }
        let present = sound.byteCount / frameBytes
        if counted > present {
            container.claimedFrameCount = counted
            // A size that had to be repaired has its warning already.
            if isSizeRepaired { return }
            container.warnings.append(
                FileWarning(
                    path: source.name, at: .byte(sound.offset),
                    "COMM counts \(counted) frames and \(present) are there",
                    consequence: "what is there is used"))
            return
        }
        if counted < present {
            container.warnings.append(
                FileWarning(
                    path: source.name, at: .byte(sound.offset),
                    "COMM counts \(counted) frames and SSND has room for \(present)",
                    consequence: "COMM's count is used"))
        }
        sound.byteCount = wanted
        container.lengthSource = .header
    }

    private mutating func layout(channels: Int) throws(AudioFileError) -> ChannelLayout? {
        guard let channelChunk else { return nil }
        let bytes = try scanner.fields(of: channelChunk, limit: CAFChannelLayout.byteCount(channels: channels)).bytes
        let layout = CAFChannelLayout.layout(bytes, channels: channels)
        if layout == nil {
            scanner.warn(
                at: channelChunk.offset, "the CHAN chunk does not fit \(channels) channels", "it is left aside")
        }
        return layout
    }
}
