public import KKDSP
internal import KKPCM

extension ComponentDescription {
    public static let multibandCompressor = ComponentDescription(type: .effectUnit, subType: "mcmp")
}

/// Four bands with a compressor each, added up: `kAudioUnitSubType_MultiBandCompressor`.
///
/// ```
/// input ─► pre-gain ─► four bands ─► a compressor each ─► EQ, the band's level ─► + ─► post-gain ─► output
/// ```
///
/// See ``KKDSP/MultibandCompressorKernel`` for the crossovers and their source: sound that no compressor changes keeps
/// its level at every frequency. The compressors are those of the ``DynamicsProcessor``; attack and release are the
/// same for all bands.
///
/// Latency 0; tail 0. Settings apply from the next frame.
///
/// Source: AudioUnitParameters.h for the parameters, their ranges and defaults; it says nothing about the filters.
public final class MultibandCompressor: Effect<MultibandCompressorKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h. Parameters of bands have consecutive numbers, one for
    /// each band.
    public enum Parameter {
        /// −40 … 40 dB; 0.
        public static let preGain: ParameterID = 0
        public static let postGain: ParameterID = 1
        /// The three crossovers: 20 Hz … half the sample rate; 120, 700, 3000.
        public static let crossover: ParameterID = 2
        /// Of the four bands: −100 … 0 dB; −22, −32, −33, −36.
        public static let threshold: ParameterID = 5
        /// 0.1 … 40 dB; 5, 12, 5, 7.5.
        public static let headroom: ParameterID = 9
        /// 0.001 … 0.2 s; 0.08.
        public static let attackTime: ParameterID = 13
        /// 0.01 … 3 s; 0.12.
        public static let releaseTime: ParameterID = 14
        /// Of the four bands: −20 … 20 dB; 0.
        public static let eq: ParameterID = 15
        /// The gain reduction of a band's newest frame in decibels, read only: 1000, 2000, 3000, 4000.
        public static let compressionAmount: ParameterID = 1000
        /// The levels before and after a band's compressor, in decibels, read only: 5000 …, 9000 ….
        public static let inputAmplitude: ParameterID = 5000
        public static let outputAmplitude: ParameterID = 9000
    }

    public init() {
        super.init(.multibandCompressor, parameters: Self.settable + Self.meters) { kernel, values in
            kernel.setGains(pre: values[Parameter.preGain], post: values[Parameter.postGain])
            kernel.setCrossovers(
                values[Parameter.crossover], values[Parameter.crossover + 1], values[Parameter.crossover + 2])
            for band in 0..<MultibandCompressorKernel.bandCount {
                kernel.setBand(
                    band, threshold: values[Parameter.threshold + band],
                    headRoom: values[Parameter.headroom + band], attack: values[Parameter.attackTime],
                    release: values[Parameter.releaseTime], gain: values[Parameter.eq + band])
            }
        }
    }

    private static let settable: [ParameterInfo] =
        [
            ParameterInfo(
                id: Parameter.preGain, name: "Pre-Gain", unit: .decibels, range: -40...40, defaultValue: 0,
                canRamp: true),
            ParameterInfo(
                id: Parameter.postGain, name: "Post-Gain", unit: .decibels, range: -40...40, defaultValue: 0,
                canRamp: true),
        ]
        + zip(0..., [120, 700, 3000] as [Float]).map {
            ParameterInfo.frequency(Parameter.crossover + $0, "Crossover \($0 + 1)", from: 20, defaultValue: $1)
        }
        + bands(Parameter.threshold, "Threshold", -100...0, [-22, -32, -33, -36])
        + bands(Parameter.headroom, "Headroom", 0.1...40, [5, 12, 5, 7.5])
        + [
            ParameterInfo(
                id: Parameter.attackTime, name: "Attack Time", unit: .seconds, range: 0.001...0.2, defaultValue: 0.08,
                canRamp: true),
            ParameterInfo(
                id: Parameter.releaseTime, name: "Release Time", unit: .seconds, range: 0.01...3, defaultValue: 0.12,
                canRamp: true),
        ]
        + bands(Parameter.eq, "EQ", -20...20, [0, 0, 0, 0])

    private static func bands(
        _ first: ParameterID, _ name: String, _ range: ClosedRange<Float>, _ defaults: [Float]
    ) -> [ParameterInfo] {
        zip(0..., defaults).map {
            ParameterInfo(
                id: first + $0, name: "\(name) \($0 + 1)", unit: .decibels, range: range, defaultValue: $1,
                canRamp: true)
        }
    }

    private static let meters: [ParameterInfo] =
        meters(Parameter.compressionAmount, "Compression Amount", 0...160, 0)
        + meters(Parameter.inputAmplitude, "Input Amplitude", -120...40, -120)
        + meters(Parameter.outputAmplitude, "Output Amplitude", -120...40, -120)

    private static func meters(
        _ first: ParameterID, _ name: String, _ range: ClosedRange<Float>, _ rest: Float
    ) -> [ParameterInfo] {
        (0..<4).map {
            ParameterInfo(
                id: first + 1000 * $0, name: "\(name) \($0 + 1)", unit: .decibels, range: range, defaultValue: rest,
                isReadOnly: true)
        }
    }

    override func readOnlyValue(of info: ParameterInfo, _ scope: Scope, _ element: Int) -> Float {
        guard isInitialized else { return info.defaultValue }
        let number = Int(info.id.rawValue) / 1000 - 1, band = number % 4
        let value: Double = ask { kernel in
            switch number / 4 {
            case 0: kernel.compressionAmount(ofBand: band)
            case 1: kernel.inputAmplitude(ofBand: band)
            default: kernel.outputAmplitude(ofBand: band)
            }
        }
        return max(info.range.lowerBound, min(info.range.upperBound, Float(value)))
    }

    package override var presets: [EffectPreset] { Self.presets }
}
