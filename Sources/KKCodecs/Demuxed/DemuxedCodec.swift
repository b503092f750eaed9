package import KKPCM

/// A codec of a stream that libavformat takes out of a file, which libavcodec decodes: by its names there, and here.
///
/// They are all that is decoded of such a file: a decoder that is not among them is never opened.
package struct DemuxedCodec: Sendable {
    /// As libavcodec calls the codec, and its decoder: where it has two, the one of floating-point numbers.
    package let name: String
    let decoderName: String
    package let format: StreamDescription
    package let isLossless: Bool
    /// Of one that has no decoder of packets here: its names in lists.
    fileprivate var names: (short: String, full: String)?

    private init(
        _ name: String, _ formatID: FourCharCode, decoder: String? = nil, isLossless: Bool = false
    ) {
        self.name = name
        decoderName = decoder ?? name
        format = StreamDescription(sampleRate: 0, formatID: formatID, channelsPerFrame: 0)
        self.isLossless = isLossless
    }

    private init(
        _ name: String, _ formatID: FourCharCode, _ shortName: String, _ fullName: String, decoder: String? = nil,
        isLossless: Bool = false
    ) {
        self.init(name, formatID, decoder: decoder, isLossless: isLossless)
        names = (shortName, fullName)
    }

    private init(_ name: String, bits: UInt32, _ flags: FormatFlags) {
        self.name = name
        decoderName = name
        format = StreamDescription(
            sampleRate: 0, formatID: .linearPCM, formatFlags: flags, bytesPerPacket: 0, framesPerPacket: 1,
            bytesPerFrame: 0, channelsPerFrame: 0, bitsPerChannel: bits)
        isLossless = true
    }

    package static func of(_ name: String) -> DemuxedCodec? { all.first { $0.name == name } }

    /// Whether there is one of that format.
    package static func decodes(_ formatID: FourCharCode) -> Bool { all.contains { $0.format.formatID == formatID } }

    /// The decoders that may be opened, libavformat's own look at a stream among them, which takes the usual ones.
    static let decoders = (all.flatMap { [$0.decoderName, $0.name] }).joined(separator: ",")

    fileprivate static let all: [DemuxedCodec] = [
        DemuxedCodec("wmav1", "WMA1", "wma1", "WMA 1"), DemuxedCodec("wmav2", "WMA2", "wma2", "WMA 2"),
        DemuxedCodec("wmapro", "WMAP", "wma-pro", "WMA Pro"),
        DemuxedCodec("wmalossless", "WMAL", "wma-lossless", "WMA Lossless", isLossless: true),
        DemuxedCodec("wmavoice", "WMAV", "wma-voice", "WMA Voice"),
        DemuxedCodec("ape", "APE ", "ape", "Monkey's Audio", isLossless: true),
        DemuxedCodec("tta", "TTA1", "tta", "True Audio", isLossless: true),
        DemuxedCodec("tak", "TAK ", "tak", "TAK", isLossless: true),
        DemuxedCodec("wavpack", .wavPack, isLossless: true), DemuxedCodec("ilbc", "ilbc", "ilbc", "iLBC"),
        DemuxedCodec("shorten", "SHRN", "shorten", "Shorten", isLossless: true),
        DemuxedCodec("musepack7", "MPC7", "musepack", "Musepack", decoder: "mpc7"),
        DemuxedCodec("musepack8", "MPC8", "musepack", "Musepack", decoder: "mpc8"),
        DemuxedCodec("dts", "dtsc", "dts", "DTS", decoder: "dca"),
        DemuxedCodec("mlp", "MLP ", "mlp", "MLP", isLossless: true),
        DemuxedCodec("truehd", "mlpa", "truehd", "TrueHD", isLossless: true),
        DemuxedCodec("aac", .aac), DemuxedCodec("aac_latm", .aac), DemuxedCodec("ac3", .ac3),
        DemuxedCodec("eac3", .enhancedAC3), DemuxedCodec("mp1", .mpegLayer1, decoder: "mp1float"),
        DemuxedCodec("mp2", .mpegLayer2, decoder: "mp2float"), DemuxedCodec("mp3", .mpegLayer3, decoder: "mp3float"),
        DemuxedCodec("flac", .flac, isLossless: true), DemuxedCodec("alac", .appleLossless, isLossless: true),
        DemuxedCodec("opus", .opus), DemuxedCodec("vorbis", .vorbis),
        DemuxedCodec("cook", "COOK", "cook", "Cook"),
        DemuxedCodec("ra_144", "lpcJ", "ra-144", "RealAudio 1", decoder: "real_144"),
        DemuxedCodec("ra_288", "28_8", "ra-288", "RealAudio 2", decoder: "real_288"),
        DemuxedCodec("sipr", "sipr", "sipro", "Sipro"),
        DemuxedCodec("ralf", "ralf", "ralf", "RealAudio Lossless", isLossless: true),
        DemuxedCodec("atrac1", "ATR1", "atrac1", "ATRAC1"), DemuxedCodec("atrac3", "ATR3", "atrac3", "ATRAC3"),
        DemuxedCodec("atrac3p", "ATRP", "atrac3plus", "ATRAC3plus", decoder: "atrac3plus"),
        DemuxedCodec("atrac3al", "ATRL", "atrac-lossless", "ATRAC Lossless", isLossless: true),
        DemuxedCodec("amr_nb", .amr, decoder: "amrnb"), DemuxedCodec("amr_wb", .amrWB, decoder: "amrwb"),
        DemuxedCodec("gsm_ms", .microsoftGSM), DemuxedCodec("adpcm_ms", .microsoftADPCM),
        DemuxedCodec("adpcm_ima_wav", .dviIMAADPCM), DemuxedCodec("adpcm_swf", "SWFA", "swf-adpcm", "Flash ADPCM"),
        DemuxedCodec("nellymoser", "NELL", "nellymoser", "Nellymoser"), DemuxedCodec("speex", "SPEX", "speex", "Speex"),
        DemuxedCodec("8svx_exp", "8SVX", "8svx-delta", "8SVX deltas"), DemuxedCodec("8svx_fib", "8SVX"),
        DemuxedCodec("pcm_mulaw", .uLaw), DemuxedCodec("pcm_alaw", .aLaw),
        DemuxedCodec("pcm_u8", bits: 8, []), DemuxedCodec("pcm_s8", bits: 8, .isSignedInteger),
        DemuxedCodec("pcm_s8_planar", bits: 8, .isSignedInteger),
        DemuxedCodec("pcm_s16le", bits: 16, .isSignedInteger),
        DemuxedCodec("pcm_s16be", bits: 16, [.isSignedInteger, .isBigEndian]),
        DemuxedCodec("pcm_s24le", bits: 24, .isSignedInteger),
        DemuxedCodec("pcm_s24be", bits: 24, [.isSignedInteger, .isBigEndian]),
        DemuxedCodec("pcm_s32le", bits: 32, .isSignedInteger), DemuxedCodec("pcm_f32le", bits: 32, .isFloat),
        DemuxedCodec("pcm_f64le", bits: 64, .isFloat),
        DemuxedCodec("pcm_bluray", bits: 24, [.isSignedInteger, .isBigEndian]),
        DemuxedCodec("pcm_dvd", bits: 24, [.isSignedInteger, .isBigEndian]),
        DemuxedCodec("s302m", bits: 24, [.isSignedInteger, .isBigEndian]),
    ]
}

/// What has no decoder of packets here: it comes out of files that libavformat takes apart.
extension AudioCodec {
    static let demuxed = DemuxedCodec.all.compactMap { codec in
        codec.names.map { AudioCodec(codec.format.formatID, $0.short, name: $0.full) }
    }
}
