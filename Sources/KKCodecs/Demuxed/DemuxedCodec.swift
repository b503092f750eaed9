package import KKPCM

/// A codec of a file that libavformat takes apart, which libavcodec decodes: by its names there, and here.
///
/// They are all that is decoded of such a file: a decoder that is not among them is never opened.
package struct DemuxedCodec: Sendable {
    /// As libavcodec calls the codec, and its decoder: where it has two, the one of floating-point numbers.
    package let name: String
    let decoderName: String
    package let format: StreamDescription
    package let isLossless: Bool

    private init(
        _ name: String, _ formatID: FourCharCode, decoder: String? = nil, isLossless: Bool = false
    ) {
        self.name = name
        decoderName = decoder ?? name
        format = StreamDescription(sampleRate: 0, formatID: formatID, channelsPerFrame: 0)
        self.isLossless = isLossless
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

    /// The decoders that may be opened, libavformat's own look at a stream among them, which takes the usual ones.
    static let decoders = (all.flatMap { [$0.decoderName, $0.name] }).joined(separator: ",")

    private static let all: [DemuxedCodec] = [
        DemuxedCodec("wmav1", "WMA1"), DemuxedCodec("wmav2", "WMA2"), DemuxedCodec("wmapro", "WMAP"),
        DemuxedCodec("wmalossless", "WMAL", isLossless: true), DemuxedCodec("wmavoice", "WMAV"),
        DemuxedCodec("ape", "APE ", isLossless: true), DemuxedCodec("tta", "TTA1", isLossless: true),
        DemuxedCodec("tak", "TAK ", isLossless: true), DemuxedCodec("shorten", "SHRN", isLossless: true),
        DemuxedCodec("musepack7", "MPC7", decoder: "mpc7"), DemuxedCodec("musepack8", "MPC8", decoder: "mpc8"),
        DemuxedCodec("dts", "dtsc", decoder: "dca"), DemuxedCodec("mlp", "MLP ", isLossless: true),
        DemuxedCodec("truehd", "mlpa", isLossless: true),
        DemuxedCodec("aac", .aac), DemuxedCodec("aac_latm", .aac), DemuxedCodec("ac3", .ac3),
        DemuxedCodec("eac3", .enhancedAC3), DemuxedCodec("mp1", .mpegLayer1, decoder: "mp1float"),
        DemuxedCodec("mp2", .mpegLayer2, decoder: "mp2float"), DemuxedCodec("mp3", .mpegLayer3, decoder: "mp3float"),
        DemuxedCodec("flac", .flac, isLossless: true), DemuxedCodec("alac", .appleLossless, isLossless: true),
        DemuxedCodec("opus", .opus), DemuxedCodec("vorbis", .vorbis),
        DemuxedCodec("cook", "COOK"), DemuxedCodec("ra_144", "lpcJ", decoder: "real_144"),
        DemuxedCodec("ra_288", "28_8", decoder: "real_288"), DemuxedCodec("sipr", "sipr"),
        DemuxedCodec("ralf", "ralf", isLossless: true),
        DemuxedCodec("atrac1", "ATR1"), DemuxedCodec("atrac3", "ATR3"),
        DemuxedCodec("atrac3p", "ATRP", decoder: "atrac3plus"), DemuxedCodec("atrac3al", "ATRL", isLossless: true),
        DemuxedCodec("amr_nb", .amr, decoder: "amrnb"), DemuxedCodec("amr_wb", .amrWB, decoder: "amrwb"),
        DemuxedCodec("gsm_ms", .microsoftGSM), DemuxedCodec("adpcm_ms", .microsoftADPCM),
        DemuxedCodec("adpcm_ima_wav", .dviIMAADPCM), DemuxedCodec("adpcm_swf", "SWFA"),
        DemuxedCodec("nellymoser", "NELL"), DemuxedCodec("speex", "SPEX"),
        DemuxedCodec("8svx_exp", "8SVX"), DemuxedCodec("8svx_fib", "8SVX"),
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
    static let demuxed: [AudioCodec] = [
        AudioCodec("WMA1", "wma1", name: "WMA 1"), AudioCodec("WMA2", "wma2", name: "WMA 2"),
        AudioCodec("WMAP", "wma-pro", name: "WMA Pro"), AudioCodec("WMAL", "wma-lossless", name: "WMA Lossless"),
        AudioCodec("WMAV", "wma-voice", name: "WMA Voice"), AudioCodec("APE ", "ape", name: "Monkey's Audio"),
        AudioCodec("TTA1", "tta", name: "True Audio"), AudioCodec("TAK ", "tak", name: "TAK"),
        AudioCodec("SHRN", "shorten", name: "Shorten"), AudioCodec("MPC7", "musepack", name: "Musepack"),
        AudioCodec("MPC8", "musepack", name: "Musepack"), AudioCodec("dtsc", "dts", name: "DTS"),
        AudioCodec("MLP ", "mlp", name: "MLP"), AudioCodec("mlpa", "truehd", name: "TrueHD"),
        AudioCodec("COOK", "cook", name: "Cook"), AudioCodec("lpcJ", "ra-144", name: "RealAudio 1"),
        AudioCodec("28_8", "ra-288", name: "RealAudio 2"), AudioCodec("sipr", "sipro", name: "Sipro"),
        AudioCodec("ralf", "ralf", name: "RealAudio Lossless"), AudioCodec("ATR1", "atrac1", name: "ATRAC1"),
        AudioCodec("ATR3", "atrac3", name: "ATRAC3"), AudioCodec("ATRP", "atrac3plus", name: "ATRAC3plus"),
        AudioCodec("ATRL", "atrac-lossless", name: "ATRAC Lossless"),
        AudioCodec("SWFA", "swf-adpcm", name: "Flash ADPCM"), AudioCodec("NELL", "nellymoser", name: "Nellymoser"),
        AudioCodec("SPEX", "speex", name: "Speex"), AudioCodec("8SVX", "8svx-delta", name: "8SVX deltas"),
    ]
}
