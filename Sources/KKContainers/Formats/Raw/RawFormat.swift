public import KKPCM

/// The format of PCM without a header, as given by the user: `s16le@48000x2`.
public struct RawFormat: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Linear PCM, µ-law or A-law, interleaved.
    public let encoding: Encoding
    public let isBigEndian: Bool
    public let sampleRate: Double
    public let channelCount: Int

    /// Reads `ENCODING[le|be]@RATE[xCHANNELS]`: the defaults are little-endian and one channel.
    ///
    /// - Returns: `nil` for any other text, and for an invalid rate or number of channels.
    public init?(parsing text: String) {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let sizes = halves[1].split(separator: "x", omittingEmptySubsequences: false)
        var name = String(halves[0])
        let order = ["le", "be"].first(where: name.hasSuffix)
        if order != nil { name.removeLast(2) }
        guard let encoding = Encoding(rawValue: name), Self.encodings.contains(encoding),
            order == nil || encoding.integerBits.map({ $0 > 8 }) ?? encoding.isFloat,
            sizes.count <= 2, let rate = Int(sizes[0]), Container.rateLimits.contains(Double(rate)),
            let channelCount = sizes.count == 2 ? Int(sizes[1]) : 1, 1...Container.channelLimit ~= channelCount
        else { return nil }
        (self.encoding, self.channelCount) = (encoding, channelCount)
        isBigEndian = order == "be"
        sampleRate = Double(rate)
    }

    private static let encodings: [Encoding] = [.u8, .s16, .s24, .s32, .f32, .f64, .ulaw, .alaw]

    /// The permitted forms, for messages.
    public static let form =
        "s16le@48000x2: u8, s16, s24, s32, f32, f64, ulaw or alaw, le or be, the rate, the channels"

    /// As it is read.
    public var description: String {
        let hasOrder = encoding.isFloat || (encoding.integerBits ?? 0) > 8
        let order = hasOrder ? (isBigEndian ? "be" : "le") : ""
        return "\(encoding.rawValue)\(order)@\(Int(sampleRate))x\(channelCount)"
    }

    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let format = Self(parsing: text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is not a format of PCM"))
        }
        self = format
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    /// The same as a stream description.
    public var dataFormat: StreamDescription {
        if encoding == .ulaw || encoding == .alaw {
            return StreamDescription(
                sampleRate: sampleRate, formatID: encoding == .ulaw ? .uLaw : .aLaw,
                bytesPerPacket: UInt32(channelCount), framesPerPacket: 1, bytesPerFrame: UInt32(channelCount),
                channelsPerFrame: UInt32(channelCount), bitsPerChannel: 8)
        }
        let bits = encoding.integerBits ?? (encoding == .f64 ? 64 : 32)
        var flags: FormatFlags = encoding.isFloat ? .isFloat : encoding == .u8 ? [] : .isSignedInteger
        if isBigEndian { flags.insert(.isBigEndian) }
        return .linearPCM(sampleRate: sampleRate, channels: channelCount, bits: bits, flags: flags)
    }
}

extension Container {
    /// A file that is samples from its first byte to its last.
    package init(_ format: RawFormat, _ source: ByteSource) throws(AudioFileError) {
        let stored = StoredFormat(
            description: format.dataFormat, codec: .linear, bitDepth: format.encoding.integerBits)
        self.init(fileType: .raw, format: stored)
        place(data: 0, byteCount: try source.byteCount(), claimed: nil, in: source)
        lengthSource = .dataSize
    }
}
