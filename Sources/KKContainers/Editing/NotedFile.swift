internal import KKPCM

/// A file and all that belongs to its sound, read without its audio, and what puts other such things into it.
package struct NotedFile {
    package let fileType: FileType
    private let source: ByteSource
    private let store: any NoteStore

    package var notes: AudioFileAnnotations { store.notes }
    /// Of the frames in which markers are.
    package var sampleRate: Double { store.sampleRate }
    /// The places that the file has, for a container that is written here; `nil` of others.
    package var output: ContainerFormat.Output? { store.output?.output }

    /// - Throws: as ``FormatProbe/init(_:)``, and for a container whose chunks cannot be followed.
    package init(_ source: ByteSource) throws(AudioFileError) {
        self.source = source
        let tags = try LeadingTags(source)
        let probe = try FormatProbe(source, behind: tags)
        fileType = probe.fileType
        let format = ContainerFormat.of(fileType)
        // What has no parser a library takes apart, and its reader knows the texts.
        let opening = format?.notes ?? (format?.parser == nil ? ReadNotes.nothing : ReadNotes.ofContainer)
        store = try opening(source, probe, tags)
    }

    /// What makes of the file one with other notes, in the order of their places. The bytes of the audio stay.
    ///
    /// - Parameters:
    ///   - new: which have a place (``ContainerFormat/Output/fitting(_:)``).
    ///   - frameCount: where the last chapter ends, if that is known.
    /// - Throws: `unavailable` for a file that is not changed.
    package func splices(_ new: AudioFileAnnotations, frameCount: Int64? = nil) throws(AudioFileError) -> [NoteSplice] {
        guard store.output != nil else {
            throw AudioFileError(
                .operationNotSupported, kind: .unavailable, path: source.name,
                "the tags of \(fileType.name) can be read but not changed",
                nextStep: "convert it to a format that kkmix writes, and set them there")
        }
        return try store.splices(NotesEdit(old: notes, new: new), frameCount: frameCount)
    }
}
