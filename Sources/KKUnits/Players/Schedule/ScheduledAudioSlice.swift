public import KKPCM

/// Frames in memory, and the time at which a ``ScheduledSoundPlayer`` plays them: `ScheduledAudioSlice`.
///
/// A slice belongs to the player from scheduling until it is complete; then it can be scheduled again, changed or not.
/// The player copies the settings when a slice is scheduled, but reads the samples when it plays. Slices may share
/// frames.
///
/// Source: AudioUnitProperties.h.
public final class ScheduledAudioSlice {
    /// What to do with a slice, and what happened to it: `AUScheduledAudioSliceFlags`.
    public struct Flags: OptionSet, Hashable, Sendable {
        public var rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Set by the player: the slice is complete.
        public static let complete = Flags(rawValue: 1)
        /// Set by the player: at least one frame was rendered.
        public static let beganToRender = Flags(rawValue: 2)
        /// Set by the player: the first frames, or all, were not rendered because their time had passed.
        public static let beganToRenderLate = Flags(rawValue: 4)
        /// The slice repeats until another one interrupts it.
        public static let loop = Flags(rawValue: 8)
        /// Everything that was scheduled before ends where this slice begins.
        public static let interrupt = Flags(rawValue: 16)
        /// Everything that was scheduled before ends when the slice that is playing reaches the end of a pass, and this
        /// slice begins there.
        public static let interruptAtLoop = Flags(rawValue: 32)

        /// What the player sets.
        static let reported: Flags = [.complete, .beganToRender, .beganToRenderLate]
    }

    /// Called once, between the slice's last frame and the next frame, or when the schedule is cleared. It may
    /// schedule slices.
    public typealias Completion = (ScheduledAudioSlice) -> Void

    /// The frames, with the channels and the rate of the player's output.
    public var buffer: ScheduledAudioBuffer
    /// How many of them are played, from the first.
    public var frameCount: Int
    /// The frame at which it begins, counted from the player's start time; `nil` means right after the slice before it.
    public var startTime: Int64?
    /// Requests are read when the slice is scheduled; results are then cleared.
    public var flags: Flags
    public var completion: Completion?

    /// Whether a player has it.
    var isScheduled = false

    /// - Parameter frameCount: `nil` is the buffer's length.
    public init(
        _ buffer: ScheduledAudioBuffer, frameCount: Int? = nil, startTime: Int64? = nil, flags: Flags = [],
        completion: Completion? = nil
    ) {
        self.buffer = buffer
        self.frameCount = frameCount ?? buffer.frames.frameLength
        self.startTime = startTime
        self.flags = flags.subtracting(.reported)
        self.completion = completion
    }
}

/// A buffer of frames that slices can share.
public final class ScheduledAudioBuffer {
    public var frames: PCMBuffer

    public init(_ frames: consuming PCMBuffer) {
        self.frames = frames
    }
}

/// The frames of a slice as it was when it was scheduled, over and over if it is a loop.
final class SliceSource: FrameSource {
    let format: StreamDescription
    private let buffer: ScheduledAudioBuffer
    private let length: Int
    private let isLoop: Bool
    private let place: String
    private var position = 0

    init(_ slice: ScheduledAudioSlice, format: StreamDescription, place: String) {
        self.format = format
        buffer = slice.buffer
        length = slice.frameCount
        isLoop = slice.flags.contains(.loop) && slice.frameCount > 0
        self.place = place
    }

    var frameCount: Int64? { isLoop ? nil : Int64(length) }

    /// The frames of one pass of a loop.
    var passLength: Int64? { isLoop ? Int64(length) : nil }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        guard self.buffer.frames.channelCount == format.channelCount && self.buffer.frames.frameCapacity >= length
        else {
            throw AudioUnitError(
                .parameter, place: place, "a slice's buffer was replaced by another size while it was scheduled")
        }
        if isLoop && position == length { position = 0 }
        let count = min(frameCount, length - position)
        if count <= 0 { return 0 }
        buffer.copy(count, framesFrom: self.buffer.frames, at: position, to: offset)
        position += count
        return count
    }

    func seek(to frame: Int64) {
        position = isLoop ? Int(frame % Int64(length)) : Int(min(frame, Int64(length)))
    }
}
