/// The file types that are recognised by their content, and sounds that are generated (``Stimulus``).
public enum FileType: String, Sendable, Codable, CaseIterable {
    case wav, rifx, rf64, bw64, w64, aiff, aifc, caf, au, flac, ogg, wavpack, mpeg, adts, ac3, eac3, amr, m4a, m4b, mp4,
        mov,
        matroska, webm
    case synth, raw
    /// Formats that are read with libavformat.
    case asf, avi, flv, tta, dts, latm, ape, tak, musepack, musepack7, oma, shorten, voice, amiga
    case mpegTS = "mpegts"
    case mpegPS = "mpegps"
    case realMedia = "realmedia"
    case xWMA = "xwma"
    case threeGPP = "3gp"
    case threeGPP2 = "3g2"
}
