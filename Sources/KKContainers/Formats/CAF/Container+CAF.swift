internal import KKPCM

/// The packets of Core Audio files of any format, decoded here or not: they are found by the table, and by nothing else.
extension Container {
    /// All of a file, for who edits it.
    static func whole(caf source: ByteSource, _ probe: FormatProbe, _: LeadingTags) throws(AudioFileError) -> Container
    {
        var container = try Container(CAFParser(source, start: probe.start, isWhole: true), start: probe.start)
        try container.readPackets(source)
        // The description is the audio's own.
        container.chunks = Array(container.chunks.dropFirst())
        if case .table = container.packets { try container.completeFrames(source) }
        return container
    }

    /// The cookie and the packet table; of a container without a desc chunk nothing but that its packets can be
    /// counted.
    package mutating func readPackets(_ source: ByteSource) throws(AudioFileError) {
        // Of other containers their parsers know it.
        guard typeID == ContainerTypeID.caf else { return try requireCountableFrames(source) }
        if let disorder { throw disorder }
        if let cookie = chunk("kuki") { magicCookie = try source.content(CAFCookie.self, of: cookie).bytes }
        try requireCountableFrames(source)
        guard let desc = chunk("desc") else { return }
        let description = try CAFDescription(desc, in: source)
        packetSizeUpperBound = Int(description.bytesPerPacket)
        guard packetSizeUpperBound <= CAFPacketTable.packetByteLimit else {
            throw source.damage(
                .invalidChunk, at: desc.offset + 16,
                "packets of \(description.bytesPerPacket) bytes are larger than those of any codec")
        }
        if let table = chunk("pakt") {
            try read(source.packetTable(table, description), at: table.offset, in: source)
        } else if description.needsPacketTable {
            throw source.damage(
                .invalidChunk, at: try source.byteCount(),
                "this CAF file has packets of different sizes, but no pakt chunk that states their positions")
        }
    }

    /// The packet table: what it says of priming, and of packets that differ their sizes, frames or both (Packet Table
    /// Chunk).
    private mutating func read(
        _ table: CAFPacketTable, at chunkOffset: Int64, in source: ByteSource
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
                    "packet \(index.packetCount) has \(packet.byteCount) bytes according to the pakt chunk, which is larger than those of any codec"
                )
            }
            guard Int64(packet.byteCount) <= dataEnd - offset else {
                guard isCut else {
                    throw source.damage(
                        .invalidChunk, at: chunkOffset + Int64(CAFPacketTable.headerByteCount + entry),
                        "packet \(index.packetCount) has \(packet.byteCount) bytes according to the pakt chunk, but \(max(0, dataEnd - offset)) are left"
                    )
                }
                warnings.append(
                    FileWarning(
                        path: source.name, at: .byte(dataEnd),
                        "\(table.packetCount - index.packetCount) of \(table.packetCount) packets are missing",
                        consequence: "the available audio is used"))
                break
            }
            let frames = table.framesPerPacket == 0 ? packet.variableFrames : Int(table.framesPerPacket)
            index.append(offset: offset, byteCount: packet.byteCount, frames: frames)
        }
        packets = .table(index)
        packetSizeUpperBound = table.maximumPacketByteCount
    }
}
