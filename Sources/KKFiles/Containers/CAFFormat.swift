internal import KKPCM

/// The `desc` chunk of CAF: the fields of a stream description, with flags of its own.
enum CAFFormat {
    static let byteCount = 32

    /// In a file the second flag says little-endian; in a stream description it says big-endian.
    private static let isFloat: UInt32 = 1
    private static let isLittleEndian: UInt32 = 2

    static func parse(_ fields: Fields, at offset: Int64, in source: ByteSource) throws(AudioFileError) -> PCMContainer.StoredFormat {
        guard let rate = fields.double(0), let formatID = fields.code(8), let flags = fields.uint32(12),
            let packetBytes = fields.uint32(16), let packetFrames = fields.uint32(20), let channelField = fields.uint32(24),
            let bits = fields.uint32(28)
        else { throw source.damage(.invalidChunk, at: offset, "the desc chunk is cut off after \(fields.count) bytes") }
        try source.checkRate(rate, at: offset)
        let channels = Int(channelField)
        try source.checkChannels(channels, at: offset)
        switch formatID {
        case .linearPCM:
            let container = Int(packetBytes) / channels * 8
            guard packetFrames == 1, Int(packetBytes) % channels == 0, bits > 0, Int(bits) <= container,
                flags & isFloat != 0 ? bits == container && (container == 32 || container == 64) : container <= 32
            else {
                throw source.damage(
                    .unsupportedDataFormat, at: offset,
                    "the desc chunk cannot be followed: \(channels) channels of \(bits) bits, "
                        + "\(packetFrames) frames in packets of \(packetBytes) bytes")
            }
            var format: FormatFlags = flags & isLittleEndian != 0 || container == 8 ? [] : .isBigEndian
            format.insert(flags & isFloat != 0 ? .isFloat : .isSignedInteger)
            return .linear(rate: rate, channels: channels, bits: Int(bits), containerBits: container, flags: format)
        case .uLaw, .aLaw:
            guard Int(packetBytes) == channels, packetFrames == 1 else {
                throw source.damage(
                    .unsupportedDataFormat, at: offset,
                    "the desc chunk cannot be followed: \(channels) channels of \(formatID), "
                        + "\(packetFrames) frames in packets of \(packetBytes) bytes")
            }
            return .companded(formatID, rate: rate, channels: channels)
        case .appleLossless, .flac, .opus, .appleIMA4: return .coded(formatID, rate: rate, channels: channels, codec: .packets)
        case .mpegLayer1, .mpegLayer2, .mpegLayer3: return .coded(formatID, rate: rate, channels: channels, codec: .mpeg)
        default: throw source.unavailable(name(of: formatID), in: .caf)
        }
    }

    private static func name(of formatID: FourCharCode) -> String {
        switch formatID {
        case "aac ", "aach", "aacp", "aacl", "aace", "aacf", "aacg", "usac": "AAC (\(formatID))"
        case "ac-3": "AC-3"
        case "ec-3": "E-AC-3"
        case "ilbc": "iLBC"
        case .microsoftADPCM: "Microsoft ADPCM"
        case .dviIMAADPCM: "IMA ADPCM"
        case .microsoftGSM: "GSM 06.10"
        default: "the format \(formatID)"
        }
    }
}
