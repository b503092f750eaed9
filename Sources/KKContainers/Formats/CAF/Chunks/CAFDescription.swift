public import KKPCM

/// The `desc` chunk, the first of every file: the format of the stored audio (Audio Description Chunk).
public struct CAFDescription: CAFContent {
    public static let chunkType: FourCharCode = "desc"
    static let byteCount = 32

    /// Frames per second, above 0 (`mSampleRate`).
    public var sampleRate: Double
    /// `'lpcm'`, `'aac '`, …: the codes of a stream description (`mFormatID`).
    public var formatID: FourCharCode
    /// The file's own flags: for linear PCM, 1 is floating point and 2 is little-endian (`mFormatFlags`).
    public var formatFlags: UInt32
    /// Bytes of every packet, for all channels. 0: packets differ in size, see the packet table (`mBytesPerPacket`).
    public var bytesPerPacket: UInt32
    /// Frames of every packet; 1 for samples. 0: packets differ in frames, see the packet table (`mFramesPerPacket`).
    public var framesPerPacket: UInt32
    /// The number of channels, at least 1 (`mChannelsPerFrame`).
    public var channelsPerFrame: UInt32
    /// The valid bits of a sample; 0 in a compressed format (`mBitsPerChannel`).
    public var bitsPerChannel: UInt32

    public static let isFloat: UInt32 = 1
    /// The opposite sense to a stream description's second flag.
    public static let isLittleEndian: UInt32 = 2

    public init(
        sampleRate: Double, formatID: FourCharCode, formatFlags: UInt32 = 0, bytesPerPacket: UInt32,
        framesPerPacket: UInt32,
        channelsPerFrame: UInt32, bitsPerChannel: UInt32
    ) {
        self.sampleRate = sampleRate
        self.formatID = formatID
        self.formatFlags = formatFlags
        self.bytesPerPacket = bytesPerPacket
        self.framesPerPacket = framesPerPacket
        self.channelsPerFrame = channelsPerFrame
        self.bitsPerChannel = bitsPerChannel
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        var cursor = CAFCursor(bytes)
        try self.init(&cursor)
    }

    init(_ cursor: inout CAFCursor) throws(CAFDamage) {
        sampleRate = try cursor.double("the sample rate")
        formatID = try cursor.code("the format")
        formatFlags = try cursor.number("the format's flags")
        bytesPerPacket = try cursor.number("the bytes per packet")
        framesPerPacket = try cursor.number("the frames per packet")
        channelsPerFrame = try cursor.number("the channels")
        bitsPerChannel = try cursor.number("the bits per channel")
    }

    public var bytes: [UInt8] {
        var header = HeaderBytes()
        header.big(sampleRate)
        header.code(formatID)
        header.big(formatFlags)
        header.big(bytesPerPacket)
        header.big(framesPerPacket)
        header.big(channelsPerFrame)
        header.big(bitsPerChannel)
        return header.bytes
    }

    /// Whether a packet table is required.
    public var needsPacketTable: Bool { bytesPerPacket == 0 || framesPerPacket == 0 }
}

extension CAFDescription {
    /// The description for a file with this format; `nil` for formats that CAF cannot store: unsigned or
    /// non-interleaved linear PCM.
    public init?(_ description: StreamDescription) {
        let isSigned = description.isFloat || description.formatFlags.contains(.isSignedInteger)
        guard !description.isLinearPCM || description.isInterleaved && isSigned else { return nil }
        self.init(storing: description)
    }

    /// The same of what CAF can hold.
    init(storing description: StreamDescription) {
        var flags = description.formatFlags.rawValue
        if description.isLinearPCM {
            let isLittle = !description.formatFlags.contains(.isBigEndian)
            flags = (description.isFloat ? Self.isFloat : 0) | (isLittle ? Self.isLittleEndian : 0)
        }
        self.init(
            sampleRate: description.sampleRate, formatID: description.formatID, formatFlags: flags,
            bytesPerPacket: description.bytesPerPacket,
            framesPerPacket: description.framesPerPacket, channelsPerFrame: description.channelsPerFrame,
            bitsPerChannel: description.bitsPerChannel)
    }

    /// The same as a stream description. For linear PCM the flags are converted; for other formats they are those of
    /// the file.
    public var streamDescription: StreamDescription {
        var flags = FormatFlags(rawValue: formatFlags)
        let isPlain = framesPerPacket == 1 && channelsPerFrame > 0 && bytesPerPacket % max(1, channelsPerFrame) == 0
        if formatID == .linearPCM {
            let containerBits = UInt64(bytesPerPacket / max(1, channelsPerFrame)) * 8
            flags = formatFlags & Self.isFloat != 0 ? .isFloat : .isSignedInteger
            if formatFlags & Self.isLittleEndian == 0, containerBits > 8 { flags.insert(.isBigEndian) }
            flags.insert(UInt64(bitsPerChannel) == containerBits ? .isPacked : .isAlignedHigh)
        }
        let hasFrames = isPlain && (formatID == .linearPCM || formatID == .uLaw || formatID == .aLaw)
        return StreamDescription(
            sampleRate: sampleRate, formatID: formatID, formatFlags: flags, bytesPerPacket: bytesPerPacket,
            framesPerPacket: framesPerPacket,
            bytesPerFrame: hasFrames ? bytesPerPacket : 0, channelsPerFrame: channelsPerFrame,
            bitsPerChannel: bitsPerChannel)
    }
}

/// The `ldsc` chunk: the formats that the same packets can be decoded to, the best one first (CAFAudioFormatListItem of
/// CAFFile.h).
public struct CAFFormatList: CAFContent {
    public static let chunkType: FourCharCode = "ldsc"

    public struct Item: Hashable, Sendable {
        public var format: CAFDescription
        /// `kAudioChannelLayoutTag_…`.
        public var channelLayoutTag: UInt32

        public init(format: CAFDescription, channelLayoutTag: UInt32) {
            self.format = format
            self.channelLayoutTag = channelLayoutTag
        }
    }

    public var items: [Item]

    public init(items: [Item]) {
        self.items = items
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        var cursor = CAFCursor(bytes)
        items = []
        while cursor.remaining > 0 {
            items.append(
                Item(format: try CAFDescription(&cursor), channelLayoutTag: try cursor.number("the layout's tag")))
        }
    }

    public var bytes: [UInt8] {
        items.flatMap { item in
            var header = HeaderBytes()
            header.append(item.format.bytes)
            header.big(item.channelLayoutTag)
            return header.bytes
        }
    }
}
