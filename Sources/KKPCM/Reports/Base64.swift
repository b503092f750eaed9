/// Bytes as letters that every text takes: RFC 4648, section 4.
package enum Base64 {
    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[index + $1]) : 0) }
            for letter in 0..<4 {
                text.append(letter <= count ? letters[group >> (18 - 6 * letter) & 63] : UInt8(ascii: "="))
            }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Returns: `nil` of a text with other letters; blanks between them are skipped, and the end needs no `=`.
    package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (group, count) = (UInt32(0), 0)
        var isOver = false
        for letter in text where ![0x20, 0x0A, 0x0D, 0x09].contains(letter) {
            if letter == UInt8(ascii: "=") {
                isOver = true
                continue
            }
            let value = values[Int(letter)]
            guard !isOver, value < 64 else { return nil }
            (group, count) = (group << 6 | UInt32(value), count + 1)
            if count == 4 {
                for shift in [16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
                (group, count) = (0, 0)
            }
        }
        if count == 1 { return nil }
        for place in 0..<max(0, count - 1) {
            bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(6 * count - 8 * (place + 1))))
        }
        return bytes
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()
}
