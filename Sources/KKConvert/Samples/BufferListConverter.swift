package import KKPCM

/// Frames between a canonical buffer and a buffer list of linear PCM of any kind: what a bus of a unit has outside.
///
/// Where the other side can hold a sample it gets that sample; else the nearest, ties to even, held at the ends of the
/// range (``PCMPacker``, ``PCMUnpacker``).
///
/// ## Allocation
/// Only in `init`.
package struct BufferListConverter {
    package let format: StreamDescription
    private let unpacker: PCMUnpacker
    private var packer: PCMPacker

    /// - Throws: `unavailable` for what is not linear PCM that kkmix converts, `badData` for sizes that contradict one
    ///   another.
    package init(
        _ format: StreamDescription, dither: Dither = .none, bits: Int? = nil, seed: UInt64 = 0
    ) throws(ConvertError) {
        guard format.isLinearPCM, format.framesPerPacket == 1, format.bytesPerPacket == format.bytesPerFrame else {
            throw ConvertError(
                kind: .unavailable, problem: "\(format.encodingText) is not linear PCM, a frame to a packet",
                nextStep: "describe linear PCM, or convert it with AudioConverter")
        }
        let sampleFormat = try SampleFormat(format, allowsPlanes: true)
        self.format = format
        unpacker = PCMUnpacker(format, sampleFormat)
        packer = PCMPacker(format, sampleFormat, dither: dither, bits: bits, seed: seed)
    }

    /// Whether `list` has the buffers of the format, each with room for `frameCount` frames.
    package func fits(_ list: AudioBufferList, frameCount: Int) -> Bool {
        let bytes = frameCount * Int(format.bytesPerFrame)
        return list.buffers.count == format.bufferCount && list.buffers.allSatisfy { $0.bytes.count >= bytes }
    }

    /// Converts `frameCount` frames of a list that fits, from its frame `offset` on, to the first ones of `buffer`, which
    /// has the format's channels and room for them.
    package func unpack(_ list: AudioBufferList, at offset: Int = 0, frameCount: Int, into buffer: inout PCMBuffer) {
        unpacker.unpack(list, at: offset, frameCount, into: &buffer)
    }

    /// Converts the first `frameCount` frames of `buffer` to those of a list that fits, from its frame `offset` on, and
    /// sets the sizes of its buffers.
    ///
    /// - Parameter firstFrame: what number the first one has, by which dither is drawn.
    package mutating func pack(
        _ buffer: borrowing PCMBuffer, frameCount: Int, firstFrame: Int64 = 0, into list: inout AudioBufferList,
        at offset: Int = 0
    ) {
        packer.pack(buffer, frameCount, firstFrame: firstFrame, into: &list, at: offset)
        for index in list.buffers.indices {
            list.buffers[index].byteCount = (offset + frameCount) * Int(format.bytesPerFrame)
        }
    }
}
