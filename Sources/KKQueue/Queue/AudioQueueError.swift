public import KKPCM

/// What can go wrong with an audio queue: a code with Core Audio's number, the call, and what to do.
public struct AudioQueueError: Failure, Hashable {
    /// `kAudioQueueErr_…` of AudioQueue.h, and one general code.
    public enum Code: Int32, Sendable, CaseIterable {
        /// The buffer is another queue's, or was freed.
        case invalidBuffer = -66687
        case bufferEmpty = -66686
        /// The queue will be disposed of when it has played everything.
        case disposalPending = -66685
        case invalidProperty = -66684
        case invalidPropertySize = -66683
        case invalidParameter = -66682
        case cannotStart = -66681
        case invalidDevice = -66680
        /// The buffer waits to be played.
        case bufferInQueue = -66679
        case invalidRunState = -66678
        case invalidQueueType = -66677
        case permissions = -66676
        case invalidPropertyValue = -66675
        case primeTimedOut = -66674
        case codecNotFound = -66673
        case invalidCodecAccess = -66672
        /// The queue is disposed of.
        case queueInvalidated = -66671
        case tooManyTaps = -66670
        /// The call is not allowed inside a tap's callback, or outside of it.
        case invalidTapContext = -66669
        case recordUnderrun = -66668
        case invalidTapType = -66667
        case bufferEnqueuedTwice = -66666
        /// The queue is stopping.
        case cannotStartYet = -66665
        case enqueueDuringReset = -66632
        case invalidOfflineMode = -66626
        /// `kAudioFormatUnsupportedDataFormatError`: `'fmt?'`.
        case unsupportedDataFormat = 0x666D_743F
    }

    public var code: Code
    public var kind: FailureKind
    public var problem: String
    /// The call, the property or the frame: `AudioQueue enqueue`.
    public var place: String?
    public var nextStep: String?

    public init(_ code: Code, kind: FailureKind = .usage, place: String, _ problem: String, nextStep: String? = nil) {
        self.code = code
        self.kind = kind
        self.place = "AudioQueue \(place)"
        self.problem = problem
        self.nextStep = nextStep
    }

    /// Core Audio's number: −66687.
    public var status: Int32 { code.rawValue }
}
