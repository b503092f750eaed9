public import KKPCM

extension AudioQueue {
    /// Lets a program read or change the sound of a queue: `AudioQueueProcessingTap`. One per queue, made by
    /// ``AudioQueue/makeProcessingTap(_:callback:)``.
    ///
    /// A tap that is not a siphon gets a request for frames, reads source audio with
    /// ``getSourceAudio(_:into:at:flags:)``, and must give exactly the requested number; if it has fewer, it fills up
    /// with silence. Requests are not larger than the available source audio, so a tap that reads as many frames as it
    /// gives always has enough. The sizes of requests depend on render calls and buffers; a tap whose sound depends on
    /// them makes the output depend on them.
    ///
    /// When the queue plays to its end (`stop(immediately: false)`), the source audio ends with ``Flags/endOfStream``.
    /// The tap then gets requests until it sets that flag itself, and may give fewer frames, or none, with it. So a tap
    /// with a tail plays it to the end, and a tap that passes its flags on ends with its source. A tap that never sets
    /// the flag never ends.
    ///
    /// ## Allocation
    /// In `init`.
    public final class ProcessingTap {
        /// Fills the first frames of the buffer; the buffer's length is the requested number.
        ///
        /// For a siphon the buffer has the source audio, and what the siphon writes or returns has no effect. Inside
        /// the callback you may set parameters and enqueue buffers; calls that start, stop, reset, render or change the
        /// queue are refused as `invalidTapContext`.
        ///
        /// - Returns: the number of frames.
        public typealias Callback = (
            _ tap: ProcessingTap, _ frameCount: Int, _ flags: inout Flags, _ buffer: inout PCMBuffer
        ) throws -> Int

        /// `kAudioQueueProcessingTap_…`
        public struct Flags: OptionSet, Hashable, Sendable {
            public let rawValue: UInt32
            public init(rawValue: UInt32) { self.rawValue = rawValue }
            /// Before the change of rate and pitch. Use either this or ``postEffects``.
            public static let preEffects = Flags(rawValue: 1)
            /// After it; volume, pan and the conversion to the render format come later.
            public static let postEffects = Flags(rawValue: 2)
            /// The tap only reads.
            public static let siphon = Flags(rawValue: 4)
            /// The source audio starts again: after a start or a reset, not after a pause.
            public static let startOfStream = Flags(rawValue: 0x100)
            /// The source audio has ended.
            public static let endOfStream = Flags(rawValue: 0x200)
        }

        /// The flags with which the tap was made.
        public let flags: Flags
        /// The largest request, in frames: the largest power of two that is at most 50 ms and at most 16,384.
        public let maximumFrameCount: Int
        /// The format of its buffers: canonical, with the queue's rate and channels.
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
