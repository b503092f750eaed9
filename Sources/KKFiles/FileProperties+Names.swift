internal import KKPCM

extension FileProperties {
    /// The short name of the encoding, as `--encoding` has it: `s16`, `f32`, `ulaw`, `mp3`, `flac`.
    public var encodingName: String {
        switch dataFormat.formatID {
        case .linearPCM:
            let kind = dataFormat.isFloat ? "f" : dataFormat.formatFlags.contains(.isSignedInteger) ? "s" : "u"
            return "\(kind)\(dataFormat.bitsPerChannel)"
        case .uLaw: return "ulaw"
        case .aLaw: return "alaw"
        case .mpegLayer1: return "mp1"
        case .mpegLayer2: return "mp2"
        case .mpegLayer3: return "mp3"
        case .flac: return "flac"
        case .vorbis: return "vorbis"
        case .opus: return "opus"
        case .appleLossless: return "alac"
        case .microsoftADPCM: return "ms-adpcm"
        case .dviIMAADPCM, .appleIMA4: return "ima-adpcm"
        case .microsoftGSM: return "gsm"
        default: return dataFormat.formatID.description
        }
    }
}
