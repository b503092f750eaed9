/// File names as text. A POSIX name is bytes; a byte that is not part of UTF-8 becomes one of the last 128 characters
/// of Unicode's private plane 16, so that every name can be shown and opened again. If a name contains these characters
/// themselves, they are encoded byte by byte in the same way.
public enum PathText {
    private static let strayBase: UInt32 = 0x10FF00
    /// The first of the carriers.
    private static let firstStray = strayBase + 0x80
    /// What their UTF-8 begins with, and next to nothing else.
    private static let strayLead: UInt8 = 0xF4

    /// The text of a name.
    public static func decode(_ name: [UInt8]) -> String {
        if !name.contains(strayLead), let text = String(validating: name, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        var index = 0
        while index < name.count {
            if let scalar = scalar(name, at: index) {
                text.append(scalar)
                index += UTF8.width(scalar)
            } else {
                if let stray = Unicode.Scalar(strayBase + UInt32(name[index])) { text.append(stray) }
                index += 1
            }
        }
        return String(text)
    }

    /// The text of a name that the system gave.
    @unsafe
    static func decode(_ name: UnsafePointer<CChar>, count: Int) -> String {
        decode(unsafe Array(UnsafeRawBufferPointer(start: name, count: count)))
    }

    /// The bytes of a name, with the zero that ends a C string.
    static func encode(_ text: String) -> [CChar] {
        guard mayHaveStrays(text) else { return Array(text.utf8CString) }
        var bytes: [CChar] = []
        for scalar in text.unicodeScalars {
            if scalar.value >= firstStray {
                bytes.append(CChar(bitPattern: UInt8(truncatingIfNeeded: scalar.value)))
            } else {
                bytes += UTF8.encode(scalar)?.map { CChar(bitPattern: $0) } ?? []
            }
        }
        return bytes + [0]
    }

    /// The bytes of a name; they are unique for each file.
    public static func bytes(of text: String) -> [UInt8] {
        mayHaveStrays(text) ? encode(text).dropLast().map(UInt8.init(bitPattern:)) : Array(text.utf8)
    }

    /// Gives a name to a call of the system. Nothing is copied unless a byte of it is not text.
    @unsafe
    static func withPointer<Result>(to text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        guard mayHaveStrays(text) else { return unsafe text.withCString(body) }
        return unsafe encode(text).withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
    }

    private static func mayHaveStrays(_ text: String) -> Bool { text.utf8.contains(strayLead) }

    /// The character that starts at `index`; `nil` if the bytes are not UTF-8, or a carrier's.
    private static func scalar(_ name: [UInt8], at index: Int) -> Unicode.Scalar? {
        let end = index + sequenceLength(name[index])
        guard end <= name.count, let part = String(validating: name[index..<end], as: UTF8.self) else { return nil }
        return part.unicodeScalars.first.flatMap { $0.value < firstStray ? $0 : nil }
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
