public import KKPCM

extension AudioQueue {
    /// A place where a program hears what a queue plays, or changes it: `AudioQueueProcessingTap`. One per queue, made
    /// by ``AudioQueue/makeProcessingTap(_:callback:)``.
    ///
    /// A tap that is no siphon is asked for frames, takes its own from ``getSourceAudio(_:into:at:flags:)``, and gives
    /// exactly as many as it was asked for: where it has fewer it fills up with silence. It is asked for no more than
    /// there is source audio for, so one that takes as many frames as it gives never lacks any. How many that are
    /// follows from requests and buffers; a tap whose sound depends on it makes the output depend on it.
    ///
    /// When the queue plays out what it has (`stop(immediately: false)`), the source audio ends with
    /// ``Flags/endOfStream``. From then on the tap is asked for more until it sets that flag itself, and may give fewer
    /// frames, or none, with it: so a tap with a tail plays it out, and one that passes its flags on ends where its
    /// source does. A tap that never sets it never ends.
    ///
    /// ## Allocation
    /// In `init`.
    public final class ProcessingTap {
        /// Fills the buffer's first frames, as many as it is asked for; the buffer's length is that number.
        ///
        /// To the siphon the buffer holds the source audio, and what it writes or gives back has no effect. Inside, a
        /// queue's parameters may be set and buffers enqueued; a call that starts, stops, resets, renders or changes
        /// the queue is refused as `invalidTapContext`.
        ///
        /// - Returns: the number of frames.
        public typealias Callback = (
            _ tap: ProcessingTap, _ frameCount: Int, _ flags: inout Flags, _ buffer: inout PCMBuffer
        ) throws -> Int

        /// `kAudioQueueProcessingTap_…`
        public struct Flags: OptionSet, Hashable, Sendable {
            public let rawValue: UInt32
            public init(rawValue: UInt32) { self.rawValue = rawValue }
            /// Before the change of rate and pitch. Exactly one of this and the next.
            public static let preEffects = Flags(rawValue: 1)
            /// Behind it; volume, pan and the conversion to the render format come later.
            public static let postEffects = Flags(rawValue: 2)
            /// Only listens.
            public static let siphon = Flags(rawValue: 4)
            /// The source audio begins anew: after a start or a reset, not after a pause.
            public static let startOfStream = Flags(rawValue: 0x100)
            /// The source audio is over.
            public static let endOfStream = Flags(rawValue: 0x200)
        }

        /// What the tap was made as.
        public let flags: Flags
        /// The most frames it is asked for at a time: the largest power of two that is no more than 50 ms, and at most
        /// 16,384.
        public let maximumFrameCount: Int
        /// What it works on: canonical, at the queue's rate and channels.
        public let format: StreamDescription

        let callback: Callback
        /// Source audio that was fetched ahead, to know how much there is, and where all of it lay on the queue's time
        /// line.
        var held: PCMBuffer
        var heldFrames = 0..<0
        var heldCount = 0
        var heldTime = 0.0..<0.0
        /// What the callback works on, and where that lies on the time line.
        var audio: PCMBuffer
        var time: (sampleTime: Double, frameCount: Double) = (0, 0)
        /// The line, while the callback runs.
        var line: QueueLine?
        private var isAtStart = true
        var isSourceOver = false
        /// Whether the tap has told its end.
        var isOver = false

        init(_ flags: Flags, format: StreamDescription, callback: @escaping Callback) {
            self.flags = flags
            self.format = .canonical(sampleRate: format.sampleRate, channels: format.channelCount)
            self.callback = callback
            var count = 1
            while 2 * count <= min(Int(format.sampleRate / 20), 16_384) { count *= 2 }
            maximumFrameCount = count
            held = PCMBuffer(channelCount: format.channelCount, frameCapacity: count)
            audio = PCMBuffer(channelCount: format.channelCount, frameCapacity: count)
        }

        var isPostEffects: Bool { flags.contains(.postEffects) }
        var isInside: Bool { line != nil }

        func reset() {
            heldFrames = 0..<0
            isAtStart = true
            isSourceOver = false
            isOver = false
        }

        /// What holds of the source audio that is given now.
        func takeFlags() -> Flags {
            var flags: Flags = isAtStart ? .startOfStream : []
            isAtStart = false
            if isSourceOver { flags.insert(.endOfStream) }
            return flags
        }
    }
}
