internal import KKPCM

/// CAF's chunks, of which all may stand behind the audio.
enum CAFLayout: FileLayout {
    static let dialect: ChunkDialect? = .caf

    static func holds(_ format: StreamDescription, _ kind: ContainerFormat.Kind) -> Bool {
        guard format.isLinearPCM else {
            // What could not be read again is not written.
            return format.bytesPerPacket <= CAFPacketTable.packetByteLimit && format.framesPerPacket <= 1 << 24
        }
        return format.storedSample.map { format.isFloat || $0.isSigned } ?? false
    }

    static func head(
        _ container: AudioFileContainer, _ content: Container, room: [UInt8], tail: Int, name: String
    ) throws(AudioFileError) -> [UInt8] {
        guard let description = CAFDescription(container.format) else {
            throw AudioFileError(
                .unsupportedDataFormat, kind: .usage, path: name,
                "a CAF file cannot hold this format: \(container.format)")
        }
        return CAFHeader.bytes(
            description, chunks: room, audioByteCount: content.dataByteCount, editCount: content.editCount)
    }

    static func ids(_ part: AudioFileContainer.Part) -> [FourCharCode] {
        switch part {
        case .layout: ["chan"]
        case .cookie: ["kuki"]
        case .info: ["info"]
        case .markers: ["strg", "mark"]
        case .regions: ["strg", "regn"]
        case .packetTable: ["pakt"]
        }
    }

    static func isStructure(_ id: FourCharCode) -> Bool { ["desc", "data", "pakt", "free"].contains(id) }

    static func chunks(
        _ part: AudioFileContainer.Part, among parts: [AudioFileContainer.Part], _ content: Container,
        _ container: AudioFileContainer, name: String
    ) throws(AudioFileError) -> [StoredChunk] {
        switch part {
        case .layout: StoredLayout.chunk(of: content.layout, id: "chan").map { [$0] } ?? []
        case .cookie: content.magicCookie.map { [StoredChunk(id: "kuki", bytes: $0)] } ?? []
        case .info: content.tags.isEmpty ? [] : [StoredChunk(CAFInformation(entries: content.tags))]
        // Both have their names in one chunk.
        case .regions where parts.contains(.markers): []
        case .markers, .regions: CAFNotesWriter.chunks(content, parts)
        case .packetTable: try packetTable(container.format, content).map { [$0] } ?? []
        }
    }

    /// The table that tells packets apart, and what is known of priming; `nil` where nothing has to be told.
    private static func packetTable(
        _ format: StreamDescription, _ content: Container
    ) throws(AudioFileError) -> StoredChunk? {
        guard let description = CAFDescription(format) else { return nil }
        guard description.needsPacketTable || content.packetTableInfo != nil else { return nil }
        var table = CAFPacketTable(description)
        if let index = content.index {
            var entries = index.entries(from: 0)
            while let entry = entries.next() {
                table.append(byteCount: entry.byteCount, frames: table.framesPerPacket > 0 ? nil : entry.frames)
            }
        } else {
            table = CAFPacketTable(description, packetCount: try content.packetCount())
        }
        let frames = try content.frameCount()
        let stated = content.packetTableInfo ?? PacketTableInfo(validFrames: frames)
        // Packets that came after the numbers were set are sound. What a short one lacks of those that `desc` gives
        // each is none.
        table.info = PacketTableInfo(
            validFrames: max(0, frames - stated.primingFrames - stated.remainderFrames),
            primingFrames: stated.primingFrames,
            remainderFrames: stated.remainderFrames + max(0, table.frameCount - frames))
        return StoredChunk(table)
    }
}
