public import KKDSP
internal import KKMath
internal import KKPCM

extension ComponentDescription {
    public static let nBandEQ = ComponentDescription(type: .effectUnit, subType: "nbeq")
}

/// An equaliser with any number of bands, each of one of eleven kinds: `kAudioUnitSubType_NBandEQ`.
///
/// Set bands by parameters, whose numbers are a base plus the band's number, or by descriptions (``bands``). See
/// ``KKDSP/FilterType`` and ``KKDSP/EQBand`` for the kinds. Every band is bypassed at first, so a new unit passes every
/// bit.
///
/// No header says how many bands a new unit of Apple's has; here it has ``defaultBandCount``, and at most
/// ``maximumBandCount``.
public final class NBandEQ: Effect<FilterKernel> {
    /// The parameters, with the numbers of AudioUnitParameters.h: those of band n are `frequency + n` and so on.
    public enum Parameter {
        /// −96 … 24 dB, after all bands; 0.
        public static let globalGain: ParameterID = 0
        /// 0 or 1; 1.
        public static let bypassBand: ParameterID = 1000
        /// 0 … 10, a ``KKDSP/FilterType``; 0.
        public static let filterType: ParameterID = 2000
        /// 20 Hz … half the sample rate; 1000.
        public static let frequency: ParameterID = 3000
        /// −96 … 24 dB; 0.
        public static let gain: ParameterID = 4000
        /// 0.05 … 5 octaves; 0.5.
        public static let bandwidth: ParameterID = 5000
    }

    public static let defaultBandCount = 16
    public static let maximumBandCount = 64

    /// The number of bands (`kAUNBandEQProperty_NumberOfBands`).
    public private(set) var bandCount = NBandEQ.defaultBandCount

    public init() {
        super.init(.nBandEQ, parameters: Self.parameters(bandCount: Self.defaultBandCount)) { _, _ in }
    }

    /// The bands, and the global gain as a section after them: so the sound is rounded once, and at 0 dB it is the
    /// identity.
    override func configure(_ filter: inout FilterKernel) {
        let rate = filter.sampleRate
        let gain = BiquadCoefficients(b0: Decibels(Double(global.values[0])).linear, b1: 0, b2: 0, a1: 0, a2: 0)
        filter.setSections(bandCount + 1) { $0 < bandCount ? band($0).coefficients(sampleRate: rate) : gain }
    }

    /// Sets the number of bands; remaining bands keep their settings.
    ///
    /// - Throws: `initialized`, `invalidPropertyValue`.
    public func setBandCount(_ count: Int) throws(AudioUnitError) {
        try requireUninitialized("the number of bands cannot be changed", place: name)
        guard (1...Self.maximumBandCount).contains(count) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "\(count) bands are impossible",
                nextStep: "use 1 to \(Self.maximumBandCount)")
        }
        bandCount = count
        global.setParameters(Self.parameters(bandCount: count))
        propertyDidChange(.numberOfBands, .global, 0)
    }

    /// The current bands.
    public var bands: [EQBand] { (0..<bandCount).map(band) }

    /// Sets the first bands, and bypasses the others.
    ///
    /// - Throws: `invalidPropertyValue` for too many bands; the error of a parameter for a value out of range. The
    ///   bands then do not change.
    public func setBands(_ bands: [EQBand]) throws(AudioUnitError) {
        guard bands.count <= bandCount else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "\(bands.count) bands are more than the unit's \(bandCount)",
                nextStep: "call setBandCount(_:) first")
        }
        for (index, band) in bands.enumerated() {
            let first = 1 + index * 5
            for (value, info) in zip(Self.values(of: band), global.parameters[first..<first + 5]) {
                try check(value, for: info, .global, 0)
            }
        }
        let before = global.values
        for (index, band) in bands.enumerated() {
            global.values.replaceSubrange(1 + index * 5..<6 + index * 5, with: Self.values(of: band))
        }
        for index in bands.count..<bandCount { global.values[1 + index * 5] = 1 }
        preset = nil
        parameterDidChange(.global, 0)
        for index in before.indices where global.values[index] != before[index] {
            tellParameterListeners(global.parameters[index].id, .global, 0, global.values[index])
        }
    }

    override var numberSettings: [ClassInfo.Setting] { [ClassInfo.Setting(property: .numberOfBands, value: bandCount)] }

    override func check(_ setting: ClassInfo.Setting) throws(AudioUnitError) {
        if setting.property == .numberOfBands { try checkBandCount(setting.value) } else { try super.check(setting) }
    }

    override func apply(_ setting: ClassInfo.Setting) throws(AudioUnitError) { try takeBandCount(setting.value) }

    /// A band by the order of `parameters(bandCount:)`.
    private func band(_ index: Int) -> EQBand {
        let first = 1 + index * 5
        let kind = FilterType(rawValue: UInt32(global.values[first + 1])) ?? .parametric
        return EQBand(
            kind, frequency: Double(global.values[first + 2]), gain: Double(global.values[first + 3]),
            bandwidth: Double(global.values[first + 4]),
            isBypassed: global.values[first] != 0)
    }

    /// A band's parameters in that order.
    private static func values(of band: EQBand) -> [Float] {
        [
            band.isBypassed ? 1 : 0, Float(band.kind.rawValue), Float(band.frequency), Float(band.gain),
            Float(band.bandwidth),
        ]
    }

    private static func parameters(bandCount: Int) -> [ParameterInfo] {
        let gain = ParameterInfo(
            id: Parameter.globalGain, name: "Global Gain", unit: .decibels, range: -96...24, defaultValue: 0,
            canRamp: true)
        return (0..<bandCount).reduce(into: [gain]) { list, index in
            let band = ParameterClump(id: UInt32(index + 1), name: "Band \(index + 1)"), name = "\(band.name) "
            list += [
                ParameterInfo(
                    id: Parameter.bypassBand + index, name: name + "Bypass", unit: .boolean, range: 0...1,
                    defaultValue: 1, clump: band),
                ParameterInfo(
                    id: Parameter.filterType + index, name: name + "Filter Type", unit: .indexed, range: 0...10,
                    defaultValue: 0,
                    valueNames: FilterType.allCases.map { "\($0)" }, clump: band),
                .frequency(Parameter.frequency + index, name + "Frequency", from: 20, defaultValue: 1000, clump: band),
                ParameterInfo(
                    id: Parameter.gain + index, name: name + "Gain", unit: .decibels, range: -96...24, defaultValue: 0,
                    canRamp: true, clump: band),
                ParameterInfo(
                    id: Parameter.bandwidth + index, name: name + "Bandwidth", unit: .octaves, range: 0.05...5,
                    defaultValue: 0.5, canRamp: true, clump: band),
            ]
        }
    }
}
