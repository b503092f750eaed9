internal import KKMath
public import KKPCM

/// The results of a ``SoundMeter``. A value that was not requested or does not exist is `nil`: silence has no level in
/// decibels.
public struct Measurement: Hashable, Sendable {
    public var frameCount: Int
    /// In hertz.
    public var sampleRate: Double
    public var layout: ChannelLayout
    public var loudness = Loudness()
    /// The highest true peak of all channels, in dBTP.
    public var truePeak: Double?
    /// The sample levels; without ``Measures/levels`` it has no channels.
    public var levels = Levels(channels: [])
    /// 64 hexadecimal digits.
    public var pcmSHA256: String?

    public init(frameCount: Int, sampleRate: Double, layout: ChannelLayout) {
        (self.frameCount, self.sampleRate, self.layout) = (frameCount, sampleRate, layout)
    }

    public var channels: [ChannelLevel] { levels.channels }

    /// The largest sample magnitude of all channels, in dBFS.
    public var samplePeak: Double? { Self.level(channels.map(\.peak).max()) }
    /// The root of the mean square of all channels together, in dBFS: 0 is a square wave at full scale, a sine at full
    /// scale is −3.01.
    public var rms: Double? { Self.level(levels.rms) }
    /// The lowest RMS of half a second, in dBFS.
    public var noiseFloor: Double? { Self.level(levels.noiseFloor) }
    /// The mean of the samples of one channel, linear: the value farthest from 0.
    public var dcOffset: Double? { channels.map(\.dcOffset).max { $0.magnitude < $1.magnitude } }
    public var clippedSampleCount: Int { channels.reduce(0) { $0 + $1.clippedSampleCount } }
    public var clippedRunCount: Int { channels.reduce(0) { $0 + $1.clippedRunCount } }
    public var nonFiniteCount: Int { channels.reduce(0) { $0 + $1.nonFiniteCount } }
    public var leadingSilence: Int { levels.leadingSilence }
    public var trailingSilence: Int { levels.trailingSilence }

    /// A linear level in decibels; `nil` for silence and for infinite levels.
    public static func level(_ linear: Double?) -> Double? {
        guard let linear, linear > 0, linear.isFinite else { return nil }
        return Decibels(linear: linear).value
    }
}

/// Decibels have three decimals, offsets nine; what does not exist is null, as the level of silence.
extension Measurement: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("sample_rate", \.sampleRate)
        key("channels", \.layout.channelCount)
        key("layout", \.layout.name)
        key("frames", \.frameCount)
        for quantity in Quantity.levels { key(quantity.rawValue) { reported(quantity.value(of: $0)) } }
        key("dc_offset") { reported($0.frameCount > 0 ? $0.dcOffset : nil, to: 1e9) }
        key("clipped_samples", \.clippedSampleCount)
        key("clipped_runs", \.clippedRunCount)
        key("leading_silence_frames", \.leadingSilence)
        key("trailing_silence_frames", \.trailingSilence)
        key("non_finite_samples", \.nonFiniteCount)
        key("first_non_finite", \.levels.firstNonFinite)
        key("pcm_sha256", \.pcmSHA256)
        key("channel_levels") { measurement in
            zip(measurement.layout.labels, measurement.channels).map {
                Channel(label: $0, level: $1, isEmpty: measurement.frameCount == 0)
            }
        }
    }

    private struct Channel: KeyedReport {
        let label: ChannelLabel
        let level: ChannelLevel
        let isEmpty: Bool

        static func tell(_ key: inout ReportKeys<Self>) {
            key("label", \.label.description)
            key("true_peak_dbtp") { Measurement.reported(Measurement.level($0.level.truePeak)) }
            key("sample_peak_dbfs") { Measurement.reported(Measurement.level($0.level.peak)) }
            key("sample_peak_frame", \.level.peakFrame)
            key("rms_dbfs") { Measurement.reported(Measurement.level($0.level.rms)) }
            key("dc_offset") { Measurement.reported($0.isEmpty ? nil : $0.level.dcOffset, to: 1e9) }
            key("clipped_samples", \.level.clippedSampleCount)
            key("clipped_runs", \.level.clippedRunCount)
            key("non_finite_samples", \.level.nonFiniteCount)
        }
    }

    /// A number that prints the same everywhere and has no more digits than it means: halves go away from zero, and
    /// there is no negative zero.
    package static func reported(_ value: Double?, to unit: Double = 1000) -> Double? {
        guard let value, value.isFinite else { return nil }
        return (value * unit).rounded() / unit + 0
    }
}
