internal import KKPCM

/// Core Audio files of any format, decoded here or not: the packets are found by the table, and by nothing else.
extension AudioFileContent {
    static func caf(_ source: ByteSource, start: Int64) throws(AudioFileError) -> AudioFileContent {
        let head = try source.fields(at: start, count: 8, isBigEndian: true)
        guard head.uint16(4) == 1 else {
            throw source.damage(.unsupportedFileType, at: start + 4, "this CAF file has version \(head.uint16(4) ?? 0), and there is only version 1")
        }
        var scanner = try ChunkScanner(source, dialect: .caf, start: start + 8)
        var reading = CAFReading(source: source, content: AudioFileContent(typeID: AudioFile.TypeID.caf, dataFormat: .silent))
        while let chunk = try scanner.next() {
            guard chunk.id == "data", !reading.hasData else {
                try reading.take(chunk)
                continue
            }
            guard reading.description != nil else {
                throw source.damage(.invalidChunk, at: chunk.offset, "the data chunk comes before the desc chunk")
            }
            reading.content.editCount = try source.fields(at: chunk.offset, count: 4, isBigEndian: true).uint32(0) ?? 0
            let audio = Chunk(
                id: chunk.id, offset: min(chunk.offset + 4, scanner.end), claimedByteCount: chunk.claimedByteCount.map { max(0, $0 - 4) },
                byteCount: 0)
            reading.place(at: audio.offset, byteCount: try scanner.dataByteCount(of: audio, isUnknownLegal: true), claimed: audio.claimedByteCount)
        }
        reading.content.warnings = scanner.warnings
        reading.content.containerStart = start
        return try reading.finished(end: scanner.end)
    }
}

/// A CAF file whose chunks are being read.
private struct CAFReading {
    let source: ByteSource
    var content: AudioFileContent
    private(set) var description: CAFDescription?
    private(set) var hasData = false
    private var isCut = false
    private var table: Chunk?
    private var names: [UInt32: String] = [:]
    private var layoutChunk: CAFChannelLayout?

    init(source: ByteSource, content: AudioFileContent) {
        self.source = source
        self.content = content
    }

    mutating func place(at offset: Int64, byteCount: Int64, claimed: Int64?) {
        (content.dataOffset, content.dataByteCount, hasData) = (offset, byteCount, true)
        isCut = claimed.map { $0 > byteCount } ?? false
    }

    mutating func take(_ chunk: Chunk) throws(AudioFileError) {
        guard description != nil else {
            guard chunk.id == "desc" else {
                throw source.damage(.invalidChunk, at: chunk.offset, "the first chunk is \(chunk.id), and has to be desc")
            }
            let stated = try fields(CAFDescription.self, chunk)
            content.dataFormat = stated.streamDescription
            try checkDescription(at: chunk.offset)
            description = stated
            return
        }
        content.chunks.append(AudioFileContent.ChunkPlace(id: chunk.id, offset: chunk.offset, byteCount: chunk.byteCount))
        if hasData { content.isOptimized = false }
        switch chunk.id {
        case "kuki": content.magicCookie = try fields(CAFCookie.self, chunk).bytes
        case "chan": layoutChunk = try fields(CAFChannelLayout.self, chunk)
        case "info": content.info = try fields(CAFInformation.self, chunk).entries
        case "ldsc": content.formats = (try? fields(CAFFormatList.self, chunk))?.items.map(\.format.streamDescription) ?? []
        case "strg": names = try fields(CAFStrings.self, chunk).texts
        case "mark":
            let markers = try fields(CAFMarkers.self, chunk)
            (content.timeType, content.markers) = (markers.timeType, markers.markers)
        case "regn": content.regions = try fields(CAFRegions.self, chunk).regions
        case "pakt": table = chunk
        default: break
        }
    }

    mutating func finished(end: Int64) throws(AudioFileError) -> AudioFileContent {
        guard let description else {
            throw source.damage(
                .invalidChunk, at: end, "this CAF file has no desc chunk, so nothing says how its samples are stored")
        }
        guard hasData else { throw source.damage(.invalidChunk, at: end, "this CAF file has no data chunk: there is no audio in it") }
        let format = content.dataFormat
        if let layoutChunk {
            content.layout = layoutChunk.layout(channels: format.channelCount)
        } else if format.channelCount <= 2 {
            content.layout = .standard(format.channelCount)
        }
        content.markers = content.markers.map(named)
        content.regions = content.regions.map { region in
            var region = region
            region.name = names[region.id] ?? ""
            region.markers = region.markers.map(named)
            return region
        }
        content.packetSizeUpperBound = Int(format.bytesPerPacket)
        if let table {
            try read(table, description)
        } else if format.bytesPerPacket == 0 || format.framesPerPacket == 0 {
            throw source.damage(.invalidChunk, at: end, "this CAF file has packets that differ, and no pakt chunk that says where they are")
        }
        return content
    }

    private func named(_ marker: AudioFileMarker) -> AudioFileMarker {
        var marker = marker
        marker.name = names[marker.id] ?? ""
        return marker
    }

    /// A chunk's fields; what is cut off or contradicts itself is an error at its byte.
    private func fields<Content: CAFContent>(_ type: Content.Type, _ chunk: Chunk) throws(AudioFileError) -> Content {
        guard chunk.byteCount <= Int64(type.byteLimit) else {
            throw source.damage(.invalidChunk, at: chunk.offset, "the \(chunk.id) chunk has \(chunk.byteCount) bytes, more than \(type.byteLimit)")
        }
        do throws(CAFDamage) {
            return try type.init(bytes: try bytes(of: chunk))
        } catch {
            throw source.damage(.invalidChunk, at: chunk.offset + Int64(error.offset), "the \(chunk.id) chunk cannot be followed: \(error.problem)")
        }
    }

    private func bytes(of chunk: Chunk) throws(CAFDamage) -> [UInt8] {
        do throws(AudioFileError) {
            return try source.bytes(at: chunk.offset, count: Int(chunk.byteCount))
        } catch {
            throw CAFDamage(at: 0, error.problem)
        }
    }

    private func checkDescription(at offset: Int64) throws(AudioFileError) {
        let format = content.dataFormat
        try source.checkRate(format.sampleRate, at: offset)
        try source.checkChannels(Int(format.channelsPerFrame), at: offset)
        guard format.isLinearPCM else { return }
        let sample = Int(format.bytesPerPacket) / format.channelCount
        guard format.framesPerPacket == 1, Int(format.bytesPerPacket) % format.channelCount == 0, (1...8).contains(sample),
            (1...sample * 8).contains(Int(format.bitsPerChannel))
        else {
            throw source.damage(
                .unsupportedDataFormat, at: offset,
                "the desc chunk cannot be followed: \(format.channelCount) channels of \(format.bitsPerChannel) bits, "
                    + "\(format.framesPerPacket) frames in packets of \(format.bytesPerPacket) bytes")
        }
    }

    /// The packet table: what it says of priming, and of packets that differ their sizes, frames or both (Packet Table Chunk).
    private mutating func read(_ chunk: Chunk, _ description: CAFDescription) throws(AudioFileError) {
        let table = try packetTable(chunk, description)
        content.packetTableInfo = table.info
        guard table.hasEntries else { return }
        let dataEnd = content.dataOffset + content.dataByteCount
        var index = PacketIndex()
        var place = CAFPacketTable.Mark(entry: 0, byte: 0, frame: 0)
        while index.packetCount < table.packetCount {
            let entry = place.entry
            guard let packet = try? table.step(&place) else { break }
            let offset = content.dataOffset + packet.startOffset
            guard Int64(packet.byteCount) <= dataEnd - offset else {
                guard isCut else {
                    throw source.damage(
                        .invalidChunk, at: chunk.offset + Int64(CAFPacketTable.headerByteCount + entry),
                        "packet \(index.packetCount) has \(packet.byteCount) bytes by the pakt chunk, and \(max(0, dataEnd - offset)) are left")
                }
                content.warnings.append(
                    FileWarning(
                        path: source.name, at: .byte(dataEnd), "\(table.packetCount - index.packetCount) of \(table.packetCount) packets are missing",
                        consequence: "what is there is used"))
                break
            }
            let frames = description.framesPerPacket == 0 ? packet.variableFrames : Int(description.framesPerPacket)
            index.append(offset: offset, byteCount: packet.byteCount, frames: frames)
        }
        content.packets = .table(index)
        content.packetSizeUpperBound = table.maximumPacketByteCount
    }

    private func packetTable(_ chunk: Chunk, _ description: CAFDescription) throws(AudioFileError) -> CAFPacketTable {
        guard chunk.byteCount <= Int64(CAFPacketTable.byteLimit) else {
            throw source.damage(.invalidChunk, at: chunk.offset, "the pakt chunk has \(chunk.byteCount) bytes, more than \(CAFPacketTable.byteLimit)")
        }
        do throws(CAFDamage) {
            return try CAFPacketTable(bytes: try bytes(of: chunk), description: description)
        } catch {
            throw source.damage(.invalidChunk, at: chunk.offset + Int64(error.offset), "the pakt chunk cannot be followed: \(error.problem)")
        }
    }
}

extension StreamDescription {
    /// What nobody has described yet.
    fileprivate static var silent: StreamDescription { StreamDescription(sampleRate: 0, formatID: .linearPCM, channelsPerFrame: 0) }
}
