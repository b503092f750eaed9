public import KKPCM

extension ScheduledSoundPlayer {
    /// The sample time that stands for the first frame of the next render call.
    public static let nextRender: Int64 = -1

    /// Sets the time-line frame from which places are counted; −1 (``nextRender``) is the first one of the next render
    /// call (`kAudioUnitProperty_ScheduleStartTimeStamp`).
    ///
    /// - Throws: `invalidPropertyValue` for another number below zero, and for one that cannot be counted to.
    public func scheduleStartTime(_ sampleTime: Int64) throws(AudioUnitError) {
        guard (Self.nextRender...PlaySchedule.horizon).contains(sampleTime) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "\(sampleTime) is not a start time",
                nextStep: "use a frame of the time line, or -1 for the next one")
        }
        schedule.setStart(sampleTime == Self.nextRender ? nil : sampleTime)
        propertyDidChange(.scheduleStartTimeStamp, .global, 0)
    }

    /// The start time as it was set, or, once the render call that −1 stands for has come, as it turned out; `nil` is
    /// not set.
    public var startTime: Int64? { schedule.origin ?? (schedule.startsWithNextRender ? Self.nextRender : nil) }

    /// The next frame to be rendered, counted from the start time; the sample time −1 until frame 0 has been rendered
    /// (`kAudioUnitProperty_CurrentPlayTime`).
    public var currentPlayTime: AudioTime {
        let isStarted = schedule.origin != nil && schedule.nextFrame > 0
        return AudioTime(sampleTime: isStarted ? schedule.nextFrame : -1, sampleRate: outputs[0].format.sampleRate)
    }

    /// Adds a slice to the schedule (`kAudioUnitProperty_ScheduleAudioSlice`). A place of `nil` is right after the
    /// slice before, or next if that is over.
    ///
    /// An interrupting slice of the place `nil` interrupts at the next frame that is rendered; so does one whose place
    /// has passed. With `interruptAtLoop` it is the first end of a pass at or after its place, for what does not loop
    /// its own end; a loop plays one pass at least.
    ///
    /// - Throws: `formatNotSupported` for a buffer of other channels than the output has; `cannotDoInCurrentContext`
    ///   for a slice that is scheduled; `invalidPropertyValue` for a place before the start time or one that cannot be
    ///   counted to, and for more frames than the buffer has.
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
                .cannotDoInCurrentContext, place: name, "the slice is scheduled already",
                nextStep: "wait for its completion")
        }
        guard (0...slice.buffer.frames.frameCapacity).contains(slice.frameCount) else {
            throw refusal(
                "slice", "its buffer of \(slice.buffer.frames.frameCapacity) frames has not \(slice.frameCount)")
        }
        guard (0...PlaySchedule.horizon / 2).contains(slice.startTime ?? 0) else {
            throw refusal("slice", "frame \(slice.startTime ?? 0) is not a place after the start time")
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
