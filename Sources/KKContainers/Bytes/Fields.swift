internal import KKPCM

/// The bytes of one header or chunk, read by position in the byte order of their container.
///
/// What lies beyond the bytes is `nil`, never a crash: a chunk that is too short is found by the one who asks for the
/// missing field.
package struct Fields {
    let bytes: [UInt8]
    let isBigEndian: Bool

    var count: Int { bytes.count }

    func byte(_ offset: Int) -> UInt8? {
        bytes.indices.contains(offset) ? bytes[offset] : nil
    }

    func uint16(_ offset: Int) -> UInt16? {
        integer(offset, 2).map(UInt16.init(truncatingIfNeeded:))
    }

    func uint32(_ offset: Int) -> UInt32? {
        integer(offset, 4).map(UInt32.init(truncatingIfNeeded:))
    }

    func uint64(_ offset: Int) -> UInt64? {
        integer(offset, 8)
    }

    func int64(_ offset: Int) -> Int64? {
        integer(offset, 8).map(Int64.init(bitPattern:))
    }

    func double(_ offset: Int) -> Double? {
        integer(offset, 8).map(Double.init(bitPattern:))
    }

    /// A four-character code: its characters are in the order of reading in every container.
    func code(_ offset: Int) -> FourCharCode? {
        guard let slice = slice(offset, 4) else { return nil }
        return FourCharCode(rawValue: slice.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// The text in `range` up to its first NUL: UTF-8 if valid, otherwise ISO 8859-1. Spaces at the end are
    /// dropped.
    func text(_ range: Range<Int>) -> String {
        var characters = bytes[range.clamped(to: bytes.indices)].prefix { $0 != 0 }
        while characters.last == 0x20 { characters.removeLast() }
        return String(validating: characters, as: UTF8.self)
            ?? String(String.UnicodeScalarView(characters.map { Unicode.Scalar($0) }))
    }

    /// Whether `text` stands at `offset`, letter for letter.
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
        let characters = Array(text.description.utf8)
        guard let slice = slice(offset, characters.count) else { return false }
        return slice.elementsEqual(characters)
    }

    func has(_ expected: [UInt8], at offset: Int = 0) -> Bool {
        slice(offset, expected.count)?.elementsEqual(expected) ?? false
    }

    private func slice(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
        return bytes[offset..<offset + length]
    }

    private func integer(_ offset: Int, _ length: Int) -> UInt64? {
        guard let slice = slice(offset, length) else { return nil }
        return isBigEndian
            ? slice.reduce(0) { $0 << 8 | UInt64($1) }
            : slice.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ByteSource {
    /// At most `count` bytes from `offset` on as fields; fewer only at the end of the input.
    func fields(at offset: Int64, count: Int, isBigEndian: Bool) throws(AudioFileError) -> Fields {
        Fields(bytes: try bytes(at: offset, count: count), isBigEndian: isBigEndian)
    }
}
