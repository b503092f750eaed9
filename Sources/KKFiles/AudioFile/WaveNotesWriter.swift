internal import KKPCM

/// Markers, loops and texts as WAVE has them: `cue `, `LIST` of labels, `smpl`, `LIST` of INFO. What ``WaveNotes`` reads.
///
/// Source: Microsoft and IBM, Multimedia Programming Interface (1991); Microsoft, "New Multimedia Data Types and Data Techniques" (1994).
enum WaveNotesWriter {
    static func chunks(_ content: AudioFileContent, name: String) throws(AudioFileError) -> [StoredChunk] {
        var chunks: [StoredChunk] = []
        if !content.markers.isEmpty {
            var cues = HeaderBytes()
            var labels = HeaderBytes()
            cues.little(UInt32(content.markers.count))
            labels.text("adtl")
            for (index, marker) in content.markers.enumerated() {
                guard let frame = frame(marker) else { throw noPlace(for: marker, name: name) }
                cues.little(UInt32(index + 1))
                cues.little(frame)
                cues.text("data")
                cues.zeros(8)
                cues.little(frame)
                guard !marker.name.isEmpty else { continue }
                var label = HeaderBytes()
                label.little(UInt32(index + 1))
                label.append(Array(marker.name.utf8) + [0])
                labels.append(ChunkFamily.riff.bytes(of: StoredChunk(id: "labl", bytes: label.bytes)))
            }
            chunks.append(StoredChunk(id: "cue ", bytes: cues.bytes))
            if labels.bytes.count > 4 { chunks.append(StoredChunk(id: "LIST", bytes: labels.bytes)) }
        }
        return chunks
    }

    /// A region with a beginning and an end is a loop of a sampler; others have no place here. What else the file says of the sampler stays: note,
    /// pitch and time code before the loops, and the maker's bytes behind them.
    static func loops(_ content: AudioFileContent, name: String) throws(AudioFileError) -> StoredChunk {
        var bytes = HeaderBytes()
        let old = Fields(bytes: content.instrument ?? [], isBigEndian: false)
        if old.count >= 36 {
            bytes.append(Array(old.bytes[..<28]))
        } else {
            bytes.zeros(8)
            // The length of a frame in nanoseconds, and middle C.
            bytes.little(UInt32(1_000_000_000 / max(1, content.dataFormat.sampleRate)))
            bytes.little(UInt32(60))
            bytes.zeros(12)
        }
        let makersBytes = Array(old.bytes.dropFirst(36 + 24 * Int(old.uint32(28) ?? 0)))
        bytes.little(UInt32(content.regions.count))
        bytes.little(UInt32(truncatingIfNeeded: makersBytes.count))
        for (index, region) in content.regions.enumerated() {
            guard region.markers.count == 2, let start = frame(region.markers[0]), let end = frame(region.markers[1]), end > start else {
                throw AudioFileError(
                    .parameter, kind: .usage, path: name, "WAVE has loops with a first and a last frame alone, and no place for region \(index)",
                    nextStep: "give each region two markers, or write caff")
            }
            let isForward = region.flags.contains(.playForward)
            let isBackward = region.flags.contains(.playBackward)
            bytes.little(UInt32(index + 1))
            bytes.little(UInt32(isBackward ? (isForward ? 1 : 2) : 0))
            bytes.little(start)
            // The last frame that is played.
            bytes.little(end - 1)
            bytes.zeros(8)
        }
        bytes.append(makersBytes)
        return StoredChunk(id: "smpl", bytes: bytes.bytes)
    }

    static func info(_ tags: [FileProperties.Tag], name: String) throws(AudioFileError) -> StoredChunk {
        var bytes = HeaderBytes()
        bytes.text("INFO")
        for tag in tags {
            bytes.append(ChunkFamily.riff.bytes(of: StoredChunk(id: try textID(tag.key, name: name), bytes: Array(tag.value.utf8) + [0])))
        }
        return StoredChunk(id: "LIST", bytes: bytes.bytes)
    }

    /// The four letters for a key of the info dictionary.
    static func textID(_ key: String, name: String) throws(AudioFileError) -> FourCharCode {
        if let known = keys.first(where: { $0.key == key })?.id { return known }
        guard key.utf8.count == 4, key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw AudioFileError(
                .parameter, kind: .usage, path: name, "WAVE has no place for '\(key)'",
                nextStep: "give one of \(keys.map(\.key).joined(separator: ", ")), or four characters of your own, or write caff")
        }
        return FourCharCode(key)
    }

    /// Core Audio's info dictionary keys, and the INFO chunks that ``WaveNotes`` takes for them.
    static let keys: [(id: FourCharCode, key: String)] = [
        ("INAM", "title"), ("IART", "artist"), ("IPRD", "album"), ("ICMT", "comments"), ("ICOP", "copyright"), ("ICRD", "recorded date"),
        ("IGNR", "genre"), ("IMUS", "composer"), ("ISRC", "ISRC"), ("ISFT", "encoding application"), ("ITRK", "track number"), ("IWRI", "lyricist"),
    ]

    /// A marker's place where a container counts frames in 32 bits.
    static func frame(_ marker: AudioFileMarker) -> UInt32? { UInt32(exactly: marker.framePosition) }

    static func noPlace(for marker: AudioFileMarker, name: String) -> AudioFileError {
        AudioFileError(
            .parameter, kind: .usage, path: name, "the container has no place for a marker at frame \(marker.framePosition)",
            nextStep: "give whole frames of 32 bits and names of at most 255 bytes, or write caff")
    }
}

extension AudioFileContent {
    /// The loops of a WAVE file's sampler chunk as regions.
    mutating func takeWaveLoops(_ source: ByteSource) throws(AudioFileError) {
        guard [AudioFile.TypeID.wave, AudioFile.TypeID.rf64, AudioFile.TypeID.bw64].contains(typeID),
            let place = chunks.first(where: { $0.id == "smpl" })
        else { return }
        let isBigEndian = try source.bytes(at: 0, count: 4) == Array("RIFX".utf8)
        if place.byteCount <= 1 << 20 { instrument = try source.bytes(at: place.offset, count: Int(place.byteCount)) }
        let limit = Int64(36 + 24 * PCMContainer.markerLimit)
        let fields = try source.fields(at: place.offset, count: Int(min(place.byteCount, limit)), isBigEndian: isBigEndian)
        for index in 0..<min(Int(fields.uint32(28) ?? 0), PCMContainer.markerLimit) {
            let offset = 36 + 24 * index
            guard let id = fields.uint32(offset), let type = fields.uint32(offset + 4), let start = fields.uint32(offset + 8),
                let end = fields.uint32(offset + 12)
            else { return }
            var flags: AudioFileRegion.Flags = [.loopEnable]
            if type != 2 { flags.insert(.playForward) }
            if type == 1 || type == 2 { flags.insert(.playBackward) }
            regions.append(
                AudioFileRegion(
                    id: id, flags: flags,
                    markers: [
                        AudioFileMarker(framePosition: Double(start), type: .sustainLoopStart),
                        AudioFileMarker(framePosition: Double(end) + 1, type: .sustainLoopEnd),
                    ]))
        }
    }
}
