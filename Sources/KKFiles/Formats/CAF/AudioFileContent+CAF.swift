internal import KKPCM

extension AudioFileContent {
    /// A Core Audio file of any format, decoded here or not: the packets are found by the table, and by nothing else.
    ///
    /// - Parameter isWhole: as of ``CAFNotes``.
    static func caf(_ source: ByteSource, start: Int64, isWhole: Bool) throws(AudioFileError) -> AudioFileContent {
        var parser = try CAFParser(source, start: start, isWhole: isWhole)
        while try parser.step() {}
        return try parser.content()
    }

    /// The packet table: what it says of priming, and of packets that differ their sizes, frames or both (Packet Table
    /// Chunk).
    fileprivate mutating func read(
        _ table: CAFPacketTable, at chunkOffset: Int64, isCut: Bool, in source: ByteSource
    ) throws(AudioFileError) {
        packetTableInfo = table.info
        guard table.hasEntries else { return }
        let dataEnd = dataOffset + dataByteCount
        var index = PacketIndex()
        var place = CAFPacketTable.Mark.start
        while index.packetCount < table.packetCount {
            let entry = place.entry
            guard let packet = try? table.step(&place) else { break }
            let offset = dataOffset + packet.startOffset
            guard packet.byteCount <= CAFPacketTable.packetByteLimit else {
                throw source.damage(
                    .invalidChunk, at: chunkOffset + Int64(CAFPacketTable.headerByteCount + entry),
                    "packet \(index.packetCount) has \(packet.byteCount) bytes by the pakt chunk, and is longer than any codec's"
                )
            }
            guard Int64(packet.byteCount) <= dataEnd - offset else {
                guard isCut else {
                    throw source.damage(
                        .invalidChunk, at: chunkOffset + Int64(CAFPacketTable.headerByteCount + entry),
                        "packet \(index.packetCount) has \(packet.byteCount) bytes by the pakt chunk, and \(max(0, dataEnd - offset)) are left"
                    )
                }
                warnings.append(
                    FileWarning(
                        path: source.name, at: .byte(dataEnd),
                        "\(table.packetCount - index.packetCount) of \(table.packetCount) packets are missing",
                        consequence: "what is there is used"))
                break
            }
            let frames = table.framesPerPacket == 0 ? packet.variableFrames : Int(table.framesPerPacket)
            index.append(offset: offset, byteCount: packet.byteCount, frames: frames)
        }
        packets = .table(index)
        packetSizeUpperBound = table.maximumPacketByteCount
    }
}

extension CAFParser {
    /// What decoders and editors of packets are told.
    ///
    /// - Throws: also for a file whose chunks are not in the order that the format wants.
    fileprivate func content() throws(AudioFileError) -> AudioFileContent {
        try requireOrder()
        guard let (description, offset) = description else {
            throw source.noFormat("desc", in: .caf, at: scanner.end)
        }
        guard let audio else { throw source.noAudio("data", in: .caf, at: scanner.end) }
        let format = description.streamDescription
        var content = AudioFileContent(typeID: AudioFile.TypeID.caf, dataFormat: format)
        content.containerStart = start
        (content.dataOffset, content.dataByteCount, content.editCount) = (audio.offset, audio.byteCount, editCount)
        content.chunks = scanner.chunks(beside: audio).dropFirst().map { AudioFileContent.ChunkPlace($0) }
        content.isOptimized = content.chunks.allSatisfy { $0.offset <= content.dataOffset }
        content.warnings = scanner.warnings + notes.warnings
        content.layout =
            layout == nil && format.channelCount <= 2
            ? .standard(format.channelCount) : storedLayout(&content.warnings)
        let (markers, regions) = notes.named
        (content.info, content.formats, content.timeType) = (notes.tags, notes.formats, markers?.timeType ?? .none)
        (content.markers, content.regions) = (markers?.markers ?? [], regions?.regions ?? [])
        if let cookie { content.magicCookie = try source.content(CAFCookie.self, of: cookie.chunk).bytes }
        content.packetSizeUpperBound = Int(format.bytesPerPacket)
        guard content.packetSizeUpperBound <= CAFPacketTable.packetByteLimit else {
            throw source.damage(
                .invalidChunk, at: offset + 16, "packets of \(format.bytesPerPacket) bytes are longer than any codec's")
        }
        if let chunk = table?.chunk {
            try content.read(
                source.packetTable(chunk, description), at: chunk.offset,
                isCut: audio.claimed.map { $0 > audio.byteCount } ?? false, in: source)
        } else if description.needsPacketTable {
            throw source.damage(
                .invalidChunk, at: scanner.end,
                "this CAF file has packets that differ, and no pakt chunk that says where they are")
        }
        try content.requireCountableFrames(source)
        return content
    }
}
