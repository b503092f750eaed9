/// Another source, from its last frame to its first.
///
/// It reads blocks, the last one first, and gives each backwards, so a source of packets does not start again for every
/// read. Frames that the source turns out not to have are silent, and the others stay in their place.
///
/// ## Allocation
/// One block in `init`: 2¹⁸ frames of every channel, or all of a shorter source.
public final class ReversedSource: FrameSource {
    private let source: any FrameSource
    private let count: Int64
    private var block: PCMBuffer
    /// The source's frames that are in the block.
    private var held: Range<Int64> = 0..<0
    private var position: Int64 = 0

    private static let blockLength: Int64 = 1 << 18

    /// - Returns: `nil` for a source that has no end.
    public init?(_ source: any FrameSource) {
        guard let count = source.frameCount else { return nil }
        self.source = source
        self.count = count
        let capacity = Self.capacity(count)
        block = PCMBuffer(channelCount: source.format.channelCount, frameCapacity: capacity)
        block.frameLength = capacity
    }

    private static func capacity(_ count: Int64) -> Int { Int(max(1, min(count, blockLength))) }

    /// What it takes for a source of so many channels and frames.
    package static func heldByteCount(channelCount: Int, frameCount: Int64) -> Int {
        PCMBuffer.byteCount(channelCount: channelCount, frameCapacity: capacity(frameCount))
    }

    public var format: StreamDescription { source.format }
    public var frameCount: Int64? { count }

    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        // The frame of the source after the next one.
        let end = count - position
        guard frameCount > 0, end > 0 else { return 0 }
        if !held.contains(end - 1) { try fill(endingAt: end) }
        let length = Int(min(Int64(frameCount), end - held.lowerBound)), last = Int(end - held.lowerBound) - 1
        for channel in 0..<block.channelCount {
            block.withChannel(channel) { from in
                buffer.withMutableChannel(channel) { to in
                    for index in 0..<length { to[offset + index] = from[last - index] }
                }
            }
        }
        position += Int64(length)
        return length
    }

    public func seek(to frame: Int64) throws { position = max(0, min(frame, count)) }

    private func fill(endingAt end: Int64) throws {
        let start = max(0, end - Int64(block.frameCapacity)), length = Int(end - start)
        held = 0..<0
        try source.seek(to: start)
        let found = try source.readFully(into: &block, at: 0, frameCount: length)
        for channel in 0..<block.channelCount {
            block.withMutableChannel(channel) { samples in
                for index in found..<length { samples[index] = 0 }
            }
        }
        held = start..<end
    }
}
