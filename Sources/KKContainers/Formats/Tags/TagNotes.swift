internal import KKPCM

/// Packets, with tags before them and one behind.
struct TagNotes: NoteStore {
    private(set) var notes = AudioFileAnnotations()
    let sampleRate: Double
    let output: OutputContainer?
    private let source: ByteSource
    private let tags: [Range<Int64>]

    /// - Parameter output: `nil` where texts are read, and not changed.
    static func opening(_ output: OutputContainer? = nil) -> NoteOpening {
        { (source, _, tags) throws(AudioFileError) in try TagNotes(source, tags, output) }
    }

    private init(_ source: ByteSource, _ tags: LeadingTags, _ output: OutputContainer?) throws(AudioFileError) {
        (self.source, self.tags, self.output) = (source, tags.id3v2, output)
        // Where nothing is found of it, markers have no place.
        sampleRate = (try? Container.open(source, typeHint: nil))?.dataFormat.sampleRate ?? 0
        var frames: [ID3Frames.Frame] = []
        for place in tags.id3v2.prefix(8) where place.count <= 1 << 26 {
            let bytes = try source.bytes(at: place.lowerBound, count: place.count)
            let tag = ID3Frames(bytes, limit: bytes.count)
            frames += tag.current
            let more = ID3Notes.read(tag, sampleRate: sampleRate)
            notes.information = notes.information.completed(by: more.information)
            notes.pictures += more.pictures
            notes.markers += more.markers
        }
        let end = try source.byteCount()
        notes.information = notes.information.completed(
            by: try StreamNotes.around(source, range: tags.end..<end, id3v2: []))
        notes.origin = NoteOrigin(frames, notes)
    }

    /// A tag before the packets. One of version 1 after them goes: it would say what was.
    func splices(_ edit: NotesEdit, frameCount: Int64?) throws(AudioFileError) -> [NoteSplice] {
        var kept = ID3Kept()
        for place in tags where place.count <= 1 << 26 {
            kept.add(
                ID3Frames(try source.bytes(at: place.lowerBound, count: place.count), limit: place.count), edit)
        }
        let tag = ID3Writer.tag(
            kept.rest(of: edit.new), sampleRate: sampleRate, frameCount: frameCount, keeping: kept.frames)
        let end = try source.byteCount()
        var splices: [NoteSplice] = []
        for (index, place) in tags.enumerated() {
            splices.append(NoteSplice(range: place.clamped(to: 0..<end), bytes: index == 0 ? tag : []))
        }
        if tags.isEmpty { splices.append(NoteSplice(range: 0..<0, bytes: tag)) }
        if let old = try source.trailingID3v1(behind: max(1, tags.last?.upperBound ?? 0)) {
            splices.append(NoteSplice(range: old, bytes: []))
        }
        return splices
    }
}

extension NoteOrigin {
    /// The frames of an ID3 tag, wherever it lies.
    init(_ frames: [ID3Frames.Frame], _ notes: AudioFileAnnotations) {
        self.init(frames.isEmpty ? .none : .id3(frames))
        for frame in frames {
            if let name = ID3Texts.ownName(of: frame), names[ID3Texts.ownKey(name)] == nil {
                names[ID3Texts.ownKey(name)] = name
            }
        }
        take(notes, values: ID3Texts.values(frames))
    }
}
