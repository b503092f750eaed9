internal import KKPCM

/// RIFF's chunks, and WAVE's head before them.
enum WaveLayout: FileLayout {
    static let dialect: ChunkDialect? = .riff
    static let fillerID: FourCharCode = "JUNK"
    static let formatID: FourCharCode? = "fmt "

    /// Samples of one byte are unsigned there, and all others signed.
    static func holds(_ format: StreamDescription, _ kind: ContainerFormat.Kind) -> Bool {
        guard format.hasWholeRate, format.isLinearPCM else { return format.hasWholeRate && format.isCompanded }
        guard let sample = format.storedSample else { return false }
        if format.isFloat { return !sample.isBig }
        return sample.byteCount == 1 ? !sample.isSigned : sample.isSigned && !sample.isBig
    }

    static func head(
        _ container: AudioFileContainer, _ content: Container, room: [UInt8], tail: Int, name: String
    ) throws(AudioFileError) -> [UInt8] {
        let dataByteCount = content.dataByteCount
        let layout = content.layout ?? .standard(container.format.channelCount)
        // Of the sizes that WaveHeader works out, the file's own is made anew: it counts the chunks too.
        let isLongKind = [ContainerTypeID.rf64, ContainerTypeID.bw64].contains(container.typeID)
        var plain = WaveHeader(dataFormat: container.format, layout: layout, isAlwaysRF64: isLongKind)
        plain.storedFormat = content.storedFormat
        let fileSize =
            Int64(plain.bytes(byteCount: 0).count + room.count + tail) + dataByteCount
            + Int64(container.family.padding(dataByteCount))
        let isLong = isLongKind || fileSize - 8 >= 0xFFFF_FFFF
        var header = WaveHeader(
            dataFormat: container.format, layout: layout, isAlwaysRF64: isLong,
            longForm: container.typeID == ContainerTypeID.bw64 ? "BW64" : "RF64")
        header.storedFormat = content.storedFormat
        let size = HeaderBytes {
            if isLong { $0.little(fileSize - 8) } else { $0.little(UInt32(truncatingIfNeeded: fileSize - 8)) }
        }
        return header.bytes(byteCount: dataByteCount).inserting(room, before: 8, size: size, at: isLong ? 20 : 4)
    }

    static func ids(_ part: AudioFileContainer.Part) -> [FourCharCode] {
        switch part {
        case .markers: ["cue "]
        case .regions: ["smpl"]
        default: []
        }
    }

    /// Texts and labels are lists, told apart by the four letters they begin with.
    static func isMade(_ chunk: StoredChunk, of part: AudioFileContainer.Part) -> Bool {
        if ids(part).contains(chunk.id) { return true }
        guard chunk.id == "LIST" else { return false }
        switch part {
        case .info: return chunk.bytes.starts(with: "INFO".utf8)
        case .markers: return chunk.bytes.starts(with: "adtl".utf8)
        default: return false
        }
    }

    static func isStructure(_ id: FourCharCode) -> Bool {
        ["fmt ", "fact", "ds64", "data", "JUNK", "junk", "RIFF", "RF64", "riff", "wave"].contains(id)
    }

    static func chunks(
        _ part: AudioFileContainer.Part, among parts: [AudioFileContainer.Part], _ content: Container,
        _ container: AudioFileContainer, name: String
    ) throws(AudioFileError) -> [StoredChunk] {
        switch part {
        case .info: content.tags.isEmpty ? [] : [try WaveNotesWriter.info(content.tags, name: name)]
        case .markers: try WaveNotesWriter.markers(content, name: name)
        case .regions: try WaveNotesWriter.loops(content, name: name)
        default: []
        }
    }
}
