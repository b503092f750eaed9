public import KKPCM

/// The result of comparing two sounds.
///
/// Levels are in decibels; `nil` is −∞, or not measured according to ``measured``.
public struct Comparison: Hashable, Sendable {
    public var verdict: Verdict
    /// Whether ``missed`` is empty.
    public var passed: Bool { missed.isEmpty }
    /// Whether a sample is infinite or NaN: a residual or a picture would end there.
    public var hasNotFinite: Bool { missed.contains { if case .notFinite = $0 { true } else { false } } }
    /// Whether the lengths differ by more than is allowed.
    public var missesLength: Bool { missed.contains(where: \.isAboutLength) }
    /// The tolerance that was applied.
    public var tolerance: Tolerance
    public var reference: Side
    public var actual: Side
    /// All reasons why the comparison fails, most informative first.
    public var missed: [Miss] = []

    /// The number of frames that both sounds have and that were compared.
    public var framesCompared: Int64 = 0
    /// The shift that was removed before measuring: positive if the actual sound is late. Only if the tolerance permits
    /// one.
    public var alignment: Int64 = 0
    /// The quantisation step of the reference; full scale is 1.
    public var step: Double = 0
    /// The largest residual sample, dBFS.
    public var peakResidual: Double?
    /// The largest RMS of the residual in one channel, dBFS: 0 dBFS is a square wave at full scale.
    public var rmsResidual: Double?
    /// The same relative to the reference's channel, dB.
    public var relativeResidual: Double?
    /// The K-weighted residual, LUFS, without gates.
    public var weightedResidual: Double?
    /// The integrated loudness of the actual sound minus that of the reference, LU; `nil` if both have none.
    public var deltaLoudness: Double?
    /// The same for the loudness ranges.
    public var deltaLoudnessRange: Double?
    /// The same for the true peaks, dB.
    public var deltaTruePeak: Double?
    /// The largest difference of a third octave, dB, and its centre frequency, Hz, among those of
    /// ``Limit/thirdOctave``.
    public var thirdOctave: Band?
    /// The same among those of ``Limit/treble``.
    public var treble: Band?
    /// The difference of the third octaves up to 4 kHz together (``Limit/level``), dB.
    public var deltaLevel: Double?
    /// The largest fall of a level (``Limit/dropout``), dB, and the largest residual of a part (``Limit/burst``), dB:
    /// measured only if they are limited.
    public var dropout: Double?
    public var burst: Double?
    /// By how much the actual sound is louder according to the best fit, dB.
    public var gain: Double?

    /// The first sample beyond a limit. In a window that exceeds ``Limit/rms`` or ``Limit/relative``: the first sample
    /// that exceeds it by itself; in other windows: the first sample that differs.
    public var first: Place?
    /// The largest residual sample.
    public var worst: Place?
    /// How the actual sound was changed, if that was searched for and found.
    public var diagnosis: Diagnosis?
    /// What was measured.
    public var measured: ComparisonMeasures = []
    /// Whether the layouts differ but were accepted, because one sound has none or the tolerance permits it.
    public var hasPassedLayout = false

    /// One of the two sounds.
    public struct Side: Hashable, Sendable, KeyedReport {
        public var frameCount: Int64
        public var sampleRate: Double
        public var channelCount: Int
        /// Its layout; `nil` if it has none.
        public var layout: ChannelLayout?
        /// Its layout, or the usual layout for its number of channels.
        public var usedLayout: ChannelLayout { layout ?? .standard(channelCount) }
        /// The largest sample magnitude; full scale is 1.
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
        /// The level of the residual's largest sample there, dBFS; `nil` is −∞.
        public var level: Double?
    }

    public struct Band: Hashable, Sendable {
        /// The centre frequency of the third octave, Hz.
        public var frequency: Double
        /// The level of the actual sound minus that of the reference, dB.
        public var delta: Double
    }

    /// A reason why a comparison fails.
    public enum Miss: Hashable, Sendable {
        /// A limit and the value found, in a window of frames of the reference or in the whole sound. The channel is
        /// `nil` if all channels count together.
        case limit(Limit, allowed: Double, found: Double?, window: Range<Int64>?, channel: Int?)
        /// The number of additional frames of the actual sound; negative if it is shorter.
        case length(Int64, allowed: Int64)
        /// The rates differ.
        case sampleRate(reference: Double, actual: Double)
        /// The numbers of channels differ.
        case channelCount(reference: Int, actual: Int)
        /// The layouts differ.
        case layout(reference: ChannelLayout, actual: ChannelLayout)
        /// A sound has no frames.
        case empty(Name)
        /// Both sounds are silent throughout.
        case silence
        /// A sound has a sample that is infinite or NaN.
        case notFinite(Name, frame: Int64, channel: Int)
        /// A channel of the actual sound is inverted or is another channel of the reference. The levels of loose
        /// tolerances do not show that.
        case arrangement
    }

    /// One of the two sounds.
    public enum Name: String, Hashable, Sendable, Codable {
        case reference, actual
    }
}

/// How the reference was changed to give the actual sound.
public struct Diagnosis: Hashable, Sendable {
    /// The delay of the actual sound in frames; negative if it is early.
    public var lag: Int64
    /// By how much the actual sound is louder, dB.
    public var gain: Double
    /// For each channel of the actual sound, the matching channel of the reference.
    public var channelMap: [Int]
    /// The inverted channels of the actual sound.
    public var invertedChannels: [Int]
    /// The remaining residual after these changes are undone: its RMS relative to the reference's, dB; `nil` if there is none.
    public var residual: Double?

    /// Whether channels are swapped.
    public var isSwapped: Bool { channelMap != Array(channelMap.indices) }
    /// Whether every channel is inverted.
    public var isInverted: Bool { !channelMap.isEmpty && invertedChannels.count == channelMap.count }
    /// Whether there is any change. A gain below 0.001 dB does not count.
    public var isChange: Bool { isChange(beyond: 0) }

    func isChange(beyond shift: Int64) -> Bool {
        lag != shift || abs(gain) >= 0.001 || isSwapped || !invertedChannels.isEmpty
    }
}

/// The measures in addition to the residual's peak and RMS, which are always measured.
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
