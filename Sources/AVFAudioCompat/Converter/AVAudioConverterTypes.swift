public enum AVAudioConverterInputStatus: Int, Sendable {
    /// Here are packets.
    case haveData = 0
    /// There is nothing now, and there may be later.
    case noDataNow = 1
    /// There is nothing more.
    case endOfStream = 2
}

public enum AVAudioConverterOutputStatus: Int, Sendable {
    /// Here is what was asked for, or the last of it.
    case haveData = 0
    /// Here is what could be made of the input so far.
    case inputRanDry = 1
    /// There is nothing more.
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

/// Gives a converter its input: a buffer of its input format, which stays as it is until the next call.
public typealias AVAudioConverterInputBlock = (
    _ inNumberOfPackets: AVAudioPacketCount, _ outStatus: UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?
