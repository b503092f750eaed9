internal import KKMath
public import KKPCM

/// A summary of a sound that is stored instead of it: the hash of its samples, its loudness, and levels by frequency
/// for every 100 ms and channel.
///
/// It proves that two sounds are the same, and shows within a tenth of a second where they differ. It does not contain
/// the sound itself.
public struct Fingerprint: Hashable, Sendable {
    public var sampleRate: Double
    /// What each channel is.
    public var layout: ChannelLayout
    public var channelCount: Int { layout.channelCount }
    public var frameCount: Int64
    /// SHA-256 of the samples as interleaved little-endian Float32.
    public var pcmSHA256: String
    /// LUFS, LU and dBTP; `nil` if there is none.
    public var loudness: Double?
    public var loudnessRange: Double?
    public var truePeak: Double?
    /// Where one band ends and the next begins, Hz.
    var crossovers: [Double]
    /// Window by window, and in each channel by channel.
    var levels: [Levels]

    /// A channel in 100 ms. dBFS, as they are printed: −∞ for what is below ``Fingerprint/quietest``.
    struct Levels: Hashable, Sendable {
        /// The sum of the samples with random signs, over the square root of their count. Of two sounds the sketches
        /// are apart by about the RMS of their difference (W. Johnson, J. Lindenstrauss, 1984: a random projection
        /// keeps distances), so they see polarity and shifts.
        var sketch: Double
        var rms: Double
        var peak: Double
        var bands: [Double]
    }

    /// How often there is a window: every tenth of a second.
    static let windowsPerSecond = 10.0
    /// What is quieter is printed as −∞: it is a matter of a rounding or two.
    static let quietest = -120.0
    /// Of rates at which all of them are below 0.45 of the rate.
    static let crossovers = [200.0, 800, 3_200, 12_800]
    /// Decimals of what is printed and compared.
    static let digits = 2
    static let sketchDigits = 6

    /// The first frame of a window.
    static func start(ofWindow window: Int, sampleRate: Double) -> Int64 {
        Int64((Double(window) * sampleRate / windowsPerSecond).rounded(.down))
    }

    /// Whether every sample is 0: then it has no true peak. What is quieter than ``quietest`` has one.
    var isSilent: Bool { truePeak == nil && levels.allSatisfy { $0.peak == -.infinity } }

    var windowCount: Int { channelCount > 0 ? levels.count / channelCount : 0 }
}
