internal import KKPCM

/// Sun and NeXT sound files: six numbers, a text, and the samples. `.snd` is big-endian; `dns.` is the same turned
/// round.
enum AUParser {
    private static let headerByteCount: Int64 = 24

    static func parse(_ source: ByteSource, _: FileType, start: Int64) throws(AudioFileError) -> PCMContainer {
        var header = try source.fields(at: start, count: Int(headerByteCount), isBigEndian: true)
        if header.has("dns.") { header = Fields(bytes: header.bytes, isBigEndian: false) }
        guard let dataOffset = header.uint32(4), let size = header.uint32(8), let encoding = header.uint32(12),
            let rate = header.uint32(16), let channelField = header.uint32(20)
        else { throw source.damage(.invalidFile, at: start, "this AU file is cut off in its header") }
        try source.checkRate(Double(rate), at: start)
        try source.checkChannels(Int(clamping: channelField), at: start)
        let format = try format(
            encoding, channels: Int(channelField), rate: Double(rate), isBigEndian: header.isBigEndian, in: source)
        let end = try source.byteCount()
        guard Int64(dataOffset) >= headerByteCount, start + Int64(dataOffset) <= end else {
            throw source.damage(
                .invalidFile, at: start + 4, "the header puts the audio at byte \(dataOffset), which is no place for it"
            )
        }
        let offset = start + Int64(dataOffset)
        var container = PCMContainer(fileType: .au, format: format)
        let available = end - offset
        // 0xFFFFFFFF means "to the end", and the format says so.
        let claimed = size == 0xFFFF_FFFF ? available : Int64(size)
        if claimed > available {
            container.warnings.append(
                FileWarning(
                    path: source.name, at: .byte(offset),
                    "\(claimed) bytes of audio are claimed and \(available) are there",
                    consequence: "what is there is used"))
        }
        container.place(data: offset, byteCount: min(claimed, available), claimed: claimed, in: source)
        let text = try source.fields(
            at: start + headerByteCount, count: min(Int(dataOffset) - 24, PCMContainer.textLimit), isBigEndian: true)
        let note = text.text(0..<text.count)
        if !note.isEmpty { container.tags = [FileProperties.Tag(key: "comments", value: note)] }
        return container
    }

    /// The encodings of `<multimedia/audio_filehdr.h>`.
    private static func format(
        _ encoding: UInt32, channels: Int, rate: Double, isBigEndian: Bool, in source: ByteSource
    ) throws(AudioFileError) -> PCMContainer.StoredFormat {
        let endian: FormatFlags = isBigEndian ? .isBigEndian : []
        func integer(_ bits: Int) -> PCMContainer.StoredFormat {
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
        case 23, 25, 26:
            return .coded(FourCharCode(rawValue: 0x6D73_0040), rate: rate, channels: channels, codec: .sndfile)
        default: throw source.unavailable("the encoding \(encoding)", in: .au)
        }
    }
}
