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
    private let frames: PackedFrames
    private let notes: AudioFileAnnotations
    /// What waits for a block to be full, interleaved.
    private var samples: [Int32]
    private var heldFrames = 0
    private var frameCount: Int64 = 0

    /// The frames that the library is given at a time.
    private static let block = 4096

    init(
        file: OutputFile, format: OutputFormat, layout: ChannelLayout, sampleRate: Double,
        notes: AudioFileAnnotations, options: WriterOptions
    ) throws(AudioFileError) {
        self.file = file
        self.notes = notes
        frames = try PackedFrames(
            format, isFloat: format.encoding.isFloat, layout: layout, sampleRate: sampleRate, options: options,
            path: file.name)
        samples = [Int32](repeating: 0, count: Self.block * frames.channelCount)
        do throws(CodecError) {
            handle = try WavPackEncoderHandle(
                sampleRate: Int(sampleRate), channelCount: frames.channelCount, channelMask: layout.waveMask ?? 0,
                bitDepth: format.encoding.integerBits ?? 32, isFloat: frames.isFloat,
                level: EncodingChoices.wavPack.level(format.settings) ?? 1)
        } catch {
            throw AudioFileError(
                .codecUnavailable, kind: error.kind, path: file.name, error.problem, nextStep: error.nextStep)
        }
    }

    var overloads: OverloadTally { frames.overloads }

    func write(_ buffer: borrowing PCMBuffer) throws(AudioFileError) {
        let count = frames.take(buffer, firstFrame: frameCount), channelCount = frames.channelCount
        frameCount += Int64(buffer.frameLength)
        var done = 0
        while done < count {
            let step = min(count - done, samples.count - heldFrames * channelCount)
            let start = heldFrames * channelCount
            for index in 0..<step { samples[start + index] = frames.words[done + index] >> frames.shift }
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
        let tag = APETags.tag(notes)
        if !tag.isEmpty { try file.append(tag) }
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
            var failure = AudioFileError(error, path: file.name)
            failure.position = .frame(frameCount)
            throw failure
        }
        if !bytes.isEmpty { try file.append(bytes) }
    }
}
