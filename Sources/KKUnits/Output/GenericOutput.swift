public import KKPCM

/// The head of a graph that is rendered by hand, and a way in for what a microphone would give:
/// `kAudioUnitSubType_GenericOutput` with the two elements of Core Audio's I/O units.
///
/// ```
///                  element 0: output                       element 1: input, disabled by default
///  unit ─► input scope, bus 0 ─► output scope, bus 0 ─► whoever renders
///                       source ─► input scope, bus 1 ─► output scope, bus 1 ─► unit
/// ```
///
/// Element 0 renders its input straight into the caller's buffer. Element 1 gives the frames of a ``KKPCM/FrameSource``
/// that stands where the microphone was: what is heard at a frame is the source's frame of that number, and silence
/// behind its end. Since bus 1 is made of no input, it may feed this very unit's bus 0.
///
/// The buses of an element always have one format and layout: setting either sets both. The source of element 1 must
/// have that format.
///
/// ## Allocation
/// None beyond AudioUnit's.
///
/// Source: AUComponent.h, AudioUnitProperties.h (`kAudioOutputUnitProperty_…`). That a disabled input element answers
/// `cannotDoInCurrentContext`, and a disabled output element silence, is kkmix's own decision.
public final class GenericOutput: AudioUnit {
    /// Whether bus 0 gives what comes into the unit; while it does not, it gives silence and pulls nothing.
    public internal(set) var isOutputEnabled = true
    /// Whether bus 1 gives the frames of ``inputSource``.
    public internal(set) var isInputEnabled = false
    /// What stands where the microphone was.
    public internal(set) var inputSource: (any FrameSource)?
    /// Called before each slice of bus 0 while input is enabled, when the frames of that slice can be rendered from bus
    /// 1: what `kAudioOutputUnitProperty_SetInputCallback` sets. The bus that it is told is 1. An error stops the
    /// render.
    public var inputCallback: InputCallback?
    /// Whether ``start()`` was called and ``stop()`` not since. Rendering by hand needs neither.
    public internal(set) var isRunning = false

    /// The frame of the source that is read next; `nil` when it is not known where the source stands.
    private var inputPosition: Int64?

    /// Says that `frames` frames can be rendered from `bus`, of which the first is at `time`.
    public typealias InputCallback = (_ flags: RenderActionFlags, _ time: AudioTime, _ bus: Int, _ frames: Int) throws
        -> Void

    public init() {
        super.init(.genericOutput, inputCount: 2, outputCount: 2)
    }

    public override var supportedChannelPairs: [ChannelPair] { [.same] }

    override func formatDidChange(_ scope: Scope, _ element: Int) {
        let (changed, other) =
            scope == .input ? (inputs[element], outputs[element]) : (outputs[element], inputs[element])
        other.format = changed.format
        other.layout = changed.layout
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

    override func unprepare() {
        stop()
    }

    override func resetState() {
        inputPosition = nil
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        if bus == 1 {
            try read(&flags, time: time, frameCount: frameCount, into: &buffer)
            return
        }
        if isInputEnabled, let inputCallback { try inputCallback(flags, time, 1, frameCount) }
        if isOutputEnabled {
            flags.formUnion(try pullInput(0, flags, time: time, frameCount: frameCount, into: &buffer))
        } else {
            buffer.silence(0..<frameCount)
            flags.insert(.outputIsSilence)
        }
    }

    private func read(
        _ flags: inout RenderActionFlags, time: AudioTime, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        guard isInputEnabled, let inputSource else {
            throw AudioUnitError(
                .cannotDoInCurrentContext, place: place(.output, 1), "the input element is disabled",
                nextStep: "enable it before initialize()")
        }
        if time.sampleTime != inputPosition {
            inputPosition = nil
            try inputSource.seek(to: max(0, time.sampleTime))
        }
        let wait = time.sampleTime < 0 ? Int(min(UInt64(frameCount), time.sampleTime.magnitude)) : 0
        buffer.silence(0..<wait)
        let count = try inputSource.readFully(into: &buffer, at: wait, frameCount: frameCount - wait)
        buffer.silence(wait + count..<frameCount)
        if count == 0 { flags.insert(.outputIsSilence) }
        inputPosition = time.sampleTime + Int64(frameCount)
    }
}
