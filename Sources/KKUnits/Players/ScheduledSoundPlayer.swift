internal import KKPCM

extension ComponentDescription {
    public static let scheduledSoundPlayer = ComponentDescription(type: .generatorUnit, subType: "sspl")
}

/// Plays slices of memory at exact places of the time line: `kAudioUnitSubType_ScheduledSoundPlayer`.
///
/// No input, one output bus. What is heard at a frame does not depend on how the time line is cut into render calls;
/// between slices there is silence.
///
/// ## Time
/// Places are counted from the start time (``scheduleStartTime(_:)``), and nothing is heard before there is one.
/// Setting another one moves all that is scheduled. ``AudioUnit/reset()`` and ``AudioUnit/uninitialize()`` clear the
/// schedule, complete every slice in order, and take the start time away. A player that is let go completes nothing.
///
/// ## Order
/// Slices play in the order of scheduling, one at a time. One whose place lies before the end of the one before waits
/// for that end and is then heard whole; one that is due before slices that were scheduled earlier therefore waits for
/// them. After a loop nothing is heard but what interrupts it.
///
/// Offline nothing comes late by itself, but a slice can be scheduled for a place that was rendered already, a start
/// time can be set in the past, and the time line can jump. The frames whose place has passed are then not heard, the
/// rest is heard where it belongs, and the slice is marked with ``ScheduledAudioSlice/Flags/beganToRenderLate``. A
/// slice that is complete is not heard again when the time line jumps back.
///
/// ## Allocation
/// In scheduling.
///
/// Source: AudioUnitProperties.h and AUComponent.h. Waiting, and being heard whole then, is a choice of kkmix where the
/// headers say nothing.
public class ScheduledSoundPlayer: AudioUnit {
    let schedule = PlaySchedule()

    public init() {
        super.init(.scheduledSoundPlayer, inputCount: 0, outputCount: 1)
    }

    /// For players of more than slices.
    init(_ component: ComponentDescription) {
        super.init(component, inputCount: 0, outputCount: 1)
    }

    /// The time-line frame after the last one that was delivered; `nil` as long as there is more to come, 0 when
    /// nothing is scheduled.
    public var endTime: Int64? { schedule.endTime }

    public override var supportedChannelPairs: [ChannelPair] { [ChannelPair(input: 0, output: -1)] }

    override func validate() throws(AudioUnitError) {
        for item in schedule.items where !item.isSpent { try check(item.source.format) }
    }

    override func endTime(ofOutput bus: Int, from time: AudioTime) -> Int64? { schedule.endTime }

    override func resetState() {
        schedule.clear()
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        if try schedule.render(at: time.sampleTime, frameCount: frameCount, into: &buffer) {
            flags.insert(.outputIsSilence)
        }
    }

    func check(_ format: StreamDescription) throws(AudioUnitError) {
        let output = outputs[0].format
        if format == output { return }
        throw AudioUnitError(
            .formatNotSupported, place: place(.output, 0),
            "a source of the format [\(format)] cannot play into [\(output)]",
            nextStep: "set the output's format, or convert the source")
    }
}
