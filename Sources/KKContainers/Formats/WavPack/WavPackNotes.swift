internal import KKPCM

/// The APE tag after the blocks of a WavPack file.
struct WavPackNotes: NoteStore {
    let notes: AudioFileAnnotations
    var sampleRate: Double { 0 }
    var output: OutputContainer? { .wavpack }
    private let source: ByteSource
    private let end: Int64

    init(_ source: ByteSource, start: Int64) throws(AudioFileError) {
        self.source = source
        end = try source.endBeforeTags(from: start, to: source.byteCount(), limit: 64)
        notes = try APETags.notes(source, behind: end)
    }

    func splices(_ edit: NotesEdit, frameCount _: Int64?) throws(AudioFileError) -> [NoteSplice] {
        let tag = try APETags.tag(edit, in: source, behind: end)
        return [NoteSplice(range: end..<(try source.byteCount()), bytes: tag)]
    }
}
