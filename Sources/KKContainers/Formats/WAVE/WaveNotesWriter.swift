internal import KKPCM

/// Markers, loops and texts as WAVE has them: `cue `, `LIST` of labels, `smpl`, `LIST` of INFO. What ``WaveNotes``
/// reads, and what was there beside it.
///
/// Source: Microsoft and IBM, Multimedia Programming Interface (1991); Microsoft, "New Multimedia Data Types and Data
/// Techniques" (1994).
enum WaveNotesWriter {
    static func info(_ tags: [FileProperties.Tag], name: String) throws(AudioFileError) -> StoredChunk {
        var bytes = HeaderBytes()
        bytes.text("INFO")
        for tag in tags {
            bytes.append(
                ChunkFamily.riff.bytes(
                    of: StoredChunk(id: try textID(tag.key, name: name), bytes: Array(tag.value.utf8) + [0])))
        }
        return StoredChunk(id: "LIST", bytes: bytes.bytes)
    }

    static let places = TextPlaces(keys.map(\.key))

    /// The chunk of a text that a list of INFO has a place for.
    static func infoID(of key: String) -> String? {
        let known = places.key(for: key)
        return keys.first { $0.key == known }?.id.characters
    }

    /// The bytes of a chunk of the words that have a place; none without any.
    ///
    /// - Parameter chunk: makes the chunk of words and the file's name.
    static func bytes(
        _ notes: AudioFileAnnotations, in family: ChunkFamily, name: String,
        _ chunk: ([FileProperties.Tag], String) throws(AudioFileError) -> StoredChunk
    ) throws(AudioFileError) -> [UInt8] {
        let words = notes.placed(in: places).information
        return words.isEmpty ? [] : family.bytes(of: try chunk(words, name))
    }

    /// The four letters for a key of the info dictionary.
    static func textID(_ key: String, name: String) throws(AudioFileError) -> FourCharCode {
        if let known = keys.first(where: { $0.key == key })?.id { return known }
        if key == "source" { return "ISRC" }
        guard key.utf8.count == 4, key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw AudioFileError(
                .parameter, kind: .usage, path: name, "WAVE cannot store '\(key)'",
                nextStep:
                    "give one of \(keys.map(\.key).joined(separator: ", ")), or four characters of your own, or write caff"
            )
        }
        return FourCharCode(key)
    }

    /// Whether a key is the name of a text of INFO that has no other.
    static func isInfoName(_ key: String) -> Bool {
        key.utf8.count == 4 && key.hasPrefix("I")
            && key.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
    }

    /// Core Audio's info dictionary keys, and the INFO chunks that ``WaveNotes`` takes for them.
    static let keys: [(id: FourCharCode, key: String)] = [
        ("INAM", "title"), ("IART", "artist"), ("IPRD", "album"), ("ICMT", "comments"), ("ICOP", "copyright"),
        ("ICRD", "year"),
        ("IGNR", "genre"), ("IMUS", "composer"), ("ISRC", "ISRC"), ("ISFT", "encoding application"),
        ("ITRK", "track number"), ("IWRI", "lyricist"),
    ]

    /// A marker's place where a container counts frames in 32 bits.
    static func frame(_ marker: AudioFileMarker) -> UInt32? { UInt32(exactly: marker.framePosition) }

    static func noPlace(for marker: AudioFileMarker, name: String) -> AudioFileError {
        AudioFileError(
            .parameter, kind: .usage, path: name,
            "the container cannot store a marker at frame \(marker.framePosition)",
            nextStep: "give whole frames of 32 bits and names of at most 255 bytes, or write caff")
    }
}

extension Container {
    /// The loops of a WAVE file's sampler chunk as regions.
    mutating func takeWaveLoops(_ source: ByteSource) throws(AudioFileError) {
        guard let place = chunks.first(where: { $0.id == "smpl" }) else { return }
        let limit = Int64(36 + 24 * Container.markerLimit)
        let fields = try source.fields(
            at: place.offset, count: Int(min(place.byteCount, limit)), isBigEndian: isRIFX)
        for index in 0..<min(Int(fields.uint32(28) ?? 0), Container.markerLimit) {
            let offset = 36 + 24 * index
            guard let id = fields.uint32(offset), let type = fields.uint32(offset + 4),
                let start = fields.uint32(offset + 8),
                let end = fields.uint32(offset + 12)
            else { return }
            regions.append(
                AudioFileRegion(
                    id: id, flags: WaveNotesWriter.flags(ofLoop: type),
                    markers: [
                        AudioFileMarker(framePosition: Double(start), type: .sustainLoopStart),
                        AudioFileMarker(framePosition: Double(end) + 1, type: .sustainLoopEnd),
                    ]))
        }
    }
}
