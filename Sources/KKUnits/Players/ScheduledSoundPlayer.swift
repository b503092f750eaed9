internal import KKPCM

extension ComponentDescription {
    public static let scheduledSoundPlayer = ComponentDescription(type: .generatorUnit, subType: "sspl")
}

/// Plays slices of memory at exact frames of the time line: `kAudioUnitSubType_ScheduledSoundPlayer`.
///
/// No input, one output bus. The sound at a frame does not depend on the render calls; between slices there is silence.
///
/// ## Time
/// Times are counted from the start time (``scheduleStartTime(_:)``); nothing is heard before it is set. Setting
/// another start time moves all scheduled slices. ``AudioUnit/reset()`` and ``AudioUnit/uninitialize()`` clear the
/// schedule, complete every slice in order, and clear the start time. A player that is released completes nothing.
///
/// ## Order
/// Slices play in the order in which they were scheduled, one at a time. A slice that would begin before the end of the
/// slice before it waits for that end and is then heard in full. So a slice always waits for slices that were scheduled
/// earlier. After a loop, only a slice that interrupts it is heard.
///
/// Offline nothing is late by itself, but a slice can be scheduled for a time that was already rendered, a start time
/// can be in the past, and the time line can jump. The frames in the past are then not heard, the rest is heard in its
/// place, and the slice is marked with ``ScheduledAudioSlice/Flags/beganToRenderLate``. A complete slice is not heard
/// again if the time line jumps back.
///
/// ## Allocation
/// In scheduling.
///
/// Source: AudioUnitProperties.h and AUComponent.h. The headers do not say that a slice waits and is then heard in
/// full; this is kkmix's choice.
public class ScheduledSoundPlayer: AudioUnit {
    let schedule = PlaySchedule()

    public init() {
        super.init(.scheduledSoundPlayer, inputCount: 0, outputCount: 1)
    }

    /// For players of more than slices.
    init(_ component: ComponentDescription) {
        super.init(component, inputCount: 0, outputCount: 1)
    }

    /// The frame of the time line after the last one that was delivered; `nil` while there is more to come, 0 if
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
