internal import KKPCM

/// One bus in, one bus of the same format out, and something done to the frames on the way: `AUEffectBase`.
///
/// Both buses have one rate and number of channels, and one layout: setting either sets the other, too, unless that was
/// set itself or comes with a connection. The unit cannot be initialized where they differ. The input is pulled into the
/// caller's buffer and worked on there.
///
/// A unit that rings or repeats keeps sounding when its input falls silent, and says that its output is silence when
/// nothing is left in it. Whether the input was marked as silence is a hint that saves work and changes no bit.
///
/// ``Effect`` is what every one of them is.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
///
/// Source: the behavior of AUEffectBase in Apple's Audio Unit SDK.
public class EffectUnit: AudioUnit {
    /// Whether the input passes as it is (`kAudioUnitProperty_BypassEffect`). Turning it off forgets what was heard
    /// before.
    public var isBypassed = false {
        didSet {
            if isBypassed == oldValue { return }
            if !isBypassed && isInitialized { resetState() }
            propertyDidChange(.bypassEffect, .global, 0)
        }
    }

    /// Whether the input is pulled into the caller's buffer, and not into the unit's own first
    /// (`kAudioUnitProperty_InPlaceProcessing`). The sound is the same.
    public var processesInPlace = true {
        didSet { if processesInPlace != oldValue { propertyDidChange(.inPlaceProcessing, .global, 0) } }
    }

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
        if scope == .input { outputs[0].follow(inputs[0]) } else { inputs[0].follow(outputs[0]) }
    }

    override func validate() throws(AudioUnitError) { try requireSameFormats() }

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
