internal import KKDSP
internal import KKPCM

/// The input, some frames later: `kAudioUnitSubType_SampleDelay`.
///
/// ```
/// input ─► delay line ─► output      bit for bit
/// ```
///
/// The delay is what the unit is for, so it is no latency, which a host would make up for by cutting it off again. It
/// is a tail: as many frames have to be rendered behind the input's end until all of it has come. With a new number of
/// frames the output jumps; see ``KKDSP/SampleDelay``.
///
/// A number that is not whole is rounded.
///
/// Source: range and default of AudioUnitParameters.h.
public final class SampleDelayUnit: EffectUnit {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0 … as many frames as a second has; 0.
        public static let delayFrames: ParameterID = 0
    }

    private var delay = SampleDelay(channelCount: 0, maximumDelay: 0)
    private var rest = RestCount(length: 0)

    public init() {
        super.init(
            .sampleDelay,
            parameters: [
                ParameterInfo(
                    id: Parameter.delayFrames, name: "Delay Frames", unit: .sampleFrames, range: 0...44_100,
                    defaultValue: 0, upperBoundPerRate: 1)
            ])
    }

    /// The most frames at the rate that is set.
    private var longest: Int { Int(workingRate.rounded()) }

    private var frameCount: Int { min(longest, Int(global.values[0].rounded())) }

    public override var tailTime: Double { Double(frameCount) / workingRate }

    override var canWorkInPlace: Bool { false }

    override var isAtRest: Bool { rest.isWhole }

    override func validate() throws(AudioUnitError) { try checkRate() }

    override func prepare() {
        delay = SampleDelay(channelCount: outputs[0].format.channelCount, maximumDelay: longest, frameCount: frameCount)
        rest = RestCount(length: longest)
    }

    override func unprepare() {
        delay = SampleDelay(channelCount: 0, maximumDelay: 0)
        rest = RestCount(length: 0)
    }

    override func resetState() {
        delay.reset()
        rest.reset()
    }

    override func parameterDidChange(_ scope: Scope, _ element: Int) {
        if isInitialized { delay.frameCount = frameCount }
        propertyDidChange(.tailTime, .global, 0)
    }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) {
        delay.process(0..<frameCount, of: inputs[0].buffer, into: &buffer)
        rest.note(frameCount, isSilent: delay.isSilent(newest: frameCount))
    }
}
