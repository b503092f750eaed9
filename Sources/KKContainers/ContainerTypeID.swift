public import KKPCM

/// The kinds of file by Core Audio's codes: `kAudioFile…Type` of AudioFile.h.
public enum ContainerTypeID {
    public static let wave: FourCharCode = "WAVE"
    public static let rf64: FourCharCode = "RF64"
    public static let bw64: FourCharCode = "BW64"
    public static let wave64: FourCharCode = "W64f"
    public static let aiff: FourCharCode = "AIFF"
    public static let aifc: FourCharCode = "AIFC"
    public static let caf: FourCharCode = "caff"
    /// Sun and NeXT.
    public static let next: FourCharCode = "NeXT"
    public static let mpegLayer1: FourCharCode = "MPG1"
    public static let mpegLayer2: FourCharCode = "MPG2"
    public static let mpegLayer3: FourCharCode = "MPG3"
    public static let mpeg4: FourCharCode = "mp4f"
    public static let m4a: FourCharCode = "m4af"
    /// Audio books.
    public static let m4b: FourCharCode = "m4bf"
    public static let quickTime: FourCharCode = "MooV"
    public static let threeGPP: FourCharCode = "3gpp"
    public static let threeGPP2: FourCharCode = "3gp2"
    /// Core Audio has no codes for these two.
    public static let matroska: FourCharCode = "MKV "
    public static let webM: FourCharCode = "WEBM"
    public static let flac: FourCharCode = "flac"
    public static let adts: FourCharCode = "adts"
    public static let ac3: FourCharCode = "ac-3"
    public static let amr: FourCharCode = "amrf"
    /// Core Audio has no code of its own for it; this is that of the format.
    public static let enhancedAC3: FourCharCode = "ec-3"

    /// Every kind of file that is opened, in the order of the table of formats.
    public static let all: [FourCharCode] = ContainerFormat.all.reduce(into: []) { found, format in
        guard format.content != nil || !format.streams.isEmpty else { return }
        for kind in format.kinds where !found.contains(kind.typeID) { found.append(kind.typeID) }
    }

    /// That of a file of MPEG audio, by the format of its packets.
    package static func mpeg(_ formatID: FourCharCode) -> FourCharCode {
        switch formatID {
        case .mpegLayer1: mpegLayer1
        case .mpegLayer2: mpegLayer2
        default: mpegLayer3
        }
    }
}
