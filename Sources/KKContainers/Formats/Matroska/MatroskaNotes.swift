internal import KKPCM

/// What a file of Matroska says of itself: title, tags, chapters.
///
/// What is damaged of it is left out with a warning: the sound does not depend on it.
///
/// Source: RFC 9559 §5.1.7 (chapters), §5.1.8 (tags); the Matroska project's list of tags.
struct MatroskaNotes {
    /// Under the keys of the info dictionary, the first of each kind, in the order of the file.
    private(set) var tags: [FileProperties.Tag] = []
    private var chapters: [(nanoseconds: UInt64, name: String)] = []
    private(set) var warnings: [FileWarning] = []

    private typealias ID = MatroskaID

    /// Takes one of the elements beside the clusters.
    ///
    /// - Parameter uid: of the track that is read; tags of others are none of its.
    mutating func take(_ element: EBMLElement, of uid: UInt64?, in source: ByteSource) {
        do throws(AudioFileError) {
            let parts = try source.elements(in: element)
            switch element.id {
            case ID.info: if let title = try parts.first(ID.title, source.text(of:)) { add("title", title) }
            case ID.tags:
                for tag in parts where tag.id == ID.tag { try take(tag: tag, of: uid, in: source) }
            default:
                // The first edition is the one that is played.
                if let edition = parts.first(ID.edition) { try take(chapters: edition, in: source) }
            }
        } catch {
            warnings.addPlace(
                FileWarning(
                    path: source.name, at: error.position, error.problem,
                    consequence: "the remaining metadata is left out"))
        }
    }

    private mutating func take(tag: EBMLElement, of uid: UInt64?, in source: ByteSource) throws(AudioFileError) {
        let parts = try source.elements(in: tag)
        let targets = try parts.first(ID.targets, source.elements(in:)) ?? []
        let track = try targets.first(ID.tagTrackUID, source.integer(of:))
        if let track, track > 0, track != uid { return }
        let isAlbum = try targets.first(ID.targetType, source.integer(of:)) == 50 && track == nil
        for text in parts where text.id == ID.simpleTag {
            let fields = try source.elements(in: text)
            guard let name = fields.first(ID.tagName), let value = fields.first(ID.tagString) else { continue }
            let key = Self.key(try source.text(of: name), isAlbum: isAlbum)
            if let key { add(key, try source.text(of: value)) }
        }
    }

    /// Core Audio's info dictionary key; `nil` of what says nothing of the sound.
    private static func key(_ name: String, isAlbum: Bool) -> String? {
        switch name.uppercased() {
        case "TITLE": isAlbum ? "album" : "title"
        case "PART_NUMBER": "track number"
        case "DATE", "DATE_RELEASED", "DATE_RECORDED", "DATE_RELEASE": "year"
        case "DURATION", "NUMBER_OF_BYTES", "NUMBER_OF_FRAMES", "BPS": nil
        case let name where name.hasPrefix("_"): nil
        case let name: VorbisComment.key(of: name)
        }
    }

    private mutating func add(_ key: String, _ value: String) {
        guard !value.isEmpty, tags.count < 256, !tags.contains(where: { $0.key == key }) else { return }
        tags.append(FileProperties.Tag(key: key, value: value))
    }

    private mutating func take(chapters edition: EBMLElement, in source: ByteSource) throws(AudioFileError) {
        for chapter in try source.elements(in: edition) where chapter.id == ID.chapter {
            let parts = try source.elements(in: chapter)
            guard let start = parts.first(ID.chapterStart), chapters.count < Container.markerLimit else { continue }
            let display = try parts.first(ID.chapterDisplay, source.elements(in:)) ?? []
            let name = try display.first(ID.chapterText, source.text(of:))
            chapters.append((try source.integer(of: start), name ?? ""))
        }
    }

    func markers(rate: Double) -> [AudioFileMarker] {
        chapters.enumerated().map { index, chapter in
            AudioFileMarker(
                framePosition: (Double(chapter.nanoseconds) * rate / 1e9).rounded(), name: chapter.name,
                id: UInt32(index + 1))
        }
    }
}
