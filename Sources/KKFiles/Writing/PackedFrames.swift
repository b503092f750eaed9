internal import KKConvert
internal import KKPCM

/// A writer's frames as the encoders of libraries take them: a word of 32 bits for each sample, interleaved, in the order
/// of the file. Integers come from the quantiser of the house; Float32 is copied to the bit.
///
/// ## Allocation
/// In `init`, and for a buffer that is longer than all before it.
final class PackedFrames {
    let isFloat: Bool
    let channelCount: Int
    /// What integers, which stand at the top of their words, are moved down by to stand at the bottom; 0 of floats.
    let shift: Int32
    /// Those of the last buffer; what is after them is older.
    private(set) var words: [Int32] = []
    private var packer: PCMPacker
    private var order: ChannelOrder

    init(
        _ format: OutputFormat, isFloat: Bool, layout: ChannelLayout, sampleRate: Double, options: WriterOptions,
        path: String
    ) throws(AudioFileError) {
        self.isFloat = isFloat
        channelCount = layout.channelCount
        let bits = format.encoding.integerBits ?? 32
        shift = Int32(32 - bits)
        order = ChannelOrder(format.channelOrder(of: layout) ?? Array(layout.labels.indices))
        do throws(ConvertError) {
            packer = try PCMPacker(
                format: .linearPCM(
                    sampleRate: sampleRate, channels: channelCount, bits: bits, containerBits: 32,
                    flags: StreamDescription.nativeEndianFlag.union(isFloat ? .isFloat : .isSignedInteger)),
                dither: options.dither, seed: options.seed)
        } catch {
            throw AudioFileError(.unsupportedDataFormat, kind: .defect, path: path, error.problem)
        }
    }

    var overloads: OverloadTally { order.fromFile(packer.overloads) }

    /// Packs a buffer.
    ///
    /// - Returns: how many words it has become.
    func take(_ buffer: borrowing PCMBuffer, firstFrame: Int64) -> Int {
        let count = buffer.frameLength * channelCount
        if words.count < count { words = [Int32](repeating: 0, count: count) }
        var span = words.mutableSpan
        var bytes = unsafe span.mutableBytes
        order.arranging(buffer) { arranged in _ = packer.pack(arranged, firstFrame: firstFrame, into: &bytes) }
        return count
    }
}
