internal import KKPCM

/// The frames of a tag that a change of the texts leaves as they are: those that say the same as before, and those that
/// are not read here.
struct ID3Kept {
    private(set) var frames: [ID3Frames.Frame] = []
    /// The keys of those that are texts.
    private(set) var keys: Set<String> = []
    /// The keys of those that do not stay.
    private(set) var gone: Set<String> = []

    init() {}

    /// What of the tag of another file belongs into one that is made.
    ///
    /// - Parameter own: whether the format has a place of its own for the one value of a key; `nil` of MPEG audio, which
    ///   has chapters here as well.
    init(carrying notes: AudioFileAnnotations, besides own: ((String) -> Bool)? = nil) {
        guard case .id3(let all)? = notes.origin?.items else { return }
        let several = Set(notes.origin?.further.map(\.key) ?? [])
        add(
            all.filter { frame in
                guard !ID3Texts.ofTheFile.contains(frame.id) else { return false }
                guard let own else { return true }
                guard !["CHAP", "CTOC"].contains(frame.id) else { return false }
                guard let key = ID3Texts.key(of: frame), own(key) else { return true }
                return several.contains(key) || frame.id == "COMM" && ID3Texts.isDescribed(frame)
            }, notes.carried)
    }

    mutating func add(_ tag: ID3Frames, _ edit: NotesEdit) {
        // Version 2.2 puts pictures down in another way.
        add(tag.current.filter { $0.id != "APIC" || tag.version > 2 }, edit)
    }

    private mutating func add(_ all: [ID3Frames.Frame], _ edit: NotesEdit) {
        let hasPlainComment = all.contains { $0.id == "COMM" && !ID3Texts.isDescribed($0) }
        for frame in all {
            switch frame.id {
            case "APIC": if edit.keepsPictures { frames.append(frame) }
            case "CHAP", "CTOC": if edit.keepsMarkers { frames.append(frame) }
            // Version 2.4 has one date in their place.
            case "TYER", "TDAT", "TIME": gone.insert("year")
            case "TENC", "TSSE":
                frames.append(frame)
                keys.insert("encoding application")
            default:
                guard let key = ID3Texts.key(of: frame) else {
                    frames.append(frame)
                    continue
                }
                if edit.keeps(key) {
                    frames.append(frame)
                    keys.insert(key)
                } else if frame.id == "COMM", hasPlainComment, ID3Texts.isDescribed(frame) {
                    frames.append(frame)
                } else {
                    gone.insert(key)
                }
            }
        }
    }

    /// What of a sound's belongings is to be written beside them.
    func rest(of notes: AudioFileAnnotations) -> AudioFileAnnotations {
        var rest = notes
        rest.information.removeAll { keys.contains($0.key) }
        if frames.contains(where: { $0.id == "APIC" }) { rest.pictures = [] }
        if frames.contains(where: { $0.id == "CHAP" }) { rest.markers = [] }
        return rest
    }
}
