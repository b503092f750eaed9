internal import KKDSP
internal import KKMath
internal import KKPCM

/// A limiter that looks ahead: no sample is above full scale: `kAudioUnitSubType_PeakLimiter`.
///
/// ```
/// input ─► × pre-gain ─┬─► one attack time late ─► × gain ─► output      all channels get the same gain
///                      └─► peak ─► gain ─────────────▲
/// ```
///
/// How the gain comes and goes is told at ``KKDSP/PeakLimiterCore``. Where nothing near is above full scale and the
/// pre-gain is 0 dB, every bit passes.
///
/// Latency: the attack time in whole frames, at least 1. While the unit is initialized a new attack time waits for the
/// next ``AudioUnit/reset()``, as it moves the sound; decay and pre-gain hold from the next frame that comes in. Tail:
/// 0, for what comes late is the latency's.
///
/// Source: ranges and defaults of AudioUnitParameters.h (where AVAudioUnit's may differ).
public final class PeakLimiter: EffectUnit {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0.001 … 0.03 s; 0.012.
        public static let attackTime: ParameterID = 0
        /// 0.001 … 0.06 s; 0.024.
        public static let decayTime: ParameterID = 1
        /// −40 … 40 dB; 0.
        public static let preGain: ParameterID = 2
    }

    /// Frames that are worked on together, at most.
    private static let chunk = 1024

    private var limiter = PeakLimiterCore(channelCount: 0, sampleRate: 44_100, maximumFrameCount: 1)
    /// What the latency was when it was last told.
    private var knownLatency = 0.0

    public init() {
        super.init(
            .peakLimiter,
            parameters: [
                ParameterInfo(
                    id: Parameter.attackTime, name: "Attack Time", unit: .seconds, range: 0.001...0.03,
                    defaultValue: 0.012),
                ParameterInfo(
                    id: Parameter.decayTime, name: "Decay Time", unit: .seconds, range: 0.001...0.06,
                    defaultValue: 0.024),
                ParameterInfo(
                    id: Parameter.preGain, name: "Pre-Gain", unit: .decibels, range: -40...40, defaultValue: 0),
            ])
        knownLatency = latency
    }

    private var settings: PeakLimiterCore.Settings {
        let values = global.values
        return .init(attack: Double(values[0]), decay: Double(values[1]), preGain: Decibels(Double(values[2])))
    }

    public override var latency: Double {
        let rate = workingRate
        if isInitialized { return Double(limiter.latency) / rate }
        return Double(
            PeakLimiterCore(channelCount: 0, sampleRate: rate, maximumFrameCount: 1, settings: settings).latency) / rate
    }

    override var canWorkInPlace: Bool { false }

    override var isAtRest: Bool { limiter.isAtRest }

    override func validate() throws(AudioUnitError) { try checkRate() }

    override func prepare() {
        limiter = PeakLimiterCore(
            channelCount: outputs[0].format.channelCount, sampleRate: outputs[0].format.sampleRate,
            maximumFrameCount: min(maximumFramesPerSlice, Self.chunk), settings: settings)
    }

    override func unprepare() {
        limiter = PeakLimiterCore(channelCount: 0, sampleRate: 44_100, maximumFrameCount: 1)
    }

    override func resetState() {
        limiter.reset()
        if isInitialized { tellLatency() }
    }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        super.formatDidChange(scope, element)
        tellLatency()
    }

    override func parameterDidChange(_ scope: Scope, _ element: Int) {
        if isInitialized { limiter.settings = settings } else { tellLatency() }
    }

    private func tellLatency() {
        let latency = latency
        if latency == knownLatency { return }
        knownLatency = latency
        propertyDidChange(.latency, .global, 0)
    }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) {
        limiter.process(0..<frameCount, of: inputs[0].buffer, into: &buffer)
    }
}
