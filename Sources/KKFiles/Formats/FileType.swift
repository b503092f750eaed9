/// The kinds of file that are told apart by their content, and the sounds that are made instead of read (``Stimulus``).
public enum FileType: String, Sendable, Codable, CaseIterable {
    case wav, rifx, rf64, bw64, w64, aiff, aifc, caf, au, flac, ogg, mpeg, synth

    /// The name people know: `WAV`, `RF64`, `AIFF-C`, `CAF`.
    public var name: String {
        switch self {
        case .wav: "WAV"
        case .rifx: "RIFX"
        case .rf64: "RF64"
        case .bw64: "BW64"
        case .w64: "Wave64"
        case .aiff: "AIFF"
        case .aifc: "AIFF-C"
        case .caf: "CAF"
        case .au: "AU"
        case .flac: "FLAC"
        case .ogg: "Ogg"
        case .mpeg: "MPEG audio"
        case .synth: "synth"
        }
    }
}
