internal import KKCodecs
internal import KKPCM

/// The `COMM` chunk of AIFF and AIFF-C.
struct AIFFFormat {
    /// The bytes that mean something: 18, the compression's code, and the start of its name.
    static let limit = 64

    var format: Container.StoredFormat
    var frameCount: Int64

    init(_ fields: Fields, at offset: Int64, in source: ByteSource, fileType: FileType) throws(AudioFileError) {
        guard let channelField = fields.uint16(0), let frames = fields.uint32(2), let bits = fields.uint16(6),
            fields.count >= 18
        else {
            throw source.damage(.invalidChunk, at: offset, "the COMM chunk is cut off after \(fields.count) bytes")
        }
        let channels = Int(channelField)
        try source.checkChannels(channels, at: offset)
        guard let rate = fields.extendedFloat(8) else {
            throw source.damage(.unsupportedDataFormat, at: offset, "the sample rate in the COMM chunk is not valid")
        }
        try source.checkRate(rate, at: offset)
        frameCount = Int64(frames)
        let compression: FourCharCode = fileType == .aifc ? fields.code(18) ?? "NONE" : "NONE"
        format = try Self.format(
            compression, bits: Int(bits), channels: channels, rate: rate, at: offset, in: source, fileType: fileType)
    }

    /// The codes of AIFF-C (1991), of QuickTime, which shares them, and those that libsndfile reads.
    private static func format(
        _ compression: FourCharCode, bits: Int, channels: Int, rate: Double, at offset: Int64, in source: ByteSource,
        fileType: FileType
    ) throws(AudioFileError) -> Container.StoredFormat {
        func integer(_ bits: Int, _ flags: FormatFlags = []) throws(AudioFileError) -> Container.StoredFormat {
            guard (1...32).contains(bits) else {
                throw source.damage(
                    .unsupportedDataFormat, at: offset, "the COMM chunk states samples of \(bits) bits")
            }
            return .linear(
                rate: rate, channels: channels, bits: bits, containerBits: (bits + 7) / 8 * 8,
                flags: flags.union(.isSignedInteger))
        }
        func float(_ bits: Int) -> Container.StoredFormat {
            .linear(rate: rate, channels: channels, bits: bits, containerBits: bits, flags: [.isFloat, .isBigEndian])
        }
        switch compression {
        case "NONE", "twos": return try integer(bits, .isBigEndian)
        case "sowt": return try integer(bits)
        case "in24": return try integer(24, .isBigEndian)
        case "in32": return try integer(32, .isBigEndian)
        case "42ni": return try integer(24)
        case "23ni": return try integer(32)
        case "raw ":
            guard (1...8).contains(bits) else {
                throw source.damage(
                    .unsupportedDataFormat, at: offset, "the COMM chunk states unsigned samples of \(bits) bits")
            }
            return .linear(rate: rate, channels: channels, bits: bits, containerBits: 8, flags: [])
        case "fl32", "FL32": return float(32)
        case "fl64", "FL64": return float(64)
        case "ulaw", "ULAW": return .companded(.uLaw, rate: rate, channels: channels)
        case "alaw", "ALAW": return .companded(.aLaw, rate: rate, channels: channels)
        case "ima4":
            try source.checkChannels(channels, at: offset, limit: PacketDecoders.mostChannels)
            // QuickTime File Format, "IMA, uLaw, and aLaw": 34 bytes a channel.
            return .coded(
                .appleIMA4, rate: rate, channels: channels, codec: .ima4,
                block: Container.Block(byteCount: 34 * channels, frameCount: 64))
        case "GSM ":
            return .coded(
                .microsoftGSM, rate: rate, channels: channels, codec: .sndfile,
                block: Container.Block(byteCount: 33, frameCount: 160))
        case "DWVW": return .coded("DWVW", rate: rate, channels: channels, codec: .sndfile)
        case ".mp3", FourCharCode(rawValue: 0x6D73_0055):
            return .coded(.mpegLayer3, rate: rate, channels: channels, codec: .mpeg)
        case ".mp2": return .coded(.mpegLayer2, rate: rate, channels: channels, codec: .mpeg)
        case ".mp1": return .coded(.mpegLayer1, rate: rate, channels: channels, codec: .mpeg)
        default: throw source.unavailable("the compression \(compression)", in: fileType)
        }
    }
}
