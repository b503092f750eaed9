package import KKPCM

/// A codec: what it is called, what its packets are, and who decodes and encodes them.
///
/// What kkmix knows of one is in its folder, and is found through this and ``all``: a codec is added by a folder, or by a
/// value beside FFmpeg's others, and a line in the list. ``PacketDecoders``, ``PacketEncoders``, Audio Format Services
/// and the names in documents and messages read the list.
package struct AudioCodec: Sendable {
    package let formatID: FourCharCode
    /// As options and documents have it: `he-aac`.
    package let shortName: String
    /// As messages have it: `AC-3`.
    package let name: String
    /// The frames of a packet, at a sample rate; 0 where packets differ.
    package let framesPerPacket: @Sendable (_ sampleRate: Double) -> UInt32
    /// The bytes of a packet for each channel; 0 where packets differ.
    package let bytesPerChannel: UInt32
    /// How many packets before one have to be decoded for its own sound to be whole; `nil`: all.
    package let prerollPackets: Int?
    /// `nil`: kkmix has none for its packets.
    let decoder: Decoder?
    let encoder: Encoder?

    /// Makes a decoder before its first packet.
    struct Decoder: Sendable {
        /// Whether some of the first packets are looked at for what comes out.
        var readsFirstPackets = false
        var make:
            @Sendable (
                _ description: StreamDescription, _ magicCookie: [UInt8], _ first: [[UInt8]]
            ) throws(CodecError) -> any PacketDecoder
    }

    /// Makes an encoder before its first block, and says what it can be asked for.
    struct Encoder: Sendable {
        var limits: EncoderLimits
        /// The channels for each number of them, in the WAVE order; empty if the format says nothing of them.
        var layouts: [ChannelLayout] = []
        /// The bits per second that a stream can be asked for; empty if there is no choice.
        var bitRates: @Sendable (_ sampleRate: Double, _ channelCount: Int) -> [ClosedRange<Int>] = { _, _ in [] }
        /// How it can keep to a bit rate; empty if there is no choice of rates.
        var bitRateControls: [BitRateControl] = []
        var make:
            @Sendable (
                _ description: StreamDescription, _ settings: EncoderSettings
            ) throws(CodecError) -> any PacketEncoder
    }

    init(
        _ formatID: FourCharCode, _ shortName: String, name: String, framesPerPacket: UInt32 = 0,
        bytesPerChannel: UInt32 = 0, prerollPackets: Int? = 0, decoder: Decoder? = nil, encoder: Encoder? = nil
    ) {
        self.init(
            formatID, shortName, name: name, bytesPerChannel: bytesPerChannel, prerollPackets: prerollPackets,
            decoder: decoder, encoder: encoder
        ) { _ in framesPerPacket }
    }

    init(
        _ formatID: FourCharCode, _ shortName: String, name: String, bytesPerChannel: UInt32 = 0,
        prerollPackets: Int? = 0, decoder: Decoder? = nil, encoder: Encoder? = nil,
        framesPerPacket: @escaping @Sendable (Double) -> UInt32
    ) {
        self.formatID = formatID
        self.shortName = shortName
        self.name = name
        self.framesPerPacket = framesPerPacket
        self.bytesPerChannel = bytesPerChannel
        self.prerollPackets = prerollPackets
        self.decoder = decoder
        self.encoder = encoder
    }

    /// Every codec, in the order in which lists name them.
    package static let all: [AudioCodec] =
        [
            .uLaw, .aLaw, .mpegLayer1, .mpegLayer2, .mpegLayer3, .flac, .vorbis, .opus, .appleLossless, .appleIMA4,
            .aac,
            .aacHE, .aacHE2, .ac3, .enhancedAC3, .amr, .amrWB, .wavPack, .microsoftADPCM, .dviIMAADPCM, .microsoftGSM,
            .microsoftG721, .microsoftG723, .microsoftNMS, .dwvw,
        ] + demuxed

    package static func of(_ formatID: FourCharCode) -> AudioCodec? { all.first { $0.formatID == formatID } }

    /// Whether some of the first packets are looked at for what comes out.
    package var readsFirstPackets: Bool { decoder?.readsFirstPackets ?? false }
}
