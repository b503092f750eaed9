internal import KKPCM

/// Core Audio files of any format, decoded here or not: the packets are found by the table, and by nothing else.
extension AudioFileContent {
    /// - Parameter ofSoundAlone: whether what people and editors put beside the sound (`chan`, `info`, `strg`, `mark`,
    ///   `regn`) is left aside, damaged or not.
    static func caf(
        _ source: ByteSource, start: Int64, ofSoundAlone: Bool = false
    ) throws(AudioFileError) -> AudioFileContent {
        var scanner = try ChunkScanner(caf: source, start: start)
        var reading = CAFReading(
            source: source, content: AudioFileContent(typeID: AudioFile.TypeID.caf, dataFormat: .silent),
            ofSoundAlone: ofSoundAlone)
        while let chunk = try scanner.next() {
            guard chunk.id == "data", !reading.hasData else {
                try reading.take(chunk)
                continue
            }
            guard reading.description != nil else {
                throw source.damage(.invalidChunk, at: chunk.offset, "the data chunk comes before the desc chunk")
            }
            let (audio, editCount) = try scanner.cafAudio(chunk)
            reading.place(audio, editCount: editCount)
        }
        reading.content.warnings = scanner.warnings + reading.content.warnings
        reading.content.containerStart = start
        return try reading.finished(end: scanner.end)
    }
}

/// A CAF file whose chunks are being read.
private struct CAFReading {
    let source: ByteSource
    var content: AudioFileContent
    let isOfSoundAlone: Bool
    private(set) var description: CAFDescription?
    private var descriptionOffset: Int64 = 0
    private(set) var hasData = false
    private var isCut = false
    private var table: Chunk?
    /// Of several chunks of one name, what all of them say: the reader adds them up as well (``CAFNotes``). The first
    /// says how time codes count.
    private var strings: [CAFStrings.Entry] = []
    private var markers: CAFMarkers?
    private var regions: CAFRegions?
    /// The bytes of remarks that were read, by the chunks' name.
    private var taken: [FourCharCode: Int] = [:]
    private var layoutChunk: Chunk?

    init(source: ByteSource, content: AudioFileContent, ofSoundAlone: Bool) {
        self.source = source
        self.content = content
        isOfSoundAlone = ofSoundAlone
    }

    mutating func place(_ audio: ContainerAudio, editCount: UInt32) {
        (content.editCount, content.dataOffset, content.dataByteCount, hasData) = (
            editCount, audio.offset, audio.byteCount, true
        )
        isCut = audio.claimed.map { $0 > audio.byteCount } ?? false
    }

    mutating func take(_ chunk: Chunk) throws(AudioFileError) {
        guard description != nil else {
            guard chunk.id == "desc" else {
                throw source.damage(
                    .invalidChunk, at: chunk.offset, "the first chunk is \(chunk.id), and has to be desc")
            }
            description = try CAFDescription(chunk, in: source)
            descriptionOffset = chunk.offset
            content.dataFormat = description?.streamDescription ?? .silent
            return
        }
        content.chunks.append(
            AudioFileContent.ChunkPlace(id: chunk.id, offset: chunk.offset, byteCount: chunk.byteCount))
        if hasData { content.isOptimized = false }
        guard !isOfSoundAlone || chunk.id == "kuki" || chunk.id == "pakt" else { return }
        switch chunk.id {
        case "kuki": content.magicCookie = try source.content(CAFCookie.self, of: chunk).bytes
        case "chan": layoutChunk = chunk
        case "info": content.info += try remark(CAFInformation.self, chunk)?.entries ?? []
        case "ldsc":
            content.formats =
                (try? source.content(CAFFormatList.self, of: chunk))?.items.map(\.format.streamDescription) ?? []
        case "strg": strings += try remark(CAFStrings.self, chunk)?.entries ?? []
        case "mark":
            guard let more = try remark(CAFMarkers.self, chunk) else { break }
            if markers == nil { markers = more } else { markers?.markers += more.markers }
        case "regn":
            guard let more = try remark(CAFRegions.self, chunk) else { break }
            if regions == nil { regions = more } else { regions?.regions += more.regions }
        case "pakt": table = chunk
        default: break
        }
    }

    /// What a chunk says, as far as its kind's limit allows for all chunks of its name together.
    private mutating func remark<Remark: CAFRemark>(
        _ kind: Remark.Type, _ chunk: Chunk
    ) throws(AudioFileError) -> Remark? {
        let room = kind.byteLimit - taken[chunk.id, default: 0]
        taken[chunk.id, default: 0] += min(room, Int(chunk.byteCount))
        return try source.remark(kind, of: chunk, limit: room, &content.warnings)
    }

    mutating func finished(end: Int64) throws(AudioFileError) -> AudioFileContent {
        guard let description else { throw source.noFormat("desc", in: .caf, at: end) }
        guard hasData else { throw source.noAudio("data", in: .caf, at: end) }
        let format = content.dataFormat
        if let layoutChunk {
            content.layout = try source.layout(layoutChunk, channels: format.channelCount, &content.warnings)
        } else if format.channelCount <= 2 {
            content.layout = .standard(format.channelCount)
        }
        let names = CAFStrings(entries: strings).texts
        markers?.take(names: names)
        regions?.take(names: names)
        (content.timeType, content.markers, content.regions) = (
            markers?.timeType ?? SMPTETimeType.none, markers?.markers ?? [], regions?.regions ?? []
        )
        content.packetSizeUpperBound = Int(format.bytesPerPacket)
        guard content.packetSizeUpperBound <= CAFPacketTable.packetByteLimit else {
            throw source.damage(
                .invalidChunk, at: descriptionOffset + 16,
                "packets of \(format.bytesPerPacket) bytes are longer than any codec's")
        }
        if let table {
            try read(table, description)
        } else if format.bytesPerPacket == 0 || format.framesPerPacket == 0 {
            throw source.damage(
                .invalidChunk, at: end,
                "this CAF file has packets that differ, and no pakt chunk that says where they are")
        }
        try content.requireCountableFrames(source)
        return content
    }

    /// The packet table: what it says of priming, and of packets that differ their sizes, frames or both (Packet Table
    /// Chunk).
    private mutating func read(_ chunk: Chunk, _ description: CAFDescription) throws(AudioFileError) {
        let table = try source.packetTable(chunk, description)
        content.packetTableInfo = table.info
        guard table.hasEntries else { return }
        let dataEnd = content.dataOffset + content.dataByteCount
        var index = PacketIndex()
        var place = CAFPacketTable.Mark.start
        while index.packetCount < table.packetCount {
            let entry = place.entry
            guard let packet = try? table.step(&place) else { break }
            let offset = content.dataOffset + packet.startOffset
            guard packet.byteCount <= CAFPacketTable.packetByteLimit else {
                throw source.damage(
                    .invalidChunk, at: chunk.offset + Int64(CAFPacketTable.headerByteCount + entry),
                    "packet \(index.packetCount) has \(packet.byteCount) bytes by the pakt chunk, and is longer than any codec's"
                )
            }
            guard Int64(packet.byteCount) <= dataEnd - offset else {
                guard isCut else {
                    throw source.damage(
                        .invalidChunk, at: chunk.offset + Int64(CAFPacketTable.headerByteCount + entry),
                        "packet \(index.packetCount) has \(packet.byteCount) bytes by the pakt chunk, and \(max(0, dataEnd - offset)) are left"
                    )
                }
                content.warnings.append(
                    FileWarning(
                        path: source.name, at: .byte(dataEnd),
                        "\(table.packetCount - index.packetCount) of \(table.packetCount) packets are missing",
                        consequence: "what is there is used"))
                break
            }
            let frames = description.framesPerPacket == 0 ? packet.variableFrames : Int(description.framesPerPacket)
            index.append(offset: offset, byteCount: packet.byteCount, frames: frames)
        }
        content.packets = .table(index)
        content.packetSizeUpperBound = table.maximumPacketByteCount
    }
}

extension StreamDescription {
    /// What nobody has described yet.
    fileprivate static var silent: StreamDescription {
        StreamDescription(sampleRate: 0, formatID: .linearPCM, channelsPerFrame: 0)
    }
}
