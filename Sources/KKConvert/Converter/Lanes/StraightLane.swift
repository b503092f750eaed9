internal import KKPCM

/// One rate: samples are unpacked, mixed and packed a tile at a time.
final class StraightLane<Buffer: WorkBuffer & ~Copyable> {
    private let unpacker: PCMUnpacker
    private let mixer: ChannelMixer?
    private var packer: PCMPacker
    private var samples: Buffer
    private var mixed: Buffer
    /// Frames made so far.
    private var position: Int64 = 0

    init(_ unpacker: PCMUnpacker, _ matrix: ChannelMatrix, _ packer: PCMPacker) {
        self.unpacker = unpacker
        self.packer = packer
        mixer = ChannelMixer(matrix)
        samples = Buffer(channelCount: matrix.inputCount, frameCapacity: PCMPacker.tile)
        mixed = Buffer(channelCount: matrix.outputCount, frameCapacity: mixer == nil ? 0 : PCMPacker.tile)
    }

    var overloads: OverloadTally { packer.overloads }

    func convert(
        _ input: AudioBufferList, _ pending: inout Range<Int>, into output: inout AudioBufferList, at frame: Int,
        frameCount: Int
    ) -> Int {
        let total = min(frameCount, pending.count)
        var made = 0
        while made < total {
            let count = min(PCMPacker.tile, total - made)
            unpacker.unpack(input, at: pending.lowerBound + made, count, into: &samples)
            if let mixer {
                mixer.mix(count, of: samples, into: &mixed)
                packer.pack(mixed, count, firstFrame: position, into: &output, at: frame + made)
            } else {
                packer.pack(samples, count, firstFrame: position, into: &output, at: frame + made)
            }
            position += Int64(count)
            made += count
        }
        pending = pending.lowerBound + total..<pending.upperBound
        return total
    }

    func reset() {
        packer.reset()
        position = 0
    }
}
