internal import KKCodecs
internal import KKConvert
internal import KKPCM

/// WavPack through libwavpack: integers of our own quantiser, or Float32 as it is, to the bit.
///
/// The library gets blocks of one size whatever the caller's are. The first block states the number of frames, where the
/// output can go back to it.
///
/// ## Allocation
/// In `init`, for a buffer that is longer than all before it, and what libwavpack does.
final class WavPackFileEncoder: FileEncoder {
    private let file: OutputFile
    private let handle: WavPackEncoderHandle
    private var packer: PCMPacker
    private let texts: [FileProperties.Tag]
    private let channelCount: Int
    /// What integers are moved down by.
    private let shift: Int32
    /// What waits for a block to be full, interleaved.
    private var samples: [Int32]
    private var heldFrames = 0
    private var packed: [Int32] = []
    private var frameCount: Int64 = 0

    /// The frames that the library is given at a time.
    private static let block = 4096

    init(
        file: OutputFile, format: OutputFormat, layout: ChannelLayout, sampleRate: Double,
        texts: [FileProperties.Tag], options: WriterOptions
    ) throws(AudioFileError) {
        self.file = file
        self.texts = texts
        channelCount = layout.channelCount
        let isFloat = format.encoding.isFloat
        let bits = format.encoding.integerBits ?? 32
        shift = Int32(32 - bits)
        samples = [Int32](repeating: 0, count: Self.block * channelCount)
        let native = StreamDescription.nativeEndianFlag
        do throws(ConvertError) {
            packer = try PCMPacker(
                format: .linearPCM(
                    sampleRate: sampleRate, channels: channelCount, bits: bits, containerBits: 32,
                    flags: native.union(isFloat ? .isFloat : .isSignedInteger)),
                dither: options.dither, seed: options.seed)
        } catch {
            throw AudioFileError(.unsupportedDataFormat, kind: .defect, path: file.name, error.problem)
        }
        do throws(CodecError) {
            handle = try WavPackEncoderHandle(
                sampleRate: Int(sampleRate), channelCount: channelCount, channelMask: layout.waveMask ?? 0,
                bitDepth: bits, isFloat: isFloat, level: EncodingChoices.wavPack.level(format.settings) ?? 1)
        } catch {
            throw AudioFileError(
                .codecUnavailable, kind: error.kind, path: file.name, error.problem, nextStep: error.nextStep)
        }
    }

    var overloads: OverloadTally { packer.overloads }

    func write(_ buffer: borrowing PCMBuffer) throws(AudioFileError) {
        let count = buffer.frameLength * channelCount
        if packed.count < count { packed = [Int32](repeating: 0, count: count) }
        var span = packed.mutableSpan
        var bytes = unsafe span.mutableBytes
        _ = packer.pack(buffer, firstFrame: frameCount, into: &bytes)
        frameCount += Int64(buffer.frameLength)
        var done = 0
        while done < count {
            let step = min(count - done, samples.count - heldFrames * channelCount)
            let start = heldFrames * channelCount
            for index in 0..<step { samples[start + index] = packed[done + index] >> shift }
            done += step
            heldFrames += step / channelCount
            if heldFrames == Self.block { try encode() }
        }
    }

    func finish() throws(AudioFileError) {
        if heldFrames > 0 { try encode() }
        try run { (handle) throws(CodecError) in try handle.finish() }
        if !file.isStream, file.byteCount > 0 {
            let head = try file.bytes(at: 0, count: WavPackHeader.byteCount)
            if let header = WavPackHeader(head) {
                var block = try file.bytes(at: 0, count: header.byteCount)
                handle.state(in: &block)
                try file.patch(block, at: 0)
            }
        }
        let named = texts.compactMap { text in WavPackTags.name(of: text.key).map { (name: $0, value: text.value) } }
        if !named.isEmpty { try run { (handle) throws(CodecError) in try handle.tag(named) } }
    }

    private func encode() throws(AudioFileError) {
        let count = heldFrames
        heldFrames = 0
        try run { (handle) throws(CodecError) in try handle.encode(&samples, frameCount: count) }
    }

    private func run(_ body: (WavPackEncoderHandle) throws(CodecError) -> [UInt8]) throws(AudioFileError) {
        let bytes: [UInt8]
        do throws(CodecError) {
            bytes = try body(handle)
        } catch {
            throw AudioFileError(
                .unspecified, kind: error.kind, path: file.name, at: .frame(frameCount), error.problem,
                nextStep: error.nextStep)
        }
        if !bytes.isEmpty { try file.append(bytes) }
    }
}
