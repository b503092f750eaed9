/// The kinds of file that are told apart by their content, and the sounds that are made instead of read (``Stimulus``).
public enum FileType: String, Sendable, Codable, CaseIterable {
    case wav, rifx, rf64, bw64, w64, aiff, aifc, caf, au, flac, ogg, wavpack, mpeg, adts, ac3, eac3, amr, m4a, m4b, mp4,
        mov,
        matroska, webm
    case synth, raw
    /// What libavformat takes apart.
    case asf, avi, flv, tta, dts, latm, ape, tak, musepack, musepack7, oma, shorten, voice, amiga
    case mpegTS = "mpegts"
    case mpegPS = "mpegps"
    case realMedia = "realmedia"
    case xWMA = "xwma"
    case threeGPP = "3gp"
    case threeGPP2 = "3g2"
}
