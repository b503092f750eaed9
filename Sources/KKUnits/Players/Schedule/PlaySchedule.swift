internal import KKDSP
internal import KKPCM

/// What a player is to play, in the order of scheduling: its slices, sources and regions, each with its place after the
/// start time.
///
/// Frames are counted from the start time on, so frame 0 is the first one that can be heard. Until a start time is set
/// nothing is heard, and time stands still. One item plays at a time. Each has a place that was asked for, or none, and
/// a settled one, which is never before the end of the item before it.
///
/// Sources and regions stay in the schedule when they are over: the time line may jump back to them. Slices are given
/// back, and play once.
///
/// ## Allocation
/// In scheduling. What is over is freed then, too, and not while rendering.
final class PlaySchedule {
    /// No frame is beyond this one: sums of places cannot overflow, and a settled place that is not known yet lies
    /// here.
    static let horizon: Int64 = 1 << 61

    /// Something to play.
    struct Item {
        let source: any FrameSource
        /// The frame that was asked for; `nil` is right after the item before.
        var asked: Int64?
        /// The frame at which the source's first one is heard.
        var start: Int64 = 0
        /// The most frames that will be played; `nil` is not known.
        var length: Int64?
        var fadeIn: Fade?
        var fadeOut: Fade?
        /// The frame of the item at which the fade-out has come to silence.
        var fadeOutEnd: Int64 = 0
        /// The frames of one pass of a slice that loops.
        var pass: Int64?
        /// The slice, where the item is one.
        var slice: ScheduledAudioSlice?
        /// Called once, when the item is over or cannot go on.
        var completion: (((any Error)?) -> Void)?

        /// The next frame of the source.
        var position: Int64 = 0
        /// Whether the source stands elsewhere than at `position`.
        var needsSeek = false
        /// Whether frames were read since the last jump, so that the end of reading is the end of the source.
        var wasRead = false
        var isComplete = false

        /// Whether it is a slice that was given back.
        var isSpent: Bool { isComplete && slice != nil }

        /// The frame after the last one, as far as is known.
        var end: Int64 { length.map { min(horizon, start + min($0, horizon)) } ?? horizon }
    }

    var items: [Item] = []
    /// The item that plays or is waited for.
    var current = 0
    /// The frame that follows what was rendered last, from the start time; while there is none, from the time line's
    /// beginning.
    var nextFrame: Int64 = 0
    /// The time-line frame of the start; `nil` is not set, or not known before the next render call.
    var origin: Int64?
    /// Whether the next render call is the start.
    var startsWithNextRender = false
    /// The frame of the time line after the last one that was delivered; `nil` while there is more to come, 0 if
    /// nothing is scheduled.
    var endTime: Int64? = 0

    /// The first frame that can still be heard.
    var now: Int64 { origin == nil ? 0 : max(0, nextFrame) }

    /// Empties the schedule, takes the start time away, and then completes what was left, in order.
    func clear() {
        let left = items
        items = []
        current = 0
        nextFrame = 0
        origin = nil
        startsWithNextRender = false
        endTime = 0
        for item in left where !item.isComplete { Self.tell(item, nil) }
    }

    /// Marks an item as over, once.
    func complete(_ index: Int, _ error: (any Error)? = nil) {
        if items[index].isComplete { return }
        items[index].isComplete = true
        if items[index].slice != nil || items[index].completion != nil { Self.tell(items[index], error) }
    }

    private static func tell(_ item: Item, _ error: (any Error)?) {
        item.slice?.isScheduled = false
        item.slice?.flags.insert(.complete)
        item.completion?(error)
    }
}
