internal import KKPCM

extension WaveNotesWriter {
    /// `cue ` and the list `adtl`. A cue point keeps its number and what is said of it, its note and its length, as
    /// long as its marker is there.
    static func markers(_ content: Container, name: String) throws(AudioFileError) -> [StoredChunk] {
        let old = cues(in: content.replaced)
        let texts = content.replaced.filter { $0.id == "LIST" && $0.bytes.starts(with: "adtl".utf8) }.flatMap(subchunks)
        let ids = numbers(content.markers.map(\.id), besides: old.map(\.id) + texts.compactMap(\.cue))
        var chunks: [StoredChunk] = []
        if !ids.isEmpty {
            var cues = HeaderBytes()
            cues.little(UInt32(ids.count))
            for (id, marker) in zip(ids, content.markers) {
                guard let frame = frame(marker) else { throw noPlace(for: marker, name: name) }
                if let same = old.first(where: { $0.id == id && $0.frame == frame }) {
                    cues.append(same.bytes)
                    continue
                }
                cues.little(id)
                cues.little(frame)
                cues.text("data")
                cues.zeros(8)
                cues.little(frame)
            }
            chunks.append(StoredChunk(id: "cue ", bytes: cues.bytes))
        }
        let list = labels(content.markers, ids, texts, old: old.map(\.id))
        if list.count > 4 { chunks.append(StoredChunk(id: "LIST", bytes: list)) }
        return chunks
    }

    /// The list of old texts without those of markers that went, and with the names as they are now.
    private static func labels(
        _ markers: [AudioFileMarker], _ ids: [UInt32], _ texts: [Subchunk], old: [UInt32]
    ) -> [UInt8] {
        var list = HeaderBytes()
        list.text("adtl")
        var named: [UInt32] = []
        for text in texts {
            guard let cue = text.cue, old.contains(cue) || ids.contains(cue) else {
                list.append(text.bytes)
                continue
            }
            guard let index = ids.firstIndex(of: cue) else { continue }
            guard text.id == "labl", !named.contains(cue) else {
                list.append(text.bytes)
                continue
            }
            named.append(cue)
            list.append(text.name == markers[index].name ? text.bytes : label(cue, markers[index].name))
        }
        for (id, marker) in zip(ids, markers) where !named.contains(id) { list.append(label(id, marker.name)) }
        return list.bytes
    }

    private static func label(_ id: UInt32, _ name: String) -> [UInt8] {
        guard !name.isEmpty else { return [] }
        var label = HeaderBytes()
        label.little(id)
        label.append(Array(name.utf8) + [0])
        return ChunkFamily.riff.bytes(of: StoredChunk(id: "labl", bytes: label.bytes))
    }

    /// The numbers that are asked for, each once; 0 and one that is taken become the next that nobody has.
    static func numbers(_ wanted: [UInt32], besides others: [UInt32]) -> [UInt32] {
        let taken = Set(wanted + others)
        var used: Set<UInt32> = []
        var last: UInt32 = 0
        return wanted.map { id in
            if id != 0, used.insert(id).inserted { return id }
            repeat { last += 1 } while taken.contains(last)
            return last
        }
    }

    private static func cues(in chunks: [StoredChunk]) -> [(id: UInt32, frame: UInt32, bytes: [UInt8])] {
        var cues: [(id: UInt32, frame: UInt32, bytes: [UInt8])] = []
        for chunk in chunks where chunk.id == "cue " {
            let fields = Fields(bytes: chunk.bytes, isBigEndian: false)
            var offset = 4
            while let id = fields.uint32(offset), let frame = fields.uint32(offset + 20) {
                cues.append((id, frame, Array(chunk.bytes[offset..<offset + 24])))
                offset += 24
            }
        }
        return cues
    }

    /// A chunk inside a list: a label, a note, a stretch of text.
    struct Subchunk {
        var id: FourCharCode
        /// The number of the cue point that it speaks of.
        var cue: UInt32?
        var name: String
        /// With its header and its padding.
        var bytes: [UInt8]
    }

    static func subchunks(_ list: StoredChunk) -> [Subchunk] {
        let fields = Fields(bytes: list.bytes, isBigEndian: false)
        var subchunks: [Subchunk] = []
        var offset = 4
        while let id = fields.code(offset), let size = fields.uint32(offset + 4) {
            let start = offset + 8
            let end = min(fields.count, start + Int(size))
            let whole = ChunkFamily.riff.bytes(of: StoredChunk(id: id, bytes: Array(list.bytes[start..<end])))
            let name = end - start > 4 ? fields.text(start + 4..<end) : ""
            subchunks.append(
                Subchunk(id: id, cue: end - start >= 4 ? fields.uint32(start) : nil, name: name, bytes: whole))
            offset = start + Int(size) + Int(size & 1)
        }
        return subchunks
    }
}
