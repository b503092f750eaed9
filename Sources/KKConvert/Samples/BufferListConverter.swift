package import KKPCM

/// Frames between a canonical buffer and a buffer list of linear PCM of any kind: what a bus of a unit has outside.
///
/// Where the other side can hold a sample it gets that sample; else the nearest, ties to even, held at the ends of the
/// range (``PCMPacker``, ``PCMUnpacker``).
///
/// ## Allocation
/// In `init` alone.
package struct BufferListConverter {
    package let format: StreamDescription
    private let unpacker: PCMUnpacker
    private var packer: PCMPacker

    /// - Throws: `unavailable` for what is no linear PCM that kkmix converts, `badData` for sizes that contradict one
    ///   another.
    package init(_ format: StreamDescription) throws(ConvertError) {
        guard format.isLinearPCM, format.framesPerPacket == 1, format.bytesPerPacket == format.bytesPerFrame else {
            throw ConvertError(
                kind: .unavailable, problem: "\(format.encodingText) is no linear PCM, a frame to a packet",
                nextStep: "describe linear PCM, or convert it with AudioConverter")
        }
        let sampleFormat = try SampleFormat(format, allowsPlanes: true)
        self.format = format
        unpacker = PCMUnpacker(format, sampleFormat)
        packer = PCMPacker(format, sampleFormat, dither: .none, bits: nil, seed: 0)
    }

    /// Whether `list` has the buffers of the format, each with room for `frameCount` frames.
    package func fits(_ list: AudioBufferList, frameCount: Int) -> Bool {
        let bytes = frameCount * Int(format.bytesPerFrame)
        return list.buffers.count == format.bufferCount && list.buffers.allSatisfy { $0.bytes.count >= bytes }
    }

    /// Converts the first `frameCount` frames of a list that fits to those of `buffer`, which has the format's channels
    /// and room for them.
    package func unpack(_ list: AudioBufferList, frameCount: Int, into buffer: inout PCMBuffer) {
        unpacker.unpack(list, at: 0, frameCount, into: &buffer)
    }

    /// Converts the first `frameCount` frames of `buffer` to those of a list that fits, and sets the sizes of its
    /// buffers.
    package mutating func pack(_ buffer: borrowing PCMBuffer, frameCount: Int, into list: inout AudioBufferList) {
        packer.pack(buffer, frameCount, firstFrame: 0, into: &list, at: 0)
        for index in list.buffers.indices { list.buffers[index].byteCount = frameCount * Int(format.bytesPerFrame) }
    }
}
