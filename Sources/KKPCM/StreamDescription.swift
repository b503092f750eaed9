/// What a stream of audio is made of: the fields of an `AudioStreamBasicDescription`, in its order and with its meanings.
///
/// A *frame* is one sample per channel. A *packet* is the smallest whole number of frames that can be decoded on its own:
/// one frame of linear PCM, 1152 of MPEG-1 layer III. Zero means unknown, or not applicable.
/// In a non-interleaved description the per-frame and per-packet fields describe one channel's buffer.
///
/// Inside kkmix all audio is *canonical*: deinterleaved native Float32 (``canonical(sampleRate:channels:)``, flags 0x29).
///
/// Source: CoreAudioBaseTypes.h.
public struct StreamDescription: Hashable, Sendable, Codable {
    /// Frames per second.
    public var sampleRate: Double
    public var formatID: FourCharCode
    public var formatFlags: FormatFlags
    public var bytesPerPacket: UInt32
    public var framesPerPacket: UInt32
    public var bytesPerFrame: UInt32
    public var channelsPerFrame: UInt32
    /// The valid bits of a sample; zero in a compressed format.
    public var bitsPerChannel: UInt32

    public init(
        sampleRate: Double, formatID: FourCharCode, formatFlags: FormatFlags = [],
        bytesPerPacket: UInt32 = 0, framesPerPacket: UInt32 = 0, bytesPerFrame: UInt32 = 0,
        channelsPerFrame: UInt32, bitsPerChannel: UInt32 = 0
    ) {
        self.sampleRate = sampleRate
        self.formatID = formatID
        self.formatFlags = formatFlags
        self.bytesPerPacket = bytesPerPacket
        self.framesPerPacket = framesPerPacket
        self.bytesPerFrame = bytesPerFrame
        self.channelsPerFrame = channelsPerFrame
        self.bitsPerChannel = bitsPerChannel
    }

    /// Linear PCM, interleaved unless `flags` say otherwise.
    ///
    /// - Parameters:
    ///   - bits: the valid bits of a sample.
    ///   - containerBits: the bits a sample takes in memory; a wider container holds the valid bits at its top
    ///     unless it is a multiple of 8 wider and `flags` place them otherwise. `nil` is `bits`.
    ///   - flags: `isFloat`, `isSignedInteger`, `isBigEndian`, `isNonInterleaved`; the packing flags are set here.
    public static func linearPCM(
        sampleRate: Double, channels: Int, bits: Int, containerBits: Int? = nil, flags: FormatFlags
    ) -> StreamDescription {
        let container = containerBits ?? bits
        let samples = flags.contains(.isNonInterleaved) ? 1 : channels
        let bytesPerFrame = UInt32(samples * (container / 8))
        return StreamDescription(
            sampleRate: sampleRate, formatID: .linearPCM,
            formatFlags: flags.union(bits == container ? .isPacked : .isAlignedHigh),
            bytesPerPacket: bytesPerFrame, framesPerPacket: 1, bytesPerFrame: bytesPerFrame,
            channelsPerFrame: UInt32(channels), bitsPerChannel: UInt32(bits))
    }

    /// kkmix's own format: native Float32, packed, non-interleaved; 1.0 is full scale.
    public static func canonical(sampleRate: Double, channels: Int) -> StreamDescription {
        linearPCM(sampleRate: sampleRate, channels: channels, bits: 32, flags: [.isFloat, .isNonInterleaved])
    }
}

extension StreamDescription {
    public var channelCount: Int { Int(channelsPerFrame) }

    public var isLinearPCM: Bool { formatID == .linearPCM }

    public var isFloat: Bool { isLinearPCM && formatFlags.contains(.isFloat) }

    public var isInterleaved: Bool { !formatFlags.contains(.isNonInterleaved) }

    /// Whether this is ``canonical(sampleRate:channels:)`` of its own rate and channel count.
    public var isCanonical: Bool { self == .canonical(sampleRate: sampleRate, channels: channelCount) }

    /// The bytes one sample takes in memory; zero in a compressed format.
    public var bytesPerSample: Int {
        let samples = isInterleaved ? channelCount : 1
        return samples == 0 ? 0 : Int(bytesPerFrame) / samples
    }
}

extension FourCharCode {
    public static let linearPCM: FourCharCode = "lpcm"
    public static let uLaw: FourCharCode = "ulaw"
    public static let aLaw: FourCharCode = "alaw"
    public static let mpegLayer1: FourCharCode = ".mp1"
    public static let mpegLayer2: FourCharCode = ".mp2"
    public static let mpegLayer3: FourCharCode = ".mp3"
    public static let flac: FourCharCode = "flac"
    public static let opus: FourCharCode = "opus"
    public static let appleLossless: FourCharCode = "alac"
    public static let mpeg4AAC: FourCharCode = "aac "
    public static let appleIMA4: FourCharCode = "ima4"
    /// Core Audio has no code for Vorbis; this one is kkmix's own.
    public static let vorbis: FourCharCode = "vorb"
    public static let microsoftADPCM = FourCharCode(rawValue: 0x6D73_0002)
    public static let dviIMAADPCM = FourCharCode(rawValue: 0x6D73_0011)
    public static let microsoftGSM = FourCharCode(rawValue: 0x6D73_0031)
}
