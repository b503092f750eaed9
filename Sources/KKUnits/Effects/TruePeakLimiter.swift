public import KKDSP
internal import KKMath
internal import KKPCM

extension ComponentDescription {
    /// kkmix's own; Core Audio does not have it.
    public static let truePeakLimiter = ComponentDescription(type: .effectUnit, subType: "tpkl", manufacturer: .kkmix)
}

/// A look-ahead limiter of the true peak: kkmix's own, `'aufx' 'tpkl' 'kkmx'`.
///
/// ```
/// input ─┬─► late ──────────────────────────────────────────► × gain ─► output      all channels get the same gain
///        └─► true peak, 16 places a frame ─► hold, smooth ────▲
/// ```
///
/// See ``KKDSP/TruePeakLimiterKernel`` for what it guarantees. A signal whose true peak never exceeds the ceiling
/// passes bit for bit, delayed.
///
/// Latency: 5 ms and 56 frames, at every setting. Tail: 0. A new ceiling applies to the frames that come in from then
/// on.
///
/// Source: ITU-R BS.1770-4, Annex 2, for what a true peak is.
public final class TruePeakLimiter: Effect<TruePeakLimiterKernel> {
    public enum Parameter {
        /// −24 … 0 dBTP; −1.
        public static let ceiling: ParameterID = 0
    }

    public init() {
        super.init(
            .truePeakLimiter,
            parameters: [
                ParameterInfo(
                    id: Parameter.ceiling, name: "Ceiling", unit: .decibels, range: -24...0, defaultValue: -1,
                    canRamp: true)
            ]
        ) { limiter, values in limiter.ceiling = Decibels(values[Parameter.ceiling]) }
    }

    package override var presets: [EffectPreset] { Self.presets }

    /// The levels of EBU R 128, ATSC A/85 and EBU Tech 3344.
    public static let presets = [
        EffectPreset("Streaming", "streaming, podcasts and European television", [(Parameter.ceiling, -1)]),
        EffectPreset("Television", "American television", [(Parameter.ceiling, -2)]),
        EffectPreset("Low Bit Rate", "lossy encoding at a low bit rate", [(Parameter.ceiling, -3)]),
    ]
}
