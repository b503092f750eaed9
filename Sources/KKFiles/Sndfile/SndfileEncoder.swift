internal import CSndfile
internal import KKConvert
internal import KKPCM

/// FLAC, Ogg Vorbis, Opus and MP3 through libsndfile.
///
/// FLAC gets the integers of our own quantiser, high-aligned in 32 bits; the lossy encoders get Float32 as it is. The
/// libraries get blocks of one size whatever the caller's are, because Vorbis makes other bytes of other blocks. Texts
/// are the library's in FLAC and Ogg, and a tag of our own before MP3. An Ogg stream's serial number is a hash of what was asked for.
///
/// ## Allocation
/// In `init`, for a buffer that is longer than all before it, and what libsndfile does.
final class SndfileEncoder: FileEncoder {
    private let output: SndfileOutput
    private var handle: SndfileWriteHandle
    private var packer: PCMPacker
    private var order: ChannelOrder
    /// What waits for a block to be full, interleaved.
    private var samples: [Int32] = []
    private var heldFrames = 0
    /// The caller's buffer, interleaved.
    private var packed: [Int32] = []
    private let areFloats: Bool
    private let isOpus: Bool
    private let path: String
    private let channelCount: Int
    private var frameCount: Int64 = 0
    /// The frames that the library is given at a time.
    private static let block = 4096

    init(
        file: OutputFile, format: OutputFormat, sampleRate: Double, layout: ChannelLayout, dither: Dither, seed: UInt64,
        texts: [FileProperties.Tag] = []
    ) throws(AudioFileError) {
        path = file.name
        channelCount = layout.channelCount
        isOpus = format.encoding == .opus
        areFloats = format.encoding.integerBits == nil
        let native = StreamDescription.nativeEndianFlag
        let stored = StreamDescription.linearPCM(
            sampleRate: sampleRate, channels: channelCount, bits: format.encoding.integerBits ?? 32, containerBits: 32,
            flags: areFloats ? native.union(.isFloat) : native.union(.isSignedInteger))
        do throws(ConvertError) {
            packer = try PCMPacker(format: stored, dither: dither, seed: seed)
        } catch {
            throw AudioFileError(.unsupportedDataFormat, kind: .defect, path: file.name, error.problem)
        }
        order = ChannelOrder(format.channelOrder(of: layout) ?? Array(layout.labels.indices))
        let isOgg = format.container == .ogg || format.container == .opus
        output = try SndfileOutput(
            file: file, pages: isOgg ? OggPages(serial: Self.serial(format, sampleRate, layout, seed)) : nil,
            infoFrame: format.container == .mp3 ? InfoFrame() : nil,
            behind: format.container == .mp3 ? ID3Writer.tag(texts) : [])
        let codec = format.codec ?? .flac
        let depth = areFloats ? 0 : format.encoding == .s16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24
        handle = try SndfileWriteHandle(
            output: output, format: Int32((codec.libraryFormat ?? SF_FORMAT_FLAC) | depth), sampleRate: sampleRate,
            channelCount: channelCount)
        codec.set(handle, channelCount)
        guard format.container != .mp3 else { return }
        for text in texts {
            if let kind = Self.textKinds.first(where: { $0.key == text.key })?.kind {
                handle.set(text: kind, text.value)
            }
        }
    }

    private static let textKinds: [(key: String, kind: Int)] = [
        ("title", SF_STR_TITLE), ("copyright", SF_STR_COPYRIGHT), ("artist", SF_STR_ARTIST),
        ("comments", SF_STR_COMMENT), ("year", SF_STR_DATE), ("album", SF_STR_ALBUM),
        ("track number", SF_STR_TRACKNUMBER), ("genre", SF_STR_GENRE),
    ].map { ($0.0, Int($0.1)) }

    var overloads: OverloadTally { order.fromFile(packer.overloads) }

    func write(_ buffer: borrowing PCMBuffer) throws(AudioFileError) {
        if areFloats { try buffer.checkLoudness(firstFrame: frameCount, path: path) }
        let start = heldFrames * channelCount
        let count = buffer.frameLength * channelCount
        if packed.count < count { packed = [Int32](repeating: 0, count: count) }
        if samples.count < start + count { samples += [Int32](repeating: 0, count: start + count - samples.count) }
        pack(buffer)
        for index in 0..<count { samples[start + index] = packed[index] }
        frameCount += Int64(buffer.frameLength)
        heldFrames += buffer.frameLength
        let whole = heldFrames / Self.block * Self.block
        guard whole > 0 else { return }
        for first in stride(from: 0, to: whole, by: Self.block) {
            try handle.write(samples, from: first, frameCount: Self.block, areFloats: areFloats)
        }
        heldFrames -= whole
        for index in 0..<heldFrames * channelCount { samples[index] = samples[whole * channelCount + index] }
    }

    private func pack(_ buffer: borrowing PCMBuffer) {
        var span = packed.mutableSpan
        var bytes = unsafe span.mutableBytes
        order.arranging(buffer) { arranged in _ = packer.pack(arranged, firstFrame: frameCount, into: &bytes) }
    }

    func finish() throws(AudioFileError) {
        if isOpus { try fillLastPacket() }
        if heldFrames > 0 { try handle.write(samples, from: 0, frameCount: heldFrames, areFloats: areFloats) }
        try handle.close()
        try output.finish()
    }

    /// Feeds Opus silence up to the end of its last packet, and states the true end on the last page.
    ///
    /// libsndfile fills a packet that holds only the encoder's delay with what its buffer held before, which is heard
    /// in the last six milliseconds. The number of packets stays the same.
    private func fillLastPacket() throws(AudioFileError) {
        guard frameCount > 0, let preskip = output.pages?.preskip, preskip > 0 else { return }
        let packet: Int64 = 960
        let end = frameCount + preskip
        output.pages?.end = end
        let missing = (packet - end % packet) % packet
        var silence = PCMBuffer(channelCount: channelCount, frameCapacity: Int(missing))
        silence.frameLength = Int(missing)
        try write(silence)
    }
}

extension SndfileEncoder {
    /// FNV-1a over everything that was asked for.
    private static func serial(
        _ format: OutputFormat, _ sampleRate: Double, _ layout: ChannelLayout, _ seed: UInt64
    ) -> UInt32 {
        var fields = HeaderBytes()
        fields.text(format.container.rawValue)
        fields.text(format.encoding.rawValue)
        fields.big(sampleRate.bitPattern)
        for label in layout.labels { fields.big(label.rawValue) }
        fields.big(seed)
        return fields.bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
