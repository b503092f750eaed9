internal import KKCodecs
public import KKPCM

extension FileProperties {
    /// The short name of the encoding, as for `--encoding`: `s16`, `f32`, `ulaw`, `mp3`, `flac`.
    public var encodingName: String { dataFormat.encodingName }
}

extension StreamDescription {
    /// The short name of the encoding, also if it cannot be decoded here: `s16`, `mp3`, `aac`; the format code if it
    /// has no name.
    public var encodingName: String {
        guard isLinearPCM else { return AudioCodec.of(formatID)?.shortName ?? formatID.description }
        return "\(isFloat ? "f" : formatFlags.contains(.isSignedInteger) ? "s" : "u")\(bitsPerChannel)"
    }

    /// What a file holds, in words: `AC-3`, `iLBC`, `the format 'QDM2'`.
    package static func codecName(_ formatID: FourCharCode) -> String {
        switch formatID {
        case "aacl", "aace", "aacf", "aacg", "usac": "AAC (\(formatID))"
        default: AudioCodec.of(formatID)?.name ?? "the format \(formatID)"
        }
    }
}
