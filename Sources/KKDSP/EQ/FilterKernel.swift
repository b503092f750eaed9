public import KKPCM

/// The kernel of filters and equalisers: a row of second-order sections at a sample rate.
///
/// ```
/// input ─► section ─► section ─► … ─► output      each channel by itself, Float64 between the sections, rounded once at the end
/// ```
///
/// A section that changes holds from the next frame on, and what was heard stays in it. Latency 0. Tail 0: what still
/// rings when the material ends is not waited for, as with every equaliser; ask for a tail where it matters.
///
/// Source: R. Bristow-Johnson, *Audio EQ Cookbook*; see ``BiquadCoefficients``.
///
/// ## Allocation
/// In `init`, and when the number of sections changes.
public struct FilterKernel: EffectKernel, ~Copyable {
    public static var highestSampleRate: Double { .infinity }

    public let sampleRate: Double
    private var cascade: BiquadCascade

    /// One section, which passes everything.
    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        self.sampleRate = sampleRate
        cascade = BiquadCascade(sectionCount: 1, channelCount: channelCount)
    }

    /// Sets all sections. Another number of them begins at rest.
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

    public mutating func reset() { cascade.reset() }

    public var isAtRest: Bool { cascade.isAtRest }

    public mutating func skip(_ frameCount: Int) { cascade.skipSilence(frameCount) }

    /// The sections one after the other; those that change nothing are left out, as their factor is exactly 1.
    public func magnitude(atFrequency frequency: Double) -> Double? {
        var product = 1.0
        for index in 0..<cascade.sectionCount where cascade[index] != .identity {
            product *= cascade[index].magnitude(atFrequency: frequency, sampleRate: sampleRate)
        }
        return product
    }
}
