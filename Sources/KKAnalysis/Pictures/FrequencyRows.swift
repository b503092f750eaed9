internal import KKMath

/// The rows of a spectrogram: from a lowest frequency to half the sample rate in equal ratios. Row 0 is the lowest.
public struct FrequencyRows: Hashable, Sendable {
    /// The lower edge of row 0, in hertz: 20, or a hundredth of the highest where that is less.
    public let lowest: Double
    /// The upper edge of the last row: half the sample rate.
    public let highest: Double
    public let count: Int

    public init(sampleRate: Double, count: Int) {
        highest = max(sampleRate, 1e-3) / 2
        lowest = min(20, highest / 100)
        self.count = max(1, count)
    }

    /// The position of a frequency: 0 at the lower edge, ``count`` at the upper edge, and outside that range beyond them.
    public func place(of frequency: Double) -> Double {
        PortableMath.log2(frequency / lowest) / PortableMath.log2(highest / lowest) * Double(count)
    }

    /// The frequency at a position.
    public func frequency(at place: Double) -> Double {
        lowest * PortableMath.exp2(PortableMath.log2(highest / lowest) * place / Double(count))
    }
}
