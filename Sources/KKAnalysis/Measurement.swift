internal import KKMath
public import KKPCM

/// What a ``SoundMeter`` found. A value that was not asked for, or does not exist, is `nil`: silence has no level in
/// decibels.
public struct Measurement: Hashable, Sendable {
    public var frameCount: Int
    /// In hertz.
    public var sampleRate: Double
    public var layout: ChannelLayout
    public var loudness = Loudness()
    /// The largest crest of any channel, in dBTP.
    public var truePeak: Double?
    /// What the samples are like; without ``Measures/levels`` no channels.
    public var levels = Levels(channels: [])
    /// 64 hexadecimal digits.
    public var pcmSHA256: String?

    public init(frameCount: Int, sampleRate: Double, layout: ChannelLayout) {
        (self.frameCount, self.sampleRate, self.layout) = (frameCount, sampleRate, layout)
    }

    public var channels: [ChannelLevel] { levels.channels }

    /// The largest magnitude of a sample of any channel, in dBFS.
    public var samplePeak: Double? { Self.level(channels.map(\.peak).max()) }
    /// The root of the mean square of all channels together, in dBFS: 0 is a square wave at full scale, a sine at full
    /// scale is −3.01.
    public var rms: Double? { Self.level(levels.rms) }
    /// The lowest RMS of half a second, in dBFS.
    public var noiseFloor: Double? { Self.level(levels.noiseFloor) }
    /// The mean of the channel where it is farthest from 0; linear.
    public var dcOffset: Double? { channels.map(\.dcOffset).max { $0.magnitude < $1.magnitude } }
    public var clippedSampleCount: Int { channels.reduce(0) { $0 + $1.clippedSampleCount } }
    public var clippedRunCount: Int { channels.reduce(0) { $0 + $1.clippedRunCount } }
    public var nonFiniteCount: Int { channels.reduce(0) { $0 + $1.nonFiniteCount } }
    public var leadingSilence: Int { levels.leadingSilence }
    public var trailingSilence: Int { levels.trailingSilence }

    /// A linear level in decibels; `nil` for silence, and for what is too large for a number.
    public static func level(_ linear: Double?) -> Double? {
        guard let linear, linear > 0, linear.isFinite else { return nil }
        return Decibels(linear: linear).value
    }
}
