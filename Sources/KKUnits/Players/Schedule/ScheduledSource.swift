public import KKDSP
public import KKPCM

/// A sound for a ``FilePlayer`` and its time on the time line: a region after cutting and conversion.
public struct ScheduledSource {
    /// Canonical frames at the player's rate and channel count, positioned at frame 0.
    public var source: any FrameSource
    /// The frame at which the source begins, 0 or more, counted from the player's start time, which is frame 0 of the
    /// time line unless it was set.
    public var startTime: Int64
    /// The largest number of frames to play; `nil` plays to the end of the source.
    public var frameLimit: Int64?
    public var fadeIn: Fade?
    /// Ends at ``fadeOutEnd``, or at the end of what is played, whose length must then be known.
    public var fadeOut: Fade?
    /// The frame of the source at which the fade-out reaches silence; `nil` is the end of what is played. If the source
    /// ends earlier, it is cut off during its fade.
    public var fadeOutEnd: Int64?

    public init(
        _ source: any FrameSource, startTime: Int64 = 0, frameLimit: Int64? = nil, fadeIn: Fade? = nil,
        fadeOut: Fade? = nil, fadeOutEnd: Int64? = nil
    ) {
        self.source = source
        self.startTime = startTime
        self.frameLimit = frameLimit
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
        self.fadeOutEnd = fadeOutEnd
    }

    /// The frames that will be played at most; `nil` for an endless source without a limit.
    var length: Int64? {
        switch (frameLimit, source.frameCount) {
        case (let limit?, let count?): min(limit, count)
        case (let limit, let count): limit ?? count
        }
    }
}
