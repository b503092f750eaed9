internal import KKCodecs
internal import KKConvert
internal import KKPCM

/// Packets of a ``PacketEncoder`` in a file that ``AudioFileContainer`` lays out: ALAC, AAC and AC-3.
///
/// The encoder gets blocks of one length whatever the caller's are. A container's head is made when all packets are
/// there, and they are moved after it; a stream of packets is written as they come.
///
/// ## Allocation
/// In `init`; the table of packets, two or three bytes for each; for a buffer that is longer than all before it; and what the
/// encoder does.
final class PacketFileEncoder: FileEncoder {
    private let file: OutputFile
    private var blocks: BlockEncoder
    private let container: AudioFileContainer
    private var content: Container
    private let instrument: SamplerInstrument?
    /// What ADTS has before each packet is made of it.
    private let aac: AACConfiguration?
    private let frames: PackedFrames
    private var index = PacketIndex()
    private var place: Int64 = 0
    /// The frames before the sound that are not the encoder's own.
    private let lead: Int
    private var frameCount: Int64 = 0

    init(
        file: OutputFile, format: OutputFormat, layout: ChannelLayout, sampleRate: Double, notes: AudioFileAnnotations,
        options: WriterOptions
    ) throws(AudioFileError) {
        self.file = file
        let channelCount = layout.channelCount
        let codec = format.codec
        var settings = EncoderSettings()
        settings.bitDepth = format.encoding.integerBits
        if case .rate(let rate) = format.settings.bitRate { settings.bitRate = rate }
        settings.bitRateControl = format.settings.bitRateControl
        let description = StreamDescription(
            sampleRate: sampleRate, formatID: codec?.formatID ?? .appleLossless, channelsPerFrame: UInt32(channelCount))
        let encoder: any PacketEncoder
        do throws(CodecError) {
            encoder = try PacketEncoders.encoder(for: description, settings: settings)
        } catch {
            throw AudioFileError(
                error.kind == .unavailable ? .codecUnavailable : .unsupportedDataFormat, kind: error.kind,
                path: file.name, error.problem, nextStep: error.nextStep)
        }
        frames = try PackedFrames(
            format, isFloat: encoder.inputFormat.isFloat, layout: layout, sampleRate: sampleRate, options: options,
            path: file.name)
        container = try AudioFileContainer(
            format.container.output?.typeID(of: encoder.format.formatID, named: file.name) ?? "caff", encoder.format,
            name: file.name)
        instrument = notes.instrument
        content = Container(typeID: container.typeID, dataFormat: encoder.format)
        content.layout = encoder.layout
        (content.tags, content.pictures, content.origin) = (notes.information, notes.pictures, notes.origin)
        (content.markers, content.regions, content.timeType) = (notes.markers, notes.regions, notes.timeType)
        aac = container.typeID == ContainerTypeID.adts ? AACConfiguration(cookie: encoder.magicCookie) : nil
        blocks = BlockEncoder(encoder)
        lead =
            container.family == .boxes && encoder.leadingFrames > 0
            ? Self.lead(of: options.frameCount ?? 0, packet: Int64(encoder.blockLength)) : 0
        if lead > 0 { try fill(lead) }
    }

    /// The silence before a sound with which its last packet ends just where it does: some readers follow a file where the
    /// sound begins, and play the last packet to its end. FFmpeg among them drops a packet of which no more than half is
    /// played, so a very short sound has its packet from the start.
    private static func lead(of frameCount: Int64, packet length: Int64) -> Int {
        frameCount <= length / 2 ? 0 : Int((length - frameCount % length) % length)
    }

    var overloads: OverloadTally { frames.overloads }

    func write(_ buffer: borrowing PCMBuffer) throws(AudioFileError) {
        if frames.isFloat { try buffer.checkLoudness(firstFrame: frameCount, path: file.name) }
        _ = frames.take(buffer, firstFrame: frameCount)
        frameCount += Int64(buffer.frameLength)
        var done = 0
        while done < buffer.frameLength {
            let count = min(buffer.frameLength - done, blocks.missing)
            fill(done..<done + count)
            done += count
            try run { blocks throws(CodecError) in try blocks.take(count) }
        }
    }

    func finish() throws(AudioFileError) {
        try run { blocks throws(CodecError) in try blocks.finish() }
        guard container.family != .stream else { return }
        let encoder = blocks.encoder, priming = Int64(encoder.leadingFrames + lead)
        content.packets = .table(index)
        content.packetSizeUpperBound = index.maximumByteCount
        content.dataByteCount = index.end
        content.magicCookie =
            container.family == .caf
            ? MagicCookieForm.caf(encoder.magicCookie, encoder.format.formatID) : encoder.magicCookie
        content.packetTableInfo = PacketTableInfo(
            validFrames: frameCount, primingFrames: min(priming, index.frameCount),
            remainderFrames: blocks.trailingFrames)
        var chunks = try container.chunks(content, AudioFileContainer.Part.allCases, name: file.name)
        if container.family == .caf, let instrument { chunks.append(instrument.cafChunk) }
        try file.insert(
            container.head(content, room: chunks.flatMap(container.family.bytes), tail: 0, name: file.name))
    }

    /// Puts some of the frames that were taken into the block, after those that are there.
    private func fill(_ range: Range<Int>) {
        let start = blocks.blockStart
        for channel in 0..<frames.channelCount {
            unsafe blocks.samples[channel].bytes.withUnsafeMutableBytes { bytes in
                let target = unsafe bytes.assumingMemoryBound(to: Int32.self)
                for (place, frame) in range.enumerated() {
                    unsafe target[start + place] =
                        frames.words[frame * frames.channelCount + channel] >> frames.shift
                }
            }
        }
    }

    /// Puts frames of silence before the sound.
    private func fill(_ frameCount: Int) throws(AudioFileError) {
        var silence = PCMBuffer(channelCount: blocks.encoder.format.channelCount, frameCapacity: frameCount)
        silence.frameLength = frameCount
        try write(silence)
        self.frameCount = 0
    }

    /// Encodes, and puts down the packets that are complete.
    private func run(_ body: (inout BlockEncoder) throws(CodecError) -> Void) throws(AudioFileError) {
        do throws(CodecError) {
            try body(&blocks)
        } catch {
            var failure = AudioFileError(error, path: file.name)
            failure.position = .frame(frameCount)
            throw failure
        }
        while let packet = blocks.first {
            try put(packet.bytes, packet.frameCount)
            blocks.removeFirst()
        }
    }

    private func put(_ packet: ArraySlice<UInt8>, _ frameCount: Int) throws(AudioFileError) {
        if let aac {
            guard let header = ADTSHeader.bytes(aac, byteCount: packet.count) else {
                throw AudioFileError(
                    .unsupportedDataFormat, kind: .usage, path: file.name, "ADTS cannot hold this AAC",
                    nextStep: "write M4A")
            }
            try file.append(header)
        }
        try file.append(Array(packet))
        guard container.family != .stream else { return }
        let whole = max(frameCount, Int(blocks.encoder.format.framesPerPacket))
        index.append(offset: place, byteCount: packet.count, frames: whole)
        place += Int64(packet.count)
    }
}
