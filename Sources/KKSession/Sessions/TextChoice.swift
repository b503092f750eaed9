public import KKFiles
internal import KKPCM

/// Which tags an output gets: title, artist, album, …
public struct TextChoice: Hashable, Sendable, Codable {
    /// The track whose file's tags are kept, counted from 1; `nil` for none.
    public var track: Int?
    /// The keys that are kept; empty for all.
    public var keys: [String] = []
    /// Tags that are set, overriding the file's; an empty value removes one.
    public var set: [FileProperties.Tag] = []
    /// A picture that becomes the front cover.
    public var cover: FilePath?
    /// Whether each track begins a chapter, instead of keeping a file's chapters. The chapter has the title of the
    /// track's file, or the file's name.
    public var marksTracks = false

    public init(track: Int? = nil) { self.track = track }

    /// Reads the value of `--metadata`: `keep`, `none`, `from:N` or names separated by commas.
    public init(parsing text: String) throws(SessionError) {
        if text == "none" { return }
        track = 1
        if text == "keep" { return }
        if text.hasPrefix("from:") {
            guard let number = Int(text.dropFirst(5)), number > 0 else {
                throw SessionError(
                    .usage, "'\(text)' names no input", nextStep: "write from:1 for the tags of the first input")
            }
            track = number
            return
        }
        keys = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.key(String($0)) }
        if let word = keys.first(where: { $0.contains(":") || Int($0) != nil }) {
            throw SessionError(
                .usage, "'\(word)' is not the name of a tag",
                nextStep: "write keep, none, from:1 for the tags of the first input, or names: title,artist")
        }
        guard !keys.contains("") else {
            throw SessionError(
                .usage, "'\(text)' has an empty name", nextStep: "write keep, none, from:1, or names: title,artist")
        }
    }

    /// Adds the value of `--tag`: `title=…`.
    public mutating func set(parsing text: String) throws(SessionError) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw SessionError(
                .usage, "'\(text)' is not NAME=TEXT", nextStep: "write --tag title='A title'")
        }
        let (key, value) = (Self.key(spelling: String(text[..<equals])), String(text[text.index(after: equals)...]))
        guard value.isEmpty || !["cover", "picture", "pictures"].contains(key.lowercased()) else {
            throw SessionError(
                .usage, "a picture is not a text, as '\(key)' would be", nextStep: "write --cover FILE")
        }
        guard !value.unicodeScalars.contains("\0"), key.utf8.count <= 64, value.utf8.count <= 4096 else {
            throw SessionError(
                .usage, "the text of '\(key.prefix(64))' is longer than 4096 bytes, or its name than 64",
                nextStep: "shorten it")
        }
        set.removeAll { $0.isNamed(key) }
        set.append(FileProperties.Tag(key: key, value: value))
    }

    /// The same for a part of a file that has texts of its own: they replace the file's where those are kept, and none
    /// that was set.
    package func describing(_ part: [FileProperties.Tag]) -> TextChoice {
        guard track != nil else { return self }
        var choice = self
        choice.set += part.filter { text in
            !set.contains { $0.isNamed(text.key) } && (keys.isEmpty || keys.contains(where: text.isNamed))
        }
        return choice
    }

    /// Core Audio's key for what people write.
    package static func key(_ name: String) -> String {
        let name = name.lowercased()
        switch name {
        case "date": return "year"
        case "track", "tracknumber": return "track number"
        case "comment": return "comments"
        case "isrc": return "ISRC"
        case "albumartist", "album_artist": return "album artist"
        case "disc", "discnumber": return "disc number"
        default: return name
        }
    }

    /// The key under which a text is set: as it is spelled, where nobody knows the name.
    package static func key(spelling name: String) -> String {
        let key = key(name)
        return key != name.lowercased() || FileProperties.Tag.isKnown(key) ? key : name
    }

    /// The keys of the program that made a file, `encoder` where FFmpeg writes it as a text like others.
    private static let programs = ["encoding application", "encoder", "ENCODER"]

    /// The words of an output.
    ///
    /// - Parameter tags: those of the files, by track. What made a file is none of the words about its sound.
    func texts(of tags: [[FileProperties.Tag]]) -> [FileProperties.Tag] {
        var texts: [FileProperties.Tag] = []
        if let track, tags.indices.contains(track - 1) {
            texts = tags[track - 1].filter {
                !Self.programs.contains($0.key) && !$0.value.unicodeScalars.contains("\0")
            }
            if !keys.isEmpty { texts.removeAll { text in !keys.contains(where: text.isNamed) } }
        }
        for tag in set { texts.set(tag) }
        return texts.filter { !$0.value.isEmpty }
    }
}
