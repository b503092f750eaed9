internal import KKPCM

/// Another source with more channels or fewer: by number, those that are too many dropped, those that are missing
/// silent, and one channel in the first two.
///
/// ## Allocation
/// In `init`.
final class RechanneledSource: FrameSource {
    let format: StreamDescription
    private let source: any FrameSource
    private var read: PCMBuffer

    /// Frames that are read at a time.
    private static let chunk = 1024

    init(_ source: any FrameSource, channelCount: Int) {
        self.source = source
        format = .canonical(sampleRate: source.format.sampleRate, channels: channelCount)
        read = PCMBuffer(channelCount: source.format.channelCount, frameCapacity: Self.chunk)
    }

    var frameCount: Int64? { source.frameCount }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = try source.read(into: &read, at: 0, frameCount: min(frameCount, Self.chunk))
        read.frameLength = count
        for channel in 0..<format.channelCount {
            let from = read.channelCount == 1 && channel == 1 ? 0 : channel
            if from < read.channelCount {
                copy(channel: from, to: channel, of: &buffer, at: offset)
            } else {
                buffer.withMutableChannel(channel) { samples in
                    for index in 0..<count { samples[offset + index] = 0 }
                }
            }
        }
        return count
    }

    func seek(to frame: Int64) throws {
        try source.seek(to: frame)
    }

    private func copy(channel: Int, to target: Int, of buffer: inout PCMBuffer, at offset: Int) {
        read.withChannel(channel) { from in
            buffer.withMutableChannel(target) { to in
                for index in from.indices { to[offset + index] = from[index] }
            }
        }
    }
}
