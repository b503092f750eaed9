internal import KKDSP
internal import KKPCM

/// Plays frame sources at exact places of the time line: `kAudioUnitSubType_AudioFilePlayer`.
///
/// The time line is the sample time that the player is asked for; before, between and after its sources there is silence.
/// Sources are played one after the other, in the order of scheduling, and short reads are joined. What is heard at a frame depends
/// on that frame alone and not on the slices; a jump in time is followed by seeking the source.
///
/// As in Core Audio, ``AudioUnit/reset()`` and ``AudioUnit/uninitialize()`` clear the schedule.
///
/// ## Allocation
/// In ``schedule(_:)``.
public final class FilePlayer: AudioUnit {
    private struct Item {
        var scheduled: ScheduledSource
        /// The most frames that will be played; `nil` is not known.
        var length: Int64?
        /// The next frame of the source.
        var position: Int64 = 0
        /// Whether the source stands elsewhere than at `position`.
        var needsSeek = false
    }

    private var items: [Item] = []
    /// The item that plays or is waited for.
    private var current = 0
    /// The time-line frame that follows what was rendered last.
    private var nextFrame: Int64 = 0

    /// The time-line frame after the last one that was delivered; `nil` as long as there is more to come, 0 when nothing is scheduled.
    public private(set) var endTime: Int64? = 0

    public init() {
        super.init(.filePlayer, inputCount: 0, outputCount: 1)
    }

    /// Adds a source to the schedule, at or after the end of the one before.
    ///
    /// - Throws: `formatNotSupported` when the source's rate or channel count is not the output's; `invalidPropertyValue` for a
    ///   start that is negative, already rendered, or before the end of the previous source, and for a fade-out of unknown length.
    public func schedule(_ scheduled: ScheduledSource) throws(AudioUnitError) {
        try check(scheduled.source.format)
        let start = scheduled.startTime
        var earliest = nextFrame
        if let last = items.last {
            guard let length = last.length else { throw refusal("the source before it has no known end") }
            earliest = max(earliest, last.scheduled.startTime + length)
        }
        guard start >= earliest else { throw refusal("frame \(start) is too early; the first free frame is \(earliest)") }
        if let limit = scheduled.frameLimit, limit < 0 { throw refusal("a limit of \(limit) frames is impossible") }
        let length = scheduled.length
        if scheduled.fadeOut != nil && length == nil { throw refusal("a fade-out needs a source of known length, or a limit") }
        if start.addingReportingOverflow(length ?? 0).overflow { throw refusal("its end is beyond the last frame that can be counted") }
        items.append(Item(scheduled: scheduled, length: length))
        endTime = nil
    }

    override func validate() throws(AudioUnitError) {
        for item in items { try check(item.scheduled.source.format) }
    }

    override func resetState() {
        items = []
        current = 0
        nextFrame = 0
        endTime = 0
    }

    override func process(
        _ flags: inout RenderActionFlags, time: AudioTime, bus: Int, frameCount: Int, into buffer: inout PCMBuffer
    ) throws {
        if time.sampleTime != nextFrame { move(to: time.sampleTime) }
        var done = 0
        var isSilent = true
        while done < frameCount {
            let wait = current < items.count ? items[current].scheduled.startTime - nextFrame : .max
            if wait > 0 {
                let count = Int(min(wait, Int64(frameCount - done)))
                buffer.silence(done..<done + count)
                done += count
                nextFrame += Int64(count)
            } else {
                let count = try play(current, into: &buffer, at: done, frameCount: frameCount - done)
                done += count
                nextFrame += Int64(count)
                if count > 0 { isSilent = false }
            }
        }
        if isSilent { flags.insert(.outputIsSilence) }
    }

    /// Reads once from an item, and leaves it behind when that was its last frame.
    private func play(_ index: Int, into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let scheduled = items[index].scheduled
        let position = items[index].position
        if items[index].needsSeek {
            try scheduled.source.seek(to: position)
            items[index].needsSeek = false
        }
        let wanted = Int(min(Int64(frameCount), (items[index].length ?? .max) - position))
        let count = wanted > 0 ? try scheduled.source.read(into: &buffer, at: offset, frameCount: wanted) : 0
        let frames = offset..<offset + count
        if let fade = scheduled.fadeIn { buffer.applyFadeIn(fade, at: position, to: frames) }
        if let fade = scheduled.fadeOut, let length = items[index].length {
            buffer.applyFadeOut(fade, endingAt: length, at: position, to: frames)
        }
        items[index].position = position + Int64(count)
        if count == 0 || items[index].position == items[index].length {
            current += 1
            if current == items.count { endTime = scheduled.startTime + items[index].position }
        }
        return count
    }

    /// Puts every item where the time line says.
    private func move(to frame: Int64) {
        nextFrame = frame
        current = 0
        endTime = items.isEmpty ? 0 : nil
        for index in items.indices {
            let elapsed = max(0, frame - items[index].scheduled.startTime)
            let position = min(elapsed, items[index].length ?? elapsed)
            if position != items[index].position { items[index].needsSeek = true }
            items[index].position = position
        }
    }

    private func check(_ format: StreamDescription) throws(AudioUnitError) {
        let output = outputs[0].format
        if format == output { return }
        throw AudioUnitError(
            .formatNotSupported, place: place(.output, 0), "a source of the format [\(format)] cannot play into [\(output)]",
            nextStep: "set the output's format, or convert the source")
    }

    private func refusal(_ problem: String) -> AudioUnitError {
        AudioUnitError(.invalidPropertyValue, place: name, "the source cannot be scheduled: \(problem)")
    }
}
