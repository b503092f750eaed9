public import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// Changes to the metadata of a file; its audio is not changed.
public struct TagChange: Sendable {
    /// Tags by their keys; an empty value removes one.
    public var texts: [FileProperties.Tag] = []
    /// What is removed: keys of tags, `cover`, `markers`, `regions`, `loops`, `instrument`, `ixml`, or `all`.
    public var removed: [String] = []
    /// The front cover.
    public var cover: FilePath?
    /// Chapters or markers by their times.
    public var chapters: [ChapterSpec] = []
    /// A document as printed by `kkmix tags --json`; its values replace those of the file.
    public var document: NotesDocument?

    public init() {}

    public var isEmpty: Bool {
        texts.isEmpty && removed.isEmpty && cover == nil && chapters.isEmpty && document == nil
    }

    /// The changed metadata of a file: first the document is applied, then removals, then new values.
    ///
    /// - Throws: `usage` for an unknown name and a chapter outside the sound, `badData` for a document's marker outside
    ///   it, `noInput` and `badData` for a cover that cannot be read.
    public func applied(to file: TaggedFile) throws -> AudioFileAnnotations {
        var notes = file.notes
        let places = chapters.isEmpty && document?.hasPlaces != true ? nil : PlaceCheck(file)
        if let document = document?.counted(at: file.sampleRate) {
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

extension TagChange {
    private static let usualNames = [
        "title", "artist", "album", "album artist", "composer", "genre", "year", "track number", "disc number",
        "comments", "copyright", "lyrics", "description",
    ]

    /// Names and times to remove that the file does not have: possible mistakes.
    public func missed(in file: TaggedFile) -> [String] {
        let notes = file.notes
        var missed = removed.filter { notes.lacks($0) }.map { name in
            let others = NearMiss.of(
                TextChoice.key(name), among: AudioFileAnnotations.parts.flatMap(\.names) + notes.information.map(\.key))
            return "there is no \(name) to remove" + (others.map { "; did you mean '\($0)'?" } ?? "")
        }
        for chapter in chapters where chapter.title.isEmpty && !notes.has(chapter, sampleRate: file.sampleRate) {
            let time = timeText(Double(chapter.time.frames(at: file.sampleRate)) / file.sampleRate)
            missed.append("there is no chapter at \(time) to remove")
        }
        for text in texts where !text.value.isEmpty && !notes.information.contains(where: { $0.isNamed(text.key) }) {
            guard let usual = NearMiss.of(text.key, among: Self.usualNames), usual != text.key else { continue }
            missed.append("'\(text.key)' is a new name; did you mean '\(usual)'?")
        }
        for text in texts where ["year", "track number", "disc number"].contains(text.key) {
            guard let first = text.value.first, !("0"..."9").contains(first) else { continue }
            let usual = text.key == "year" ? "2026" : "3 or 3/12"
            missed.append("'\(text.value)' is no \(text.key): players expect \(usual)")
        }
        return missed
    }
}

extension AudioFileAnnotations {
    /// Whether there is nothing that a name of ``TagChange/removed`` takes out.
    fileprivate func lacks(_ name: String) -> Bool {
        var rest = self
        guard (try? rest.remove(name)) != nil else { return false }
        return rest == self && TextChoice.key(name) != "all"
    }

    /// What can be removed and is not a tag, by its names.
    fileprivate static let parts: [(names: [String], remove: @Sendable (inout AudioFileAnnotations) -> Void)] = [
        (["cover", "pictures"], { $0.pictures = [] }),
        (["markers", "chapters"], { $0.markers = [] }),
        (["regions"], { $0.regions.removeAll { !$0.flags.contains(.loopEnable) } }),
        (["loops"], { $0.regions.removeAll { $0.flags.contains(.loopEnable) } }),
        (["instrument"], { $0.instrument = nil }),
        (["ixml"], { $0.productionNotes = nil }),
        (["all"], { $0 = AudioFileAnnotations() }),
    ]

    fileprivate mutating func remove(_ name: String) throws(SessionError) {
        let key = TextChoice.key(name)
        if key.isEmpty {
            throw SessionError(.usage, "--remove has an empty name", nextStep: "write --remove title, or cover, or all")
        }
        if let part = Self.parts.first(where: { $0.names.contains(key) }) { return part.remove(&self) }
        // What is not there is gone already.
        information.removeAll { $0.isNamed(key) }
    }
}
