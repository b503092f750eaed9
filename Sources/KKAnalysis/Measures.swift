/// What a ``SoundMeter`` measures. Measures that are not selected take no time.
public struct Measures: OptionSet, Hashable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Loudness by ITU-R BS.1770-4 and EBU R 128 (``LoudnessMeter``).
    public static let loudness = Measures(rawValue: 1)
    /// The peaks between the samples (``TruePeakMeter``).
    public static let truePeak = Measures(rawValue: 2)
    /// Peak, RMS, offset, clipping, silence (``LevelMeter``).
    public static let levels = Measures(rawValue: 4)
    /// The SHA-256 of the samples (``PCMHash``).
    public static let hash = Measures(rawValue: 8)

    public static let all: Measures = [.loudness, .truePeak, .levels, .hash]
}
