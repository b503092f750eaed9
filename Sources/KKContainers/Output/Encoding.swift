/// The encoding of an output's samples: the values of `--encoding`.
public enum Encoding: String, Codable, Sendable, CaseIterable {
    /// Unsigned 8-bit integers.
    case u8
    /// Signed integers of 16, 24 and 32 bits.
    case s16, s24, s32
    /// IEEE 754 floating point of 32 and 64 bits; 1.0 is full scale, and nothing is clipped.
    case f32, f64
    /// ITU-T G.711, 8 bits per sample.
    case ulaw, alaw
    /// Apple Lossless at the bit depth that the inputs need: ``alac16`` or ``alac24``.
    case alac
    case alac16, alac24
    /// FLAC at the bit depth that the inputs need: `s16` or `s24` in a FLAC file.
    case flac
    case vorbis, opus, mp3, aac, ac3

    /// The bit depth to which samples are rounded; `nil` for floating point, companded and lossy encodings.
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

    /// Whether decoding gives a different sound, with different peaks, than was encoded.
    public var isLossy: Bool {
        switch self {
        case .vorbis, .opus, .mp3, .aac, .ac3: true
        default: false
        }
    }

    /// Whether it is Apple Lossless, at whichever depth.
    package var isAppleLossless: Bool { self == .alac || self == .alac16 || self == .alac24 }
}
