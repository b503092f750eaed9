public import KKPCM

/// A frame sink that keeps everything it is given.
public final class CollectingSink: FrameSink {
    public let format: StreamDescription
    public private(set) var channels: [[Float]]
    public private(set) var isFinalized = false

    public init(sampleRate: Double = 48_000, channels: Int) {
        format = .canonical(sampleRate: sampleRate, channels: channels)
        self.channels = Array(repeating: [], count: channels)
    }

    public func write(_ buffer: borrowing PCMBuffer) throws {
        for index in channels.indices { channels[index] += buffer.samples(ofChannel: index) }
    }

    public func finalize() throws {
        isFinalized = true
    }
}

extension FrameSource {
    /// Everything from here to the end, a channel an array, read `chunk` frames at a time.
    public func readAll(chunk: Int = 4096) throws -> [[Float]] {
        var result = [[Float]](repeating: [], count: format.channelCount)
        var buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: chunk)
        while true {
            let count = try read(into: &buffer, at: 0, frameCount: chunk)
            if count == 0 { return result }
            buffer.frameLength = count
            for index in result.indices { result[index] += buffer.samples(ofChannel: index) }
        }
    }
}
