public import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let sampleDelay = ComponentDescription(type: .effectUnit, subType: "sdly")
}

/// The input, some frames later: `kAudioUnitSubType_SampleDelay`.
///
/// ```
/// input ─► delay line ─► output      bit for bit
/// ```
///
/// The delay is not latency, because a host would cut latency off again. It is a tail: so many frames must be rendered
/// after the input's end until all of it has come out. With a new number of frames the output jumps; see
/// ``KKDSP/SampleDelayKernel``.
///
/// Fractions are rounded.
///
/// Source: range and default of AudioUnitParameters.h.
public final class SampleDelay: Effect<SampleDelayKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0 … the frames of one second; 0.
        public static let delayFrames: ParameterID = 0
    }

    public init() {
        super.init(
            .sampleDelay,
            parameters: [
                ParameterInfo(
                    id: Parameter.delayFrames, name: "Delay Frames", unit: .sampleFrames, range: 0...44_100,
                    defaultValue: 0, upperBoundPerRate: 1)
            ]
        ) { delay, values in delay.frameCount = Int(values[Parameter.delayFrames].rounded()) }
    }
}
