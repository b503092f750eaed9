public import KKPCM

extension FileProperties {
    /// The short name of the encoding, as `--encoding` has it: `s16`, `f32`, `ulaw`, `mp3`, `flac`.
    public var encodingName: String { dataFormat.encodingName }
}

extension StreamDescription {
    /// The short name of the encoding, also of one that nothing here decodes: `s16`, `mp3`, `aac`; the code itself
    /// where there is none.
    public var encodingName: String {
        switch formatID {
        case .linearPCM:
            let kind = isFloat ? "f" : formatFlags.contains(.isSignedInteger) ? "s" : "u"
            return "\(kind)\(bitsPerChannel)"
        case .uLaw: return "ulaw"
        case .aLaw: return "alaw"
        case .mpegLayer1: return "mp1"
        case .mpegLayer2: return "mp2"
        case .mpegLayer3: return "mp3"
        case .flac: return "flac"
        case .vorbis: return "vorbis"
        case .opus: return "opus"
        case .appleLossless: return "alac"
        case .wavPack: return "wavpack"
        case .microsoftADPCM: return "ms-adpcm"
        case .dviIMAADPCM, .appleIMA4: return "ima-adpcm"
        case .microsoftGSM: return "gsm"
        case .microsoftG721: return "g721"
        case .microsoftG723: return "g723"
        case .microsoftNMS: return "nms-adpcm"
        case "DWVW": return "dwvw"
        case .aac: return "aac"
        case .aacHE: return "he-aac"
        case .aacHE2: return "he-aac-v2"
        case .ac3: return "ac3"
        case .enhancedAC3: return "eac3"
        case .amr: return "amr-nb"
        case .amrWB: return "amr-wb"
        default: return formatID.description
        }
    }

    /// What a file holds that nothing here decodes: `AAC ('aac ')`, `AC-3`, `the format 'QDM2'`.
    static func codecName(_ formatID: FourCharCode) -> String {
        switch formatID {
        case .aac, "aach", "aacp", "aacl", "aace", "aacf", "aacg", "usac": "AAC (\(formatID))"
        case .ac3: "AC-3"
        case .enhancedAC3: "E-AC-3"
        case "ilbc": "iLBC"
        case .amr: "AMR-NB"
        case .amrWB: "AMR-WB"
        case "dtsc": "DTS"
        case .vorbis: "Vorbis"
        case .microsoftADPCM: "Microsoft ADPCM"
        case .dviIMAADPCM: "IMA ADPCM"
        case .microsoftGSM: "GSM 06.10"
        default: "the format \(formatID)"
        }
    }
}
