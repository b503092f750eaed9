internal import KKPCM

/// One bus in, one bus of the same format out, and a change of the frames: `AUEffectBase`.
///
/// Both buses have the same rate, number of channels and layout: setting one sets the other, unless that was set itself
/// or is connected. The unit cannot be initialized if they differ. The input is pulled into the caller's buffer and
/// processed there.
///
/// A unit with a tail goes on when its input becomes silent, and marks its output as silence when the tail is over. The
/// silence mark of the input is a hint that saves work and changes no bit.
///
/// All of them are an ``Effect``.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
///
/// Source: the behavior of AUEffectBase in Apple's Audio Unit SDK.
public class EffectUnit: AudioUnit {
    /// Whether the input passes unchanged (`kAudioUnitProperty_BypassEffect`). Turning it off forgets all earlier
    /// sound.
    public var isBypassed = false {
        didSet {
            if isBypassed == oldValue { return }
            if !isBypassed && isInitialized { resetState() }
            propertyDidChange(.bypassEffect, .global, 0)
        }
    }

    /// Whether the input is pulled directly into the caller's buffer, not into the unit's own
    /// (`kAudioUnitProperty_InPlaceProcessing`). The sound is the same.
    public var processesInPlace = true {
        didSet { if processesInPlace != oldValue { propertyDidChange(.inPlaceProcessing, .global, 0) } }
    }

    /// The input bus of the key, of effects that another sound can control than the one that they change.
    public static var keyBus: Int { 1 }

    /// Whether there is a key.
    var hasKey: Bool { inputs.count > Self.keyBus && inputs[Self.keyBus].isSupplied }
    /// Whether the key of this slice is marked as silence.
    private(set) var isKeySilent = true

    init(_ component: ComponentDescription, inputCount: Int = 1, parameters: [ParameterInfo]) {
        super.init(component, inputCount: inputCount, outputCount: 1, globalParameters: parameters)
    }

    /// The settings that come with the unit, in the order of their numbers from 0 on.
    package var presets: [EffectPreset] { [] }

    public override var factoryPresets: [FactoryPreset] {
        presets.enumerated().map { FactoryPreset(number: Int32($0), name: $1.name) }
    }

    // What a kind of effect overrides.

    /// Works on the first `frameCount` frames of `buffer`, in place.
    ///
    /// - Throws: what stops the render.
    func apply(to buffer: inout PCMBuffer, frameCount: Int) throws {}

    /// Whether nothing of what was heard is left: silence in gives silence out, to the bit.
    var isAtRest: Bool { true }

    /// Counts frames of silence that went by while the unit was at rest, for a unit that does something after every so
    /// many frames.
    func skip(_ frameCount: Int) {}

    public override var supportedChannelPairs: [ChannelPair] { [.same] }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        if scope == .input && element == Self.keyBus { return }
        if scope == .input { outputs[0].follow(inputs[0]) } else { inputs[0].follow(outputs[0]) }
        if inputs.count > Self.keyBus { inputs[Self.keyBus].follow(inputs[0]) }
    }

    override func validate() throws(AudioUnitError) {
        try requireSameFormats()
        if !hasKey { return }
        let (sound, key) = (inputs[0].format.sampleRate, inputs[Self.keyBus].format.sampleRate)
        if sound == key { return }
        throw AudioUnitError(
            .formatNotSupported, place: place(.input, Self.keyBus),
            "the key has \(StreamDescription.rateText(key)) Hz, but the sound has \(StreamDescription.rateText(sound)) Hz",
            nextStep: "give both the same rate, or put a Converter before one")
    }

    /// Later than the input by what is held back in the kernel, and longer by what goes on.
    override func endTime(ofOutput bus: Int, from time: AudioTime) -> Int64? {
        guard let end = inputs[0].isSupplied ? inputs[0].endTime : 0 else { return nil }
        if isBypassed { return end }
        guard let tail = tailFrameCount else { return nil }
        return end.advanced(byFrames: Int64(latencyFrameCount)).advanced(byFrames: Int64(tail))
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        isKeySilent = true
        if hasKey {
            let pulled = try pullInput(Self.keyBus, flags, time: time, frameCount: frameCount)
            isKeySilent = pulled.contains(.outputIsSilence)
        }
        let pulled =
            try processesInPlace
            ? pullInput(0, flags, time: time, frameCount: frameCount, into: &buffer)
            : pullInput(0, flags, time: time, frameCount: frameCount)
        if !processesInPlace { buffer.copy(frameCount, framesFrom: inputs[0].buffer) }
        if isBypassed || (pulled.contains(.outputIsSilence) && isAtRest) {
            flags.formUnion(pulled.intersection(.outputIsSilence))
            if !isBypassed { skip(frameCount) }
            return
        }
        try lend(&buffer, frameCount: frameCount, to: "kernel", place: name) {
            try apply(to: &$0, frameCount: frameCount)
        }
    }
}
