internal import KKPCM

/// Other notes for a file of chunks. Those chunks go that say what changes; what says it now stands before the audio, the
/// rest stays.
struct ChunkNotesEditor {
    private let source: ByteSource
    private let container: Container
    private let family: ChunkFamily

    init(_ source: ByteSource, _ container: Container) {
        (self.source, self.container) = (source, container)
        family = ContainerFormat.kind(container.typeID)?.family ?? .stream
    }

    func splices(_ edit: NotesEdit) throws(AudioFileError) -> [NoteSplice] {
        let change = Change(edit)
        let header = try audioHeader()
        let starts = (container.chunks.map { $0.offset - Int64(family.headerByteCount) } + [header]).sorted()
        let end = try source.byteCount()
        var splices: [NoteSplice] = []
        for chunk in container.chunks where try isNotes(chunk) {
            guard try change.concerns(chunk.id, isAdditional: isAdditional(chunk)) else { continue }
            let start = chunk.offset - Int64(family.headerByteCount)
            let last = chunk.offset + chunk.byteCount
            // A byte of padding may be missing.
            let next = starts.first { $0 >= last } ?? end
            splices.append(
                NoteSplice(range: start..<min(end, next, last + Int64(family.padding(chunk.byteCount))), bytes: []))
        }
        let made = try chunks(edit.new, keeping: kept(edit)).filter {
            change.concerns($0.id, isAdditional: $0.bytes.starts(with: "adtl".utf8))
        }
        splices.append(NoteSplice(range: header..<header, bytes: made.flatMap { family.bytes(of: $0) }))
        splices.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        let size = end + splices.reduce(0) { $0 + $1.growth }
        if let field = try sizeField(size - container.start) { splices.insert(field, at: 0) }
        return splices
    }

    /// Which chunks say other things than before. The rest stays where it is, with all in it that only others know.
    private struct Change {
        let texts: Bool
        let broadcast: Bool
        let places: Bool
        let production: Bool

        init(_ edit: NotesEdit) {
            let (old, new) = (edit.old, edit.new)
            let isBroadcast = { BroadcastExtension.keys.contains($0) }
            let (before, after) = (old.split(isBroadcast), new.split(isBroadcast))
            texts = before.others != after.others || !edit.keepsPictures
            broadcast = before.some != after.some
            places =
                old.markers != new.markers || old.regions != new.regions || old.instrument != new.instrument
                || old.timeType != new.timeType
            production = old.productionNotes != new.productionNotes
        }

        func concerns(_ id: FourCharCode, isAdditional: Bool) -> Bool {
            switch id {
            case "bext": broadcast
            case "iXML": production
            case "cue ", "smpl", "inst", "MARK", "INST", "mark", "regn", "strg": places
            // CAF has all texts in one chunk.
            case "info": texts || broadcast
            default: isAdditional ? places : texts
            }
        }
    }

    private func isAdditional(_ chunk: Chunk) throws(AudioFileError) -> Bool {
        guard chunk.id == "LIST" else { return false }
        return try source.fields(at: chunk.offset, count: 4, isBigEndian: true).code(0) == "adtl"
    }

    private func isNotes(_ chunk: Chunk) throws(AudioFileError) -> Bool {
        switch family {
        case .riff: try WaveNotesWriter.isNotes(chunk, source)
        case .iff: AIFFNotes.isNotes(chunk)
        case .caf: ["info", "strg", "mark", "regn", "inst"].contains(chunk.id)
        case .wave64:
            Wave64Notes.isTexts(
                StoredChunk(
                    id: chunk.id, bytes: try source.bytes(at: chunk.offset, count: min(4, Int(chunk.byteCount))),
                    guidTail: chunk.guidTail))
        default: false
        }
    }

    /// What of an ID3 tag stays.
    private func kept(_ edit: NotesEdit) throws(AudioFileError) -> ID3Kept {
        var kept = ID3Kept()
        for chunk in container.chunks where ID3Texts.chunkIDs.contains(chunk.id) && chunk.byteCount <= 1 << 26 {
            let bytes = try source.bytes(at: chunk.offset, count: Int(chunk.byteCount))
            kept.add(ID3Frames(bytes, limit: bytes.count), edit)
        }
        return kept
    }

    private func chunks(
        _ new: AudioFileAnnotations, keeping kept: ID3Kept
    ) throws(AudioFileError) -> [StoredChunk] {
        switch family {
        case .riff: WaveNotesWriter.chunks(new, container.dataFormat, keeping: kept)
        case .iff: AIFFNotes.chunks(new, container.dataFormat, keeping: kept)
        case .caf: new.chunks + [new.instrument?.cafChunk].compactMap(\.self)
        case .wave64: new.information.isEmpty ? [] : [try Wave64Notes.chunk(new.information, name: source.name)]
        default: []
        }
    }

    /// Where the chunk of the audio begins.
    private func audioHeader() throws(AudioFileError) -> Int64 {
        let lead: Int64 =
            switch family {
            // The offset and the size of a block, which is never used: looked for, since the audio may lie behind one.
            case .iff: 8
            case .caf: CAFFile.Audio.editCountByteCount
            default: 0
            }
        let name: FourCharCode = family == .iff ? "SSND" : "data"
        var place = container.dataOffset - lead - Int64(family.headerByteCount)
        for _ in 0..<4096 where place >= container.start {
            if try source.fields(at: place, count: 4, isBigEndian: true).code(0) == name { return place }
            guard family == .iff else { break }
            place -= 1
        }
        throw source.damage(.invalidFile, at: container.dataOffset, "the chunk of the audio has no header before it")
    }

    /// The size of the whole, where it is known.
    private func sizeField(_ byteCount: Int64) throws(AudioFileError) -> NoteSplice? {
        var bytes = HeaderBytes()
        switch family {
        case .riff:
            let fields = try source.fields(at: container.start, count: 28, isBigEndian: false)
            if fields.has("RIFF") {
                guard fields.uint32(4) != .max else { return nil }
                guard byteCount - 8 < 0xFFFF_FFFF else { throw tooLong() }
                bytes.little(UInt32(byteCount - 8))
                return patch(bytes, at: 4)
            }
            guard fields.has("ds64", at: 12), fields.uint64(20) ?? 0 < 1 << 60 else { return nil }
            bytes.little(byteCount - 8)
            return patch(bytes, at: 20)
        case .wave64:
            let old = try source.fields(at: container.start, count: 24, isBigEndian: false).uint64(16) ?? 0
            guard old < 1 << 60 else { return nil }
            bytes.little(byteCount)
            return patch(bytes, at: 16)
        case .iff:
            guard byteCount - 8 < 0xFFFF_FFFF else { throw tooLong() }
            bytes.big(UInt32(byteCount - 8))
            return patch(bytes, at: 4)
        default: return nil
        }
    }

    private func patch(_ bytes: HeaderBytes, at offset: Int64) -> NoteSplice {
        let place = container.start + offset
        return NoteSplice(range: place..<place + Int64(bytes.bytes.count), bytes: bytes.bytes)
    }

    private func tooLong() -> AudioFileError {
        AudioFileError(
            .noLongSizes, kind: .unavailable, path: source.name,
            "the file would be longer than 4 GiB, which its header cannot say", nextStep: "give less")
    }
}
