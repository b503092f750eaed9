internal import CSndfile
internal import KKCodecs
internal import KKConvert
internal import KKPCM

/// FLAC, Ogg Vorbis, Opus and MP3 through libsndfile.
///
/// FLAC gets the integers of our own quantiser, high-aligned in 32 bits; the lossy encoders get Float32 as it is. The
/// libraries get blocks of one size whatever the caller's are, because Vorbis makes other bytes of other blocks. What
/// belongs to the sound is a tag of our own before MP3. In FLAC and Ogg usual texts are the library's; where there is
/// more, all of it takes their place at the end. An Ogg stream's serial number is a hash of what was asked for.
///
/// ## Allocation
/// In `init`, for a buffer that is longer than all before it, and what libsndfile does.
final class SndfileEncoder: FileEncoder {
    private let file: OutputFile
    private let output: SndfileOutput
    /// Where an info frame of our own is, of an MP3 whose frames are too small for LAME's.
    private let infoPlace: (start: Int64, mpeg: MPEGFrameHeader.Format, bitRate: Int)?
    private var handle: SndfileWriteHandle
    private let frames: PackedFrames
    /// What waits for a block to be full, interleaved.
    private var samples: [Int32] = []
    private var heldFrames = 0
    private let isOpus: Bool
    /// All that belongs to the sound, where the library does not write all of it.
    private var more: AudioFileAnnotations?
    private var frameCount: Int64 = 0
    /// The frames that the library is given at a time.
    private static let block = 4096

    init(
        file: OutputFile, format: OutputFormat, layout: ChannelLayout, sampleRate: Double,
        notes: AudioFileAnnotations, options: WriterOptions
    ) throws(AudioFileError) {
        self.file = file
        let usual = notes.placed(in: .xiph)
        let isUsual =
            usual.information == notes.information && notes.pictures.isEmpty && notes.markers.isEmpty
            && notes.isPlainOfXiph
        more = isUsual ? nil : notes
        isOpus = format.encoding == .opus
        frames = try PackedFrames(
            format, isFloat: format.encoding.integerBits == nil, layout: layout, sampleRate: sampleRate,
            options: options, path: file.name)
        let channelCount = frames.channelCount
        let isOgg = format.container == .ogg || format.container == .opus
        var start =
            format.container == .mp3
            ? ID3Writer.tag(notes, sampleRate: sampleRate, frameCount: options.frameCount) : []
        infoPlace = Self.infoPlace(file, format, sampleRate, channelCount, start: start.count)
        if let mpeg = infoPlace?.mpeg { start += InfoFrame.bytes(mpeg, packetCount: 0, byteCount: 0, frameCount: 0) }
        output = try SndfileOutput(
            file: file, pages: isOgg ? OggPages(serial: Self.serial(format, sampleRate, layout, options.seed)) : nil,
            infoFrame: format.container == .mp3 ? InfoFrame() : nil, behind: start)
        let codec = format.codec ?? .flac
        let depth = frames.isFloat ? 0 : format.encoding == .s16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24
        handle = try SndfileWriteHandle(
            output: output, format: Int32((codec.libraryFormat ?? SF_FORMAT_FLAC) | depth), sampleRate: sampleRate,
            channelCount: channelCount)
        codec.set(handle, format.settings, WrittenCodec.Stream(sampleRate: sampleRate, channelCount: channelCount))
        guard format.container != .mp3 else {
            more = nil
            return
        }
        for text in usual.information {
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

    var overloads: OverloadTally { frames.overloads }

    func write(_ buffer: borrowing PCMBuffer) throws(AudioFileError) {
        if frames.isFloat { try buffer.checkLoudness(firstFrame: frameCount, path: file.name) }
        let count = frames.take(buffer, firstFrame: frameCount), channelCount = frames.channelCount
        let start = heldFrames * channelCount
        if samples.count < start + count { samples += [Int32](repeating: 0, count: start + count - samples.count) }
        for index in 0..<count { samples[start + index] = frames.words[index] }
        frameCount += Int64(buffer.frameLength)
        heldFrames += buffer.frameLength
        let whole = heldFrames / Self.block * Self.block
        guard whole > 0 else { return }
        for first in stride(from: 0, to: whole, by: Self.block) {
            try handle.write(samples, from: first, frameCount: Self.block, areFloats: frames.isFloat)
        }
        heldFrames -= whole
        for index in 0..<heldFrames * channelCount { samples[index] = samples[whole * channelCount + index] }
    }

    func finish() throws(AudioFileError) {
        if isOpus { try fillLastPacket() }
        if heldFrames > 0 { try handle.write(samples, from: 0, frameCount: heldFrames, areFloats: frames.isFloat) }
        try handle.close()
        try output.finish()
        if let more, !file.isStream { try file.apply(NotedFile(file.written).splices(more)) }
        try patchInfoFrame()
    }

    /// States the length of an MP3 whose encoder leaves the info frame out.
    private func patchInfoFrame() throws(AudioFileError) {
        guard let (start, mpeg, bitRate) = infoPlace else { return }
        let packetBytes = Double(mpeg.framesPerPacket) / 8 * Double(bitRate) / Double(mpeg.sampleRate)
        let frame = InfoFrame.bytes(
            mpeg, packetCount: Int64((Double(output.byteCount) / packetBytes).rounded()), byteCount: output.byteCount,
            frameCount: frameCount)
        try file.patch(frame, at: start)
    }

    /// A stream cannot be gone back in, and has none.
    private static func infoPlace(
        _ file: OutputFile, _ format: OutputFormat, _ sampleRate: Double, _ channelCount: Int, start: Int
    ) -> (start: Int64, mpeg: MPEGFrameHeader.Format, bitRate: Int)? {
        let description = StreamDescription(
            sampleRate: sampleRate, formatID: .mpegLayer3, channelsPerFrame: UInt32(channelCount))
        guard format.container == .mp3, !file.isStream, case .rate(let bitRate) = format.settings.bitRate,
            let mpeg = MPEGFrameHeader.Format(description)
        else { return nil }
        return InfoFrame.isLeftOut(mpeg, bitRate: bitRate) ? (Int64(start), mpeg, bitRate) : nil
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
        var silence = PCMBuffer(channelCount: frames.channelCount, frameCapacity: Int(missing))
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
        if !format.settings.isStandard { fields.text(format.settings.description) }
        return fields.bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
