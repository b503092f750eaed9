/// The format of a stream: the fields of an `AudioStreamBasicDescription`, with the same order and meanings.
///
/// A *frame* is one sample per channel. A *packet* is the smallest whole number of frames that can be decoded on its
/// own: one frame of linear PCM, 1152 of MPEG-1 layer III. Zero means unknown, or not applicable. In a non-interleaved
/// description the per-frame and per-packet fields describe one channel's buffer.
///
/// Inside kkmix all audio is *canonical*: deinterleaved native Float32 (``canonical(sampleRate:channels:)``, flags
/// 0x29).
///
/// Source: CoreAudioBaseTypes.h.
public struct StreamDescription: Hashable, Sendable, Codable {
    /// Frames per second.
    public var sampleRate: Double
    /// The kind of data: linear PCM, or the codec.
    public var formatID: FourCharCode
    /// How a sample of linear PCM is stored; for other formats the flags mean something else, or nothing.
    public var formatFlags: FormatFlags
    /// Bytes in a packet; zero if packets differ in size.
    public var bytesPerPacket: UInt32
    /// Frames in a packet; zero if packets differ.
    public var framesPerPacket: UInt32
    /// Bytes in a frame (of one channel, if there is a buffer per channel); zero in a compressed format.
    public var bytesPerFrame: UInt32
    /// Number of channels, even if each has its own buffer.
    public var channelsPerFrame: UInt32
    /// The valid bits of a sample; zero in a compressed format.
    public var bitsPerChannel: UInt32

    /// Sets every field without checks.
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
        // A file's header has no room for more, and nothing else checks a description that is only written down.
        let bytesPerFrame = UInt32(clamping: samples.multipliedReportingOverflow(by: container / 8).partialValue)
        return StreamDescription(
            sampleRate: sampleRate, formatID: .linearPCM,
            formatFlags: flags.union(bits == container ? .isPacked : .isAlignedHigh),
            bytesPerPacket: bytesPerFrame, framesPerPacket: 1, bytesPerFrame: bytesPerFrame,
            channelsPerFrame: UInt32(clamping: channels), bitsPerChannel: UInt32(clamping: bits))
    }

    /// kkmix's own format: native Float32, packed, non-interleaved; 1.0 is full scale.
    public static func canonical(sampleRate: Double, channels: Int) -> StreamDescription {
        linearPCM(sampleRate: sampleRate, channels: channels, bits: 32, flags: [.isFloat, .isNonInterleaved])
    }

    /// 8.24 fixed point, non-interleaved: flags 0xC2C, the canonical format of Audio Units on devices with slow
    /// floating point. 1.0 is 1 << 24, and samples from −128 up to 128 fit.
    public static func fixedPoint(sampleRate: Double, channels: Int) -> StreamDescription {
        var flags: FormatFlags = [.isSignedInteger, .isNonInterleaved]
        flags.fractionBits = 24
        return linearPCM(sampleRate: sampleRate, channels: channels, bits: 32, flags: flags)
    }
}

extension StreamDescription {
    /// ``channelsPerFrame`` as the number it is used as.
    public var channelCount: Int { Int(channelsPerFrame) }

    /// Whether the samples are plain numbers that need no decoding.
    public var isLinearPCM: Bool { formatID == .linearPCM }

    /// Whether it is linear PCM in floating point.
    public var isFloat: Bool { isLinearPCM && formatFlags.contains(.isFloat) }

    /// Whether all samples of a frame are in one buffer.
    public var isInterleaved: Bool { !formatFlags.contains(.isNonInterleaved) }

    /// Whether this is ``canonical(sampleRate:channels:)`` with the same rate and channels.
    public var isCanonical: Bool { self == .canonical(sampleRate: sampleRate, channels: channelCount) }

    /// The bytes one sample takes in memory; zero in a compressed format.
    public var bytesPerSample: Int {
        let samples = isInterleaved ? channelCount : 1
        return samples == 0 ? 0 : Int(bytesPerFrame) / samples
    }
}

extension FormatFlags {
    /// The depth of the source of Apple Lossless, `kAppleLosslessFormatFlag_16BitSourceData` … 1 to 4; FLAC has it
    /// likewise. None for other depths.
    package static func lossless(bitDepth: Int?) -> FormatFlags {
        FormatFlags(rawValue: UInt32((losslessDepths.firstIndex { $0 == bitDepth } ?? -1) + 1))
    }

    fileprivate static let losslessDepths = [16, 20, 24, 32]
}

extension StreamDescription {
    /// The bit depth of the audio before Apple Lossless or FLAC compressed it, by the flags; `nil` if they do not say.
    package var losslessBitDepth: Int? {
        let number = Int(formatFlags.rawValue)
        return FormatFlags.losslessDepths.indices.contains(number - 1) ? FormatFlags.losslessDepths[number - 1] : nil
    }
}

extension FourCharCode {
    /// Whether the format flags tell the depth before compression: of Apple Lossless and FLAC.
    package var isLossless: Bool { self == .appleLossless || self == .flac }

    /// `kAudioFormatLinearPCM`. Integers and floating point.
    public static let linearPCM: FourCharCode = "lpcm"
    /// µ-law of ITU-T G.711, a byte a sample.
    public static let uLaw: FourCharCode = "ulaw"
    /// A-law of ITU-T G.711, a byte a sample.
    public static let aLaw: FourCharCode = "alaw"
    /// MPEG-1 and -2 audio, layer I: 384 frames in a packet.
    public static let mpegLayer1: FourCharCode = ".mp1"
    /// Layer II: 1152 frames in a packet.
    public static let mpegLayer2: FourCharCode = ".mp2"
    /// Layer III, MP3: 1152 frames in a packet, 576 at the rates below 32 kHz.
    public static let mpegLayer3: FourCharCode = ".mp3"
    /// FLAC (RFC 9639).
    public static let flac: FourCharCode = "flac"
    /// Opus (RFC 6716), always at 48 kHz.
    public static let opus: FourCharCode = "opus"
    /// Apple Lossless: 4096 frames in a packet.
    public static let appleLossless: FourCharCode = "alac"
    /// MPEG-4 AAC, low complexity: 1024 frames in a packet.
    public static let aac: FourCharCode = "aac "
    /// `kAudioFormatMPEG4AAC_HE`: AAC whose rate the decoder doubles.
    public static let aacHE: FourCharCode = "aach"
    /// `kAudioFormatMPEG4AAC_HE_V2`: the decoder also makes two channels of one.
    public static let aacHE2: FourCharCode = "aacp"
    /// AC-3: 1536 frames in a packet.
    public static let ac3: FourCharCode = "ac-3"
    /// Enhanced AC-3: 256 to 1536 frames in a packet.
    public static let enhancedAC3: FourCharCode = "ec-3"
    /// `kAudioFormatAMR`: AMR narrow-band, 160 frames in a packet at 8 kHz.
    public static let amr: FourCharCode = "samr"
    /// `kAudioFormatAMR_WB`: 320 frames in a packet at 16 kHz.
    public static let amrWB: FourCharCode = "sawb"
    /// IMA ADPCM as QuickTime packs it.
    public static let appleIMA4: FourCharCode = "ima4"
    /// Core Audio has no code for Vorbis; this one is kkmix's own.
    public static let vorbis: FourCharCode = "vorb"
    /// kkmix's own code for WavPack.
    public static let wavPack: FourCharCode = "wvpk"
    /// ADPCM of WAVE: `'ms'` and the format tag 0x0002.
    public static let microsoftADPCM = FourCharCode(rawValue: 0x6D73_0002)
    /// IMA ADPCM of WAVE: the format tag 0x0011.
    public static let dviIMAADPCM = FourCharCode(rawValue: 0x6D73_0011)
    /// GSM 06.10 of WAVE: the format tag 0x0031.
    public static let microsoftGSM = FourCharCode(rawValue: 0x6D73_0031)
    /// NMS VBXADPCM of WAVE: the format tag 0x0038.
    public static let microsoftNMS = FourCharCode(rawValue: 0x6D73_0038)
    /// G.721 ADPCM of WAVE and AU: the format tag 0x0040.
    public static let microsoftG721 = FourCharCode(rawValue: 0x6D73_0040)
    /// G.723 ADPCM of AU: the format tag 0x0014.
    public static let microsoftG723 = FourCharCode(rawValue: 0x6D73_0014)
}
