public import KKPCM

/// The kernel of filters and equalisers: second-order sections in series at a sample rate.
///
/// ```
/// input ─► section ─► section ─► … ─► output      each channel by itself, Float64 between the sections, rounded once at the end
/// ```
///
/// A changed section takes effect from the next frame and keeps its state. Latency 0. Tail 0: the ringing after the end
/// of the sound is cut off, as with every equaliser; request a tail if it matters.
///
/// Source: R. Bristow-Johnson, *Audio EQ Cookbook*; see ``BiquadCoefficients``.
///
/// ## Allocation
/// In `init`, and when the number of sections changes.
public struct FilterKernel: EffectKernel, ~Copyable {
    public static var highestSampleRate: Double { .infinity }

    public let sampleRate: Double
    private var cascade: BiquadCascade

    /// One section that changes nothing.
    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        self.sampleRate = sampleRate
        cascade = BiquadCascade(sectionCount: 1, channelCount: channelCount)
    }

    /// Sets all sections. A new number of sections resets the state.
    public mutating func setSections(_ count: Int, _ section: (Int) -> BiquadCoefficients) {
        if count != cascade.sectionCount {
            cascade = BiquadCascade(sectionCount: count, channelCount: cascade.channelCount)
        }
        for index in 0..<count {
            let section = section(index)
            if cascade[index] != section { cascade[index] = section }
        }
    }

    /// Sets the only section.
    public mutating func setSection(_ section: BiquadCoefficients) { setSections(1) { _ in section } }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        cascade.process(frames, in: &buffer)
    }

    public func heldByteCount(channelCount: Int) -> Int {
        BiquadCascade.heldByteCount(sectionCount: cascade.sectionCount, channelCount: channelCount)
    }

    public mutating func reset() { cascade.reset() }

    public var isAtRest: Bool { cascade.isAtRest }

    public mutating func skip(_ frameCount: Int) { cascade.skipSilence(frameCount) }

    /// The product of all sections; those that change nothing are skipped, as their factor is exactly 1.
    public func magnitude(atFrequency frequency: Double) -> Double? {
        var product = 1.0
        for index in 0..<cascade.sectionCount where cascade[index] != .identity {
            product *= cascade[index].magnitude(atFrequency: frequency, sampleRate: sampleRate)
        }
        return product
    }
}
