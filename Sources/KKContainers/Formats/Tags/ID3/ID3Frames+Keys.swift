internal import KKPCM

extension ID3Texts {
    /// The key of a frame of text; `nil` of others.
    static func key(of frame: ID3Frames.Frame) -> String? {
        switch frame.id {
        case "COMM": "comments"
        case "USLT": "lyrics"
        case "TXXX": ownName(of: frame).map(ownKey)
        default: keys.first { $0.frame == frame.id }?.key
        }
    }

    /// The name that a frame gives its text.
    static func ownName(of frame: ID3Frames.Frame) -> String? {
        guard frame.id == "TXXX" else { return nil }
        return text(frame.content.dropFirst(), encoding: frame.content.first ?? 0).first.flatMap {
            $0.isEmpty ? nil : $0
        }
    }

    /// All texts of the frames that have a key, under it. A described comment beside a plain one is none of them.
    static func values(_ frames: [ID3Frames.Frame]) -> [FileProperties.Tag] {
        let hasPlainComment = frames.contains { $0.id == "COMM" && !isDescribed($0) }
        return frames.flatMap { frame -> [FileProperties.Tag] in
            guard let key = key(of: frame), !["year", "encoding application"].contains(key) else { return [] }
            if frame.id == "COMM", hasPlainComment, isDescribed(frame) { return [] }
            // The language comes before the description.
            let isRemark = ["COMM", "USLT"].contains(frame.id)
            let texts = text(frame.content.dropFirst(isRemark ? 4 : 1), encoding: frame.content.first ?? 0)
            return texts.dropFirst(isRemark || frame.id == "TXXX" ? 1 : 0).map {
                FileProperties.Tag(key: key, value: key == "genre" ? ID3Genre.text($0) : $0)
            }
        }
    }

    /// Whether a comment has a description, by which programs know their own.
    static func isDescribed(_ frame: ID3Frames.Frame) -> Bool { description(of: frame).map { !$0.isEmpty } ?? false }

    fileprivate static func description(of frame: ID3Frames.Frame) -> String? {
        guard frame.content.count > 4 else { return nil }
        return text(frame.content.dropFirst(4), encoding: frame.content[0]).first
    }

    /// What is true of one file alone: its maker, its length, places of its bytes and times of its sound, its levels.
    static let ofTheFile: Set<String> = [
        "TENC", "TSSE", "TLEN", "TSIZ", "TFLT", "TDLY", "TDEN", "TDTG", "TDAT", "TIME", "TYER", "ASPI", "SEEK", "MLLT",
        "POSS", "RBUF", "AENC", "ENCR", "GRID", "SIGN", "SYTC", "SYLT", "ETCO", "RVA2", "RVAD", "EQU2", "EQUA",
    ]
}

extension ID3Frames {
    /// The frames as version 2.4 has them. In a chapter of 2.3 the sizes of what it holds count otherwise.
    var current: [Frame] {
        frames.filter { $0.id.utf8.count == 4 }.map { frame in
            guard version == 3, frame.id == "CHAP", let start = frame.chapterFrames else { return frame }
            let inner = Self.frames(in: frame.content, from: start, version: 3, limit: .max)
            return Frame(
                id: frame.id,
                content: frame.content[..<start] + inner.flatMap { ID3Writer.frame($0.id, $0.content) })
        }
    }
}

extension ID3Frames.Frame {
    /// Where the frames inside a chapter begin.
    fileprivate var chapterFrames: Int? {
        guard let zero = content.firstIndex(of: 0), zero + 17 <= content.count else { return nil }
        return zero + 17
    }

    /// Whether it is a chapter with more than a title.
    var hasLinks: Bool {
        guard id == "CHAP", let start = chapterFrames else { return false }
        return ID3Frames.frames(in: content, from: start, version: 4, limit: 1).contains { $0.id != "TIT2" }
    }

    /// What it is called where it is left out; `nil` of what is carried in another way, and of what no other file misses.
    var strangeName: String? {
        if id == "COMM" {
            guard let description = ID3Texts.description(of: self), !description.isEmpty else { return nil }
            return description.hasPrefix("iTun") ? nil : "COMM:\(description)"
        }
        let isElsewhere = ["APIC", "CHAP", "CTOC"].contains(id) || ID3Texts.ofTheFile.contains(id)
        return isElsewhere || ID3Texts.key(of: self) != nil ? nil : id
    }
}
