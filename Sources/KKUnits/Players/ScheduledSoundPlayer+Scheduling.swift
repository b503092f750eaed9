public import KKPCM

extension ScheduledSoundPlayer {
    /// A sample time that means the first frame of the next render call.
    public static let nextRender: Int64 = -1

    /// Sets the frame of the time line from which start times are counted; −1 (``nextRender``) is the first frame of
    /// the next render call (`kAudioUnitProperty_ScheduleStartTimeStamp`).
    ///
    /// - Throws: `invalidPropertyValue` for other negative numbers, and for numbers that are too large.
    public func scheduleStartTime(_ sampleTime: Int64) throws(AudioUnitError) {
        guard (Self.nextRender...PlaySchedule.horizon).contains(sampleTime) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "\(sampleTime) is not a valid start time",
                nextStep: "use a frame of the time line, or -1 for the next one")
        }
        schedule.setStart(sampleTime == Self.nextRender ? nil : sampleTime)
        propertyDidChange(.scheduleStartTimeStamp, .global, 0)
    }

    /// The start time that was set, or, for −1, the actual time after that render call; `nil` if it is not set.
    public var startTime: Int64? { schedule.origin ?? (schedule.startsWithNextRender ? Self.nextRender : nil) }

    /// The next frame to render, counted from the start time; −1 until frame 0 has been rendered
    /// (`kAudioUnitProperty_CurrentPlayTime`).
    public var currentPlayTime: AudioTime {
        let isStarted = schedule.origin != nil && schedule.nextFrame > 0
        return AudioTime(sampleTime: isStarted ? schedule.nextFrame : -1, sampleRate: outputs[0].format.sampleRate)
    }

    /// Adds a slice to the schedule (`kAudioUnitProperty_ScheduleAudioSlice`). A start time of `nil` means right after
    /// the slice before it, or at once if that has ended.
    ///
    /// An interrupting slice without a start time, or whose start time has passed, interrupts at the next rendered
    /// frame. With `interruptAtLoop` it interrupts at the first end of a pass at or after its start time (or at the end
    /// of a slice that does not loop); a loop plays at least one pass.
    ///
    /// - Throws: `formatNotSupported` for a buffer whose channels are not the output's; `cannotDoInCurrentContext` for
    ///   a slice that is already scheduled; `invalidPropertyValue` for a time before the start time or too large, and
    ///   for more frames than the buffer has.
    public func scheduleSlice(_ slice: ScheduledAudioSlice) throws(AudioUnitError) {
        let output = outputs[0].format
        guard slice.buffer.frames.channelCount == output.channelCount else {
            throw AudioUnitError(
                .formatNotSupported, place: place(.output, 0),
                "a slice of \(slice.buffer.frames.channelCount) channels cannot play into \(output.channelCount)",
                nextStep: "set the output's format, or convert the slice")
        }
        if slice.isScheduled {
            throw AudioUnitError(
                .cannotDoInCurrentContext, place: name, "the slice is already scheduled",
                nextStep: "wait for its completion")
        }
        guard (0...slice.buffer.frames.frameCapacity).contains(slice.frameCount) else {
            throw refusal(
                "slice", "its buffer of \(slice.buffer.frames.frameCapacity) frames does not have \(slice.frameCount)")
        }
        guard (0...PlaySchedule.horizon / 2).contains(slice.startTime ?? 0) else {
            throw refusal("slice", "frame \(slice.startTime ?? 0) is not after the start time")
        }

        let flags = slice.flags.subtracting(.reported)
        var asked = slice.startTime
        if !flags.isDisjoint(with: [.interrupt, .interruptAtLoop]) {
            var frame = max(schedule.now, asked ?? schedule.now)
            if !flags.contains(.interrupt), let point = schedule.loopPoint(from: frame) { frame = point }
            schedule.interrupt(at: frame)
            asked = max(asked ?? frame, schedule.plannedEnd)
        }
        slice.flags = flags
        slice.isScheduled = true
        let source = SliceSource(slice, format: output, place: name)
        var item = PlaySchedule.Item(
            source: source, asked: asked, length: source.frameCount, pass: source.passLength, slice: slice)
        item.completion = { [completion = slice.completion] _ in completion?(slice) }
        schedule.append(item)
    }

    func refusal(_ what: String, _ problem: String) -> AudioUnitError {
        AudioUnitError(.invalidPropertyValue, place: name, "the \(what) cannot be scheduled: \(problem)")
    }
}
