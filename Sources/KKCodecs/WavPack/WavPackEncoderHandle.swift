internal import CLibraries
internal import CWavPack
internal import KKPCM

/// libwavpack making a stream of blocks: every C call that writing WavPack needs.
///
/// ## Allocation
/// In `init`, for the blocks that are made, and libwavpack's own.
@safe
package final class WavPackEncoderHandle {
    /// What has been made and was not taken yet.
    private final class Blocks {
        var bytes: [UInt8] = []
    }

    private let context: OpaquePointer
    private let blocks = Blocks()
    private let channelCount: Int

    /// - Parameters:
    ///   - bitDepth: 16, 24 or 32; of floating point 32.
    ///   - channelMask: as in WAV; 0 if the channels have no names.
    ///   - level: of compression: 0 fast, 1 normal, 2 high, 3 very high.
    package init(
        sampleRate: Int, channelCount: Int, channelMask: UInt32, bitDepth: Int, isFloat: Bool, level: Int
    ) throws(CodecError) {
        try SharedLibrary.libwavpack.load(for: .wavPack)
        self.channelCount = channelCount
        let target = unsafe Unmanaged.passUnretained(blocks).toOpaque()
        let opened = unsafe WavpackOpenFileOutput(
            { target, bytes, count in
                guard let target = unsafe target, let bytes = unsafe bytes, count > 0 else { return 0 }
                let blocks = unsafe Unmanaged<Blocks>.fromOpaque(target).takeUnretainedValue()
                unsafe blocks.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return 1
            }, target, nil)
        guard let context = unsafe opened else {
            throw CodecError(.unavailable, format: .wavPack, "libwavpack could not create an encoder")
        }
        unsafe self.context = context
        var configuration = unsafe WavpackConfig()
        unsafe configuration.bytes_per_sample = Int32(bitDepth / 8)
        unsafe configuration.bits_per_sample = Int32(bitDepth)
        unsafe configuration.num_channels = Int32(channelCount)
        unsafe configuration.channel_mask = Int32(bitPattern: channelMask)
        unsafe configuration.sample_rate = Int32(clamping: sampleRate)
        // The exponent of 1.0.
        unsafe configuration.float_norm_exp = isFloat ? 127 : 0
        let levels = [CONFIG_FAST_FLAG, 0, CONFIG_HIGH_FLAG, CONFIG_HIGH_FLAG | CONFIG_VERY_HIGH_FLAG]
        unsafe configuration.flags = levels[level]
        guard unsafe WavpackSetConfiguration64(context, &configuration, -1, nil) != 0,
            unsafe WavpackPackInit(context) != 0
        else {
            throw failure(.usage, "libwavpack does not encode \(channelCount) channels at \(sampleRate) Hz")
        }
    }

    deinit {
        _ = unsafe WavpackCloseFile(context)
    }

    /// The blocks that some interleaved frames complete: integers at the bottom of 32 bits, or the bits of Float32.
    package func encode(_ samples: inout [Int32], frameCount: Int) throws(CodecError) -> [UInt8] {
        guard unsafe WavpackPackSamples(context, &samples, UInt32(frameCount)) != 0 else {
            throw failure(.defect, "libwavpack cannot continue")
        }
        return taken()
    }

    /// The last blocks.
    package func finish() throws(CodecError) -> [UInt8] {
        guard unsafe WavpackFlushSamples(context) != 0 else { throw failure(.defect, "libwavpack cannot continue") }
        return taken()
    }

    /// States the number of frames in the first block, which is given in all its length.
    package func state(in block: inout [UInt8]) {
        unsafe block.withUnsafeMutableBytes { unsafe WavpackUpdateNumSamples(context, $0.baseAddress) }
    }

    /// An APE tag of some texts, after all blocks.
    package func tag(_ texts: [(name: String, value: String)]) throws(CodecError) -> [UInt8] {
        for text in texts {
            guard unsafe WavpackAppendTagItem(context, text.name, text.value, Int32(text.value.utf8.count)) != 0 else {
                throw failure(.defect, "libwavpack does not accept a tag")
            }
        }
        guard unsafe WavpackWriteTag(context) != 0 else {
            throw failure(.defect, "libwavpack does not write the tags")
        }
        return taken()
    }

    private func taken() -> [UInt8] {
        defer { blocks.bytes.removeAll(keepingCapacity: true) }
        return blocks.bytes
    }

    private func failure(_ kind: FailureKind, _ problem: String) -> CodecError {
        CodecError(
            kind, format: .wavPack, problem, cause: unsafe String(cString: WavpackGetErrorMessage(context)))
    }
}
