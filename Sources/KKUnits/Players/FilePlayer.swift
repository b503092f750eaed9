public import KKConvert
internal import KKPCM

extension ComponentDescription {
    public static let filePlayer = ComponentDescription(type: .generatorUnit, subType: "afpl")
}

/// Plays files at exact frames of the time line: `kAudioUnitSubType_AudioFilePlayer`.
///
/// It opens no files: a file is a ``FrameSource``. Short reads are joined, an error of a source stops the render, and
/// after a jump in time the source is sought.
///
/// There are three ways to schedule. All fill the same schedule, which is played in order:
/// - ``schedule(_:)`` plays a source in the output's format, with fades. If there is no start time, it sets it to frame
///   0 of the time line, so that positions are frames of the time line.
/// - ``scheduleRegion(_:)`` plays a part of a file as Core Audio does: converted, and only after a start time is set.
/// - ``ScheduledSoundPlayer/scheduleSlice(_:)`` plays memory, as in every scheduled sound player.
///
/// Sources and regions stay in the schedule after their end, until it is cleared, so they are heard again if the time
/// line jumps back. As in Core Audio, ``AudioUnit/reset()`` and ``AudioUnit/uninitialize()`` clear the schedule and the
/// start time.
///
/// ## Allocation
/// In scheduling.
public final class FilePlayer: ScheduledSoundPlayer {
    /// The files that regions may play.
    var files: [any FrameSource] = []

    /// The quality of rate conversion. A change applies to regions that are scheduled from then on.
    public var quality: ResamplerQuality = .high

    public override init() {
        super.init(.filePlayer)
    }

    /// Adds a source to the schedule, at or after the end of the source before it.
    ///
    /// - Throws: `formatNotSupported` if the source's rate or channel count is not the output's; `invalidPropertyValue`
    ///   for a start that is negative, already rendered, or before the end of the previous source, and for a fade-out
    ///   of unknown length.
    public func schedule(_ scheduled: ScheduledSource) throws(AudioUnitError) {
        try check(scheduled.source.format)
        try check(place: scheduled.startTime, now: startTime == nil ? schedule.nextFrame : schedule.now, "source")
        if let limit = scheduled.frameLimit, limit < 0 {
            throw refusal("source", "a limit of \(limit) frames is impossible")
        }
        let length = scheduled.length
        if scheduled.fadeOut != nil && length == nil && scheduled.fadeOutEnd == nil {
            throw refusal("source", "a fade-out needs a source of known length, or a limit")
        }
        try check(end: length, from: scheduled.startTime, "source")
        if startTime == nil { try scheduleStartTime(0) }
        schedule.append(
            PlaySchedule.Item(
                source: scheduled.source, asked: scheduled.startTime, length: length, fadeIn: scheduled.fadeIn,
                fadeOut: scheduled.fadeOut,
                fadeOutEnd: scheduled.fadeOutEnd ?? length ?? 0))
    }

    func check(place start: Int64, now: Int64, _ what: String) throws(AudioUnitError) {
        let end = schedule.plannedEnd
        if end == PlaySchedule.horizon { throw refusal(what, "the source before it has no known end") }
        let earliest = max(0, now, end)
        guard start >= earliest else {
            throw refusal(what, "frame \(start) is too early; the first free frame is \(earliest)")
        }
    }

    func check(end length: Int64?, from start: Int64, _ what: String) throws(AudioUnitError) {
        let (end, overflow) = start.addingReportingOverflow(length ?? 0)
        if overflow || end >= PlaySchedule.horizon {
            throw refusal(what, "its end is beyond the last frame that can be counted")
        }
    }
}
