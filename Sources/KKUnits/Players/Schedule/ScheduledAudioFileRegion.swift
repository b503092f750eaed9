public import KKPCM

/// A part of a file for a ``FilePlayer`` to play once or repeatedly: `ScheduledAudioFileRegion`.
///
/// Source: AudioUnitProperties.h.
public struct ScheduledAudioFileRegion {
    /// Called once: without an error after the region's last frame and before the next frame, when it was interrupted,
    /// or when the schedule was cleared; or with the error of the file that stopped the render. It may schedule
    /// regions. Core Audio calls it when the region has been read, which is earlier; offline this is the same.
    public typealias Completion = (_ region: ScheduledAudioFileRegion, _ error: (any Error)?) -> Void

    /// A value of `framesToPlay` that means the end of the file, as `nil` does.
    public static let toTheEnd = Int64(UInt32.max)

    /// The file, one of the player's scheduled files: canonical frames at its own rate.
    public var file: any FrameSource
    /// The frame at which it begins, counted from the player's start time; `nil` means right after what was scheduled
    /// before.
    public var startTime: Int64?
    /// The first frame of the part, in file frames.
    public var startFrame: Int64
    /// The length of the part, in file frames; `nil` and ``toTheEnd`` mean the end of the file.
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
