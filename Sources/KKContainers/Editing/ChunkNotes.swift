internal import KKPCM

/// What a format of chunks knows of the notes in them.
protocol NoteChunks {
    /// Chunks that say how the sound is stored, or could be made of it again: no other file needs them.
    static var technical: [FourCharCode] { get }
    /// Adds what the parser does not read.
    static func add(
        _ container: Container, _ source: ByteSource, to notes: inout AudioFileAnnotations)
        throws(AudioFileError)
    /// Chunks that go with a sound into another file as they are.
    static func remarks(_ container: Container, _ source: ByteSource) throws(AudioFileError) -> [StoredChunk]
    /// Whether it says of the sound what ``chunks(_:_:keeping:name:)`` writes.
    static func isNotes(_ chunk: Chunk, _ source: ByteSource) throws(AudioFileError) -> Bool
    /// - Parameter kept: what of an ID3 tag stays; `nil` of a new file.
    static func chunks(
        _ notes: AudioFileAnnotations, _ format: StreamDescription, keeping kept: ID3Kept?, name: String
    ) throws(AudioFileError) -> [StoredChunk]
    /// The chunk of the audio, and how many bytes come before the audio in it.
    static var audio: (id: FourCharCode, lead: Int64) { get }
    /// How many bytes farther to the front that chunk may begin.
    static var slack: Int { get }
    /// Where the header says how long the file is, and what it is to say; `nil` if it does not.
    ///
    /// - Parameter byteCount: of the file, from the header on.
    static func size(
        _ byteCount: Int64, _ source: ByteSource, start: Int64
    ) throws(AudioFileError) -> (offset: Int64, bytes: [UInt8])?
}

extension NoteChunks {
    /// The chunks of a new file, with their headers.
    static func bytes(
        _ notes: AudioFileAnnotations, _ format: StreamDescription, in family: ChunkFamily, name: String
    ) throws(AudioFileError) -> [UInt8] {
        try chunks(notes, format, keeping: nil, name: name).flatMap(family.bytes)
    }
    static func add(_: Container, _: ByteSource, to _: inout AudioFileAnnotations) throws(AudioFileError) {}
    static func remarks(_: Container, _: ByteSource) throws(AudioFileError) -> [StoredChunk] { [] }
    static var audio: (id: FourCharCode, lead: Int64) { ("data", 0) }
    static var slack: Int { 0 }
    static func size(
        _: Int64, _: ByteSource, start _: Int64
    ) throws(AudioFileError) -> (offset: Int64, bytes: [UInt8])? { nil }
}

/// The notes of a file of chunks. Those chunks go that say what changes; what says it now comes before the audio, the
/// rest stays.
struct ChunkNotes: NoteStore {
    let notes: AudioFileAnnotations
    var sampleRate: Double { container.dataFormat.sampleRate }
    let output: OutputContainer?
    private let source: ByteSource
    private let container: Container
    private let form: any NoteChunks.Type
    private let family: ChunkFamily

    init(
        _ source: ByteSource, _ container: Container, _ form: any NoteChunks.Type, _ output: OutputContainer?
    ) throws(AudioFileError) {
        (self.source, self.container, self.form, self.output) = (source, container, form, output)
        family = ContainerFormat.kind(container.typeID)?.family ?? .stream
        notes = try container.notes(source, form)
    }

    func splices(_ edit: NotesEdit, frameCount _: Int64?) throws(AudioFileError) -> [NoteSplice] {
        let change = Change(edit)
        let header = try audioHeader()
        let starts = (container.chunks.map { $0.offset - Int64(family.headerByteCount) } + [header]).sorted()
        let end = try source.byteCount()
        var splices: [NoteSplice] = []
        for chunk in container.chunks where try form.isNotes(chunk, source) {
            guard try change.concerns(chunk.id, isAdditional: isAdditional(chunk)) else { continue }
            let start = chunk.offset - Int64(family.headerByteCount)
            let last = chunk.offset + chunk.byteCount
            // A byte of padding may be missing.
            let next = starts.first { $0 >= last } ?? end
            splices.append(
                NoteSplice(range: start..<min(end, next, last + Int64(family.padding(chunk.byteCount))), bytes: []))
        }
        let made = try form.chunks(edit.new, container.dataFormat, keeping: kept(edit), name: source.name).filter {
            change.concerns($0.id, isAdditional: $0.bytes.starts(with: "adtl".utf8))
        }
        splices.append(NoteSplice(range: header..<header, bytes: made.flatMap { family.bytes(of: $0) }))
        splices.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        let size = end + splices.reduce(0) { $0 + $1.growth }
        if let (offset, bytes) = try form.size(size - container.start, source, start: container.start) {
            let place = container.start + offset
            splices.insert(NoteSplice(range: place..<place + Int64(bytes.count), bytes: bytes), at: 0)
        }
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

    /// What of an ID3 tag stays.
    private func kept(_ edit: NotesEdit) throws(AudioFileError) -> ID3Kept {
        var kept = ID3Kept()
        for chunk in container.chunks where ID3Texts.chunkIDs.contains(chunk.id) && chunk.byteCount <= 1 << 26 {
            let bytes = try source.bytes(at: chunk.offset, count: Int(chunk.byteCount))
            kept.add(ID3Frames(bytes, limit: bytes.count), edit)
        }
        return kept
    }

    /// Where the chunk of the audio begins.
    private func audioHeader() throws(AudioFileError) -> Int64 {
        let last = container.dataOffset - form.audio.lead - Int64(family.headerByteCount)
        for place in (last - Int64(form.slack)...last).reversed() where place >= container.start {
            if try source.fields(at: place, count: 4, isBigEndian: true).code(0) == form.audio.id { return place }
        }
        throw source.damage(.invalidFile, at: container.dataOffset, "the audio chunk has no header")
    }
}

extension Container {
    /// The names of chunks that nothing here reads, for who copies the rest.
    func unread(_ source: ByteSource, _ form: any NoteChunks.Type) throws(AudioFileError) -> [String] {
        var names: [String] = []
        for chunk in chunks where !form.technical.contains(chunk.id) {
            if try form.isNotes(chunk, source) { continue }
            let name = "the chunk \(chunk.id)"
            if names.count < 64, !names.contains(name) { names.append(name) }
        }
        return names
    }
}

extension ByteSource {
    /// The size of a file as a header of 32 bits has it: without its own 8 bytes.
    func shortSize(_ byteCount: Int64) throws(AudioFileError) -> UInt32 {
        guard byteCount - 8 < 0xFFFF_FFFF else {
            throw AudioFileError(
                .noLongSizes, kind: .unavailable, path: name,
                "the file would be longer than 4 GiB, which its header cannot state", nextStep: "give less")
        }
        return UInt32(byteCount - 8)
    }
}
