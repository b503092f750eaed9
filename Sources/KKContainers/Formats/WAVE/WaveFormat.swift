internal import KKPCM

/// The `fmt ` chunk of RIFF WAVE, its big-endian twin and Wave64: WAVEFORMATEX and WAVEFORMATEXTENSIBLE (mmreg.h).
enum WaveFormat {
    /// The bytes of the longest `fmt ` chunk that means anything to us.
    static let limit = 64

    private static let extensible: UInt16 = 0xFFFE

    /// What follows the format tag in a GUID of the KSDATAFORMAT_SUBTYPE family, as stored in a little-endian file.
    private static let subtypeTail: [UInt8] = [
        0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
    ]
    /// The same of the ambisonic B-format GUIDs, which have tags 1 and 3 too.
    private static let ambisonicTail: [UInt8] = [
        0x00, 0x00, 0x21, 0x07, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0x00, 0x00, 0x00,
    ]

    static func parse(
        _ fields: Fields, at offset: Int64, in source: ByteSource, fileType: FileType
    ) throws(AudioFileError) -> Container.StoredFormat {
        guard var tag = fields.uint16(0), let channelField = fields.uint16(2), let rateField = fields.uint32(4),
            let frameBytes = fields.uint16(12), let bitField = fields.uint16(14) ?? (tag == 1 ? nil : 0)
        else { throw source.damage(.invalidChunk, at: offset, "the fmt chunk is cut off after \(fields.count) bytes") }
        let channels = Int(channelField)
        try source.checkChannels(channels, at: offset)
        try source.checkRate(Double(rateField), at: offset)

        var bits = Int(bitField)
        var layout: ChannelLayout?
        if tag == extensible {
            guard let valid = fields.uint16(18), let mask = fields.uint32(20), let subtype = subtype(fields) else {
                throw source.damage(
                    .invalidChunk, at: offset, "the fmt chunk is WAVE_FORMAT_EXTENSIBLE without its extension")
            }
            guard let known = subtype.tag else {
                throw source.unavailable("the sub-format \(subtype.text)", in: fileType)
            }
            tag = known
            if valid > 0, Int(valid) < bits { bits = Int(valid) }
            layout = subtype.isAmbisonic ? .discrete(channels) : ChannelLayout(waveMask: mask, channels: channels)
        }
        // The frames of a block stand in the extension; GSM's are known.
        let stated = fields.uint16(16) ?? 0 >= 2 ? fields.uint16(18).map(Int.init) : nil
        let block = Container.Block(byteCount: Int(frameBytes), frameCount: stated ?? (tag == 0x0031 ? 320 : 0))
        var format = try format(
            tag: tag, channels: channels, rate: Double(rateField), bits: bits, frameBytes: Int(frameBytes),
            block: block,
            isBigEndian: fields.isBigEndian, at: offset, in: source, fileType: fileType)
        format.layout = layout
        return format
    }

    private static func format(
        tag: UInt16, channels: Int, rate: Double, bits: Int, frameBytes: Int, block: Container.Block?,
        isBigEndian: Bool, at offset: Int64, in source: ByteSource, fileType: FileType
    ) throws(AudioFileError) -> Container.StoredFormat {
        let endian: FormatFlags = isBigEndian ? .isBigEndian : []
        switch tag {
        case 0x0001, 0x0003:
            // The container's width is what the frame's size says; the bits say how much of it is used.
            let containerBytes = frameBytes / channels
            guard frameBytes % channels == 0, containerBytes > 0, bits <= containerBytes * 8 else {
                throw source.damage(
                    .unsupportedDataFormat, at: offset,
                    "the fmt chunk contradicts itself: \(channels) channels of \(bits) bits in frames of \(frameBytes) bytes"
                )
            }
            let container = containerBytes * 8
            guard tag == 3 ? container == 32 || container == 64 : bits > 0 && container <= 32 else {
                throw source.damage(
                    .unsupportedDataFormat, at: offset,
                    "the fmt chunk states \(tag == 3 ? "floating-point" : "integer") samples of \(bits) bits in \(containerBytes) bytes, "
                        + "which kkmix does not read")
            }
            if tag == 3 {
                return .linear(
                    rate: rate, channels: channels, bits: container, containerBits: container,
                    flags: endian.union(.isFloat))
            }
            // Samples of one byte are unsigned, all others are signed.
            let flags = container == 8 ? [] : endian.union(.isSignedInteger)
            return .linear(rate: rate, channels: channels, bits: bits, containerBits: container, flags: flags)
        case 0x0006: return .companded(.aLaw, rate: rate, channels: channels)
        case 0x0007: return .companded(.uLaw, rate: rate, channels: channels)
        case 0x0050: return .coded(.mpegLayer2, rate: rate, channels: channels, codec: .mpeg)
        case 0x0055: return .coded(.mpegLayer3, rate: rate, channels: channels, codec: .mpeg)
        case 0x0002: return .coded(.microsoftADPCM, rate: rate, channels: channels, codec: .sndfile, block: block)
        case 0x0011: return .coded(.dviIMAADPCM, rate: rate, channels: channels, codec: .sndfile, block: block)
        case 0x0031: return .coded(.microsoftGSM, rate: rate, channels: channels, codec: .sndfile, block: block)
        case 0x0038: return .coded(.microsoftNMS, rate: rate, channels: channels, codec: .sndfile)
        case 0x0040: return .coded(.microsoftG721, rate: rate, channels: channels, codec: .sndfile)
        default: throw source.unavailable(name(ofTag: tag), in: fileType)
        }
    }

    /// The format tag inside an extensible chunk's GUID.
    private static func subtype(_ fields: Fields) -> (tag: UInt16?, isAmbisonic: Bool, text: String)? {
        guard let first = fields.uint32(24), let half = fields.uint16(24), fields.count >= 40 else { return nil }
        let text = fields.bytes[24..<40].hexadecimalText
        // Some big-endian files turn round the tag alone, others all the fields of the GUID.
        if fields.isBigEndian, fields.has(subtypeTail, at: 26) { return (half, false, text) }
        let turned: [UInt8] = [0x00, 0x00, 0x00, 0x10] + subtypeTail[6...]
        let isUsual = fields.has(Array(subtypeTail[2...]), at: 28) || fields.isBigEndian && fields.has(turned, at: 28)
        let isAmbisonic = fields.has(Array(ambisonicTail[2...]), at: 28)
        return ((isUsual || isAmbisonic) && first <= 0xFFFF ? UInt16(first) : nil, isAmbisonic, text)
    }

    /// The codecs that are met in the wild; the tags are those of mmreg.h.
    private static func name(ofTag tag: UInt16) -> String {
        switch tag {
        case 0x0022: "DSP Group TrueSpeech"
        case 0x0042: "G.723.1"
        case 0x0045, 0x0064: "G.726 ADPCM"
        case 0x0065: "G.722"
        case 0x0069: "Xbox ADPCM"
        case 0x0083: "G.729"
        case 0x0092: "Dolby AC-3 over S/PDIF"
        case 0x00FF, 0x1600, 0x1601, 0x1610, 0xA106: "AAC"
        case 0x0130: "ACELP"
        case 0x0160...0x0164: "Windows Media Audio"
        case 0x0270: "ATRAC3"
        case 0x2000: "AC-3"
        case 0x2001: "DTS"
        case 0x674F...0x6771: "Vorbis"
        case 0xF1AC: "FLAC"
        default: "format tag 0x" + String(tag, radix: 16, uppercase: true)
        }
    }
}
