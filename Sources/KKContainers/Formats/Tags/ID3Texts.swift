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
    /// What is kept of a tag in a chunk or a stream: texts stand before pictures.
    package static let limit = 1 << 18

    private static let fieldLimit = 256
    private static let textLimit = 4096

    /// - Parameter bytes: the tag, or its beginning.
    /// - Returns: the first text of each kind, in the order of the tag.
    package static func read(_ bytes: [UInt8]) -> [FileProperties.Tag] {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8), (2...4).contains(bytes[3]) else { return [] }
        let version = Int(bytes[3])
        let size = number(bytes[6..<10], bits: 7)
        var body = Array(bytes[10..<min(bytes.count, 10 + size)])
        // In version 2.4 every frame says it of itself.
        if bytes[5] & 0x80 != 0, version < 4 { body = resynchronised(body) }
        var offset = 0
        if bytes[5] & 0x40 != 0, version > 2, body.count >= 4 {
            offset = version == 3 ? 4 + number(body[0..<4], bits: 8) : number(body[0..<4], bits: 7)
        }
        var tags: [FileProperties.Tag] = []
        var comment: (text: String, isPlain: Bool)?
        let headerByteCount = version == 2 ? 6 : 10
        for _ in 0..<fieldLimit where offset >= 0 && offset + headerByteCount <= body.count && body[offset] != 0 {
            let id = String(decoding: body[offset..<offset + (version == 2 ? 3 : 4)], as: UTF8.self)
            let sizeField = version == 2 ? offset + 3..<offset + 6 : offset + 4..<offset + 8
            let count = number(body[sizeField], bits: version == 4 ? 7 : 8)
            let flags = version == 2 ? 0 : body[offset + 9]
            let start = offset + headerByteCount
            offset = start + count
            guard offset <= body.count else { break }
            guard let content = content(Array(body[start..<offset]), flags: flags, version: version) else { continue }
            if id == "COMM" || id == "COM" {
                guard let found = Self.comment(content), comment == nil || found.isPlain && comment?.isPlain == false
                else { continue }
                comment = found
            } else if let key = key(id), let value = text(content.dropFirst(), encoding: content.first ?? 0).first,
                !value.isEmpty,
                !tags.contains(where: { $0.key == key })
            {
                tags.append(FileProperties.Tag(key: key, value: value))
            }
        }
        if let comment, !comment.text.isEmpty { tags.append(FileProperties.Tag(key: "comments", value: comment.text)) }
        return tags
    }

    private static func key(_ id: String) -> String? {
        let long = id.utf8.count == 4 ? id : shortIDs.first { $0.short == id }?.long ?? ""
        return keys.first { $0.frame == long }?.key
    }

    /// ID3v2.2's names.
    private static let shortIDs: [(short: String, long: String)] = [
        ("TT2", "TIT2"), ("TP1", "TPE1"), ("TAL", "TALB"), ("TRK", "TRCK"), ("TYE", "TYER"), ("TCO", "TCON"),
        ("TCM", "TCOM"), ("TBP", "TBPM"),
        ("TKE", "TKEY"), ("TCR", "TCOP"), ("TXT", "TEXT"), ("TT3", "TIT3"), ("TEN", "TENC"), ("TSS", "TSSE"),
        ("TRC", "TSRC"),
    ]

    /// A frame without what its flags put before it; `nil` of one that cannot be read.
    private static func content(_ bytes: [UInt8], flags: UInt8, version: Int) -> [UInt8]? {
        var bytes = bytes
        if version == 3 {
            guard flags & 0xC0 == 0 else { return nil }
            if flags & 0x20 != 0 { bytes = Array(bytes.dropFirst()) }
        } else if version == 4 {
            guard flags & 0x0C == 0 else { return nil }
            bytes = Array(bytes.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0)))
            if flags & 0x02 != 0 { bytes = resynchronised(bytes) }
        }
        return Array(bytes.prefix(2 * textLimit))
    }

    /// A language, a description and the text. One without a description is the plain comment.
    private static func comment(_ content: [UInt8]) -> (text: String, isPlain: Bool)? {
        guard content.count > 4 else { return nil }
        let texts = text(content.dropFirst(4), encoding: content[0])
        return texts.count > 1 ? (texts[1], texts[0].isEmpty) : nil
    }

    /// The texts of a frame, with zeros between them: ISO 8859-1, UTF-16 with a byte order mark, UTF-16 big-endian,
    /// UTF-8.
    private static func text(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> [String] {
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

    private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes where byte != 0 || result.last != 0xFF || result.isEmpty { result.append(byte) }
        return result
    }

    private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int {
        bytes.reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
    }
}
