public import KKPCM

/// What came of comparing two sounds.
///
/// Levels are in decibels; `nil` is −∞ or, where ``measured`` says so, not measured.
public struct Comparison: Hashable, Sendable {
    public var verdict: Verdict
    /// Whether nothing is in ``missed``.
    public var passed: Bool { missed.isEmpty }
    /// Whether a sample is infinite or no number: a residual and a picture would end there.
    public var hasNotFinite: Bool { missed.contains { if case .notFinite = $0 { true } else { false } } }
    /// Whether the lengths differ by more than is allowed.
    public var missesLength: Bool { missed.contains(where: \.isAboutLength) }
    /// What was held against the sounds.
    public var tolerance: Tolerance
    public var reference: Side
    public var actual: Side
    /// Everything for which the comparison fails, most telling first.
    public var missed: [Miss] = []

    /// The frames that both had, and that were compared with one another.
    public var framesCompared: Int64 = 0
    /// The shift that was undone before anything was measured: positive when the actual is late. Only where the
    /// tolerance admits one.
    public var alignment: Int64 = 0
    /// The step of the reference's integers, of full scale.
    public var step: Double = 0
    /// The largest residual sample, dBFS.
    public var peakResidual: Double?
    /// The RMS of the residual of the channel in which it is largest, dBFS: 0 dBFS is a square wave at full scale.
    public var rmsResidual: Double?
    /// The same beside the reference's channel, dB.
    public var relativeResidual: Double?
    /// The K-weighted residual, LUFS, without gates.
    public var weightedResidual: Double?
    /// The actual's integrated loudness less the reference's, LU; `nil` where both have none.
    public var deltaLoudness: Double?
    /// The same of the loudness ranges.
    public var deltaLoudnessRange: Double?
    /// The same of the true peaks, dB.
    public var deltaTruePeak: Double?
    /// The largest difference of a third octave, dB, and the band's middle, Hz: of those that ``Limit/thirdOctave`` is
    /// about.
    public var thirdOctave: Band?
    /// The same of those that ``Limit/treble`` is about.
    public var treble: Band?
    /// The difference of the third octaves up to 4 kHz together (``Limit/level``), dB.
    public var deltaLevel: Double?
    /// The largest fall of a level (``Limit/dropout``), dB, and the largest residual of a part (``Limit/burst``), dB:
    /// measured where they are limited.
    public var dropout: Double?
    public var burst: Double?
    /// By how much the actual is louder, as the best fit of one to the other says, dB.
    public var gain: Double?

    /// The first place that is beyond a limit: a sample beyond one of samples; in a window that misses one of
    /// ``Limit/rms`` or ``Limit/relative`` the first sample that is beyond it by itself; of other windows the first
    /// sample that differs.
    public var first: Place?
    /// The largest residual sample.
    public var worst: Place?
    /// What has been done to the actual, where that was looked for, and found.
    public var diagnosis: Diagnosis?
    /// Which measures were made.
    public var measured: ComparisonMeasures = []
    /// Whether the sides' layouts are not alike and were compared all the same, because one has none, or the tolerance
    /// admits it.
    public var hasPassedLayout = false

    /// What one side is.
    public struct Side: Hashable, Sendable, KeyedReport {
        public var frameCount: Int64
        public var sampleRate: Double
        public var channelCount: Int
        /// What its channels are; `nil` where it does not say so.
        public var layout: ChannelLayout?
        /// The same, or else the usual layout of so many channels.
        public var usedLayout: ChannelLayout { layout ?? .standard(channelCount) }
        /// The largest sample, of full scale.
        public var peak: Double = 0
        /// Over all frames as interleaved little-endian Float32.
        public var pcmSHA256: String?
        /// Integrated, LUFS.
        public var loudness: Double?
        /// LU.
        public var loudnessRange: Double?
        /// dBTP.
        public var truePeak: Double?

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("frames", \.frameCount)
            key("sample_rate", \.sampleRate)
            key("channels", \.channelCount)
            key("layout", \.layout?.name)
            key("pcm_sha256", \.pcmSHA256)
            key("integrated_lufs", \.loudness)
            key("range_lu", \.loudnessRange)
            key("true_peak_dbtp", \.truePeak)
        }
    }

    /// A sample.
    public struct Place: Hashable, Sendable {
        /// In frames of the reference.
        public var frame: Int64
        /// Counted from 0.
        public var channel: Int
        /// Of the residual's largest sample there, dBFS; `nil` is −∞.
        public var level: Double?
    }

    public struct Band: Hashable, Sendable {
        /// The middle of the third octave, Hz.
        public var frequency: Double
        /// The actual's level less the reference's, dB.
        public var delta: Double
    }

    /// Something for which a comparison fails.
    public enum Miss: Hashable, Sendable {
        /// A limit, and what was found; in a window of frames of the reference, or in the whole. The channel is `nil`
        /// where all count together.
        case limit(Limit, allowed: Double, found: Double?, window: Range<Int64>?, channel: Int?)
        /// Frames that the actual has more; negative when it has less.
        case length(Int64, allowed: Int64)
        /// The rates differ.
        case sampleRate(reference: Double, actual: Double)
        /// The numbers of channels differ.
        case channelCount(reference: Int, actual: Int)
        /// The layouts differ.
        case layout(reference: ChannelLayout, actual: ChannelLayout)
        /// A side holds no frames.
        case empty(Name)
        /// Both sides are silent throughout.
        case silence
        /// A side has a sample that is infinite or no number.
        case notFinite(Name, frame: Int64, channel: Int)
        /// A channel of the actual is the reference's upside down, or another channel's; loose tolerances do not see it
        /// in their levels.
        case arrangement
    }

    /// One of the two sides.
    public enum Name: String, Hashable, Sendable, Codable {
        case reference, actual
    }
}

/// What has been done to a reference to make the actual of it.
public struct Diagnosis: Hashable, Sendable {
    /// Frames by which the actual is late; negative when it is early.
    public var lag: Int64
    /// By how much the actual is louder, dB.
    public var gain: Double
    /// For each channel of the actual the channel of the reference that it has.
    public var channelMap: [Int]
    /// The actual's channels that are upside down.
    public var invertedChannels: [Int]
    /// What is left when all this is undone, RMS beside the reference's, dB; `nil` is nothing.
    public var residual: Double?

    /// Whether channels have changed places.
    public var isSwapped: Bool { channelMap != Array(channelMap.indices) }
    /// Whether every channel is upside down.
    public var isInverted: Bool { !channelMap.isEmpty && invertedChannels.count == channelMap.count }
    /// Whether it says anything at all. A gain below 0.001 dB is none.
    public var isChange: Bool { isChange(beyond: 0) }

    func isChange(beyond shift: Int64) -> Bool {
        lag != shift || abs(gain) >= 0.001 || isSwapped || !invertedChannels.isEmpty
    }
}

/// The measures beyond the residual's peak and RMS, which are always made.
public struct ComparisonMeasures: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let loudness = ComparisonMeasures(rawValue: 1)
    public static let truePeak = ComparisonMeasures(rawValue: 2)
    public static let thirdOctaves = ComparisonMeasures(rawValue: 4)
    public static let hashes = ComparisonMeasures(rawValue: 8)
    public static let all: ComparisonMeasures = [.loudness, .truePeak, .thirdOctaves, .hashes]
}
