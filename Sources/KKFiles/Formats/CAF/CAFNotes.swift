internal import KKPCM

/// What a CAF file tells beside the audio: its information entries, markers and the strings that name them.
struct CAFNotes {
    private(set) var tags: [FileProperties.Tag] = []
    private var markers: [AudioFileMarker] = []
    private var strings: [CAFStrings.Entry] = []

    /// Takes a chunk if it is one of these, as far as it can be followed.
    mutating func take(_ chunk: Chunk, from scanner: inout ChunkScanner) throws(AudioFileError) {
        switch chunk.id {
        case CAFInformation.chunkType:
            tags += CAFInformation.told(try scanner.texts(of: chunk).bytes)
        case CAFMarkers.chunkType:
            let room = PCMContainer.markerLimit - markers.count
            let bytes = try scanner.fields(of: chunk, limit: 8 + CAFMarkers.markerByteCount * room).bytes
            markers += CAFMarkers.followed(bytes)?.markers ?? []
        case CAFStrings.chunkType:
            let bytes = try scanner.texts(of: chunk).bytes
            strings += CAFStrings.followed(bytes)?.entries ?? []
        default: break
        }
    }

    /// The markers in the order of their frames, each with its name. A position is a floating-point number: one that is
    /// no frame is left out.
    var sortedMarkers: [FileProperties.Marker] {
        let names = CAFStrings(entries: strings).texts
        return markers.filter { $0.framePosition >= 0 && $0.framePosition < 0x1p60 }
            .map { FileProperties.Marker(frame: Int64($0.framePosition), name: names[$0.id] ?? "") }
            .sorted { ($0.frame, $0.name) < ($1.frame, $1.name) }
    }
}
