package import KKPCM

/// An encoder that is given any numbers of frames: they are gathered into its blocks, so the packets do not follow from
/// how the frames came.
///
/// ## Allocation
/// In `init`; and what the encoder does.
package struct BlockEncoder {
    package let encoder: any PacketEncoder
    /// The block that is being filled, and the frames that are in it.
    package var samples: AudioBufferList
    package private(set) var blockStart = 0
    private var packets = EncodedPackets()
    /// The frames that went in, and those of the packets that were taken out.
    private var taken: Int64 = 0
    private var given: Int64 = 0
    private var isFinished = false

    package init(_ encoder: any PacketEncoder) {
        self.encoder = encoder
        samples = AudioBufferList(for: encoder.inputFormat, frameCapacity: encoder.blockLength)
    }

    /// How many frames the block lacks.
    package var missing: Int { encoder.blockLength - blockStart }

    /// Whether nothing was done with it yet.
    package var isNew: Bool { taken == 0 && blockStart == 0 && !isFinished }

    /// Whether all packets have been taken out.
    package var isComplete: Bool { isFinished && packets.first == nil }

    /// The frames after the sound in its last packets; known when it is complete.
    package var trailingFrames: Int64 { isComplete ? max(0, given - Int64(encoder.leadingFrames) - taken) : 0 }

    /// Takes up `frameCount` frames that were put into ``samples`` after the others. A full block is encoded.
    package mutating func take(_ frameCount: Int) throws(CodecError) {
        blockStart += frameCount
        if blockStart == encoder.blockLength { try encode() }
    }

    /// Encodes what is left, at the end of the stream.
    package mutating func finish() throws(CodecError) {
        guard !isFinished else { return }
        if blockStart > 0 { try encode() }
        isFinished = true
        if taken > 0 { try encoder.finish(to: &packets) }
    }

    private mutating func encode() throws(CodecError) {
        let frameCount = blockStart
        blockStart = 0
        taken += Int64(frameCount)
        try encoder.encode(samples, frameCount: frameCount, to: &packets)
    }

    /// The next packet: its bytes and its frames.
    package var first: (bytes: ArraySlice<UInt8>, frameCount: Int)? { packets.first }

    /// Goes on to the packet after ``first``.
    package mutating func removeFirst() {
        // The last packet of a lossless stream is shorter, and counts as long as the others.
        given += Int64(max(packets.first?.frameCount ?? 0, Int(encoder.format.framesPerPacket)))
        packets.removeFirst()
    }
}
