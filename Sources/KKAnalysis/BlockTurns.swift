package import KKPCM

/// Two blocks that take turns: one is worked on, the other one filled.
///
/// ## Allocation
/// In `init`: both blocks.
package final class BlockTurns {
    private let source: any FrameSource
    package private(set) var front: Block
    private var back: Block
    private var error: (any Error)?

    package final class Block {
        package fileprivate(set) var buffer: PCMBuffer

        fileprivate init(channelCount: Int, length: Int) {
            buffer = PCMBuffer(channelCount: channelCount, frameCapacity: length)
        }
    }

    package init(_ source: any FrameSource, blockLength: Int) {
        self.source = source
        front = Block(channelCount: source.format.channelCount, length: blockLength)
        back = Block(channelCount: source.format.channelCount, length: blockLength)
    }

    /// Fills the block that is not worked on. An error is kept for ``moveOn()``.
    package func read() {
        back.buffer.frameLength = 0
        do {
            back.buffer.frameLength = try source.readFully(
                into: &back.buffer, at: 0, frameCount: back.buffer.frameCapacity)
        } catch {
            self.error = error
        }
    }

    /// Makes the block that was filled the one to be worked on.
    ///
    /// - Returns: whether there is sound in it.
    package func moveOn() throws -> Bool {
        if let error { throw error }
        swap(&front, &back)
        return front.buffer.frameLength > 0
    }
}
