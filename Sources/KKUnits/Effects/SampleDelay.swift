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
/// The delay is what the unit is for, so it is no latency, which a host would make up for by cutting it off again. It
/// is a tail: as many frames have to be rendered behind the input's end until all of it has come. With a new number of
/// frames the output jumps; see ``KKDSP/SampleDelayKernel``.
///
/// A number that is not whole is rounded.
///
/// Source: range and default of AudioUnitParameters.h.
public final class SampleDelay: Effect<SampleDelayKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h.
    public enum Parameter {
        /// 0 … as many frames as a second has; 0.
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
