public import KKDSP
public import KKPCM

/// Material for a ``FilePlayer`` and its place on the time line: what a region is when it has been cut and converted.
public struct ScheduledSource {
    /// Canonical frames at the player's rate and channel count, standing at its frame 0.
    public var source: any FrameSource
    /// The frame at which the source's frame 0 is heard, 0 or more, counted from the player's start time: the time
    /// line's frame 0 unless it was set.
    public var startTime: Int64
    /// The most frames to play; `nil` plays to the end of the source.
    public var frameLimit: Int64?
    public var fadeIn: Fade?
    /// Placed at ``fadeOutEnd``, or at the end of what is played, whose length must then be known.
    public var fadeOut: Fade?
    /// The frame of the source at which the fade-out has come to silence; `nil` is the end of what is played. A source
    /// that is cut off before it is cut off in the middle of its fade.
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
