internal import KKMath
public import KKPCM

/// Apple's multiband compressor (`kAudioUnitSubType_MultiBandCompressor`): four bands with a compressor each, and their
/// sum.
///
/// ```
///              ┌ low pass 2 ─ all-pass 3 ┬ low pass 1 ──► compressor 1 ─┐
/// input ─► pre ┤                         └ high pass 1 ─► compressor 2 ─┤
///              │                         ┌ low pass 3 ──► compressor 3 ─┼ + ─► post ─► output
///              └ high pass 2 ─ all-pass 1 ┴ high pass 3 ─► compressor 4 ─┘
/// ```
///
/// - **Crossovers.** Fourth-order Linkwitz-Riley: each pass is two equal Butterworth sections, 24 dB per octave and
///   −6.02 dB at its frequency. A low and a high pass add up to an all-pass. Each half of the sound also passes the
///   all-pass of the split in the other half, so the four bands add up to three all-passes: a flat response for any
///   three frequencies, in rising order or not. S. Linkwitz, *Active Crossover Networks for Noncoincident Drivers*,
///   JAES 24 (1976); the all-passes in the other half: J. D'Appolito, *Active Realization of Multiway All-Pass
///   Crossover Systems*, JAES 35 (1987).
/// - **Compressors.** Each is a ``DynamicsKernel`` without its expander: threshold, headroom, attack, release, and the
///   gain of the band.
///
/// It never passes samples bit for bit, because phases always change. There is no look-ahead and no latency. The tail
/// is 0, as for every filter. Settings take effect from the next frame.
///
/// ## Allocation
/// In `init` alone.
public struct MultibandCompressorKernel: EffectKernel, ~Copyable {
    public static let bandCount = 4

    public let sampleRate: Double
    private let bands: [Band]
    private var preGain: Float = 1
    private var postGain: Float = 1

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        self.sampleRate = sampleRate
        bands = (0..<Self.bandCount).map { _ in Band(channelCount: channelCount, sampleRate: sampleRate) }
        setCrossovers(120, 700, 3000)
    }

    /// The gains before and after the bands, in decibels.
    public mutating func setGains(pre: Double, post: Double) {
        preGain = Float(Decibels(pre).linear)
        postGain = Float(Decibels(post).linear)
    }

    /// The frequencies between the bands, in hertz, from 10⁻⁶ to 0.4999 of the rate.
    public mutating func setCrossovers(_ first: Double, _ second: Double, _ third: Double) {
        func low(_ frequency: Double) -> BiquadCoefficients { .lowPass(frequency: frequency, sampleRate: sampleRate) }
        func high(_ frequency: Double) -> BiquadCoefficients { .highPass(frequency: frequency, sampleRate: sampleRate) }
        bands[0].split(low(second), low(first), around: low(third))
        bands[1].split(low(second), high(first), around: low(third))
        bands[2].split(high(second), low(third), around: low(first))
        bands[3].split(high(second), high(third), around: low(first))
    }

    /// Sets the compressor of a band, 0 … 3.
    public mutating func setBand(
        _ index: Int, threshold: Double, headRoom: Double, attack: Double, release: Double, gain: Double
    ) {
        let settings = DynamicsKernel.Settings(
            threshold: threshold, headRoom: headRoom, expansionRatio: 1, attack: attack, release: release,
            overallGain: gain)
        if bands[index].compressor.settings != settings { bands[index].compressor.settings = settings }
    }

    public mutating func reset() { for band in bands { band.reset() } }

    public func heldByteCount(channelCount: Int) -> Int {
        Self.bandCount * Band.heldByteCount(channelCount: channelCount)
    }

    public var isAtRest: Bool { bands.allSatisfy { $0.cascade.isAtRest && $0.compressor.isAtRest } }

    public mutating func skip(_ frameCount: Int) { for band in bands { band.cascade.skipSilence(frameCount) } }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        for start in stride(from: frames.lowerBound, to: frames.upperBound, by: GainBlock.length) {
            let block = start..<min(start + GainBlock.length, frames.upperBound)
            buffer.applyGain(preGain, to: block)
            for band in bands { band.take(block, of: buffer) }
            buffer.silence(block)
            for band in bands { band.add(block, to: &buffer) }
            buffer.applyGain(postGain, to: block)
        }
    }

    /// The gain reduction of a band's compressor at the latest frame, in decibels.
    public func compressionAmount(ofBand index: Int) -> Double { bands[index].compressor.compressionAmount }
    /// The input and output level of a band at the latest frame, in decibels.
    public func inputAmplitude(ofBand index: Int) -> Double { bands[index].compressor.inputAmplitude }
    public func outputAmplitude(ofBand index: Int) -> Double { bands[index].compressor.outputAmplitude }
}

/// One band of the sound, and its compressor.
private final class Band {
    var cascade: BiquadCascade
    var compressor: DynamicsKernel
    private var buffer: PCMBuffer

    private static let sectionCount = 5

    /// Its block and its cascade.
    static func heldByteCount(channelCount: Int) -> Int {
        PCMBuffer.byteCount(channelCount: channelCount, frameCapacity: GainBlock.length)
            + BiquadCascade.heldByteCount(sectionCount: sectionCount, channelCount: channelCount)
    }

    init(channelCount: Int, sampleRate: Double) {
        cascade = BiquadCascade(sectionCount: Self.sectionCount, channelCount: channelCount)
        compressor = DynamicsKernel(
            channelCount: channelCount, sampleRate: sampleRate, maximumFrameCount: GainBlock.length)
        buffer = PCMBuffer(channelCount: channelCount, frameCapacity: GainBlock.length)
        buffer.frameLength = GainBlock.length
    }

    /// Sets two passes, each of them twice, and the all-pass of the crossover whose low pass is `other`.
    func split(_ first: BiquadCoefficients, _ second: BiquadCoefficients, around other: BiquadCoefficients) {
        set(first, 0)
        set(first, 1)
        set(second, 2)
        set(second, 3)
        set(BiquadCoefficients(b0: other.a2, b1: other.a1, b2: 1, a1: other.a1, a2: other.a2), 4)
    }

    private func set(_ section: BiquadCoefficients, _ index: Int) {
        if cascade[index] != section { cascade[index] = section }
    }

    func reset() {
        cascade.reset()
        compressor.reset()
    }

    /// Takes the band out of a block, at most ``GainBlock/length`` frames, and compresses it.
    func take(_ block: Range<Int>, of sound: borrowing PCMBuffer) {
        buffer.copy(block.count, framesFrom: sound, at: block.lowerBound)
        cascade.process(0..<block.count, in: &buffer)
        compressor.process(0..<block.count, in: &buffer)
    }

    /// Adds it to the block.
    func add(_ block: Range<Int>, to sound: inout PCMBuffer) {
        sound.add(block.count, framesFrom: buffer, to: block.lowerBound)
    }
}
