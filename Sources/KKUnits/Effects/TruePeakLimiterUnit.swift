internal import KKDSP
internal import KKMath
internal import KKPCM

/// A limiter that looks ahead, for what is between the samples as well: kkmix's own, `'aufx' 'tpkl' 'kkmx'`.
///
/// ```
/// input ─┬─► late ──────────────────────────────────────────► × gain ─► output      all channels get the same gain
///        └─► true peak, 16 places a frame ─► hold, smooth ────▲
/// ```
///
/// What it guarantees is told at ``KKDSP/TruePeakLimiter``; this is that arithmetic as a unit. A signal whose true peak
/// never exceeds the ceiling passes bit for bit, late.
///
/// Latency: 5 ms and 56 frames, at every setting. Tail: 0. Another ceiling holds for the frames that come in from then
/// on.
///
/// Source: ITU-R BS.1770-4, Annex 2, for what a true peak is.
public final class TruePeakLimiterUnit: EffectUnit {
    public enum Parameter {
        /// −24 … 0 dBTP; −1.
        public static let ceiling: ParameterID = 0
    }

    /// Frames that are worked on together, at most.
    private static let chunk = 1024

    private var limiter = TruePeakLimiterUnit.limiter(channelCount: 0, sampleRate: 44_100, ceiling: 0)

    public init() {
        super.init(
            .truePeakLimiter,
            parameters: [
                ParameterInfo(id: Parameter.ceiling, name: "Ceiling", unit: .decibels, range: -24...0, defaultValue: -1)
            ])
    }

    private static func limiter(
        channelCount: Int, sampleRate: Double, ceiling: Float, chunk: Int = 1
    ) -> TruePeakLimiter {
        TruePeakLimiter(
            channelCount: channelCount, sampleRate: sampleRate, maximumFrameCount: chunk,
            ceiling: Decibels(Double(ceiling)))
    }

    public override var latency: Double {
        let rate = workingRate
        if isInitialized { return Double(limiter.latency) / rate }
        return Double(Self.limiter(channelCount: 0, sampleRate: rate, ceiling: 0).latency) / rate
    }

    override var canWorkInPlace: Bool { false }

    override var isAtRest: Bool { limiter.isAtRest }

    override func validate() throws(AudioUnitError) { try checkRate() }

    override func prepare() {
        limiter = Self.limiter(
            channelCount: outputs[0].format.channelCount, sampleRate: outputs[0].format.sampleRate,
            ceiling: global.values[0],
            chunk: min(maximumFramesPerSlice, Self.chunk))
    }

    override func unprepare() {
        limiter = Self.limiter(channelCount: 0, sampleRate: 44_100, ceiling: 0)
    }

    override func resetState() {
        limiter.reset()
    }

    override func parameterDidChange(_ scope: Scope, _ element: Int) {
        if isInitialized { limiter.setCeiling(Decibels(Double(global.values[0]))) }
    }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) {
        limiter.process(0..<frameCount, of: inputs[0].buffer, into: &buffer)
    }
}
