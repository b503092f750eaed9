internal import KKPCM

/// Markers, regions and the strings that name them, as CAF has them: `strg`, `mark`, `regn`.
enum CAFNotesWriter {
    /// The chunks of those of the two parts that are to be made. Strings that are nobody's, or belong to the other
    /// part, stay as they were.
    static func chunks(_ content: Container, _ parts: [AudioFileContainer.Part]) -> [StoredChunk] {
        var gone: Set<UInt32> = []
        var strings: [CAFStrings.Entry] = []
        var regionTimeType: SMPTETimeType?
        for chunk in content.replaced {
            switch chunk.id {
            case "strg": strings += CAFStrings.followed(chunk.bytes)?.entries ?? []
            case "mark": gone.formUnion(CAFMarkers.followed(chunk.bytes)?.markers.map(\.id) ?? [])
            case "regn":
                guard let old = CAFRegions.followed(chunk.bytes) else { continue }
                regionTimeType = regionTimeType ?? old.timeType
                gone.formUnion(ids(old.regions))
            default: break
            }
        }
        let hasMarkers = parts.contains(.markers), hasRegions = parts.contains(.regions)
        let staying = (hasMarkers ? [] : content.markers.map(\.id)) + (hasRegions ? [] : ids(content.regions))
        let annotations = AudioFileAnnotations(
            markers: hasMarkers ? content.markers : [], regions: hasRegions ? content.regions : [],
            timeType: content.timeType)
        let kept = strings.filter { !gone.contains($0.id) || staying.contains($0.id) }
        return annotations.chunks(keeping: kept, besides: staying, regionTimeType: regionTimeType)
    }

    private static func ids(_ regions: [AudioFileRegion]) -> [UInt32] {
        regions.flatMap { [$0.id] + $0.markers.map(\.id) }
    }
}

extension CAFNotesWriter: NoteChunks {
    static func add(
        _ container: Container, _ source: ByteSource, to notes: inout AudioFileAnnotations
    ) throws(AudioFileError) {
        guard let chunk = container.chunk("inst"), chunk.byteCount < 256 else { return }
        let bytes = try? source.bytes(at: chunk.offset, count: Int(chunk.byteCount))
        if let bytes, let instrument = try? CAFInstrument(bytes: bytes) {
            notes.instrument = SamplerInstrument(instrument)
        }
    }

    static var technical: [FourCharCode] { ["desc", "data", "chan", "kuki", "pakt", "ldsc", "ovvw", "peak", "free"] }

    static func isNotes(_ chunk: Chunk, _: ByteSource) -> Bool {
        ["info", "strg", "mark", "regn", "inst"].contains(chunk.id)
    }

    static func chunks(
        _ notes: AudioFileAnnotations, _: StreamDescription, keeping _: ID3Kept?, name _: String
    ) -> [StoredChunk] {
        notes.chunks + [notes.instrument?.cafChunk].compactMap(\.self)
    }

    static var audio: (id: FourCharCode, lead: Int64) { ("data", CAFFile.Audio.editCountByteCount) }
}
