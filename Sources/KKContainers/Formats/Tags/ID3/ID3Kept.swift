internal import KKPCM

/// The frames of a tag that a change of the texts leaves as they are: those that say the same as before, and those that
/// are not read here.
struct ID3Kept {
    private(set) var frames: [ID3Frames.Frame] = []
    /// The keys of those that are texts.
    private(set) var keys: Set<String> = []

    init() {}

    mutating func add(_ tag: ID3Frames, _ edit: NotesEdit) {
        let hasPlainComment = tag.frames.contains { $0.id == "COMM" && !ID3Texts.isDescribed($0) }
        for frame in tag.frames where frame.id.utf8.count == 4 {
            switch frame.id {
            // Version 2.2 puts pictures down in another way.
            case "APIC": if edit.keepsPictures, tag.version > 2 { frames.append(frame) }
            case "CHAP", "CTOC": if edit.keepsMarkers { frames.append(frame) }
            // Version 2.4 has one date in their place.
            case "TYER", "TDAT", "TIME": break
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

extension ID3Texts {
    /// The key of a frame of text; `nil` of others.
    static func key(of frame: ID3Frames.Frame) -> String? {
        switch frame.id {
        case "COMM": "comments"
        case "USLT": "lyrics"
        case "TXXX":
            text(frame.content.dropFirst(), encoding: frame.content.first ?? 0).first
                .flatMap { $0.isEmpty ? nil : ownKey($0) }
        default: keys.first { $0.frame == frame.id }?.key
        }
    }

    /// Whether a comment has a description, by which programs know their own.
    static func isDescribed(_ frame: ID3Frames.Frame) -> Bool {
        guard frame.content.count > 4 else { return false }
        return text(frame.content.dropFirst(4), encoding: frame.content[0]).first.map { !$0.isEmpty } ?? false
    }
}
