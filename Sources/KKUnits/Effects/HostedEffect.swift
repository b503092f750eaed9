public import KKPCM

/// What works on the frames of a ``HostedEffect``: a plug-in, which may be in another process.
///
/// It belongs to one unit and one stream. Slices must show in no bit.
public protocol EffectProcessor: AnyObject {
    /// Frames by which the output is later than the input, the same as long as it lives.
    var latency: Int { get }

    /// Works on `frames` of every channel of `buffer`, in place.
    ///
    /// - Parameter values: those of the unit's parameters, in their order.
    /// - Throws: what stops the render.
    func process(_ frames: Range<Int>, in buffer: inout PCMBuffer, values: [Float]) throws

    /// Silence behind: the next frame is the first one again.
    func reset() throws
}

/// An effect whose frames are worked on elsewhere.
///
/// Parameters are global. One that changes holds for the frames that the processor takes next, and follows no ramp.
/// Nobody knows how long such an effect goes on, so its tail is 0.
///
/// ## Allocation
/// The processor's: it is made in ``AudioUnit/initialize()``, or before, for who asks for the latency.
public final class HostedEffect: EffectUnit {
    /// Makes what works on a stream.
    ///
    /// - Parameter values: those of the parameters.
    public typealias Maker = (_ format: StreamDescription, _ values: [Float]) throws -> any EffectProcessor

    private let pairs: [ChannelPair]
    private let maker: Maker
    private var processor: (any EffectProcessor)?
    private var isFresh = true
    /// What was made for who asked for the latency, and for which settings; initialization takes it where it fits.
    private var found: (format: StreamDescription, values: [Float], latency: Int, processor: (any EffectProcessor)?)?

    /// - Parameters:
    ///   - component: what the unit is found by, of the type ``KKPCM/FourCharCode/effectUnit``.
    ///   - parameters: the defaults are within the ranges.
    ///   - channelPairs: the channel counts that it takes.
    public init(
        _ component: ComponentDescription, parameters: [ParameterInfo], channelPairs: [ChannelPair],
        maker: @escaping Maker
    ) {
        (pairs, self.maker) = (channelPairs, maker)
        super.init(component, parameters: parameters)
    }

    public override var supportedChannelPairs: [ChannelPair] { pairs }

    /// What cannot be made has none; ``AudioUnit/initialize()`` says why.
    public override var latency: Double {
        let format = outputs[0].format
        if let processor { return Double(processor.latency) / format.sampleRate }
        if found?.format != format || found?.values != global.values {
            let made = try? maker(format, global.values)
            found = (format, global.values, made?.latency ?? 0, made)
        }
        return Double(found?.latency ?? 0) / format.sampleRate
    }

    override func prepare() throws(AudioUnitError) {
        let isFound = found.map { $0.format == outputs[0].format && $0.values == global.values } ?? false
        processor = isFound ? found?.processor : nil
        found?.processor = nil
        isFresh = true
        if processor != nil { return }
        do {
            processor = try maker(outputs[0].format, global.values)
        } catch {
            let failure = error as? any Failure
            throw AudioUnitError(
                .failedInitialization, kind: failure?.kind, place: failure?.place ?? name,
                failure?.problem ?? "\(error)", nextStep: failure?.nextStep)
        }
    }

    override func unprepare() { processor = nil }

    override func resetState() { isFresh = false }

    override func makeAnother() throws(AudioUnitError) -> AudioUnit {
        HostedEffect(component, parameters: global.parameters, channelPairs: pairs, maker: maker)
    }

    override var isAtRest: Bool { false }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) throws {
        if !isFresh { try processor?.reset() }
        isFresh = true
        try processor?.process(0..<frameCount, in: &buffer, values: global.values)
    }
}
