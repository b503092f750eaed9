public import KKPCM

/// The levels of one channel. They are linear; 1 is full scale.
public struct ChannelLevel: Hashable, Sendable {
    /// The largest magnitude, and the first frame with it; `nil` for a channel of zeros or without frames.
    public var peak: Double
    public var peakFrame: Int?
    /// The true peak (``TruePeakMeter``); `nil` if not measured.
    public var truePeak: Double?
    /// The root of the mean square. 1 is a square wave at full scale, a sine is 0.707.
    public var rms: Double
    /// The mean.
    public var dcOffset: Double
    /// Samples at full scale: a magnitude of ``LevelMeter/fullScale`` or more.
    public var clippedSampleCount: Int
    /// Runs of three or more consecutive such samples.
    public var clippedRunCount: Int
    /// Samples that are NaN or infinite. They count as zero in everything else.
    public var nonFiniteCount: Int

    public init(
        peak: Double = 0, peakFrame: Int? = nil, truePeak: Double? = nil, rms: Double = 0, dcOffset: Double = 0,
        clippedSampleCount: Int = 0,
        clippedRunCount: Int = 0, nonFiniteCount: Int = 0
    ) {
        (self.peak, self.peakFrame, self.truePeak, self.rms, self.dcOffset) = (peak, peakFrame, truePeak, rms, dcOffset)
        (self.clippedSampleCount, self.clippedRunCount, self.nonFiniteCount) = (
            clippedSampleCount, clippedRunCount, nonFiniteCount
        )
    }
}

/// The levels of a sound.
public struct Levels: Hashable, Sendable {
    public var channels: [ChannelLevel]
    /// The root of the mean square of all channels together; `nil` without samples.
    public var rms: Double?
    /// The lowest RMS of half a second, all channels together; `nil` below half a second.
    public var noiseFloor: Double?
    /// The number of frames before the first and after the last sample that is not silence, that is with a magnitude of
    /// ``LevelMeter/silence`` or more. If everything is silent, both are the number of all frames.
    public var leadingSilence: Int
    public var trailingSilence: Int
    /// The first sample that is NaN or infinite.
    public var firstNonFinite: Place?

    /// A sample. In a document its channel counts from 1.
    public struct Place: Hashable, Sendable, KeyedReport {
        public var frame: Int
        public var channel: Int

        public init(frame: Int, channel: Int) {
            (self.frame, self.channel) = (frame, channel)
        }

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("frame", \.frame)
            key("channel") { $0.channel + 1 }
        }
    }

    public init(
        channels: [ChannelLevel], rms: Double? = nil, noiseFloor: Double? = nil, leadingSilence: Int = 0,
        trailingSilence: Int = 0,
        firstNonFinite: Place? = nil
    ) {
        (self.channels, self.rms, self.noiseFloor, self.firstNonFinite) = (channels, rms, noiseFloor, firstNonFinite)
        (self.leadingSilence, self.trailingSilence) = (leadingSilence, trailingSilence)
    }
}
