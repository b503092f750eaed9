internal import KKPCM

/// Finds out what a file is from its first bytes. Its name plays no part.
///
/// The order matters: signatures first, then what is known to be something else, then the search for MPEG audio, which has no signature
/// but headers that follow one another, and last the words for what nobody recognized.
///
/// At most ``longSearch`` bytes behind the tags are looked at, so junk that comes through a pipe is refused without waiting for its end.
struct FormatProbe {
    let fileType: FileType
    /// Where the audio's own container starts: behind ID3v2 tags.
    let start: Int64
    private(set) var warnings: [FileWarning] = []

    /// How far MPEG audio is looked for behind junk that nothing else claims, and behind anything.
    static let shortSearch = 1 << 16
    static let longSearch = 1 << 20

    /// Enough for every signature, and for a look at a text.
    private static let headByteCount = 4096

    /// - Throws: ``AudioFileError`` that names what the file is instead of audio, or the codec that it needs.
    init(_ source: ByteSource) throws(AudioFileError) {
        let tags = try LeadingTags(source)
        start = tags.end
        let head = try source.fields(at: start, count: Self.headByteCount, isBigEndian: true)
        guard head.count > 0 else {
            guard tags.count == 0 else { throw source.tagsAlone() }
            throw source.damage(.invalidFile, "the file is empty")
        }
        if let known = Self.signature(head) {
            fileType = known
            return
        }
        try ForeignFile.refuse(head, in: source)
        let search = MPEGSearch(source: source, start: start)
        if let found = try search.firstFrame(within: Self.shortSearch) {
            fileType = .mpeg
            noteJunk(before: found, in: source)
            return
        }
        try ForeignFile.refuseText(head, in: source)
        if let found = try search.firstFrame(within: Self.longSearch) {
            fileType = .mpeg
            noteJunk(before: found, in: source)
            return
        }
        if tags.count > 0, try Self.isTrailer(head, of: source) { throw source.tagsAlone() }
        let bytes = head.bytes.prefix(16).map { hexadecimalByte($0) }.joined(separator: " ")
        throw AudioFileError(
            .unsupportedFileType, path: source.name, at: start > 0 ? .byte(start) : nil,
            "this is not a recognised audio file; it starts with \(bytes)",
            nextStep: "see `kkmix formats` for what can be read")
    }

    private mutating func noteJunk(before frame: Int64, in source: ByteSource) {
        guard frame > start else { return }
        warnings.append(
            FileWarning(
                path: source.name, at: .byte(start), "\(frame - start) bytes before the first MPEG frame are no audio",
                consequence: "they are left out"))
    }

    /// The file types that begin with letters of their own.
    private static func signature(_ head: Fields) -> FileType? {
        if head.has("RIFF"), head.has("WAVE", at: 8) { return .wav }
        if head.has("RIFX"), head.has("WAVE", at: 8) { return .rifx }
        if head.has("RF64"), head.has("WAVE", at: 8) { return .rf64 }
        if head.has("BW64"), head.has("WAVE", at: 8) { return .bw64 }
        if head.has("riff"), head.has(Wave64Parser.riffTail, at: 4), head.has("wave", at: 24), head.has(Wave64Parser.chunkTail, at: 28) {
            return .w64
        }
        if head.has("FORM"), head.has("AIFF", at: 8) { return .aiff }
        if head.has("FORM"), head.has("AIFC", at: 8) { return .aifc }
        if head.has("caff"), head.byte(4) == 0 { return .caf }
        if head.has(".snd") || head.has("dns.") { return .au }
        if head.has("fLaC") { return .flac }
        if head.has("OggS") { return .ogg }
        return nil
    }

    /// Whether nothing but the tags of a file's end follows, or padding.
    private static func isTrailer(_ head: Fields, of source: ByteSource) throws(AudioFileError) -> Bool {
        if TagHeader(head.bytes.span) != nil { return true }
        return head.bytes.allSatisfy { $0 == 0 } && head.count < headByteCount
    }
}

extension ByteSource {
    fileprivate func tagsAlone() -> AudioFileError {
        damage(.invalidFile, "there are tags and no audio in this file")
    }
}

/// `0F`: two digits, upper case.
private func hexadecimalByte(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
}

/// The ID3v2 and APE tags at the start of a file, of which there may be several in a row.
private struct LeadingTags {
    private(set) var count = 0
    /// The first byte behind the last of them; may be beyond the end of the file.
    private(set) var end: Int64 = 0

    private static let limit = 64

    init(_ source: ByteSource) throws(AudioFileError) {
        while count < Self.limit, let tag = try source.tag(at: end), tag.kind == .id3v2 || tag.kind == .apeHeader, let size = tag.byteCount {
            end += size
            count += 1
        }
    }
}
