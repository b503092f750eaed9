internal import KKPCM

/// Sony Wave64: RIFF WAVE with GUIDs for names and 64-bit sizes.
struct Wave64Parser: ContainerParser {
    /// What follows the four letters in the GUIDs of `riff`, and of all the others that matter here.
    static let riffTail: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
    static let chunkTail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    /// The GUID and size of `riff`, the GUID of `wave`.
    private static let headerByteCount: Int64 = 40

    private let source: ByteSource
    private var scanner: ChunkScanner
    private var format: Container.StoredFormat?
    private(set) var audio: ContainerAudio?
    /// The bytes at the end of the audio that are padding; `nil` until they were looked at.
    private var padding: Int64?
    private var notes = WaveNotes()

    init(_ source: ByteSource, _: FileType, start: Int64) throws(AudioFileError) {
        self.source = source
        scanner = try ChunkScanner(source, dialect: .wave64, start: start + Self.headerByteCount)
    }

    var position: Int64 {
        if padding == nil, let audio, audio.byteCount > 0 { return max(audio.offset, scanner.position - 8) }
        return scanner.position
    }

    mutating func step() throws(AudioFileError) -> Bool {
        if padding == nil, let audio { padding = try isPadded(audio) ? rest(of: audio) : 0 }
        guard let chunk = try scanner.next() else { return false }
        guard chunk.nameTail == Self.chunkTail else {
            let isTexts =
                chunk.nameTail == Self.riffTail && chunk.id == "list"
                || chunk.nameTail == Wave64Notes.summaryTail && chunk.id == Wave64Notes.summaryID
            if isTexts { notes.takeWave64(chunk.id, try scanner.texts(of: chunk)) }
            return true
        }
        switch chunk.id {
        case "fmt " where format == nil:
            format = try WaveFormat.parse(
                scanner.fields(of: chunk, limit: WaveFormat.limit), at: chunk.offset, in: source, fileType: .w64)
        case "data" where audio == nil:
            audio = try scanner.audio(of: chunk, isPiped: source.isPipe)
            if format == nil { audio?.missing = "fmt " }
        case "bext": try notes.take(chunk, from: &scanner)
        default: break
        }
        return true
    }

    func container() throws(AudioFileError) -> Container {
        guard let format else { throw source.noFormat("fmt", in: .w64, at: scanner.end) }
        guard let audio else { throw source.noAudio("data", in: .w64, at: scanner.end) }
        var container = Container(fileType: .w64, format: format)
        container.warnings = scanner.warnings
        let padding = padding ?? rest(of: audio)
        container.place(
            data: audio.offset, byteCount: audio.byteCount - padding, claimed: audio.claimed.map { $0 - padding },
            in: source)
        container.chunks = scanner.chunks(beside: audio)
        container.tags = notes.tags
        return container
    }

    /// Whether the size counts zeros up to a multiple of eight as audio, as FFmpeg's do.
    private func isPadded(_ audio: ContainerAudio) throws(AudioFileError) -> Bool {
        let rest = rest(of: audio)
        guard rest > 0 else { return false }
        return try source.bytes(at: audio.offset + audio.byteCount - rest, count: Int(rest)).allSatisfy { $0 == 0 }
    }

    /// The bytes that may be such zeros: those that are not a whole frame, which alone can be distinguished.
    private func rest(of audio: ContainerAudio) -> Int64 {
        guard let format, format.codec == .linear else { return 0 }
        let frame = Int64(format.description.bytesPerFrame)
        guard frame > 0, audio.byteCount % 8 == 0, (1..<8).contains(audio.byteCount % frame) else { return 0 }
        return audio.byteCount % frame
    }
}
