internal import KKPCM

/// All that belongs to a sound as chunks of WAVE.
///
/// Texts without a name in INFO, and pictures, stand in an ID3 tag (`id3 `), which most programs read there; where there
/// is one, it says the others as well. A region
/// that is played again is a loop of `smpl`; another one is a cue point with a length (`ltxt`).
extension WaveNotesWriter {
    /// - Parameters:
    ///   - kept: what stays of the ID3 tag; `nil` of a new file.
    ///   - name: of the file, for errors.
    /// - Throws: for a text or marker that has no place in them.
    static func chunks(
        _ notes: AudioFileAnnotations, _ format: StreamDescription, keeping kept: ID3Kept?, name: String
    ) throws(AudioFileError) -> [StoredChunk] {
        let kept = kept ?? ID3Kept(carrying: notes, besides: hasPlace)
        var chunks: [StoredChunk] = []
        let (broadcast, others) = notes.split { BroadcastExtension.keys.contains($0) }
        if let chunk = BroadcastExtension.chunk(broadcast) { chunks.append(chunk) }
        if let text = notes.productionNotes { chunks.append(StoredChunk(id: "iXML", bytes: text)) }
        var rest = notes
        (rest.information, rest.markers) = ([], [])
        var words: [FileProperties.Tag] = []
        for text in others {
            let key = places.key(for: text.key) ?? text.key
            let isWord = hasPlace(key) && !words.contains { $0.key == key }
            if isWord { words.append(FileProperties.Tag(key: key, value: text.value)) }
            // What the tag said it says as it is now, and several values have no other place.
            if !isWord || kept.gone.contains(text.key) || notes.values(of: text).count > 1 {
                rest.information.append(text)
            }
        }
        // One chunk has two meanings.
        if words.contains(where: { $0.key == "ISRC" }), let index = words.firstIndex(where: { $0.key == "source" }) {
            rest.information.append(words.remove(at: index))
        }
        if !words.isEmpty { chunks.append(try info(words, name: name)) }
        ID3Writer.repeat(words, in: &rest, keeping: kept.frames)
        let tag = ID3Writer.tag(kept.rest(of: rest), sampleRate: 0, frameCount: nil, keeping: kept.frames)
        if !tag.isEmpty { chunks.append(StoredChunk(id: "id3 ", bytes: tag)) }
        return chunks + (try places(of: notes, format, name: name))
    }

    private static func hasPlace(_ key: String) -> Bool {
        places.key(for: key) != nil || key == "source" || isInfoName(key)
    }

    /// `cue `, `LIST` of labels and lengths, `smpl`, `inst`.
    private static func places(
        of notes: AudioFileAnnotations, _ format: StreamDescription, name: String
    ) throws(AudioFileError) -> [StoredChunk] {
        var content = Container(typeID: ContainerTypeID.wave, dataFormat: format)
        let stretches = notes.regions.filter { !$0.isLoop }
        content.regions = notes.regions.filter(\.isLoop)
        content.markers = notes.markers + stretches.map { $0.start }
        let remarks = notes.origin?.remarks ?? []
        let ids = numbers(content.markers.map(\.id), besides: remarks.flatMap(subchunks).compactMap(\.cue))
        content.replaced = remarks.map { $0.keeping(ids) }
        for (index, id) in ids.enumerated() { content.markers[index].id = id }
        var chunks = try markers(content, name: name)
        var lengths = HeaderBytes()
        for (stretch, id) in zip(stretches, ids.dropFirst(notes.markers.count)) {
            guard let length = UInt32(exactly: (stretch.end - stretch.start.framePosition).rounded()) else { continue }
            var bytes = HeaderBytes()
            bytes.little(id)
            bytes.little(length)
            bytes.text("rgn ")
            bytes.zeros(8)
            lengths.append(ChunkFamily.riff.bytes(of: StoredChunk(id: "ltxt", bytes: bytes.bytes)))
        }
        if !lengths.bytes.isEmpty {
            if let index = chunks.firstIndex(where: { $0.id == "LIST" }) {
                chunks[index].bytes += lengths.bytes
            } else {
                chunks.append(StoredChunk(id: "LIST", bytes: Array("adtl".utf8) + lengths.bytes))
            }
        }
        chunks += try loops(content, name: name)
        if let instrument = notes.instrument {
            if let index = chunks.firstIndex(where: { $0.id == "smpl" }) {
                chunks[index].bytes[12] = instrument.baseNote
            }
            chunks.append(instrument.waveChunk)
        }
        return chunks
    }

    /// The chunks that a file's notes come from.
    static func isNotes(_ chunk: Chunk, _ source: ByteSource) throws(AudioFileError) -> Bool {
        switch chunk.id {
        case "bext", "iXML", "cue ", "smpl", "inst", "ID3 ", "id3 ": true
        case "LIST":
            ["INFO", "adtl"].contains(try source.fields(at: chunk.offset, count: 4, isBigEndian: true).code(0))
        default: false
        }
    }

    static var technical: [FourCharCode] {
        ["fmt ", "data", "fact", "ds64", "JUNK", "junk", "PAD ", "FLLR", "filr", "PEAK", "levl"]
    }

    /// Adds what ``WaveNotes`` and ``Container/takeWaveLoops(_:)`` do not read.
    static func add(
        _ container: Container, _ source: ByteSource, to notes: inout AudioFileAnnotations
    ) throws(AudioFileError) {
        func fields(_ chunk: Chunk, limit: Int) throws(AudioFileError) -> Fields {
            try source.fields(
                at: chunk.offset, count: Int(min(chunk.byteCount, Int64(limit))), isBigEndian: container.isRIFX)
        }
        for chunk in container.chunks {
            switch chunk.id {
            case "iXML" where notes.productionNotes == nil && chunk.byteCount <= 1 << 20:
                var bytes = try source.bytes(at: chunk.offset, count: Int(chunk.byteCount))
                while bytes.last == 0 { bytes.removeLast() }
                if !bytes.isEmpty { notes.productionNotes = bytes }
            case "inst": notes.instrument = SamplerInstrument(wave: try fields(chunk, limit: 7))
            case "LIST": takeLengths(try fields(chunk, limit: Container.textLimit), &notes)
            default: break
            }
        }
        if notes.instrument == nil, let sampler = container.chunk("smpl"),
            let note = try fields(sampler, limit: 36).uint32(12), note != 60, note < 128
        {
            notes.instrument = SamplerInstrument()
            notes.instrument?.baseNote = UInt8(note)
        }
    }

    /// A cue point with a length is a region.
    private static func takeLengths(_ list: Fields, _ notes: inout AudioFileAnnotations) {
        guard list.code(0) == "adtl" else { return }
        var offset = 4
        while let id = list.code(offset), let size = list.uint32(offset + 4) {
            let place = offset + 8
            offset = place + Int(size) + Int(size & 1)
            guard id == "ltxt", size >= 8, let cue = list.uint32(place), let length = list.uint32(place + 4),
                length > 0,
                let index = notes.markers.firstIndex(where: { $0.id == cue })
            else { continue }
            let start = notes.markers.remove(at: index)
            notes.regions.append(
                AudioFileRegion(
                    id: cue, name: start.name, flags: [.playForward],
                    markers: [
                        AudioFileMarker(framePosition: start.framePosition, type: .regionStart),
                        AudioFileMarker(framePosition: start.framePosition + Double(length), type: .regionEnd),
                    ]))
        }
    }
}

extension AudioFileAnnotations {
    /// The texts under some keys, and the others.
    func split(_ belongs: (String) -> Bool) -> (some: [FileProperties.Tag], others: [FileProperties.Tag]) {
        (information.filter { belongs($0.key) }, information.filter { !belongs($0.key) })
    }
}

extension StoredChunk {
    /// A list with what is said of some cue points, and without the lengths of regions.
    fileprivate func keeping(_ cues: [UInt32]) -> StoredChunk {
        let kept = WaveNotesWriter.subchunks(self).filter { part in
            let isRegion = part.id == "ltxt" && Fields(bytes: part.bytes, isBigEndian: false).uint32(12) ?? 0 > 0
            return !isRegion && part.cue.map(cues.contains) ?? true
        }
        return StoredChunk(id: id, bytes: bytes.prefix(4) + kept.flatMap(\.bytes))
    }
}

extension AudioFileRegion {
    /// Whether a sampler plays it again and again.
    var isLoop: Bool {
        flags.contains(.loopEnable) || [.sustainLoopStart, .releaseLoopStart].contains(markers.first?.type)
    }

    /// Its beginning under its name.
    var start: AudioFileMarker {
        AudioFileMarker(framePosition: markers.map(\.framePosition).min() ?? 0, name: name, id: isLoop ? 0 : id)
    }

    var end: Double { markers.map(\.framePosition).max() ?? 0 }
}
