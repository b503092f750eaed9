/// Names of files as text. A POSIX name is bytes; a byte that is no part of UTF-8 is carried as one of the last 128 characters of
/// Unicode's private plane 16, so that every name can be said, shown and opened again.
public enum PathText {
    private static let strayBase: UInt32 = 0x10FF00

    /// The text of a name.
    public static func decode(_ name: [UInt8]) -> String {
        if let text = String(validating: name, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        var index = 0
        while index < name.count {
            let length = sequenceLength(name[index])
            if index + length <= name.count, let part = String(validating: name[index..<index + length], as: UTF8.self) {
                text.append(contentsOf: part.unicodeScalars)
                index += length
            } else {
                if let stray = Unicode.Scalar(strayBase + UInt32(name[index])) { text.append(stray) }
                index += 1
            }
        }
        return String(text)
    }

    /// The bytes of a name, with the zero that ends a C string.
    static func encode(_ text: String) -> [CChar] {
        var bytes: [CChar] = []
        for scalar in text.unicodeScalars {
            if scalar.value >= strayBase + 0x80 {
                bytes.append(CChar(bitPattern: UInt8(truncatingIfNeeded: scalar.value)))
            } else {
                bytes += UTF8.encode(scalar)?.map { CChar(bitPattern: $0) } ?? []
            }
        }
        return bytes + [0]
    }

    private static func sequenceLength(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
