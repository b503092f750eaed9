/// The bytes of some frames: one buffer of interleaved channels, or one buffer per channel. An `AudioBufferList`.
///
/// The stream description of the bytes decides which of the two it is: one buffer if it is interleaved, otherwise one
/// for each channel.
///
/// Source: CoreAudioBaseTypes.h.
public struct AudioBufferList: Hashable, Sendable {
    public var buffers: [AudioBuffer]

    public init(_ buffers: [AudioBuffer] = []) {
        self.buffers = buffers
    }

    /// Empty buffers in the shape of `description`, with room for `frameCapacity` frames.
    ///
    /// ## Allocation
    /// All of it.
    public init(for description: StreamDescription, frameCapacity: Int) {
        let channelCount = description.channelCount
        let (bufferCount, width) = description.isInterleaved ? (1, channelCount) : (channelCount, 1)
        let byteCapacity = frameCapacity * Int(description.bytesPerFrame)
        buffers = (0..<bufferCount).map { _ in AudioBuffer(channelCount: width, byteCapacity: byteCapacity) }
    }

    /// One buffer: the channel with this number, if there is a buffer per channel. Inlinable, because an access from
    /// another module would allocate.
    @inlinable
    public subscript(index: Int) -> AudioBuffer {
        get { buffers[index] }
        _modify { yield &buffers[index] }
    }
}
