public import KKConvert
public import KKPCM

extension ComponentDescription {
    /// The head of a graph that the program renders itself, without a device.
    public static let genericOutput = ComponentDescription(type: .outputUnit, subType: "genr")
}

/// The head of a graph that the program renders itself, with an input in place of a microphone:
/// `kAudioUnitSubType_GenericOutput` with the two elements of Core Audio's I/O units.
///
/// ```
///                  element 0: output                       element 1: input, disabled by default
///  unit ─► input scope, bus 0 ─► output scope, bus 0 ─► whoever renders
///                       source ─► input scope, bus 1 ─► output scope, bus 1 ─► unit
/// ```
///
/// Element 0 renders its input directly into the caller's buffer. Element 1 gives the frames of a ``KKPCM/FrameSource``
/// in place of a microphone: each frame is the source's frame with the same number, and silence after its end. Bus 1
/// depends on no other input, so it may feed bus 0 of the same unit.
///
/// An element converts between the formats of its two buses: rate, channels (from layout to layout), depth. A bus that
/// was never set and is not connected has the rate and the channels of the other side, as Float32 with a buffer per
/// channel. If both have the same rate and channels, nothing is computed. A source of element 1 has the format of its
/// input scope.
///
/// If the rates differ, the input is pulled on its own time line from zero, as in ``Converter``; otherwise at the
/// output's times.
///
/// ## Allocation
/// In ``AudioUnit/initialize()``.
///
/// Source: AUComponent.h, AudioUnitProperties.h (`kAudioOutputUnitProperty_…`). That a disabled input element throws
/// `cannotDoInCurrentContext`, and a disabled output element gives silence, is kkmix's own decision.
public final class GenericOutput: AudioUnit {
    /// Whether bus 0 gives its input; otherwise it gives silence and pulls nothing.
    public internal(set) var isOutputEnabled = true
    /// Whether bus 1 gives the frames of ``inputSource``.
    public internal(set) var isInputEnabled = false
    /// The source in place of a microphone.
    public internal(set) var inputSource: (any FrameSource)?
    /// Called before each slice of bus 0 while the input is enabled, when the frames of that slice can be rendered from
    /// bus 1 (`kAudioOutputUnitProperty_SetInputCallback`). Its bus argument is 1. An error stops the render.
    public var inputCallback: InputCallback?
    /// Whether ``start()`` was called, and ``stop()`` not since then. Rendering needs neither.
    public internal(set) var isRunning = false

    /// The frame of the source that is read next; `nil` if it is not known where the source stands.
    private var inputPosition: Int64?
    /// The time at which it had no more frames; `nil` while it has.
    private var inputEnd: Int64?
    /// What element 0 gives, and element 1, where the formats of their sides differ.
    private var convertedInput: ConvertedInput?
    private var convertedSource: (any FrameSource)?
    /// The quality of rate conversion. A change applies from the next initialization.
    public var quality: ResamplerQuality = .high

    /// Reports that `frames` frames can be rendered from `bus`, the first at `time`.
    public typealias InputCallback = (_ flags: RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int) throws
        -> Void

    public init() {
        super.init(.genericOutput, inputCount: 2, outputCount: 2)
    }

    public override var supportedChannelPairs: [ChannelPair] { [.any] }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        let (input, output) = (inputs[element], outputs[element])
        let (changed, other) = scope == .input ? (input, output) : (output, input)
        if !other.isFormatSet && !other.isLayoutSet { other.follow(changed) }
    }

    /// Whether an element's sides differ in what is inside: depth is the buses' own business.
    private func converts(_ element: Int) -> Bool {
        inputs[element].format != outputs[element].format || inputs[element].layout != outputs[element].layout
    }

    private func matrix(_ element: Int) -> ChannelMatrix {
        .mixing(inputs[element].layout, to: outputs[element].layout)
    }

    override func dependsOnInputs(outputBus: Int) -> Bool { outputBus == 0 }

    override func validate() throws(AudioUnitError) {
        if inputs[1].isSupplied {
            throw AudioUnitError(
                .invalidElement, place: place(.input, 1), "the input element takes a source, not a unit or callback",
                nextStep: "call setInputSource(_:)")
        }
        guard isInputEnabled else { return }
        guard let inputSource else {
            throw AudioUnitError(
                .noConnection, place: place(.input, 1), "the input element has no source",
                nextStep: "call setInputSource(_:)")
        }
        if inputSource.format != inputs[1].format {
            throw AudioUnitError(
                .formatNotSupported, place: place(.input, 1),
                "the source has the format [\(inputSource.format)], the bus [\(inputs[1].format)]",
                nextStep: "read the file in the bus's format, or set that of the bus")
        }
    }

    override func prepare() throws(AudioUnitError) {
        if converts(0) { convertedInput = try ConvertedInput(of: self, bus: 0, by: matrix(0), quality: quality) }
        guard isInputEnabled, converts(1) else { return }
        do {
            convertedSource = try inputSource?.converted(
                by: matrix(1), toSampleRate: outputs[1].format.sampleRate, quality: quality)
        } catch {
            throw AudioUnitError(
                .formatNotSupported, kind: error.kind, place: place(.input, 1), error.problem, nextStep: error.nextStep)
        }
    }

    override func unprepare() {
        stop()
        convertedInput = nil
        convertedSource = nil
    }

    override func resetState() {
        convertedInput?.reset()
        inputPosition = nil
        inputEnd = nil
    }

    override func endTime(ofOutput bus: Int, from time: AudioTime) -> Int64? {
        if bus == 1 { return inputEnd }
        guard isOutputEnabled, inputs[0].isSupplied else { return 0 }
        guard let convertedInput else { return inputs[0].endTime }
        return convertedInput.endTime(ofInput: inputs[0].endTime)
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        if bus == 1 {
            try read(&flags, time: time, frameCount: frameCount, into: &buffer)
            return
        }
        if isInputEnabled, let inputCallback { try inputCallback(flags, time, 1, frameCount) }
        if isOutputEnabled, let convertedInput {
            let isSameRate = inputs[0].format.sampleRate == outputs[0].format.sampleRate
            // Nothing is kept from the slice before, and the input begins where this one does.
            if isSameRate { convertedInput.reset() }
            try convertedInput.render(time, startsAtZero: !isSameRate, frameCount: frameCount, into: &buffer)
        } else if isOutputEnabled {
            flags.formUnion(try pullInput(0, flags, time: time, frameCount: frameCount, into: &buffer))
        } else {
            buffer.silence(0..<frameCount)
            flags.insert(.outputIsSilence)
        }
    }

    private func read(
        _ flags: inout RenderActionFlags, time: AudioTime, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        guard isInputEnabled, let source = convertedSource ?? inputSource else {
            throw AudioUnitError(
                .cannotDoInCurrentContext, place: place(.output, 1), "the input element is disabled",
                nextStep: "enable it before initialize()")
        }
        if time.sampleTime != inputPosition {
            inputPosition = nil
            try source.seek(to: max(0, time.sampleTime))
        }
        let wait = time.sampleTime < 0 ? Int(min(UInt64(frameCount), time.sampleTime.magnitude)) : 0
        buffer.silence(0..<wait)
        let count = try source.readFully(into: &buffer, at: wait, frameCount: frameCount - wait)
        buffer.silence(wait + count..<frameCount)
        if count == 0 { flags.insert(.outputIsSilence) }
        inputEnd = wait + count < frameCount ? time.advanced(by: wait + count).sampleTime : nil
        inputPosition = time.sampleTime + Int64(frameCount)
    }
}
