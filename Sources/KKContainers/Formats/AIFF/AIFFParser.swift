internal import KKPCM

/// AIFF and AIFF-C.
///
/// `COMM` and `SSND` may come in any order. COMM's frame count wins over the size of SSND, which often includes
/// padding, as far as that goes: what lies after the chunk is not audio, whatever COMM counts. A file of more than two
/// channels without a `CHAN` chunk is taken to have the WAVE order, as every program of today writes it; the Lc/Rc
/// order of the 1989 document is met in no file.
struct AIFFParser: ContainerParser {
    private let source: ByteSource
    private let fileType: FileType
    private var scanner: ChunkScanner
    private var common: AIFFFormat?
    private(set) var audio: ContainerAudio?
    /// Whether the size of the sound was no use, so that a count of 0 in COMM is none either.
    private var isSizeRepaired = false
    private var layout: (chunk: Chunk, bytes: [UInt8])?
    private var notes = AIFFNotes()

    /// How far on the first frame may be in a chunk that does not know where it ends.
    private static let maximumSkip: Int64 = 1 << 16

    init(_ source: ByteSource, _ fileType: FileType, start: Int64) throws(AudioFileError) {
        self.source = source
        self.fileType = fileType
        scanner = try ChunkScanner(source, dialect: .iff, start: start + 12)
    }

    var position: Int64 { scanner.position }

    mutating func step() throws(AudioFileError) -> Bool {
        guard let chunk = try scanner.next() else { return false }
        switch chunk.id {
        case "COMM" where common == nil:
            common = try AIFFFormat(
                scanner.fields(of: chunk, limit: AIFFFormat.limit), at: chunk.offset, in: source, fileType: fileType)
        case "SSND" where audio == nil: try take(chunk)
        case "CHAN":
            let limit = CAFChannelLayout.byteCount(channels: common?.format.description.channelCount ?? 1024)
            layout = (chunk, try scanner.fields(of: chunk, limit: limit).bytes)
        default: try notes.take(chunk, from: &scanner)
        }
        return true
    }

    /// SSND starts with the offset of the first frame after eight bytes, and a block size that matters to no reader.
    private mutating func take(_ chunk: Chunk) throws(AudioFileError) {
        let header = try source.fields(at: chunk.offset, count: 8, isBigEndian: true)
        var skip = chunk.claimedByteCount == 0 ? 0 : Int64(header.uint32(0) ?? 0)
        if skip > max(0, chunk.claimedByteCount.map { $0 - 8 } ?? Self.maximumSkip) {
            scanner.warn(
                at: chunk.offset,
                "SSND states that its first frame is \(skip) bytes further on, which is beyond its end",
                "the frame is read right after the header")
            skip = 0
        }
        let found = try scanner.audio(of: chunk, lead: 8 + skip)
        isSizeRepaired = found.isOpen || found.byteCount != found.claimed
        audio = found
        if common == nil { audio?.missing = "COMM" }
    }

    func container() throws(AudioFileError) -> Container {
        guard let common else { throw source.noFormat("COMM", in: fileType, at: scanner.end) }
        let empty = ContainerAudio(offset: scanner.end, byteCount: 0, claimed: 0, chunk: scanner.end..<scanner.end)
        guard var sound = audio ?? (common.frameCount == 0 ? empty : nil) else {
            throw source.noAudio("SSND", in: fileType, at: scanner.end)
        }
        let channels = common.format.description.channelCount
        let named = layout.flatMap { CAFChannelLayout.layout($0.bytes, channels: channels) }
        var container = Container(fileType: fileType, format: common.format, layout: named)
        container.warnings = scanner.warnings
        if let layout, named == nil {
            container.warnings.append(
                FileWarning(
                    path: source.name, at: .byte(layout.chunk.offset),
                    "the CHAN chunk does not fit \(channels) channels", consequence: "it is ignored"))
        }
        if container.codec == .linear { reconcile(&sound, with: common, &container) }
        container.place(data: sound.offset, byteCount: sound.byteCount, claimed: nil, in: source)
        container.chunks = scanner.chunks(beside: audio)
        container.tags = notes.tags
        container.markers = notes.sortedMarkers
        return container
    }

    /// Lets COMM's count decide, as far as there is data.
    private func reconcile(
        _ sound: inout ContainerAudio, with common: AIFFFormat, _ container: inout Container
    ) {
        let frameBytes = Int64(container.dataFormat.bytesPerFrame)
        let counted = common.frameCount
        let wanted = counted * frameBytes
        if counted == 0, isSizeRepaired { return }
        if sound.isOpen {
            // How many there are shows at the end; what is after those that COMM counts is not sound.
            (sound.byteCount, container.lengthSource) = (wanted, .header)
            return
        }
        let present = sound.byteCount / frameBytes
        if counted > present {
            container.claimedFrameCount = counted
            // A size that had to be repaired has its warning already.
            if isSizeRepaired { return }
            container.warnings.append(
                FileWarning(
                    path: source.name, at: .byte(sound.offset),
                    "COMM states \(counted) frames, the file has \(present)",
                    consequence: "the available audio is used"))
            return
        }
        if counted < present {
            container.warnings.append(
                FileWarning(
                    path: source.name, at: .byte(sound.offset),
                    "COMM states \(counted) frames, SSND has room for \(present)",
                    consequence: "COMM's count is used"))
        }
        sound.byteCount = wanted
        container.lengthSource = .header
    }
}
