internal import KKDSP
internal import KKPCM

/// An effect that is a row of second-order sections, all of whose coefficients follow from its parameters and the rate.
///
/// ```
/// input ─► section ─► section ─► … ─► output      each channel by itself, Float64 between the sections, rounded once at the end
/// ```
///
/// A parameter that changes changes coefficients at the next frame, and what was heard stays in the sections. Latency
/// 0. Tail 0: what still rings when the material ends is not waited for, as with every equaliser; ask for a tail where
/// it matters.
///
/// Source: R. Bristow-Johnson, *Audio EQ Cookbook*; see ``KKDSP/BiquadCoefficients``.
public class FilterUnit: EffectUnit {
    private var cascade = BiquadCascade(sectionCount: 0, channelCount: 0)

    // What a kind of filter overrides.

    /// The most sections it can have.
    var sectionCount: Int { 1 }

    /// One of them at a sample rate; the identity for one that is not there.
    func section(_ index: Int, sampleRate: Double) -> BiquadCoefficients { .identity }

    override var isAtRest: Bool { cascade.isAtRest }

    /// The sections one after the other.
    public override func magnitude(atFrequency frequency: Double) -> Double? {
        magnitudes(atFrequencies: [frequency])[0]
    }

    /// Each section is worked out once, and those that change nothing are left out: their factor is exactly 1.
    override func magnitudes(atFrequencies frequencies: [Double]) -> [Double] {
        let rate = outputs[0].format.sampleRate
        let sections = (0..<sectionCount).map { section($0, sampleRate: rate) }.filter { $0 != .identity }
        return frequencies.map { frequency in
            sections.reduce(1) { product, section in
                product * section.magnitude(atFrequency: frequency, sampleRate: rate)
            }
        }
    }

    override func prepare() {
        cascade = BiquadCascade(sectionCount: sectionCount, channelCount: outputs[0].format.channelCount)
        updateSections()
    }

    override func unprepare() {
        cascade = BiquadCascade(sectionCount: 0, channelCount: 0)
    }

    override func resetState() {
        cascade.reset()
    }

    override func parameterDidChange(_ scope: Scope, _ element: Int) {
        if isInitialized { updateSections() }
    }

    func updateSections() {
        let rate = outputs[0].format.sampleRate
        for index in 0..<cascade.sectionCount {
            let section = section(index, sampleRate: rate)
            if cascade[index] != section { cascade[index] = section }
        }
    }

    override func skip(_ frameCount: Int) { cascade.skipSilence(frameCount) }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) {
        cascade.process(0..<frameCount, in: &buffer)
    }
}
