public import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let graphicEQ = ComponentDescription(type: .effectUnit, subType: "greq")
}

/// An equaliser with a slider per octave or per third of an octave: `kAudioUnitSubType_GraphicEQ`.
///
/// The centres and widths are those of ``KKDSP/GraphicEQLayout``. A new unit has 31 bands. With ten bands the gains 10
/// … 30 are kept but have no effect, and a band whose centre is above half the sample rate has no effect either.
public final class GraphicEQ: Effect<FilterKernel> {
    /// The parameters; the numbers of those that AudioUnitParameters.h does not name are the ones that hosts use.
    public enum Parameter {
        /// The gain of band n is `gain + n`: −20 … 20 dB; 0.
        public static let gain: ParameterID = 0
        /// 0 is ten bands, 1 is thirty-one; 1.
        public static let numberOfBands: ParameterID = 10_000
    }

    /// Sliders in the larger layout.
    private static let largest = GraphicEQLayout.thirtyOneBands

    public init() {
        let gains = Self.largest.frequencies.indices.map { index in
            ParameterInfo(
                id: Parameter.gain + index, name: "Band \(index + 1)", unit: .decibels, range: -20...20,
                defaultValue: 0, canRamp: true
            )
        }
        let count = ParameterInfo(
            id: Parameter.numberOfBands, name: "Number of Bands", unit: .indexed, range: 0...1, defaultValue: 1,
            valueNames: ["10", "31"])
        super.init(.graphicEQ, parameters: gains + [count]) { filter, values in
            let layout = GraphicEQLayout(parameter: Float(values[Parameter.numberOfBands]))
            let rate = filter.sampleRate
            filter.setSections(Self.largest.frequencies.count) { index in
                layout.band(index, gain: values[Parameter.gain + index], sampleRate: rate)?.coefficients(
                    sampleRate: rate) ?? .identity
            }
        }
    }

    /// The bands that have an effect.
    public var layout: GraphicEQLayout { GraphicEQLayout(parameter: global.values[Self.largest.frequencies.count]) }
}
