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
                .notOptimized, at: data.offset,
                "the audio comes before the chunk \(format), which says how it is stored",
                nextStep: "open it as a file, or store it again")
        }
        let container = try AudioFileStreamError.told(at: format.flatMap { header.content($0)?.offset } ?? header.start)
        { () throws(AudioFileError) in
            try PCMContainer(header.source, fileType: header.fileType, start: header.start)
        }
        var stream = FramedStream(
            format: container.dataFormat, layout: container.statesLayout ? container.storedLayout : nil,
            sourceBitDepth: container.sourceBitDepth,
            packetSizeUpperBound: 0)
        let packets: Packets
        switch container.codec {
        case .linear: packets = .constant(byteCount: Int(container.dataFormat.bytesPerFrame), frames: 1)
        case .mpeg: packets = .framed(MPEGFramer())
        case .sndfile, .packets:
            guard let size = blockSize(header, container.dataFormat) else {
                throw AudioFileStreamError(
                    .unsupportedDataFormat, at: data.offset,
                    "nothing tells how long the packets of \(container.dataFormat.formatID) are")
            }
            packets = .constant(byteCount: size.bytes, frames: size.frames)
            stream.format.bytesPerPacket = UInt32(size.bytes)
            stream.format.framesPerPacket = UInt32(size.frames)
        }
        let isCounted = container.lengthSource == .header || data.claimedByteCount != nil
        var audio = StreamAudio(
            fileFormat: header.fileType.typeID, stream: nil, dataOffset: container.dataOffset,
            dataByteCount: isCounted ? container.dataByteCount : nil, packets: packets, texts: container.tags)
        if container.codec == .linear { audio.container = container }
        if case .constant(let bytes, _) = packets {
            stream.packetSizeUpperBound = bytes
            stream.bitRate =
                stream.format.framesPerPacket > 0
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
        guard let chunk = header.keptChunk("desc") else {
            throw AudioFileStreamError(
                .notOptimized, at: data.offset, "the audio comes before the desc chunk, which says how it is stored",
                nextStep: "open it as a file, or store it again")
        }
        let source = header.source
        let description = try AudioFileStreamError.told(at: chunk.offset) { () throws(AudioFileError) in
            try CAFDescription(chunk, in: source)
        }
        // What the decoders of files do not know is told as it is.
        let isLinear = [.linearPCM, .uLaw, .aLaw].contains(description.formatID)
        let format = try AudioFileStreamError.told(at: chunk.offset) { () throws(AudioFileError) in
            isLinear
                ? try description.storedFormat(at: chunk.offset, in: source).description : description.streamDescription
        }
        var stream = FramedStream(format: format, layout: nil, packetSizeUpperBound: 0)
        if let layout = header.content("chan") {
            stream.layout = CAFChannelLayout.layout(layout.bytes, channels: format.channelCount)
        }
        if stream.layout == nil, format.channelCount <= 2 { stream.layout = .standard(format.channelCount) }
        stream.magicCookie = header.content("kuki")?.bytes ?? []
        let lead = CAFFile.Audio.editCountByteCount
        var audio = StreamAudio(
            fileFormat: AudioFile.TypeID.caf, stream: nil, dataOffset: data.offset + lead,
            dataByteCount: data.claimedByteCount.map { max(0, $0 - lead) }, packets: .constant(byteCount: 1, frames: 1))
        audio.texts = header.content("info").map { CAFInformation.told($0.bytes) } ?? []
        if isLinear { audio.container = try? PCMContainer(source, fileType: .caf, start: header.start) }
        if format.bytesPerPacket > 0, format.framesPerPacket > 0 {
            let bytes = Int(format.bytesPerPacket)
            guard bytes <= CAFPacketTable.packetByteLimit else {
                throw .damage(at: chunk.offset + 16, "packets of \(bytes) bytes are longer than any codec's")
            }
            audio.packets = .constant(byteCount: bytes, frames: Int(format.framesPerPacket))
            stream.packetSizeUpperBound = bytes
            stream.packetCount = audio.dataByteCount.map { $0 / Int64(bytes) }
            stream.bitRate = Double(8 * bytes) * format.sampleRate / Double(format.framesPerPacket)
            if let table = header.content("pakt") {
                var cursor = CAFCursor(table.bytes)
                stream.packetTable = (try? CAFPacketTable.header(&cursor))?.info
            }
        } else {
            guard let place = header.keptChunk("pakt") else {
                throw AudioFileStreamError(
                    .notOptimized, at: data.offset,
                    "packets of \(format.formatID) differ, and the table of their sizes does not come before them",
                    nextStep: "open it as a file, or store it again with the table in front")
            }
            let table = try AudioFileStreamError.told(at: place.offset) { () throws(AudioFileError) in
                try source.packetTable(place, description)
            }
            guard table.maximumPacketByteCount <= CAFPacketTable.packetByteLimit else {
                throw .damage(
                    at: place.offset, "a packet of \(table.maximumPacketByteCount) bytes is longer than any codec's")
            }
            stream.packetTable = table.info
            stream.packetCount = table.packetCount
            stream.packetSizeUpperBound = table.maximumPacketByteCount
            audio.packets = .table(table)
        }
        audio.stream = stream
        return audio
    }
}
