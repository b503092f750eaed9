internal import KKAudio

public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The buffer is repeated without end.
    public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 0)
    /// Everything scheduled before ends when this buffer begins.
    public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 1)
    /// A looping buffer ends at the end of its current pass.
    public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 2)
}

public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
    /// The player has read the last frame, or was stopped.
    case dataConsumed = 0
    /// The last frame has left the player; here at the same time as ``dataConsumed``.
    case dataRendered = 1
    /// The last frame was played; at the same time as the others, as there is no device.
    case dataPlayedBack = 2
}

/// Plays buffers and files, one after another or at given times.
///
/// Items scheduled without a time follow the ones before without a gap. Times are the player's: frame 0 is the first
/// after ``play()``, and time does not advance while it is paused.
///
/// Completion handlers are called on the rendering thread, after the slice; those of stopped items on the thread that
/// calls ``stop()``, before it returns. A buffer's memory is read when it is rendered.
open class AVAudioPlayerNode: AVAudioNode {
    private let schedule = PlayerSchedule()

    public init() { super.init(outputs: 1) }

    /// Starts or continues with the next slice.
    open func play() { play(at: nil) }

    /// Starts or continues at a time of the node.
    ///
    /// - Parameter when: a sample time of the node or, if it has none, a host time.
    open func play(at when: AVAudioTime?) {
        AVFAudioError.require(engine != nil, "_engine != nil")
        schedule.play(atNodeFrame: when?.engineFrame(atRate: outputFormat(forBus: 0).sampleRate))
    }

    /// Pauses the player and its time.
    open func pause() { schedule.pause() }

    /// Discards everything scheduled; the next start is at frame 0.
    open func stop() { for completion in forget() { completion() } }

    /// - Returns: what is to be called by that.
    func forget() -> [() -> Void] { schedule.clear() }

    /// Does nothing: a file is read when its frames are due.
    open func prepare(withFrameCount frameCount: AVAudioFrameCount) {}

    public var isPlaying: Bool { schedule.isPlaying }

    open override func reset() { stop() }

    /// Converts a player's time to the node's time; `nil` while it does not play.
    open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        let rate = guarded { ports[0].format.sampleRate }
        guard let origin = schedule.origin, let frame = playerTime.frame(atRate: rate) else { return nil }
        return AVAudioTime(AudioTime(sampleTime: frame &+ origin, sampleRate: rate))
    }

    /// Converts a node's time to the player's time; `nil` while it does not play.
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
