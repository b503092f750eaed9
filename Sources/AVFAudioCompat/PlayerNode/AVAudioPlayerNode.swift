internal import KKAudio

public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The buffer is played over and over.
    public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 0)
    /// What was scheduled before is over when this one begins.
    public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 1)
    /// What loops is over at the end of its pass.
    public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 2)
}

public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
    /// The player has read the last frame, or was stopped.
    case dataConsumed = 0
    /// The last frame has left the player. Here that is one moment with the first.
    case dataRendered = 1
    /// The last frame was heard. There is no device: one moment with the others.
    case dataPlayedBack = 2
}

/// Buffers and files, one after another or at times of their own.
///
/// What is scheduled without a time follows what was scheduled before without a gap. Times are the player's: frame 0 is
/// the first after ``play()``, and time stands still while it is paused.
///
/// Completion handlers are called on the thread that renders, when the slice is done; those of what is stopped, on the
/// thread that stops it, before ``stop()`` returns. A buffer's memory is read when it is rendered.
open class AVAudioPlayerNode: AVAudioNode {
    private let schedule = PlayerSchedule()

    public init() { super.init(outputs: 1) }

    /// Begins with the next slice, or goes on with it.
    open func play() { play(at: nil) }

    /// Begins at a time of the node, or goes on then.
    ///
    /// - Parameter when: a sample time of the node, or, where there is none, a host time.
    open func play(at when: AVAudioTime?) {
        AVFAudioError.require(engine != nil, "_engine != nil")
        schedule.play(atNodeFrame: when?.engineFrame(atRate: outputFormat(forBus: 0).sampleRate))
    }

    /// Holds the player's time.
    open func pause() { schedule.pause() }

    /// Forgets what was scheduled, and begins with frame 0 next time.
    open func stop() { for completion in forget() { completion() } }

    /// - Returns: what is to be called by that.
    func forget() -> [() -> Void] { schedule.clear() }

    /// There is nothing to be read ahead: a file is read when its frames are due.
    open func prepare(withFrameCount frameCount: AVAudioFrameCount) {}

    public var isPlaying: Bool { schedule.isPlaying }

    open override func reset() { stop() }

    /// The node's time of a time of the player; `nil` while it does not play.
    open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        let rate = guarded { ports[0].format.sampleRate }
        guard let origin = schedule.origin, let frame = playerTime.frame(atRate: rate) else { return nil }
        return AVAudioTime(AudioTime(sampleTime: frame &+ origin, sampleRate: rate))
    }

    /// The player's time of a time of the node; `nil` while it does not play.
    open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
        let rate = guarded { ports[0].format.sampleRate }
        guard let origin = schedule.origin, let frame = nodeTime.engineFrame(atRate: rate) else { return nil }
        return AVAudioTime(sampleTime: frame &- origin, atRate: rate)
    }

    func add(_ item: PlayerItem) { for completion in schedule.add(item) { completion() } }

    override func produce(
        _ bus: Int, _ time: AudioTime, _ frameCount: Int, into buffer: inout PCMBuffer
    ) throws -> Bool {
        var over: [() -> Void] = []
        defer { for completion in over { engine?.whenSliceIsDone(completion) } }
        return try schedule.render(time, frameCount, ports[0].format.standard, into: &buffer, &over)
    }
}
