internal import KKPCM

/// What the file that notes were read from says beside them: further values of a name, its own spelling of names, and
/// what is not read here. A file of the same kind of tags gets that as it stands.
package struct NoteOrigin: Hashable, Sendable {
    /// The texts as they were read. One that says another thing now takes along what stood beside it.
    var words: [FileProperties.Tag] = []
    var markers: [AudioFileMarker] = []
    /// The values of a name beside its first one.
    var further: [FileProperties.Tag] = []
    /// The file's own names of keys.
    var names: [String: String] = [:]
    var items = Items.none
    /// WAVE's lists of notes on its cue points.
    var remarks: [StoredChunk] = []

    /// The entries of its tags, whole.
    enum Items: Hashable {
        case none
        case id3([ID3Frames.Frame])
        /// The boxes of iTunes' list.
        case boxes([Item])
        case vorbis([VorbisComment.Entry])
        case ape([APETags.Item])
    }

    /// A box with its header, the key under which it is read, and what it is called where it is left out.
    struct Item: Hashable {
        var key: String?
        var name: String
        var bytes: [UInt8]
    }

    /// A kind of tags.
    enum Kind {
        case none, id3, boxes, vorbis, ape
    }

    private var kind: Kind {
        switch items {
        case .none: .none
        case .id3: .id3
        case .boxes: .boxes
        case .vorbis: .vorbis
        case .ape: .ape
        }
    }

    init(_ items: Items) { self.items = items }

    /// Takes what was read, with all values in the order of the file.
    mutating func take(_ notes: AudioFileAnnotations, values: [FileProperties.Tag]) {
        (words, markers) = (notes.information, notes.markers)
        var seen = Set(words)
        further = values.filter { value in
            !value.value.isEmpty && words.contains { $0.key == value.key } && seen.insert(value).inserted
        }
    }

    /// How a name is spelled where tags of a kind have it.
    ///
    /// - Parameter isOwn: whether only this file gave the name; the others' spelling is their kind's.
    func name(of key: String, in kind: Kind, isOwn: Bool) -> String? { isOwn || kind == self.kind ? names[key] : nil }

    /// A text under the file's own name, where nobody else has one.
    func spelled(_ tag: FileProperties.Tag) -> FileProperties.Tag {
        guard let name = names[tag.key], !FileProperties.Tag.isKnown(tag.key) else { return tag }
        return FileProperties.Tag(key: name, value: tag.value)
    }

    /// What of it a format has a place for, and the names of what has none.
    func fitting(_ output: ContainerFormat.Output, _ notes: AudioFileAnnotations) -> (NoteOrigin, lost: [String]) {
        var (fit, lost) = (self, [String]())
        let target = output.notes.tags
        if target != kind {
            lost += strangers
            fit.items = .none
            if !markers.isEmpty, !notes.markers.isEmpty, hasChapterLinks { lost.append("chapter links") }
        }
        fit.further.removeAll { !notes.information.contains($0.first(in: words)) }
        let isTold = { (key: String) in
            // Of comments and lyrics ID3 has one without a description.
            target != .none && (target != .id3 || kind == .id3 || !["comments", "lyrics"].contains(key))
        }
        for key in Set(fit.further.map(\.key)).sorted() where !isTold(key) { lost.append("further values of \(key)") }
        fit.further.removeAll { !isTold($0.key) }
        if !output.notes.has(.productionNotes), !remarks.isEmpty {
            if remarks.contains(where: \.hasRemarks) { lost.append("notes on markers") }
            fit.remarks = []
        }
        return (fit, lost)
    }

    /// The names of items that are nothing here. A media kind tells iTunes where to list its file, and another format has
    /// no such list.
    private var strangers: [String] {
        let names: [String] =
            switch items {
            case .none: []
            case .id3(let frames): frames.compactMap(\.strangeName)
            case .boxes(let items):
                items.filter { $0.key == nil }.map(\.name)
                    .filter { !["", MP4NotesWriter.mediaKind.characters].contains($0) }
            case .vorbis: []
            case .ape(let items): items.filter { !$0.isText && !$0.isPicture && $0.name != "DUMMY" }.map(\.written)
            }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private var hasChapterLinks: Bool {
        switch items {
        case .id3(let frames): frames.contains(where: \.hasLinks)
        case .vorbis(let entries): entries.contains { $0.name.hasPrefix("CHAPTER") && $0.name.hasSuffix("URL") }
        default: false
        }
    }
}

extension FileProperties.Tag {
    /// The first text of the same key.
    fileprivate func first(in words: [FileProperties.Tag]) -> FileProperties.Tag {
        words.first { $0.key == key } ?? self
    }
}

extension StoredChunk {
    /// Whether a list has more than names and lengths of cue points.
    fileprivate var hasRemarks: Bool {
        WaveNotesWriter.subchunks(self).contains { !["labl", "ltxt"].contains($0.id) }
    }
}

extension AudioFileAnnotations {
    /// A text and the further values of its name, as long as it says what the file said.
    func values(of tag: FileProperties.Tag) -> [String] {
        guard let origin, origin.words.contains(tag) else { return [tag.value] }
        return [tag.value] + origin.further.filter { $0.key == tag.key }.map(\.value)
    }

    /// What a new file keeps of the items of the file that these notes come from.
    var carried: NotesEdit {
        var old = AudioFileAnnotations(information: origin?.words ?? [], markers: origin?.markers ?? [])
        old.timeType = timeType
        return NotesEdit(old: old, new: self)
    }
}
