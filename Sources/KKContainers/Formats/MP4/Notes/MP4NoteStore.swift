internal import KKPCM

/// The notes of a file of boxes: iTunes' items, and chapters.
struct MP4NoteStore: NoteStore {
    private(set) var notes: AudioFileAnnotations
    let sampleRate: Double
    /// Movies and their kin are read, and not changed.
    let output: OutputContainer?
    private let source: ByteSource
    private let start: Int64

    init(_ source: ByteSource, _ probe: FormatProbe) throws(AudioFileError) {
        (self.source, start) = (source, probe.start)
        let container = try Container(source, fileType: probe.fileType, start: start, stream: nil)
        sampleRate = container.dataFormat.sampleRate
        notes = try container.notes(source)
        for chunk in container.chunks
        where chunk.id == "covr" && chunk.byteCount <= AttachedPicture.limit + 1024 {
            // Kind and language come before it.
            let bytes = try source.bytes(at: chunk.offset + 8, count: max(0, Int(chunk.byteCount) - 8))
            if !bytes.isEmpty { notes.pictures.append(AttachedPicture(bytes)) }
        }
        output = [.m4a, .m4b, .mp4].contains(probe.fileType) ? .m4a : nil
        if output != nil { notes.origin = try? MP4Notes.origin(notes, in: source, start: start) }
    }

    func splices(_ edit: NotesEdit, frameCount _: Int64?) throws(AudioFileError) -> [NoteSplice] {
        [try MP4NotesEditor(source, start: start).splice(edit, sampleRate: sampleRate)]
    }
}
