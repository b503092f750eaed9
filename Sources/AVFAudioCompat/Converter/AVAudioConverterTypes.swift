public enum AVAudioConverterInputStatus: Int, Sendable {
    /// Packets are available.
    case haveData = 0
    /// Nothing now; there may be more later.
    case noDataNow = 1
    /// The end.
    case endOfStream = 2
}

public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// The requested output, or the last of it.
    case haveData = 0
    /// The output that was possible from the input so far.
    case inputRanDry = 1
    /// The end.
    case endOfStream = 2
    case error = 3
}

public enum AVAudioConverterPrimeMethod: Int, Sendable {
    case pre = 0
    case normal = 1
    case none = 2
}

public struct AVAudioConverterPrimeInfo: Sendable {
    public var leadingFrames: AVAudioFrameCount
    public var trailingFrames: AVAudioFrameCount

    public init() { self.init(leadingFrames: 0, trailingFrames: 0) }

    public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
        self.leadingFrames = leadingFrames
        self.trailingFrames = trailingFrames
    }
}

/// Returns a converter's input: a buffer of its input format, which must not change until the next call.
public typealias AVAudioConverterInputBlock = (
    _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
