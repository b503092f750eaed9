internal import KKCodecs
internal import KKConvert
internal import KKPCM

/// Packets of a ``PacketEncoder`` in a file that ``AudioFileContainer`` lays out: ALAC, AAC and AC-3.
///
/// The encoder gets blocks of one length whatever the caller's are. A container's head is made when all packets are there, and
/// they are moved behind it; a stream of packets is written as they come.
///
/// ## Allocation
/// In `init`; the table of packets, two or three bytes for each; for a buffer that is longer than all before it; and what the
/// encoder does.
final class PacketFileEncoder: FileEncoder {
    private let file: OutputFile
    private let encoder: any PacketEncoder
    private let container: AudioFileContainer
    private var content: Container
    /// What ADTS has before each packet is made of it.
    private let aac: AACConfiguration?
    private let source: BlockSource
    private var block: AudioBufferList
    private var blockStart = 0
    private var packets = EncodedPackets()
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
        let description = StreamDescription(
            sampleRate: sampleRate, formatID: codec?.formatID ?? .appleLossless, channelsPerFrame: UInt32(channelCount))
        do throws(CodecError) {
            encoder = try PacketEncoders.encoder(for: description, settings: settings)
        } catch {
            throw AudioFileError(
                error.kind == .unavailable ? .codecUnavailable : .unsupportedDataFormat, kind: error.kind,
                path: file.name, error.problem, nextStep: error.nextStep)
        }
        container = try AudioFileContainer(
            format.container.output?.typeID ?? "caff", encoder.format, name: file.name)
        content = Container(typeID: container.typeID, dataFormat: encoder.format)
        content.layout = encoder.layout
        content.tags = notes.information
        (content.markers, content.regions, content.timeType) = (notes.markers, notes.regions, notes.timeType)
        aac = container.typeID == ContainerTypeID.adts ? AACConfiguration(cookie: encoder.magicCookie) : nil
        block = AudioBufferList(for: encoder.inputFormat, frameCapacity: encoder.blockLength)
        source = try BlockSource(
            format, encoder.inputFormat, order: format.channelOrder(of: layout) ?? Array(layout.labels.indices),
            options, path: file.name)
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

    var overloads: OverloadTally { source.overloads }

    func write(_ buffer: borrowing PCMBuffer) throws(AudioFileError) {
        if source.isFloat { try buffer.checkLoudness(firstFrame: frameCount, path: file.name) }
        source.take(buffer, firstFrame: frameCount)
        frameCount += Int64(buffer.frameLength)
        var done = 0
        while done < buffer.frameLength {
            let count = min(buffer.frameLength - done, encoder.blockLength - blockStart)
            source.give(buffer, done..<done + count, to: &block, at: blockStart)
            done += count
            blockStart += count
            if blockStart == encoder.blockLength { try encode() }
        }
    }

    func finish() throws(AudioFileError) {
        if blockStart > 0 { try encode() }
        if index.packetCount > 0 || frameCount > 0 {
            try run { (encoder, packets) throws(CodecError) in try encoder.finish(to: &packets) }
        }
        guard container.family != .stream else { return }
        let priming = Int64(encoder.leadingFrames + lead)
        content.packets = .table(index)
        content.packetSizeUpperBound = index.maximumByteCount
        content.dataByteCount = index.end
        content.magicCookie =
            container.family == .caf
            ? MagicCookieForm.caf(encoder.magicCookie, encoder.format.formatID) : encoder.magicCookie
        content.packetTableInfo = PacketTableInfo(
            validFrames: frameCount, primingFrames: min(priming, index.frameCount),
            remainderFrames: max(0, index.frameCount - priming - frameCount))
        let chunks = try container.chunks(content, AudioFileContainer.Part.allCases, name: file.name)
        try file.insert(
            container.head(content, room: chunks.flatMap(container.family.bytes), tail: 0, name: file.name))
    }

    /// Puts frames of silence before the sound.
    private func fill(_ frameCount: Int) throws(AudioFileError) {
        var silence = PCMBuffer(channelCount: encoder.format.channelCount, frameCapacity: frameCount)
        silence.frameLength = frameCount
        try write(silence)
        self.frameCount = 0
    }

    private func encode() throws(AudioFileError) {
        let count = blockStart
        blockStart = 0
        try run { [block] (encoder, packets) throws(CodecError) in
            try encoder.encode(block, frameCount: count, to: &packets)
        }
    }

    private func run(
        _ body: (any PacketEncoder, inout EncodedPackets) throws(CodecError) -> Void
    ) throws(AudioFileError) {
        do throws(CodecError) {
            try body(encoder, &packets)
        } catch {
            throw AudioFileError(
                .unspecified, kind: error.kind, path: file.name, at: .frame(frameCount), error.problem,
                nextStep: error.nextStep)
        }
        while let packet = packets.first {
            try put(packet.bytes, packet.frameCount)
            packets.removeFirst()
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
        let whole = max(frameCount, Int(encoder.format.framesPerPacket))
        index.append(offset: place, byteCount: packet.count, frames: whole)
        place += Int64(packet.count)
    }
}

/// A writer's frames as an encoder takes them: a buffer per channel of floats, or of integers of the house's quantiser.
///
/// ## Allocation
/// In `init`; of integers for a buffer that is longer than all before it.
private final class BlockSource {
    let isFloat: Bool
    private var packer: PCMPacker
    private var order: ChannelOrder
    private let shift: Int32
    /// Integers at the top of 32 bits, interleaved.
    private var packed: [Int32] = []
    private let sources: [Int]

    init(
        _ format: OutputFormat, _ input: StreamDescription, order: [Int], _ options: WriterOptions, path: String
    ) throws(AudioFileError) {
        isFloat = input.isFloat
        sources = order
        self.order = ChannelOrder(order)
        let bits = format.encoding.integerBits ?? 32
        shift = Int32(32 - bits)
        let native = StreamDescription.nativeEndianFlag
        do throws(ConvertError) {
            packer = try PCMPacker(
                format: .linearPCM(
                    sampleRate: input.sampleRate, channels: input.channelCount, bits: bits, containerBits: 32,
                    flags: native.union(input.isFloat ? .isFloat : .isSignedInteger)),
                dither: options.dither, seed: options.seed)
        } catch {
            throw AudioFileError(.unsupportedDataFormat, kind: .defect, path: path, error.problem)
        }
    }

    var overloads: OverloadTally { order.fromFile(packer.overloads) }

    /// Quantises a buffer, where the encoder takes integers.
    func take(_ buffer: borrowing PCMBuffer, firstFrame: Int64) {
        guard !isFloat else { return }
        let count = buffer.frameLength * sources.count
        if packed.count < count { packed = [Int32](repeating: 0, count: count) }
        var span = packed.mutableSpan
        var bytes = unsafe span.mutableBytes
        order.arranging(buffer) { arranged in _ = packer.pack(arranged, firstFrame: firstFrame, into: &bytes) }
    }

    /// Puts some of the frames that were taken into a block.
    func give(
        _ buffer: borrowing PCMBuffer, _ frames: Range<Int>, to block: inout AudioBufferList, at start: Int
    ) {
        let channels = sources.count
        for (channel, source) in sources.enumerated() {
            unsafe block[channel].bytes.withUnsafeMutableBytes { bytes in
                guard isFloat else {
                    let target = unsafe bytes.assumingMemoryBound(to: Int32.self)
                    for frame in frames {
                        unsafe target[start + frame - frames.lowerBound] = packed[frame * channels + channel] >> shift
                    }
                    return
                }
                let target = unsafe bytes.assumingMemoryBound(to: Float.self)
                buffer.withChannel(source) { samples in
                    for frame in frames { unsafe target[start + frame - frames.lowerBound] = samples[frame] }
                }
            }
        }
    }
}
