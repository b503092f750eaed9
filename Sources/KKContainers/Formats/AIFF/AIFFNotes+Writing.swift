internal import KKPCM

/// All that belongs to a sound as chunks of AIFF: its own texts, an ID3 tag for others and for pictures, which then says
/// the former as well, `MARK`, `INST`.
extension AIFFNotes {
    static let textChunks: [(id: FourCharCode, key: String)] = [
        ("NAME", "title"), ("AUTH", "artist"), ("(c) ", "copyright"), ("ANNO", "comments"),
    ]

    /// - Parameters:
    ///   - kept: what stays of the ID3 tag; `nil` of a new file.
    ///   - name: of the file, for errors.
    /// - Throws: for a marker or loop that has no place in them.
    static func chunks(
        _ notes: AudioFileAnnotations, _ format: StreamDescription, keeping kept: ID3Kept?, name: String
    ) throws(AudioFileError) -> [StoredChunk] {
        let kept = kept ?? ID3Kept(carrying: notes) { key in textChunks.contains { $0.key == key } }
        var chunks: [StoredChunk] = []
        var rest = AudioFileAnnotations()
        (rest.pictures, rest.origin) = (notes.pictures, notes.origin)
        for text in notes.information {
            if let id = textChunks.first(where: { $0.key == text.key })?.id {
                chunks.append(StoredChunk(id: id, bytes: Array(text.value.utf8)))
                // What the tag said it says as it is now, and several values have no other place.
                guard kept.gone.contains(text.key) || notes.values(of: text).count > 1 else { continue }
            }
            rest.information.append(text)
        }
        ID3Writer.repeat(
            notes.information.filter { text in textChunks.contains { $0.key == text.key } }, in: &rest,
            keeping: kept.frames)
        let tag = ID3Writer.tag(kept.rest(of: rest), sampleRate: 0, frameCount: nil, keeping: kept.frames)
        if !tag.isEmpty { chunks.append(StoredChunk(id: "ID3 ", bytes: tag)) }
        var content = Container(typeID: ContainerTypeID.aifc, dataFormat: format)
        (content.markers, content.regions) = (notes.markers, notes.regions)
        content.instrument = notes.instrument?.aiffBytes
        let loops = try AIFFLoops(content, name: name)
        if !loops.markers.isEmpty { chunks.append(try AIFFLayout.marks(loops.markers, name: name)) }
        return chunks + [loops.chunk].compactMap(\.self)
    }

    /// The chunks that a file's notes come from.
    static func isNotes(_ chunk: Chunk, _: ByteSource) -> Bool {
        textChunks.contains { $0.id == chunk.id } || ["ID3 ", "id3 ", "MARK", "INST"].contains(chunk.id)
    }

    /// Adds what ``AIFFNotes`` and ``Container/takeAIFFLoops(_:)`` do not keep: the sampler's settings, where they are
    /// not the usual ones. Markers without a name that are the ends of loops are none of the sound's own.
    static func add(_ container: Container, _: ByteSource, to notes: inout AudioFileAnnotations) {
        if let bytes = container.instrument {
            let settings = SamplerInstrument(aiff: Fields(bytes: bytes, isBigEndian: true))
            notes.instrument = settings == SamplerInstrument() ? nil : settings
        }
        let ends = notes.regions.flatMap(\.markers)
        notes.markers.removeAll { marker in
            marker.name.isEmpty && ends.contains { $0.framePosition == marker.framePosition }
        }
    }
}

extension AIFFNotes: NoteChunks {
    static var technical: [FourCharCode] { ["COMM", "SSND", "FVER", "CHAN", "PEAK", "FLLR"] }

    // The offset and the size of a block, which is never used: looked for, since the audio may lie after one.
    static var audio: (id: FourCharCode, lead: Int64) { ("SSND", 8) }
    static var slack: Int { 4095 }

    static func size(
        _ byteCount: Int64, _ source: ByteSource, start _: Int64
    ) throws(AudioFileError) -> (offset: Int64, bytes: [UInt8])? {
        var bytes = HeaderBytes()
        bytes.big(try source.shortSize(byteCount))
        return (4, bytes.bytes)
    }
}
