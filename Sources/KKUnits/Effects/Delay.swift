internal import KKDSP
internal import KKPCM

/// Echoes from a loop with a low-pass filter in it: `kAudioUnitSubType_Delay`.
///
/// ```
/// input ─┬──────────────────────────────────────────── × (1 − wet) ─► + ─► output      each channel by itself
///        └─► + ─► delay line ─► low-pass ─┬─────────── × wet ─────────▲
///            ▲──────── × feedback ────────┘
/// ```
///
/// Where AudioUnitParameters.h is silent, what is told at ``KKDSP/FeedbackDelay`` holds. Settings hold from the next
/// frame on: a new time makes the echoes jump.
///
/// Latency 0. Tail: until nothing is left above −120 dB of the last frame of the input; infinite at a feedback of ±100
/// %.
///
/// Source: ranges and defaults of AudioUnitParameters.h (AVAudioUnitDelay begins with a mix of 100 %).
public final class Delay: EffectUnit {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0 … 100 %; 50.
        public static let wetDryMix: ParameterID = 0
        /// 0 … 2 s; 1.
        public static let delayTime: ParameterID = 1
        /// −100 … 100 %; 50.
        public static let feedback: ParameterID = 2
        /// 10 Hz … half the sample rate, where there is no filter; 15,000.
        public static let lopassCutoff: ParameterID = 3
    }

    private var delay = FeedbackDelay(channelCount: 0, sampleRate: 1)
    private var rest = RestCount(length: 0)

    public init() {
        super.init(
            .delay,
            parameters: [
                ParameterInfo(
                    id: Parameter.wetDryMix, name: "Dry/Wet Mix", unit: .percent, range: 0...100, defaultValue: 50),
                ParameterInfo(
                    id: Parameter.delayTime, name: "Delay Time", unit: .seconds, range: 0...2, defaultValue: 1),
                ParameterInfo(
                    id: Parameter.feedback, name: "Feedback", unit: .percent, range: -100...100, defaultValue: 50),
                ParameterInfo(
                    id: Parameter.lopassCutoff, name: "Lowpass Cutoff Frequency", unit: .hertz, range: 10...22_050,
                    defaultValue: 15_000,
                    upperBoundPerRate: 0.5),
            ])
    }

    private var settings: FeedbackDelay.Settings {
        let values = global.values
        return .init(
            wetDryMix: Double(values[0]), time: Double(values[1]), feedback: Double(values[2]),
            lopassCutoff: Double(values[3]))
    }

    public override var tailTime: Double {
        let rate = workingRate
        guard let frames = FeedbackDelay(channelCount: 0, sampleRate: rate, settings: settings).tailFrameCount else {
            return .infinity
        }
        return Double(frames) / rate
    }

    override var canWorkInPlace: Bool { false }

    override var isAtRest: Bool { rest.isWhole }

    override func validate() throws(AudioUnitError) { try checkRate() }

    override func prepare() {
        delay = FeedbackDelay(
            channelCount: outputs[0].format.channelCount, sampleRate: outputs[0].format.sampleRate, settings: settings)
        rest = RestCount(length: delay.lineLength)
    }

    override func unprepare() {
        delay = FeedbackDelay(channelCount: 0, sampleRate: 1)
        rest = RestCount(length: 0)
    }

    override func resetState() {
        delay.reset()
        rest.reset()
    }

    override func parameterDidChange(_ scope: Scope, _ element: Int) {
        if isInitialized { delay.settings = settings }
        propertyDidChange(.tailTime, .global, 0)
    }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) {
        delay.process(0..<frameCount, of: inputs[0].buffer, into: &buffer)
        rest.note(frameCount, isSilent: delay.isSilent(newest: frameCount))
    }
}
