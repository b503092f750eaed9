public import KKConvert
internal import KKPCM

extension ComponentDescription {
    public static let filePlayer = ComponentDescription(type: .generatorUnit, subType: "afpl")
}

/// Plays files' frames at exact places of the time line: `kAudioUnitSubType_AudioFilePlayer`.
///
/// It opens no files: a file is a ``FrameSource``. Short reads are joined, a source's error stops the render, and a
/// jump in time is followed by seeking.
///
/// Three ways of scheduling fill one schedule, in which things play one after the other, in the order of scheduling:
/// - ``schedule(_:)`` plays a source that has the output's format already, with fades. It sets the start time to the
///   time line's frame 0 if there is none, so that places are frames of the time line.
/// - ``scheduleRegion(_:)`` plays a part of a file as Core Audio does, converted, and not before a start time is set.
/// - ``ScheduledSoundPlayer/scheduleSlice(_:)`` plays memory, as in every scheduled sound player.
///
/// Sources and regions stay in the schedule when they are over, until it is cleared: when the time line jumps back they
/// are heard again. As in Core Audio, ``AudioUnit/reset()`` and ``AudioUnit/uninitialize()`` clear the schedule and
/// take the start time away.
///
/// ## Allocation
/// In scheduling.
public final class FilePlayer: ScheduledSoundPlayer {
    /// The files that regions may play.
    var files: [any FrameSource] = []

    /// How well regions' sample rates are converted. Another quality holds for regions that are scheduled from then on.
    public var quality: ResamplerQuality = .high

    public override init() {
        super.init(.filePlayer)
    }

    /// Adds a source to the schedule, at or after the end of the one before.
    ///
    /// - Throws: `formatNotSupported` when the source's rate or channel count is not the output's;
    ///   `invalidPropertyValue` for a start that is negative, already rendered, or before the end of the previous
    ///   source, and for a fade-out of unknown length.
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
