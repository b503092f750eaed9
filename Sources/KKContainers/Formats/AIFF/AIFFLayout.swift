internal import KKPCM

/// AIFF's chunks, of which the layout is Core Audio's.
enum AIFFLayout: FileLayout {
    static let dialect: ChunkDialect? = .iff
    static let fillerID: FourCharCode = "FLLR"
    static let formatID: FourCharCode? = "COMM"

    /// AIFF-C has floats, and little-endian integers, too.
    static func holds(_ format: StreamDescription, _ kind: ContainerFormat.Kind) -> Bool {
        guard format.isLinearPCM else { return format.isCompanded }
        guard let sample = format.storedSample else { return false }
        let isAIFC = kind.typeID == ContainerTypeID.aifc
        if format.isFloat { return sample.isBig && isAIFC }
        return sample.isSigned && (sample.isBig || isAIFC && sample.byteCount > 1)
    }

    static func head(
        _ container: AudioFileContainer, _ content: Container, room: [UInt8], tail: Int, name: String
    ) throws(AudioFileError) -> [UInt8] {
        let dataByteCount = content.dataByteCount
        // The layout is a chunk like others here: AIFFHeader would put it into the order of a tag.
        var header = AIFFHeader(
            dataFormat: container.format, layout: .stereo, isAIFC: container.typeID == ContainerTypeID.aifc)
        header.storedCommon = content.storedFormat
        let bytes = header.bytes(byteCount: dataByteCount)
        let fileSize =
            Int64(bytes.count + room.count + tail) + dataByteCount + Int64(container.family.padding(dataByteCount)) - 8
        guard fileSize <= 0xFFFF_FFFF else {
            throw AudioFileError(
                .noLongSizes, kind: .cannotCreate, path: name,
                "a file of type \(container.typeID) is limited to 4 GiB, and this one would be longer",
                nextStep: "write caff, RF64 or W64f")
        }
        let size = HeaderBytes { $0.big(UInt32(truncatingIfNeeded: fileSize)) }
        return bytes.inserting(room, before: 16, size: size, at: 4)
    }

    static func ids(_ part: AudioFileContainer.Part) -> [FourCharCode] {
        switch part {
        case .layout: ["CHAN"]
        case .info: AIFFNotes.textChunks.map(\.id)
        case .markers: ["MARK"]
        case .regions: ["INST"]
        case .cookie, .packetTable: []
        }
    }

    static func isStructure(_ id: FourCharCode) -> Bool { ["FORM", "FVER", "COMM", "SSND", "FLLR"].contains(id) }

    static func chunks(
        _ part: AudioFileContainer.Part, among parts: [AudioFileContainer.Part], _ content: Container,
        _ container: AudioFileContainer, name: String
    ) throws(AudioFileError) -> [StoredChunk] {
        switch part {
        case .layout: return StoredLayout.chunk(of: content.layout, id: "CHAN").map { [$0] } ?? []
        case .info: return try texts(content, name: name)
        case .markers:
            let markers = try AIFFLoops(content, name: name).markers
            return markers.isEmpty ? [] : [try marks(markers, name: name)]
        case .regions: return try AIFFLoops(content, name: name).chunk.map { [$0] } ?? []
        case .cookie, .packetTable: return []
        }
    }

    private static func texts(_ content: Container, name: String) throws(AudioFileError) -> [StoredChunk] {
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
