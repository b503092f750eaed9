internal import KKPCM

/// Texts as iTunes has them, and what it says of the frames that are played: what ``MP4Notes`` reads.
enum MP4NotesWriter {
    /// The codes of texts, behind the sign of copyright.
    private static let texts: [(name: String, key: String)] = [
        ("nam", "title"), ("ART", "artist"), ("alb", "album"), ("day", "year"), ("gen", "genre"), ("cmt", "comments"),
        ("wrt", "composer"), ("too", "encoding application"),
    ]
    /// Names of an item that has no code.
    private static let names: [(name: String, key: String)] = [
        ("ISRC", "ISRC"), ("initialkey", "key signature"), ("LYRICIST", "lyricist"), ("SUBTITLE", "subtitle"),
    ]

    static let places = TextPlaces(texts.map(\.key) + names.map(\.key) + ["copyright", "track number"])

    /// `udta`; nothing where there is nothing to say.
    static func userData(_ tags: [FileProperties.Tag], gapless: PacketTableInfo?) -> [UInt8] {
        var list = HeaderBytes()
        for tag in tags { write(tag, to: &list) }
        if let gapless { named("iTunSMPB", text(gapless), to: &list) }
        guard !list.bytes.isEmpty else { return [] }
        var data = HeaderBytes()
        data.box("udta") { udta in
            udta.fullBox("meta") { meta in
                meta.fullBox("hdlr") { box in
                    box.zeros(4)
                    box.text("mdirappl")
                    box.zeros(9)
                }
                meta.box("ilst") { $0.append(list.bytes) }
            }
        }
        return data.bytes
    }

    private static func write(_ tag: FileProperties.Tag, to list: inout HeaderBytes) {
        if let name = texts.first(where: { $0.key == tag.key })?.name {
            item(signed(name), tag.value, to: &list)
        } else if let name = names.first(where: { $0.key == tag.key })?.name {
            named(name, tag.value, to: &list)
        } else if tag.key == "copyright" {
            item("cprt", tag.value, to: &list)
        } else if tag.key == "track number" {
            trackNumber(tag.value, to: &list)
        }
    }

    /// Numbers where the text is two of them, or one.
    private static func trackNumber(_ text: String, to list: inout HeaderBytes) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt16($0) }
        guard (1...2).contains(numbers.count), let number = numbers[0], number > 0, let count = numbers.last ?? nil
        else { return item(signed("trk"), text, to: &list) }
        list.box("trkn") { item in
            item.box("data") { data in
                data.zeros(8)
                data.zeros(2)
                data.big(number)
                data.big(numbers.count == 2 ? count : 0)
                data.zeros(2)
            }
        }
    }

    private static func item(_ type: FourCharCode, _ text: String, to list: inout HeaderBytes) {
        list.box(type) { self.text(text, to: &$0) }
    }

    private static func named(_ name: String, _ text: String, to list: inout HeaderBytes) {
        list.box("----") { item in
            item.fullBox("mean") { $0.text("com.apple.iTunes") }
            item.fullBox("name") { $0.text(name) }
            self.text(text, to: &item)
        }
    }

    /// Text in UTF-8, which is of kind 1.
    private static func text(_ text: String, to item: inout HeaderBytes) {
        item.box("data") { data in
            data.big(1 as UInt32)
            data.zeros(4)
            data.text(text)
        }
    }

    private static func signed(_ name: String) -> FourCharCode {
        FourCharCode(rawValue: FourCharCode(" " + name).rawValue & 0xFF_FFFF | 0xA900_0000)
    }

    /// Hexadecimal numbers: one without meaning, priming, remainder, the frames of the sound, and eight zeros.
    private static func text(_ gapless: PacketTableInfo) -> String {
        let numbers = [(0, 8), (gapless.primingFrames, 8), (gapless.remainderFrames, 8), (gapless.validFrames, 16)]
        let words = numbers.map { number, digits in
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return " " + (words + [String](repeating: "00000000", count: 8)).joined(separator: " ")
    }
}
