internal import KKPCM

/// A file's way to keep what belongs to its sound: what it has, and what puts other such things into it.
protocol NoteStore {
    var notes: AudioFileAnnotations { get }
    /// Of the frames in which markers are.
    var sampleRate: Double { get }
    /// Whose places the file has; `nil` if it is read, and not changed.
    var output: OutputContainer? { get }

    /// What makes of the file one with other notes, in the order of their places. The bytes of the audio stay.
    ///
    /// - Parameter frameCount: where the last chapter ends, if that is known.
    func splices(_ edit: NotesEdit, frameCount: Int64?) throws(AudioFileError) -> [NoteSplice]
}

/// Opens a file's notes.
typealias NoteOpening = @Sendable (ByteSource, FormatProbe, LeadingTags) throws(AudioFileError) -> any NoteStore

/// The notes of a file that is not changed.
struct ReadNotes: NoteStore {
    var notes = AudioFileAnnotations()
    var sampleRate = 0.0
    var output: OutputContainer? { nil }

    func splices(_: NotesEdit, frameCount _: Int64?) throws(AudioFileError) -> [NoteSplice] { [] }

    static let nothing: NoteOpening = { (_, _, _) throws(AudioFileError) in ReadNotes() }

    /// What the parser of the format finds.
    static let ofContainer: NoteOpening = { (source, probe, _) throws(AudioFileError) in
        let container = try Container(source, fileType: probe.fileType, start: probe.start, stream: nil)
        return ReadNotes(notes: try container.notes(source), sampleRate: container.dataFormat.sampleRate)
    }
}

extension Container {
    /// The metadata found by the parser, together with that of ID3 tags in chunks.
    ///
    /// - Parameter form: what a format of chunks adds.
    func notes(
        _ source: ByteSource, _ form: (any NoteChunks.Type)? = nil
    ) throws(AudioFileError) -> AudioFileAnnotations {
        var notes = AudioFileAnnotations(
            information: tags, markers: markers, regions: regions, timeType: timeType)
        try form?.add(self, source, to: &notes)
        if let form { notes.unread = try unread(source, form) }
        var frames: [ID3Frames.Frame] = []
        for chunk in chunks
        where ID3Texts.chunkIDs.contains(chunk.id) && chunk.byteCount <= AttachedPicture.limit + 1024 {
            let bytes = try source.bytes(at: chunk.offset, count: Int(chunk.byteCount))
            let tag = ID3Frames(bytes, limit: bytes.count)
            notes.pictures += ID3Notes.read(tag, sampleRate: 0).pictures
            frames += tag.current
        }
        let remarks = try form?.remarks(self, source) ?? []
        guard !frames.isEmpty || !remarks.isEmpty else { return notes }
        notes.origin = NoteOrigin(frames, notes)
        notes.origin?.remarks = remarks
        return notes
    }
}
