package import KKPCM

/// The texts of an ID3v2 tag: around MPEG audio, before a stream that is parsed as it comes, and in a chunk of AIFF or
/// WAV.
///
/// Versions 2.2 to 2.4. What is compressed or encrypted is left out, and so is what a tag that was cut does not have.
///
/// Source: id3.org, ID3v2.2.0, ID3v2.3.0 §3 and §4.2, ID3v2.4.0 §4 and §6 (sizes of seven bits a byte,
/// unsynchronisation).
package enum ID3Texts {
    /// The chunk's names: AIFF's and most of WAV's, and the other of WAV's.
    package static let chunkIDs: [FourCharCode] = ["ID3 ", "id3 "]
    /// What is kept of a tag in a chunk or a stream: texts come before pictures.
    package static let limit = 1 << 18

    private static let textLimit = 4096
    /// Lyrics are longer than other texts.
    static let lyricsLimit = 1 << 16

    /// - Parameter bytes: the tag, or its beginning.
    /// - Returns: the first text of each kind, in the order of the tag.
    package static func read(_ bytes: [UInt8]) -> [FileProperties.Tag] {
        texts(ID3Frames(bytes, limit: 2 * lyricsLimit).frames)
    }

    static func texts(_ frames: [ID3Frames.Frame]) -> [FileProperties.Tag] {
        var tags: [FileProperties.Tag] = []
        var comment: (text: String, isPlain: Bool)?
        func add(_ key: String?, _ value: String?) {
            guard let key, let value, !value.isEmpty, !tags.contains(where: { $0.key == key }) else { return }
            tags.append(FileProperties.Tag(key: key, value: value))
        }
        for frame in frames {
            let content = Array(frame.content.prefix(2 * (frame.id == "USLT" ? lyricsLimit : textLimit)))
            switch frame.id {
            case "COMM":
                guard let found = Self.comment(content), comment == nil || found.isPlain && comment?.isPlain == false
                else { continue }
                comment = found
            case "USLT": add("lyrics", Self.comment(content)?.text)
            case "TXXX":
                let texts = text(content.dropFirst(), encoding: content.first ?? 0)
                if texts.count > 1, !texts[0].isEmpty { add(ownKey(texts[0]), texts[1]) }
            case let id:
                guard let key = keys.first(where: { $0.frame == id })?.key else { continue }
                let value = text(content.dropFirst(), encoding: content.first ?? 0).first
                add(key, key == "genre" ? value.map(ID3Genre.text) : value)
            }
        }
        if let date = date(frames), let index = tags.firstIndex(where: { $0.key == "year" && $0.value == date.year }) {
            tags[index].value = date.whole
        }
        if let comment, !comment.text.isEmpty {
            tags.removeAll { $0.key == "comments" }
            tags.append(FileProperties.Tag(key: "comments", value: comment.text))
        }
        return tags
    }

    /// A year whose day and month stand in a frame of their own, DDMM, as version 2.3 has them.
    private static func date(_ frames: [ID3Frames.Frame]) -> (year: String, whole: String)? {
        func value(_ id: String) -> String? {
            frames.first { $0.id == id }.flatMap { text($0.content.dropFirst(), encoding: $0.content.first ?? 0).first }
        }
        guard let year = value("TYER"), let day = value("TDAT"), year.utf8.count == 4, day.utf8.count == 4,
            day.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return (year, "\(year)-\(day.suffix(2))-\(day.prefix(2))")
    }

    /// The key of a text that has a name of its own, as programs write it: `REPLAYGAIN_TRACK_GAIN`.
    static func ownKey(_ name: String) -> String {
        let name = name.lowercased()
        // FFmpeg puts a comment down under that name.
        return name == "isrc" ? "ISRC" : name == "comment" ? "comments" : name
    }

    /// A language, a description and the text. One without a description is the plain comment.
    private static func comment(_ content: [UInt8]) -> (text: String, isPlain: Bool)? {
        guard content.count > 4 else { return nil }
        let texts = text(content.dropFirst(4), encoding: content[0])
        return texts.count > 1 ? (texts[1], texts[0].isEmpty) : nil
    }

    /// The texts of a frame, with zeros between them: ISO 8859-1, UTF-16 with a byte order mark, UTF-16 big-endian,
    /// UTF-8.
    static func text(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> [String] {
        if encoding == 0 || encoding == 3 {
            return bytes.split(separator: 0, omittingEmptySubsequences: false).map { part in
                trimmed(
                    encoding == 3
                        ? String(decoding: part, as: UTF8.self)
                        : String(String.UnicodeScalarView(part.map { Unicode.Scalar($0) })))
            }
        }
        guard encoding < 3 else { return [] }
        let all = Array(bytes)
        var units: [UInt16] = []
        var isBigEndian = true
        for index in 0..<all.count / 2 {
            let unit = UInt16(all[2 * index]) << 8 | UInt16(all[2 * index + 1])
            // Each text has its mark.
            if unit == 0xFEFF || unit == 0xFFFE, encoding == 1 {
                isBigEndian = unit == 0xFEFF
            } else {
                units.append(isBigEndian ? unit : unit.byteSwapped)
            }
        }
        return units.split(separator: 0, omittingEmptySubsequences: false).map {
            trimmed(String(decoding: $0, as: UTF16.self))
        }
    }

    /// A text without the blanks around it.
    static func trimmed(_ text: String) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
