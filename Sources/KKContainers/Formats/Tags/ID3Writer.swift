internal import KKPCM

/// Texts as an ID3v2.4 tag in UTF-8: what ``ID3Texts`` reads.
///
/// Source: id3.org, ID3v2.4.0 §3.1 (the header, sizes of seven bits a byte), §4.2 (texts), §4.10 (comments).
package enum ID3Writer {
    /// The frame of a key. A version 2.4 has times where 2.3 had a year.
    private static let frames = ID3Texts.keys.filter { !["TYER", "TENC", "TSSE"].contains($0.frame) }

    static let places = TextPlaces(frames.map(\.key) + ["comments"])

    /// - Returns: nothing without texts that have a frame.
    package static func tag(_ texts: [FileProperties.Tag]) -> [UInt8] {
        var body = HeaderBytes()
        for text in texts {
            if text.key == "comments" {
                // The language is not known, and the description is empty.
                body.append(frame("COMM", [3] + Array("XXX".utf8) + [0] + Array(text.value.utf8)))
            } else if let name = frames.first(where: { $0.key == text.key })?.frame {
                body.append(frame(name, [3] + Array(text.value.utf8)))
            }
        }
        guard !body.bytes.isEmpty else { return [] }
        return Array("ID3".utf8) + [4, 0, 0] + size(body.bytes.count) + body.bytes
    }

    private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + size(content.count) + [0, 0] + content
    }

    private static func size(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(count >> (21 - 7 * $0) & 0x7F) } }
}
