package import KKPCM

/// What of a file's properties becomes chunks, and which.
extension AudioFileContainer {
    /// A thing that is said in chunks. Those of a file that is opened stay as they are until it is set.
    package enum Part: CaseIterable {
        case layout, cookie, info, markers, regions, packetTable
    }

    /// The chunks that a part takes.
    package func ids(_ part: Part) -> [FourCharCode] {
        switch (part, family) {
        case (.layout, .caf): ["chan"]
        case (.layout, .iff): ["CHAN"]
        case (.cookie, .caf): ["kuki"]
        case (.info, .caf): ["info"]
        case (.info, .iff): AIFFNotes.textChunks.map(\.id)
        case (.markers, .caf): ["strg", "mark"]
        case (.regions, .caf): ["strg", "regn"]
        case (.markers, .iff): ["MARK"]
        case (.regions, .iff): ["INST"]
        case (.markers, .riff): ["cue "]
        case (.regions, .riff): ["smpl"]
        case (.packetTable, .caf): ["pakt"]
        case (.packetTable, .boxes): ["edts"]
        default: []
        }
    }

    /// Whether a chunk is the container's own, which nobody else sets.
    package func isStructure(_ id: FourCharCode) -> Bool {
        switch family {
        case .riff, .wave64:
            ["fmt ", "fact", "ds64", "data", "JUNK", "junk", "RIFF", "RF64", "riff", "wave"].contains(id)
        case .iff: ["FORM", "FVER", "COMM", "SSND", "FLLR"].contains(id)
        case .caf: ["desc", "data", "pakt", "free"].contains(id)
        case .stream, .au, .boxes: true
        }
    }

    /// The chunks of some parts, in one order.
    ///
    /// - Throws: `-50` for a marker or key that has no place in the container.
    package func chunks(_ content: Container, _ parts: [Part], name: String) throws(AudioFileError) -> [StoredChunk] {
        var chunks: [StoredChunk] = []
        for part in Part.allCases where parts.contains(part) {
            switch (part, family) {
            case (.layout, .caf), (.layout, .iff):
                if let layout = content.layout, layout != .mono, layout != .stereo {
                    chunks.append(StoredChunk(id: family == .caf ? "chan" : "CHAN", bytes: Self.bytes(of: layout)))
                }
            case (.cookie, .caf):
                if let cookie = content.magicCookie { chunks.append(StoredChunk(id: "kuki", bytes: cookie)) }
            case (.info, .caf) where !content.tags.isEmpty:
                chunks.append(StoredChunk(CAFInformation(entries: content.tags)))
            case (.info, .iff): chunks += try texts(content, name: name)
            case (.info, .riff):
                if !content.tags.isEmpty { chunks.append(try WaveNotesWriter.info(content.tags, name: name)) }
            case (.info, .wave64):
                if !content.tags.isEmpty { chunks.append(try Wave64Notes.chunk(content.tags, name: name)) }
            case (.markers, .caf): chunks += CAFNotesWriter.chunks(content, parts)
            case (.regions, .caf) where !parts.contains(.markers): chunks += CAFNotesWriter.chunks(content, parts)
            case (.markers, .iff):
                let markers = try AIFFLoops(content, name: name).markers
                if !markers.isEmpty { chunks.append(try Self.marks(markers, name: name)) }
            case (.regions, .iff): if let chunk = try AIFFLoops(content, name: name).chunk { chunks.append(chunk) }
            case (.markers, .riff): chunks += try WaveNotesWriter.markers(content, name: name)
            case (.regions, .riff): chunks += try WaveNotesWriter.loops(content, name: name)
            case (.packetTable, .caf): if let table = try packetTable(content) { chunks.append(table) }
            default: break
            }
        }
        return chunks
    }

    /// By its tag where the order is that of the tag, spelled out otherwise: the audio's bytes stay in their order.
    private static func bytes(of layout: ChannelLayout) -> [UInt8] {
        let stored = StoredLayout(layout)
        if stored.channelOrder == Array(0..<layout.channelCount), layout.withPlainSurrounds == layout {
            return stored.bytes
        }
        return CAFChannelLayout(
            tag: CAFChannelLayout.usesDescriptions,
            descriptions: layout.labels.map { CAFChannelLayout.Description(label: $0) }
        ).bytes
    }

    /// The table that tells packets apart, and what is known of priming; `nil` if nothing has to be told.
    private func packetTable(_ content: Container) throws(AudioFileError) -> StoredChunk? {
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

    private func texts(_ content: Container, name: String) throws(AudioFileError) -> [StoredChunk] {
        var chunks: [StoredChunk] = []
        for tag in content.tags {
            guard let id = AIFFNotes.textChunks.first(where: { $0.key == tag.key })?.id else {
                throw AudioFileError(
                    .parameter, kind: .usage, path: name, "AIFF cannot store '\(tag.key)'",
                    nextStep: "give title, artist, copyright and comments, or write caff")
            }
            chunks.append(StoredChunk(id: id, bytes: Array(tag.value.utf8)))
        }
        return chunks
    }

    /// A count, then for each marker an id, a frame and a Pascal string that takes an even number of bytes.
    static func marks(_ markers: [AudioFileMarker], name: String) throws(AudioFileError) -> StoredChunk {
        var bytes = HeaderBytes()
        bytes.big(UInt16(truncatingIfNeeded: markers.count))
        for (index, marker) in markers.enumerated() {
            let text = Array(marker.name.utf8)
            guard let frame = WaveNotesWriter.frame(marker), text.count <= 255, markers.count <= 0x7FFF else {
                throw WaveNotesWriter.noPlace(for: marker, name: name)
            }
            bytes.big(UInt16(truncatingIfNeeded: index + 1))
            bytes.big(frame)
            bytes.append([UInt8(text.count)] + text)
            bytes.zeros((text.count + 1) % 2)
        }
        return StoredChunk(id: "MARK", bytes: bytes.bytes)
    }
}
