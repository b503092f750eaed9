public import KKFiles
internal import KKPCM
internal import KKSession

/// What is to become of all that belongs to the sound of a file, whose audio stays as it is.
public struct TagChange: Sendable {
    /// Texts by their keys; an empty one is taken out.
    public var texts: [FileProperties.Tag] = []
    /// What is taken out: keys of texts, `cover`, `markers`, `regions`, `loops`, `instrument`, `ixml`, or `all`.
    public var removed: [String] = []
    /// The front cover.
    public var cover: FilePath?
    /// Chapters or markers by their times.
    public var chapters: [ChapterSpec] = []
    /// A document, as `kkmix tags --json` prints it: what it says takes the place of what there is.
    public var document: NotesDocument?

    public init() {}

    public var isEmpty: Bool {
        texts.isEmpty && removed.isEmpty && cover == nil && chapters.isEmpty && document == nil
    }

    /// A file's notes as they are going to be: first the document, then what goes, then what is set.
    ///
    /// - Throws: `usage` for a name that is nothing and a chapter outside the sound, `badData` for a document's marker
    ///   outside it, `noInput` and `badData` for a cover that cannot be had.
    public func applied(to file: TaggedFile) throws -> AudioFileAnnotations {
        var notes = file.notes
        let places = chapters.isEmpty && document?.hasPlaces != true ? nil : PlaceCheck(file)
        if let document {
            if let places { try document.check(places) }
            try document.apply(to: &notes)
        }
        for name in removed { try notes.remove(name) }
        for tag in texts { notes.information.set(tag) }
        notes.information.removeAll { $0.value.isEmpty }
        for chapter in chapters {
            let frame = chapter.time.frames(at: file.sampleRate)
            try places?.check(Double(frame), "the chapter '\(chapter.title)'", .usage)
            notes.set(chapter, sampleRate: file.sampleRate)
        }
        if let cover {
            notes.pictures.removeAll { $0.kind == AttachedPicture.frontCover }
            notes.pictures.insert(try AttachedPicture(path: cover), at: 0)
        }
        return notes
    }
}

extension AudioFileAnnotations {
    fileprivate mutating func remove(_ name: String) throws(SessionError) {
        let key = TextChoice.key(name)
        switch key {
        case "all": self = AudioFileAnnotations()
        case "cover", "pictures": pictures = []
        case "markers", "chapters": markers = []
        case "regions": regions.removeAll { !$0.flags.contains(.loopEnable) }
        case "loops": regions.removeAll { $0.flags.contains(.loopEnable) }
        case "instrument": instrument = nil
        case "ixml": productionNotes = nil
        case "":
            throw SessionError(.usage, "--remove has an empty name", nextStep: "write --remove title, or cover, or all")
        // What is not there is gone already.
        default: information.removeAll { $0.isNamed(key) }
        }
    }
}
