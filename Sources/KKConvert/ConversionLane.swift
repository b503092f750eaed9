internal import KKPCM

/// The inside of an ``AudioConverter``: from the bytes of one description to those of the other, as far as the input goes.
protocol ConversionLane: AnyObject {
    var primeInfo: AudioConverter.PrimeInfo { get }
    /// What did not fit into the output's codes.
    var overloads: OverloadTally { get }

    /// Makes up to `frameCount` frames at `frame` of `output` from the frames of `input` that are `pending`, and takes those that it used off the
    /// range.
    ///
    /// - Returns: how many it made. Fewer than asked for: all input is used up, and more is needed, or it was the end.
    func convert(
        _ input: AudioBufferList, _ pending: inout Range<Int>, into output: inout AudioBufferList, at frame: Int, frameCount: Int
    ) throws(AudioConverterError) -> Int

    /// How many more frames of input it takes to make `frameCount` frames: one or more.
    func inputNeeded(for frameCount: Int) -> Int

    /// There is no more input.
    func finish()

    /// Back to the state after `init`.
    func reset()
}

/// One rate: samples are unpacked, mixed and packed a tile at a time.
final class StraightLane<Buffer: WorkBuffer & ~Copyable>: ConversionLane {
    private let unpacker: PCMUnpacker
    private let mixer: ChannelMixer?
    private var packer: PCMPacker
    private var samples: Buffer
    private var mixed: Buffer
    /// Frames made so far.
    private var position: Int64 = 0

    init(_ unpacker: PCMUnpacker, _ matrix: ChannelMatrix, _ packer: PCMPacker, _: Buffer.Type) {
        self.unpacker = unpacker
        self.packer = packer
        mixer = ChannelMixer(matrix)
        samples = Buffer(channelCount: matrix.inputCount, frameCapacity: PCMPacker.tile)
        mixed = Buffer(channelCount: matrix.outputCount, frameCapacity: mixer == nil ? 0 : PCMPacker.tile)
    }

    var primeInfo: AudioConverter.PrimeInfo { AudioConverter.PrimeInfo(leadingFrames: 0, trailingFrames: 0) }
    var overloads: OverloadTally { packer.overloads }

    func convert(
        _ input: AudioBufferList, _ pending: inout Range<Int>, into output: inout AudioBufferList, at frame: Int, frameCount: Int
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

    func inputNeeded(for frameCount: Int) -> Int { max(1, frameCount) }

    func finish() {}

    func reset() {
        packer.reset()
        position = 0
    }
}
