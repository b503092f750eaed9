/// The samples that did not fit into an integer format: how many, the largest, and the first.
///
/// A sample counts when its scaled value, before dither, rounds outside the codes of the format: in 16 bits +1.0 does
/// (32768), −1.0 does not. In µ-law and A-law a sample counts from the virtual decision value at the top. Floating
/// point can hold everything. NaN is written as silence, and counts like infinity.
public struct OverloadTally: Hashable, Sendable {
    /// One sample: its magnitude (full scale is 1), its channel, and its frame as the packer counts.
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
    /// The largest of them; of equal ones the earliest, and the lowest channel in its frame.
    public var worst: Peak?
    /// The first frame with one.
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
