internal import KKPCM
internal import KKSession

extension ManifestReader {
    /// Reads JSON Lines: a value on every line that is not empty, in their order.
    ///
    /// - Throws: `badSession` with `FILE:LINE:COLUMN` of the line that is not JSON, with `FILE:LINE` of one that is too
    ///   long, and what `body` throws.
    static func lines(
        of bytes: [UInt8], name: String, _ body: (ManifestValue) throws(SessionError) -> Void
    ) throws(SessionError) {
        var rest = bytes[...]
        var number = 0
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(line.count + 1)
            number += 1
            guard line.count <= longest else {
                throw SessionError(
                    .badSession, "the line is longer than \(longest >> 20) MiB", place: "\(name):\(number)",
                    nextStep: "is this JSON Lines? A line has one value")
            }
            // A line of Windows ends with one byte more.
            let text = joiningSurrogates(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            if let value = try value(of: text, name: name, line: number, limit: longest) { try body(value) }
        }
    }

    /// JSON may write a character beyond U+FFFF as two escapes (RFC 8259, section 7: `\ud83c\udfb5`), as many programs
    /// do with all that is not ASCII; YAML has no such thing. The character itself takes their place.
    static func joiningSurrogates(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = Array(line)
        guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
        func unit(at place: Int) -> UInt32? {
            guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
            else { return nil }
            return UInt32(String(decoding: bytes[place + 2..<place + 6], as: UTF8.self), radix: 16)
        }
        var joined: [UInt8] = []
        var place = 0
        while let backslash = bytes[place...].firstIndex(of: UInt8(ascii: "\\")) {
            joined += bytes[place..<backslash]
            if let high = unit(at: backslash), (0xD800..<0xDC00).contains(high), let low = unit(at: backslash + 6),
                (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                joined += Array(String(Character(scalar)).utf8)
                place = backslash + 12
            } else {
                // With what it escapes, which may be another backslash.
                joined += bytes[backslash..<min(backslash + 2, bytes.count)]
                place = min(backslash + 2, bytes.count)
            }
        }
        return joined + bytes[place...]
    }
}
