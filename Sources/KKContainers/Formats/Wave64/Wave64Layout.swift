internal import KKPCM

/// Wave64's chunks, which have GUIDs and sizes of 64 bits, and WAVE's head in them.
enum Wave64Layout: FileLayout {
    static let dialect: ChunkDialect? = .wave64
    /// Small letters are in every GUID of Wave64, and libsndfile goes no further than one that it does not know.
    static let fillerID: FourCharCode = "junk"
    static let formatID: FourCharCode? = "fmt "

    static func holds(_ format: StreamDescription, _ kind: ContainerFormat.Kind) -> Bool {
        WaveLayout.holds(format, kind)
    }

    static func head(
        _ container: AudioFileContainer, _ content: Container, room: [UInt8], tail: Int, name: String
    ) throws(AudioFileError) -> [UInt8] {
        let dataByteCount = content.dataByteCount
        var header = Wave64Header(
            dataFormat: container.format, layout: content.layout ?? .standard(container.format.channelCount))
        header.wave.storedFormat = content.storedFormat
        let bytes = header.bytes(byteCount: dataByteCount)
        let padding = tail > 0 ? container.family.padding(dataByteCount) : 0
        let size = HeaderBytes { $0.little(Int64(bytes.count + room.count + padding + tail) + dataByteCount) }
        return bytes.inserting(room, before: 24, size: size, at: 16)
    }

    /// It has a chunk of its own for texts.
    static func isMade(_ chunk: StoredChunk, of part: AudioFileContainer.Part) -> Bool {
        part == .info && Wave64Notes.isTexts(chunk)
    }

    static func isStructure(_ id: FourCharCode) -> Bool { WaveLayout.isStructure(id) }

    static func chunks(
        _ part: AudioFileContainer.Part, among parts: [AudioFileContainer.Part], _ content: Container,
        _ container: AudioFileContainer, name: String
    ) throws(AudioFileError) -> [StoredChunk] {
        guard part == .info, !content.tags.isEmpty else { return [] }
        return [try Wave64Notes.chunk(content.tags, name: name)]
    }
}
