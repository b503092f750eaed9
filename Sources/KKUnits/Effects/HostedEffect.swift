public import KKPCM

/// What works on the frames of a ``HostedEffect``: a plug-in, which may be in another process.
///
/// It belongs to one unit and one stream. Slices must show in no bit.
public protocol EffectProcessor: AnyObject {
    /// Frames by which the output is later than the input, the same as long as it lives.
    var latency: Int { get }

    /// Channels of a key, which are in the buffer behind those of the sound; 0 for an effect without one.
    var keyChannelCount: Int { get }

    /// Works on `frames` of every channel of `buffer`, in place.
    ///
    /// - Parameter values: those of the unit's parameters, in their order.
    /// - Throws: what stops the render.
    func process(_ frames: Range<Int>, in buffer: inout PCMBuffer, values: [Float]) throws

    /// Silence behind: the next frame is the first one again.
    func reset() throws

    /// What it keeps beside the values of the parameters, for a new one; empty where that is nothing.
    func savedState() throws -> [UInt8]
}

extension EffectProcessor {
    public var keyChannelCount: Int { 0 }
}

/// An effect whose frames are worked on elsewhere.
///
/// Parameters are global. One that changes holds for the frames that the processor takes next, and follows no ramp.
/// Nobody knows how long such an effect goes on, so its tail is 0.
///
/// One with a side chain has a second bus for its key, with any number of channels, at the rate of the sound. Without a key
/// the side chain is silent. A key of one channel, or of another number than the side chain has, is the mean of its channels
/// in each of them. It is pulled with every slice.
///
/// What the processor keeps beside the parameters is its state: bytes that presets have, and ``ClassInfo/data``. With
/// another state, silence is behind.
///
/// ## Allocation
/// The processor's: it is made in ``AudioUnit/initialize()``, or before, for who asks for the latency, and in the slice
/// after a change of the state.
public final class HostedEffect: EffectUnit {
    /// Makes what works on a stream.
    ///
    /// - Parameters:
    ///   - values: those of the parameters.
    ///   - state: what a preset has, or an earlier one had saved; empty for that of a new one.
    public typealias Maker = (
        _ format: StreamDescription, _ values: [Float], _ state: [UInt8]
    ) throws -> any EffectProcessor

    private let pairs: [ChannelPair]
    private let ownPresets: [EffectPreset]
    private let maker: Maker
    private var processor: (any EffectProcessor)?
    private var isFresh = true
    /// Sound and key together.
    private var both = PCMBuffer(channelCount: 0, frameCapacity: 0)
    private var state: [UInt8] = [] {
        didSet { if state != oldValue { processor = nil } }
    }
    /// What was made for who asked for the latency, and for which settings; initialization takes it where it fits.
    private var found: (settings: Settings, latency: Int, processor: (any EffectProcessor)?)?

    private struct Settings: Equatable {
        var format: StreamDescription
        var values: [Float]
        var state: [UInt8]
    }

    /// - Parameters:
    ///   - component: what the unit is found by, of the type ``KKPCM/FourCharCode/effectUnit``.
    ///   - parameters: the defaults are within the ranges.
    ///   - presets: of values within the ranges.
    ///   - hasSideChain: whether there is a bus for a key.
    ///   - channelPairs: the channel counts that it takes.
    public init(
        _ component: ComponentDescription, parameters: [ParameterInfo], presets: [EffectPreset] = [],
        hasSideChain: Bool = false, channelPairs: [ChannelPair], maker: @escaping Maker
    ) {
        (pairs, ownPresets, self.maker) = (channelPairs, presets, maker)
        super.init(component, inputCount: hasSideChain ? 2 : 1, parameters: parameters)
    }

    package override var presets: [EffectPreset] { ownPresets }

    override func apply(_ preset: FactoryPreset) {
        set(presets[Int(preset.number)])
        state = presets[Int(preset.number)].state
    }

    public override var supportedChannelPairs: [ChannelPair] { pairs }

    /// What cannot be made has none; ``AudioUnit/initialize()`` says why.
    public override var latency: Double {
        let format = outputs[0].format
        if let processor { return Double(processor.latency) / format.sampleRate }
        if found?.settings != settings {
            let made = try? make()
            found = (settings, made?.latency ?? 0, made)
        }
        return Double(found?.latency ?? 0) / format.sampleRate
    }

    private var settings: Settings { Settings(format: outputs[0].format, values: global.values, state: state) }

    private func make() throws -> any EffectProcessor { try maker(outputs[0].format, global.values, state) }

    /// What was made for these settings, or is made now.
    private func taken() throws -> any EffectProcessor {
        let known = found?.settings == settings ? found?.processor : nil
        found?.processor = nil
        let taken = try known ?? make(), keyCount = inputs.count > Self.keyBus ? taken.keyChannelCount : 0
        both = PCMBuffer(
            channelCount: keyCount == 0 ? 0 : outputs[0].format.channelCount + keyCount,
            frameCapacity: keyCount == 0 ? 0 : maximumFramesPerSlice)
        return taken
    }

    override func prepare() throws(AudioUnitError) {
        isFresh = true
        do {
            processor = try taken()
        } catch {
            let failure = error as? any Failure
            throw AudioUnitError(
                .failedInitialization, kind: failure?.kind, place: failure?.place ?? name,
                failure?.problem ?? "\(error)", nextStep: failure?.nextStep)
        }
    }

    override func unprepare() {
        processor = nil
        both = PCMBuffer(channelCount: 0, frameCapacity: 0)
    }

    override func resetState() { isFresh = false }

    override func makeAnother() throws(AudioUnitError) -> AudioUnit {
        HostedEffect(
            component, parameters: global.parameters, presets: presets, hasSideChain: inputs.count > Self.keyBus,
            channelPairs: pairs, maker: maker)
    }

    /// One that cannot tell has what it was given.
    override var data: [UInt8]? {
        let saved = processor.flatMap { try? $0.savedState() } ?? state
        return saved.isEmpty ? nil : saved
    }

    override func check(_ data: [UInt8]) {}

    override func apply(_ data: [UInt8]) { state = data }

    override var isAtRest: Bool { false }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) throws {
        if !isFresh { try processor?.reset() }
        isFresh = true
        let working = try processor ?? taken()
        processor = working
        guard both.channelCount > 0 else {
            return try working.process(0..<frameCount, in: &buffer, values: global.values)
        }
        let soundCount = buffer.channelCount
        both.frameLength = frameCount
        for channel in 0..<soundCount {
            buffer.withMutableChannel(channel) { from in
                both.withMutableChannel(channel) { to in for frame in 0..<frameCount { to[frame] = from[frame] } }
            }
        }
        for channel in soundCount..<both.channelCount { putKey(into: channel, soundCount, frameCount) }
        try working.process(0..<frameCount, in: &both, values: global.values)
        for channel in 0..<soundCount {
            both.withChannel(channel) { from in
                buffer.withMutableChannel(channel) { to in for frame in 0..<frameCount { to[frame] = from[frame] } }
            }
        }
    }

    private func putKey(into channel: Int, _ soundCount: Int, _ frameCount: Int) {
        both.withMutableChannel(channel) { samples in
            for frame in 0..<frameCount { samples[frame] = 0 }
        }
        guard hasKey else { return }
        let key = inputs[Self.keyBus], count = key.buffer.channelCount
        let isOwn = count == both.channelCount - soundCount
        let channels = isOwn ? channel - soundCount..<channel - soundCount + 1 : 0..<count
        for part in channels {
            key.buffer.withChannel(part) { from in
                both.withMutableChannel(channel) { to in
                    for frame in 0..<frameCount { to[frame] += from[frame] / Float(channels.count) }
                }
            }
        }
    }
}
