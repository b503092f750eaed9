public import KKDSP
internal import KKPCM

/// An effect: a unit made of a kernel and parameters.
///
/// The kernel is the arithmetic; everything else of a unit is here: formats, bypass, latency and tail, events, class
/// info. Every effect of kkmix is one of these, and so is your own:
///
/// ```
/// let gain = ComponentDescription(type: .effectUnit, subType: "gain", manufacturer: "Demo")
/// let component = AudioComponent(gain, "Demo: Gain") {
///     Effect<GainKernel>(
///         gain,
///         parameters: [
///             ParameterInfo(id: 0, name: "Gain", unit: .linearGain, range: 0...2, defaultValue: 1)
///         ]
///     ) { kernel, values in kernel.factor = Float(values[0]) }
/// }
/// ```
///
/// Parameters are global, and may change between slices and, with events, at any frame. Some follow ramps
/// (``ParameterInfo/canRamp``): the kernel then gets new settings for each frame, and processes it alone. The latency
/// of an initialized unit changes only at a reset.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``, where the kernel is made.
public class Effect<Kernel: EffectKernel & ~Copyable>: EffectUnit {
    /// Sets a kernel by the parameter values. It is called for a new kernel and during rendering, for every frame of a
    /// ramp, so it must not allocate. It does not know the unit.
    public typealias Configuration = (_ kernel: inout Kernel, _ values: ParameterValues) -> Void

    let configuration: Configuration
    /// There while the unit is initialized.
    private var kernel: Kernel?
    /// Latency and tail as those who listen know them; `nil` while nobody does.
    private var knownTimes: (latency: Double, tail: Double)?

    /// - Parameters:
    ///   - component: what the unit is found by, of the type ``KKPCM/FourCharCode/effectUnit``.
    ///   - parameters: the defaults are within the ranges.
    public init(
        _ component: ComponentDescription, parameters: [ParameterInfo], configuration: @escaping Configuration
    ) {
        self.configuration = configuration
        super.init(component, inputCount: 1, parameters: parameters)
    }

    init(
        _ component: ComponentDescription, inputCount: Int, parameters: [ParameterInfo],
        configuration: @escaping Configuration
    ) {
        self.configuration = configuration
        super.init(component, inputCount: inputCount, parameters: parameters)
    }

    override func apply(_ preset: FactoryPreset) {
        set(presets[Int(preset.number)])
        update()
    }

    /// Has the kernel work on `frames` of `buffer`.
    func work(_ kernel: inout Kernel, on frames: Range<Int>, in buffer: inout PCMBuffer) {
        kernel.process(frames, in: &buffer)
    }

    private func work(on frames: Range<Int>, in buffer: inout PCMBuffer) {
        if var current = kernel.take() {
            work(&current, on: frames, in: &buffer)
            kernel = consume current
        }
    }

    /// What the unit does to a kernel; for kinds whose settings are more than parameters.
    func configure(_ kernel: inout Kernel) { configuration(&kernel, ParameterValues(global)) }

    /// Has the settings hold from the next frame on.
    func update() {
        reconfigure()
        tellTimes()
    }

    private func reconfigure() {
        if var current = kernel.take() {
            configure(&current)
            kernel = consume current
        }
    }

    public override var latency: Double { ask { Double($0.latency) / workingRate } }

    public override var tailTime: Double { ask { $0.tailFrameCount.map { Double($0) / workingRate } ?? .infinity } }

    public override func magnitude(atFrequency frequency: Double) -> Double? {
        ask { $0.magnitude(atFrequency: frequency) }
    }

    override func magnitudes(atFrequencies frequencies: [Double]) -> [Double] {
        ask { kernel in frequencies.compactMap { kernel.magnitude(atFrequency: $0) } }
    }

    public override var supportedChannelPairs: [ChannelPair] {
        Kernel.channelCounts.isEmpty ? [.same] : Kernel.channelCounts.map { ChannelPair(input: $0, output: $0) }
    }

    override func validate() throws(AudioUnitError) {
        try super.validate()
        try requireRate(upTo: Kernel.highestSampleRate)
    }

    override func prepare() {
        kernel = makeKernel(channelCount: outputs[0].format.channelCount, maximumFrameCount: maximumFramesPerSlice)
    }

    override var workByteCount: Int {
        let channelCount = outputs[0].format.channelCount
        return ask { $0.heldByteCount(channelCount: channelCount) }
    }

    override func unprepare() { kernel = nil }

    override func resetState() {
        kernel?.reset()
        tellTimes()
    }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        super.formatDidChange(scope, element)
        tellTimes()
    }

    override func parameterDidChange(_ scope: Scope, _ element: Int) { update() }

    override func listenerWasAdded() { if knownTimes == nil { knownTimes = (latency, tailTime) } }

    override func makeAnother() throws(AudioUnitError) -> AudioUnit {
        guard type(of: self) == Effect<Kernel>.self else { return try super.makeAnother() }
        return Effect(component, parameters: global.parameters, configuration: configuration)
    }

    override var isAtRest: Bool { kernel?.isAtRest ?? true }

    override func skip(_ frameCount: Int) { kernel?.skip(frameCount) }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) {
        guard global.isRamping else {
            work(on: 0..<frameCount, in: &buffer)
            return
        }
        for frame in 0..<frameCount {
            global.followRamps(to: frame)
            reconfigure()
            work(on: frame..<frame + 1, in: &buffer)
        }
    }

    /// The rate of both buses, or the highest one that there is a kernel for.
    private var workingRate: Double { min(outputs[0].format.sampleRate, Kernel.highestSampleRate) }

    private func makeKernel(channelCount: Int, maximumFrameCount: Int) -> Kernel {
        var new = Kernel(channelCount: channelCount, sampleRate: workingRate, maximumFrameCount: maximumFrameCount)
        configure(&new)
        // A latency is that of the settings at the last reset.
        new.reset()
        return new
    }

    /// What the kernel says; while there is none, what one would.
    func ask<Answer>(_ question: (borrowing Kernel) -> Answer) -> Answer {
        switch kernel {
        case .some(let kernel): question(kernel)
        case nil: question(makeKernel(channelCount: 0, maximumFrameCount: 1))
        }
    }

    private func tellTimes() {
        guard let known = knownTimes else { return }
        let now = (latency: latency, tail: tailTime)
        knownTimes = now
        if now.latency != known.latency { propertyDidChange(.latency, .global, 0) }
        if now.tail != known.tail { propertyDidChange(.tailTime, .global, 0) }
    }
}

/// The values of an effect's parameters, by number.
public struct ParameterValues {
    private let infos: [ParameterInfo]
    private let values: [Float]

    init(_ element: Element) {
        infos = element.parameters
        values = element.values
    }

    /// The value of one of the effect's parameters; any other number is a programming error.
    public subscript(_ id: ParameterID) -> Double {
        guard let index = infos.firstIndex(where: { $0.id == id }) else {
            preconditionFailure("the effect has no parameter \(id)")
        }
        return Double(values[index])
    }
}
