internal import KKPCM

/// Finds out what a file is from its first bytes. Its name plays no part.
///
/// The order matters: signatures first, then what is known to be something else, then ADTS and AC-3, which begin with a
/// packet, then the search for MPEG audio, which may begin with junk, and last the words for what was not recognised.
///
/// At most ``longSearch`` bytes after the tags are looked at, and what ``MPEGSearch`` wants after a place in them, so
/// junk that comes through a pipe is refused without waiting for its end.
package struct FormatProbe {
    package let fileType: FileType
    /// Where the audio's own container starts: after ``LeadingTags``.
    package let start: Int64
    package private(set) var warnings: [FileWarning] = []

    /// How far MPEG audio is looked for after junk that nothing else claims, and after anything.
    static let shortSearch = 1 << 16
    static let longSearch = 1 << 20

    /// Enough for every signature, and for a look at a text.
    private static let headByteCount = 4096

    /// - Throws: ``AudioFileError`` that names what the file is instead of audio, or the codec that it needs.
    package init(_ source: ByteSource) throws(AudioFileError) {
        try self.init(source, behind: LeadingTags(source))
    }

    /// - Parameter tags: those of `source`.
    /// - Throws: as ``init(_:)``.
    init(_ source: ByteSource, behind tags: LeadingTags) throws(AudioFileError) {
        start = tags.end
        let head = try source.fields(at: start, count: Self.headByteCount, isBigEndian: true)
        guard head.count > 0 else {
            guard tags.count > 0 else { throw source.damage(.invalidFile, "the file is empty") }
            // A text may begin with the letters of a tag.
            try ForeignFile.refuseText(source.fields(at: 0, count: Self.headByteCount, isBigEndian: true), in: source)
            throw source.tagsAlone()
        }
        if let known = Self.signature(head.bytes.span) {
            fileType = known
            return
        }
        try ForeignFile.refuse(head, in: source)
        if let known = try StreamKind.find(source, at: start, typeHint: nil)?.fileType {
            fileType = known
            return
        }
        let hasTag = !tags.id3v2.isEmpty
        if let found = try MPEGSearch(source, from: start, window: Self.shortSearch, hasTag: hasTag).firstFrame() {
            fileType = .mpeg
            noteJunk(before: found, in: source)
            return
        }
        try ForeignFile.refuseText(head, in: source)
        if let found = try MPEGSearch(source, from: start, window: Self.longSearch, hasTag: hasTag).firstFrame() {
            fileType = .mpeg
            noteJunk(before: found, in: source)
            return
        }
        if tags.count > 0, Self.isTrailer(head) { throw source.tagsAlone() }
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
                path: source.name, at: .byte(start), "\(frame - start) bytes before the first MPEG frame are not audio",
                consequence: "they are left out"))
    }

    /// How many bytes the longest signature fits in that something with this start may have.
    package static func signatureByteCount(_ head: Span<UInt8>) -> Int {
        ContainerFormat.all.reduce(0) { max($0, $1.signatureByteCount(head)) }
    }

    /// The file types that begin with letters of their own.
    package static func signature(_ head: Span<UInt8>) -> FileType? {
        for format in ContainerFormat.all {
            if let type = format.signature(head) { return type }
        }
        return nil
    }

    /// Whether nothing but the tags of a file's end follows, or padding.
    private static func isTrailer(_ head: Fields) -> Bool {
        if TagHeader(head.bytes.span) != nil { return true }
        return head.bytes.allSatisfy { $0 == 0 } && head.count < headByteCount
    }
}

extension ByteSource {
    fileprivate func tagsAlone() -> AudioFileError {
        damage(.invalidFile, "the file has tags but no audio")
    }
}

/// `0F`: two digits, upper case.
private func hexadecimalByte(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
}
