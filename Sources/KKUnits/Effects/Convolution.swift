public import KKDSP
internal import KKPCM

extension ComponentDescription {
    /// kkmix's own; Core Audio does not have it.
    public static let convolution = ComponentDescription(type: .effectUnit, subType: "conv", manufacturer: .kkmix)
}

extension PropertyID {
    /// kkmix's own: numbers from 64,000 are for makers of units (AudioUnitProperties.h).
    public static let impulseResponse: PropertyID = 64_000
}

extension AudioUnitProperty where Value == [[Float]] {
    /// Of a ``Convolution``: the samples of each channel.
    public static var impulseResponse: Self {
        Self(global: .impulseResponse) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.impulseResponse, Convolution.self).impulseResponse.channels
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.impulseResponse, Convolution.self).setImpulseResponse(value)
        }
    }
}

/// Convolution with the impulse response of a room or a filter: kkmix's own, `'aufx' 'conv' 'kkmx'`.
///
/// See ``KKDSP/ConvolutionKernel`` for the arithmetic and its sources, and ``KKDSP/ImpulseResponse`` for the channels
/// of a response. The response must have the sound's rate: the unit does not convert it. A new unit has a single
/// impulse, which passes the sound unchanged.
///
/// Latency: an eighth of the response as a power of two, at least 64 frames; of one of more than 32,768 frames a half, up
/// to 131,072 frames. Tail: the response.
public final class Convolution: Effect<ConvolutionKernel> {
    public enum Parameter {
        /// 0 … 100 %; 100.
        public static let dryWetMix: ParameterID = 0
        /// The gain of the convolved sound: −60 … 40 dB; 0.
        public static let gain: ParameterID = 1
        /// Whether the response is scaled to the energy 1: 0 or 1; 0.
        public static let normalize: ParameterID = 2
    }

    public private(set) var impulseResponse = ImpulseResponse.impulse
    private var kernelWorkers: (any KernelWorkers)?

    public init() {
        super.init(
            .convolution,
            parameters: [
                ParameterInfo(
                    id: Parameter.dryWetMix, name: "Dry/Wet Mix", unit: .percent, range: 0...100, defaultValue: 100,
                    canRamp: true),
                ParameterInfo(
                    id: Parameter.gain, name: "Gain", unit: .decibels, range: -60...40, defaultValue: 0, canRamp: true),
                ParameterInfo(
                    id: Parameter.normalize, name: "Normalize", unit: .boolean, range: 0...1, defaultValue: 0),
            ]
        ) { convolution, values in
            convolution.settings = .init(
                wetDryMix: values[Parameter.dryWetMix], gain: values[Parameter.gain],
                isNormalized: values[Parameter.normalize] != 0)
        }
    }

    override func configure(_ kernel: inout ConvolutionKernel) {
        kernel.setResponse(impulseResponse)
        kernel.workers = kernelWorkers
        super.configure(&kernel)
    }

    package override func setKernelWorkers(_ workers: (any KernelWorkers)?) {
        guard workers !== kernelWorkers else { return }
        kernelWorkers = workers
        update()
    }

    /// Sets the impulse response.
    ///
    /// - Parameter channels: samples at the sound's rate; shorter channels are silent after their ends.
    /// - Throws: `initialized`; `invalidPropertyValue` for no channel or more than 64, for more than
    ///   ``KKDSP/ImpulseResponse/longest`` frames, and for samples that are not finite.
    public func setImpulseResponse(_ channels: [[Float]]) throws(AudioUnitError) {
        try requireUninitialized("the impulse response cannot be changed", place: name)
        try check(channels)
        impulseResponse = ImpulseResponse(channels)
        update()
        propertyDidChange(.impulseResponse, .global, 0)
    }

    private func check(_ channels: [[Float]]) throws(AudioUnitError) {
        func refusal(_ problem: String, _ nextStep: String) -> AudioUnitError {
            AudioUnitError(.invalidPropertyValue, place: name, problem, nextStep: nextStep)
        }
        guard (1...ImpulseResponse.mostChannels).contains(channels.count) else {
            throw refusal(
                "an impulse response of \(channels.count) channels is impossible",
                "use 1 to \(ImpulseResponse.mostChannels)")
        }
        if let long = channels.first(where: { $0.count > ImpulseResponse.longest }) {
            throw refusal(
                "an impulse response of \(long.count) frames is too long", "use up to \(ImpulseResponse.longest)")
        }
        if channels.contains(where: { $0.contains { !$0.isFinite } }) {
            throw refusal("the impulse response has samples that are not finite", "use numbers")
        }
    }

    override func validate() throws(AudioUnitError) {
        try super.validate()
        try checkChannels(outputs[0].format.channelCount)
    }

    /// - Throws: `formatNotSupported` if a sound of so many channels has no way through the response.
    package func checkChannels(_ count: Int) throws(AudioUnitError) {
        if impulseResponse.fits(count) { return }
        let has = impulseResponse.channels.count
        throw AudioUnitError(
            .formatNotSupported, place: name,
            "an impulse response of \(has) channels cannot be used with a sound of \(count)",
            nextStep: "use a file with \(count <= 2 ? "1, 2 or 4" : "1 or \(count)") channels")
    }

    override var listedSettings: [ClassInfo.List] {
        impulseResponse.channels.enumerated().map {
            ClassInfo.List(property: .impulseResponse, scope: .global, element: $0, values: $1)
        }
    }

    override func check(_ list: ClassInfo.List) throws(AudioUnitError) {
        guard list.property == .impulseResponse, list.scope == .global,
            (0..<ImpulseResponse.mostChannels).contains(list.element)
        else { return try super.check(list) }
        try check([list.values])
    }

    /// One channel after the other: the first one is the first of a new response.
    override func apply(_ list: ClassInfo.List) {
        if isInitialized { return }
        let kept = impulseResponse.channels.prefix(list.element)
        impulseResponse = ImpulseResponse(kept + [list.values])
        update()
    }

    override func checkBecoming(_ other: AudioUnit) throws(AudioUnitError) {
        guard (other as? Convolution)?.impulseResponse.channels != impulseResponse.channels else { return }
        try requireUninitialized("the impulse response cannot be changed", place: name)
    }
}
