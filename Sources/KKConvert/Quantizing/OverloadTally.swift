/// The samples that an integer format could not hold: how many, the worst of them, and where it began.
///
/// A sample counts when its scaled value, before dither, rounds outside the codes of the format: in 16 bits +1.0 does
/// (32768), −1.0 does not. In µ-law and A-law it counts from the virtual decision value at the top on. Floating point
/// formats hold everything. NaN is written as silence, counts, and is as bad as infinity.
public struct OverloadTally: Hashable, Sendable {
    /// One sample: its magnitude in units of full scale, its channel, and its frame counted as the packer was told.
    public struct Peak: Hashable, Sendable {
        public var amplitude: Float
        public var channel: Int
        public var frame: Int64

        public init(amplitude: Float, channel: Int, frame: Int64) {
            self.amplitude = amplitude
            self.channel = channel
            self.frame = frame
        }
    }

    /// The number of samples that were clipped.
    public var sampleCount: Int64 = 0
    /// The largest of them; of equals the earliest, and the lowest channel in its frame.
    public var worst: Peak?
    /// The first frame that holds one.
    public var firstFrame: Int64?

    public init() {}

    /// Counts one sample. The order does not matter.
    public mutating func add(_ sample: Float, channel: Int, frame: Int64) {
        let peak = Peak(amplitude: sample == sample ? sample.magnitude : .infinity, channel: channel, frame: frame)
        sampleCount &+= 1
        firstFrame = min(firstFrame ?? frame, frame)
        if worst.map({ peak.isWorse(than: $0) }) ?? true { worst = peak }
    }
}

extension OverloadTally.Peak {
    func isWorse(than other: OverloadTally.Peak) -> Bool {
        amplitude != other.amplitude ? amplitude > other.amplitude : (frame, channel) < (other.frame, other.channel)
    }
}
