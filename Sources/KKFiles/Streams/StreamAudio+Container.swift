internal import KKPCM

extension StreamAudio {
    /// What a container's header says, once its audio begins.
    init(_ header: StreamHeader, data: Chunk) throws(AudioFileStreamError) {
        self = header.fileType == .caf ? try Self.caf(header, data: data) : try Self.container(header, data: data)
        hasZeroSize = header.hasZeroSize
    }

    private static func container(_ header: StreamHeader, data: Chunk) throws(AudioFileStreamError) -> Self {
        let format: FourCharCode? =
            switch header.fileType {
            case .aiff, .aifc: "COMM"
            case .au: nil
            default: "fmt "
            }
        if let format, header.content(format) == nil {
            throw AudioFileStreamError(
                .notOptimized, at: data.offset, "the audio comes before the chunk \(format), which says how it is stored",
                nextStep: "open it as a file, or store it again")
        }
        let container: PCMContainer
        do throws(AudioFileError) {
            container = try PCMContainer(header.source, fileType: header.fileType, start: header.start)
        } catch {
            throw AudioFileStreamError(error, at: format.flatMap { header.content($0)?.offset } ?? header.start)
        }
        var stream = FramedStream(
            format: container.dataFormat, layout: container.statesLayout ? container.storedLayout : nil, sourceBitDepth: container.sourceBitDepth, packetSizeUpperBound: 0)
        let packets: Packets
        switch container.codec {
        case .linear: packets = .constant(byteCount: Int(container.dataFormat.bytesPerFrame), frames: 1)
        case .mpeg: packets = .framed(MPEGFramer())
        case .sndfile, .packets:
            guard let size = blockSize(header, container.dataFormat) else {
                throw AudioFileStreamError(
                    .unsupportedDataFormat, at: data.offset, "nothing tells how long the packets of \(container.dataFormat.formatID) are")
            }
            packets = .constant(byteCount: size.bytes, frames: size.frames)
            stream.format.bytesPerPacket = UInt32(size.bytes)
            stream.format.framesPerPacket = UInt32(size.frames)
        }
        let isCounted = container.lengthSource == .header || data.claimedByteCount != nil
        var audio = StreamAudio(
            fileFormat: header.fileType.streamCode, stream: nil, dataOffset: container.dataOffset,
            dataByteCount: isCounted ? container.dataByteCount : nil, packets: packets, texts: container.tags)
        if container.codec == .linear { audio.container = container }
        if case .constant(let bytes, _) = packets {
            stream.packetSizeUpperBound = bytes
            stream.bitRate = stream.format.framesPerPacket > 0
                ? Double(8 * bytes) * stream.format.sampleRate / Double(stream.format.framesPerPacket) : nil
            stream.packetCount = audio.dataByteCount.map { $0 / Int64(bytes) }
            audio.stream = stream
        }
        return audio
    }

    /// Bytes and frames of the blocks of ADPCM and its like.
    private static func blockSize(_ header: StreamHeader, _ format: StreamDescription) -> (bytes: Int, frames: Int)? {
        if let chunk = header.content("fmt ") {
            let fields = Fields(bytes: chunk.bytes, isBigEndian: header.fileType == .rifx)
            guard let bytes = fields.uint16(12), bytes > 0 else { return nil }
            let frames = format.formatID == .microsoftGSM ? 320 : fields.uint16(18) ?? 0
            return (Int(bytes), Int(frames))
        }
        switch format.formatID {
        case .appleIMA4: return (34 * format.channelCount, 64)
        default: return nil
        }
    }

    // MARK: CAF

    private static func caf(_ header: StreamHeader, data: Chunk) throws(AudioFileStreamError) -> Self {
        guard let chunk = header.content("desc") else {
            throw AudioFileStreamError(
                .notOptimized, at: data.offset, "the audio comes before the desc chunk, which says how it is stored",
                nextStep: "open it as a file, or store it again")
        }
        let format = try description(chunk)
        var stream = FramedStream(format: format, layout: nil, packetSizeUpperBound: 0)
        if let layout = header.content("chan") {
            stream.layout = AppleChannelLayout.parse(Fields(bytes: layout.bytes, isBigEndian: true), channels: format.channelCount)
        }
        if stream.layout == nil, format.channelCount <= 2 { stream.layout = .standard(format.channelCount) }
        stream.magicCookie = header.content("kuki")?.bytes ?? []
        var audio = StreamAudio(
            fileFormat: FileType.caf.streamCode, stream: nil, dataOffset: data.offset + 4,
            dataByteCount: data.claimedByteCount.map { max(0, $0 - 4) }, packets: .constant(byteCount: 1, frames: 1))
        if let info = header.content("info") {
            var notes = CAFNotes()
            notes.takeInformation(Fields(bytes: info.bytes, isBigEndian: true))
            audio.texts = notes.tags
        }
        if [.linearPCM, .uLaw, .aLaw].contains(format.formatID) {
            audio.container = try? PCMContainer(header.source, fileType: .caf, start: header.start)
        }
        let table = header.content("pakt")
        if format.bytesPerPacket > 0, format.framesPerPacket > 0 {
            let bytes = Int(format.bytesPerPacket)
            guard bytes <= StreamPacketTable.packetByteLimit else {
                throw .damage(at: chunk.offset + 16, "packets of \(bytes) bytes are longer than any codec's")
            }
            audio.packets = .constant(byteCount: bytes, frames: Int(format.framesPerPacket))
            stream.packetSizeUpperBound = bytes
            stream.packetCount = audio.dataByteCount.map { $0 / Int64(bytes) }
            stream.bitRate = Double(8 * bytes) * format.sampleRate / Double(format.framesPerPacket)
            if let table, table.bytes.count >= StreamPacketTable.headerByteCount {
                let fields = Fields(bytes: table.bytes, isBigEndian: true)
                stream.packetTable = PacketTableInfo(
                    validFrames: fields.int64(8) ?? 0, primingFrames: Int64(Int32(bitPattern: fields.uint32(16) ?? 0)),
                    remainderFrames: Int64(Int32(bitPattern: fields.uint32(20) ?? 0)))
            }
        } else {
            guard let table else {
                throw AudioFileStreamError(
                    .notOptimized, at: data.offset, "packets of \(format.formatID) differ, and the table of their sizes does not come before them",
                    nextStep: "open it as a file, or store it again with the table in front")
            }
            let packets = try StreamPacketTable(table.bytes, at: table.offset, format: format)
            stream.packetTable = packets.info
            stream.packetCount = packets.packetCount
            stream.packetSizeUpperBound = packets.maximumPacketByteCount
            audio.packets = .table(packets)
        }
        audio.stream = stream
        return audio
    }

    /// The desc chunk. What the decoders of files do not know is told as it is.
    private static func description(_ chunk: (offset: Int64, bytes: [UInt8])) throws(AudioFileStreamError) -> StreamDescription {
        let fields = Fields(bytes: chunk.bytes, isBigEndian: true)
        let source = ByteSource(name: "stream", memory: MemoryBytes(chunk.bytes))
        do throws(AudioFileError) {
            guard let rate = fields.double(0), let id = fields.code(8), let flags = fields.uint32(12), let bytes = fields.uint32(16),
                let frames = fields.uint32(20), let channels = fields.uint32(24), let bits = fields.uint32(28),
                ![FourCharCode.linearPCM, .uLaw, .aLaw].contains(id)
            else { return try CAFFormat.parse(fields, at: chunk.offset, in: source).description }
            try source.checkRate(rate, at: chunk.offset)
            try source.checkChannels(Int(channels), at: chunk.offset)
            return StreamDescription(
                sampleRate: rate, formatID: id, formatFlags: FormatFlags(rawValue: flags), bytesPerPacket: bytes, framesPerPacket: frames,
                channelsPerFrame: channels, bitsPerChannel: bits)
        } catch {
            throw AudioFileStreamError(error, at: chunk.offset)
        }
    }
}
