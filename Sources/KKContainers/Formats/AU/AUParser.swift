internal import KKPCM

/// Sun and NeXT sound files: six numbers, a text, and the samples. `.snd` is big-endian; `dns.` is the same turned
/// round.
struct AUParser: ContainerParser {
    private static let headerByteCount: Int64 = 24

    private let source: ByteSource
    private let start: Int64
    private var found: (audio: ContainerAudio, format: Container.StoredFormat)?
    private var note = ""

    init(_ source: ByteSource, _: FileType, start: Int64) throws(AudioFileError) {
        (self.source, self.start) = (source, start)
    }

    var position: Int64 { audio?.chunk.upperBound ?? start }
    var audio: ContainerAudio? { found?.audio }

    mutating func step() throws(AudioFileError) -> Bool {
        guard found == nil else { return false }
        var header = try source.fields(at: start, count: Int(Self.headerByteCount), isBigEndian: true)
        if header.has("dns.") { header = Fields(bytes: header.bytes, isBigEndian: false) }
        guard let dataOffset = header.uint32(4), let size = header.uint32(8), let encoding = header.uint32(12),
            let rate = header.uint32(16), let channelField = header.uint32(20)
        else { throw source.damage(.invalidFile, at: start, "this AU file ends inside its header") }
        try source.checkRate(Double(rate), at: start)
        try source.checkChannels(Int(clamping: channelField), at: start)
        let format = try Self.format(
            encoding, channels: Int(channelField), rate: Double(rate), isBigEndian: header.isBigEndian, in: source)
        let end = try source.byteCount()
        let offset = start + Int64(dataOffset)
        guard Int64(dataOffset) >= Self.headerByteCount, offset <= end else {
            throw source.damage(
                .invalidFile, at: start + 4,
                "the header states that the audio starts at byte \(dataOffset), which is not possible"
            )
        }
        // 0xFFFFFFFF means "to the end", and the format says so.
        let claimed = size == 0xFFFF_FFFF ? nil : Int64(size)
        let available = end - offset
        var audio = ContainerAudio(
            offset: offset, byteCount: min(claimed ?? available, available), claimed: claimed, chunk: offset..<end)
        audio.isOpen = claimed == nil && source.isOpenEnded
        if audio.isOpen { audio.byteCount = 0 }
        audio.hasZeroSize = size == 0
        let text = try source.fields(
            at: start + Self.headerByteCount, count: min(Int(dataOffset) - 24, Container.textLimit),
            isBigEndian: true)
        note = text.text(0..<text.count)
        found = (audio, format)
        return true
    }

    func container() throws(AudioFileError) -> Container {
        guard let (audio, format) = found else {
            throw source.damage(.invalidFile, at: start, "this AU file ends inside its header")
        }
        var container = Container(fileType: .au, format: format)
        if let claimed = audio.claimed, claimed > audio.byteCount {
            container.warnings.append(
                FileWarning(
                    path: source.name, at: .byte(audio.offset),
                    "the header states \(claimed) bytes of audio, but there are only \(audio.byteCount)",
                    consequence: "the available audio is used"))
        }
        container.place(
            data: audio.offset, byteCount: audio.byteCount, claimed: audio.claimed ?? audio.byteCount, in: source)
        if !note.isEmpty { container.tags = [FileProperties.Tag(key: "comments", value: note)] }
        return container
    }

    /// The encodings of `<multimedia/audio_filehdr.h>`.
    private static func format(
        _ encoding: UInt32, channels: Int, rate: Double, isBigEndian: Bool, in source: ByteSource
    ) throws(AudioFileError) -> Container.StoredFormat {
        let endian: FormatFlags = isBigEndian ? .isBigEndian : []
        func integer(_ bits: Int) -> Container.StoredFormat {
            let flags: FormatFlags = bits == 8 ? .isSignedInteger : endian.union(.isSignedInteger)
            return .linear(rate: rate, channels: channels, bits: bits, containerBits: bits, flags: flags)
        }
        switch encoding {
        case 1: return .companded(.uLaw, rate: rate, channels: channels)
        case 2: return integer(8)
        case 3: return integer(16)
        case 4: return integer(24)
        case 5: return integer(32)
        case 6:
            return .linear(rate: rate, channels: channels, bits: 32, containerBits: 32, flags: endian.union(.isFloat))
        case 7:
            return .linear(rate: rate, channels: channels, bits: 64, containerBits: 64, flags: endian.union(.isFloat))
        case 27: return .companded(.aLaw, rate: rate, channels: channels)
        case 23: return .coded(.microsoftG721, rate: rate, channels: channels, codec: .sndfile)
        case 25, 26: return .coded(.microsoftG723, rate: rate, channels: channels, codec: .sndfile)
        default: throw source.unavailable("the encoding \(encoding)", in: .au)
        }
    }
}
