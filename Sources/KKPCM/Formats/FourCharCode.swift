/// A big-endian four-character code: `'lpcm'`, `'aumx'`, `'RIFF'`.
///
/// Source: `OSType` of Apple's MacTypes.h; printed as the four characters when all are printable ASCII, in hexadecimal
/// otherwise.
public struct FourCharCode: RawRepresentable, Hashable, Sendable, Codable {
    /// The four characters, the first in the highest byte.
    public var rawValue: UInt32

    /// A code by its number, printable or not.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The code whose characters are the first four bytes of `text`; shorter texts are padded with spaces.
    public init(_ text: String) {
        var bytes = text.utf8.makeIterator()
        rawValue = (0..<4).reduce(0) { code, _ in code << 8 | UInt32(bytes.next() ?? 0x20) }
    }
}

extension FourCharCode: ExpressibleByStringLiteral {
    /// As ``init(_:)``: shorter texts are padded with spaces, as Core Audio's own codes are (`'aac '`), and only the
    /// first four bytes of longer texts count.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension FourCharCode: CustomStringConvertible {
    /// `'lpcm'`, or `0x6D730011` if a byte is not a printable ASCII character.
    public var description: String { printable.map { "'\($0)'" } ?? hexadecimal(rawValue) }

    /// `lpcm`: the same without quotes.
    package var characters: String { printable ?? hexadecimal(rawValue) }

    private var printable: String? {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
        return bytes.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

/// `0x0000002C`: eight digits, upper case.
func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
}
