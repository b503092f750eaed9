/// How the samples of an output are stored: the words that `--encoding` takes.
public enum Encoding: String, Codable, Sendable, CaseIterable {
    /// Unsigned 8-bit integers.
    case u8
    /// Signed integers of 16, 24 and 32 bits.
    case s16, s24, s32
    /// IEEE 754 floating point of 32 and 64 bits; 1.0 is full scale, and nothing is clipped.
    case f32, f64
    /// ITU-T G.711, 8 bits a sample.
    case ulaw, alaw
    /// Apple Lossless at the depth that the inputs need: stands for ``alac16`` or ``alac24``.
    case alac
    case alac16, alac24
    /// FLAC at the depth that the inputs need: stands for `s16` or `s24` in a FLAC file.
    case flac
    case vorbis, opus, mp3, aac, ac3

    /// The bits that the quantiser rounds to; `nil` for floating point, and for the companded and lossy encodings.
    public var integerBits: Int? {
        switch self {
        case .u8: 8
        case .s16, .alac16: 16
        case .s24, .alac24: 24
        case .s32: 32
        case .f32, .f64, .ulaw, .alaw, .alac, .flac, .vorbis, .opus, .mp3, .aac, .ac3: nil
        }
    }

    /// Whether it is floating point, which is never clipped or dithered.
    public var isFloat: Bool { self == .f32 || self == .f64 }

    /// Whether what is decoded is another sound than what was encoded, and its peaks are others.
    public var isLossy: Bool {
        switch self {
        case .vorbis, .opus, .mp3, .aac, .ac3: true
        default: false
        }
    }

    /// Whether it is Apple Lossless, at whichever depth.
    package var isAppleLossless: Bool { self == .alac || self == .alac16 || self == .alac24 }
}
