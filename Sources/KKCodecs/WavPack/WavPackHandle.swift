internal import CLibraries
internal import CWavPack
internal import KKPCM

/// libwavpack at work on one stretch of frames at a time: every C call that WavPack needs.
///
/// A stretch is a block for each channel or pair of channels. It needs nothing of any other, so it is decoded by a
/// context of its own, and sounds the same wherever reading began.
///
/// ## Allocation
/// The samples, for the first stretch that is longer than all before; libwavpack's own for each stretch.
package final class WavPackHandle {
    /// What a stretch is of. The rate is stated in the first one alone where it is unusual.
    package struct Format: Sendable {
        package let sampleRate: Int
        package let channelCount: Int
        /// As in WAV; 0 if the channels have no names.
        package let channelMask: UInt32
        package let bitDepth: Int
        package let isFloat: Bool
        package let isLossless: Bool
    }

    /// The frames that were decoded last, interleaved: integers in the upper bits, floats by their bits.
    private var samples: [Int32] = []
    private var channelCount = 0

    private static let headerByteCount = 32

    package init() throws(CodecError) {
        try SharedLibrary.libwavpack.load(for: .wavPack)
    }

    /// Decodes a stretch, all of it, because its checksum is that of all its frames.
    ///
    /// - Parameters:
    ///   - blocks: one after the other, each of whose headers states a size that is there.
    ///   - frameCount: what the headers state.
    ///   - channelCount: how many the blocks have room for.
    package func decode(
        _ blocks: inout [UInt8], frameCount: Int, channelCount: Int
    ) throws(CodecError) -> Format {
        let result = unsafe blocks.withUnsafeMutableBytes { bytes in
            Result { () throws(CodecError) in
                unsafe try decode(bytes, frameCount: frameCount, channelCount: channelCount)
            }
        }
        return try result.get()
    }

    private func decode(
        _ bytes: UnsafeMutableRawBufferPointer, frameCount: Int, channelCount: Int
    ) throws(CodecError) -> Format {
        unsafe try Self.verify(bytes)
        var words = [CChar](repeating: 0, count: 128)
        let opened = unsafe WavpackOpenRawDecoder(
            bytes.baseAddress, Int32(clamping: bytes.count), nil, 0, 0, &words, OPEN_NORMALIZE, 0)
        guard let context = unsafe opened else {
            let text = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw Self.damage("WavpackOpenRawDecoder: \(text)")
        }
        defer { _ = unsafe WavpackCloseFile(context) }
        guard unsafe WavpackGetNumChannels(context) == channelCount,
            unsafe WavpackGetNumSamplesInFrame(context) == frameCount
        else {
            throw Self.damage("other channels or frames than its headers state")
        }
        if samples.count < frameCount * channelCount {
            samples = [Int32](repeating: 0, count: frameCount * channelCount)
        }
        self.channelCount = channelCount
        let count = unsafe WavpackUnpackSamples(context, &samples, UInt32(frameCount))
        guard count == frameCount, unsafe WavpackGetNumErrors(context) == 0 else {
            throw Self.damage("WavpackUnpackSamples: a checksum is wrong")
        }
        let mode = unsafe WavpackGetMode(context)
        let isFloat = mode & MODE_FLOAT != 0
        let shift = unsafe 32 - 8 * WavpackGetBytesPerSample(context)
        if !isFloat, shift > 0 {
            for index in 0..<frameCount * channelCount { samples[index] <<= shift }
        }
        return unsafe Format(
            sampleRate: Int(WavpackGetSampleRate(context)), channelCount: channelCount,
            channelMask: UInt32(bitPattern: WavpackGetChannelMask(context)),
            bitDepth: Int(WavpackGetBitsPerSample(context)), isFloat: isFloat,
            isLossless: mode & MODE_LOSSLESS != 0)
    }

    /// Holds each block against its own checksum, which files of WavPack 5 have.
    @unsafe
    private static func verify(_ bytes: UnsafeMutableRawBufferPointer) throws(CodecError) {
        var place = 0
        while place < bytes.count {
            guard place <= bytes.count - headerByteCount,
                case let size = unsafe Int(bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self).littleEndian)
                    + 8, size >= headerByteCount, size <= bytes.count - place
            else {
                throw damage("a block extends beyond the others")
            }
            let block = unsafe bytes.baseAddress?.advanced(by: place).assumingMemoryBound(to: UInt8.self)
            guard unsafe WavpackVerifySingleBlock(block, 1) != 0 else {
                throw damage("WavpackVerifySingleBlock: a checksum is wrong")
            }
            place += size
        }
    }

    private static func damage(_ words: String) -> CodecError {
        CodecError(format: .wavPack, "the block cannot be decoded", cause: words)
    }

    /// Puts some of the decoded frames at the front of `bytes`, four for each sample.
    package func copy(_ frames: Range<Int>, to bytes: inout [UInt8]) {
        let stride = 4 * channelCount
        unsafe samples.withUnsafeBytes { all in
            let part = unsafe UnsafeRawBufferPointer(
                rebasing: all[frames.lowerBound * stride..<frames.upperBound * stride])
            unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyMemory(from: part) }
        }
    }
}
