public import KKPCM

/// A part of a file that a ``FilePlayer`` is to play, once or several times over: `ScheduledAudioFileRegion`.
///
/// Source: AudioUnitProperties.h.
public struct ScheduledAudioFileRegion {
    /// Called once: with no error after the region's last frame and before the frame after it, when it was interrupted,
    /// or when the schedule was cleared; or with the error of the file at which the render stopped. It may schedule
    /// regions. Core Audio calls it when the region has been read, which is earlier there; offline both are one.
    public typealias Completion = (_ region: ScheduledAudioFileRegion, _ error: (any Error)?) -> Void

    /// `framesToPlay` that stands for the end of the file, as `nil` does.
    public static let toTheEnd = Int64(UInt32.max)

    /// The file: canonical frames at its own rate, one of the player's scheduled files.
    public var file: any FrameSource
    /// The frame, counted from the player's start time, at which the first one is heard; `nil` is right after what was
    /// scheduled before.
    public var startTime: Int64?
    /// The first frame of the part, in file frames.
    public var startFrame: Int64
    /// The length of the part, in file frames; `nil` and ``toTheEnd`` run to the end of the file.
    public var framesToPlay: Int64?
    /// How often the part is repeated after the first time.
    public var loopCount: UInt32
    public var completion: Completion?

    public init(
        _ file: any FrameSource, startTime: Int64? = nil, startFrame: Int64 = 0, framesToPlay: Int64? = nil,
        loopCount: UInt32 = 0,
        completion: Completion? = nil
    ) {
        self.file = file
        self.startTime = startTime
        self.startFrame = startFrame
        self.framesToPlay = framesToPlay
        self.loopCount = loopCount
        self.completion = completion
    }
}
