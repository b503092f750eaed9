internal import KKFiles

/// Command lines and variables that name the project's own folder: as they are, they would have it compared with itself.
extension BaselineTree {
    /// A text in which every path from the root that leads into the project, by whatever links, leads into the other
    /// revision.
    ///
    /// - Parameter isLine: whether blanks and quotes mean what they do to a shell; else the text is one word, or a value.
    public func moved(text: String, isLine: Bool = false) -> String {
        // Everything is in the root's folder.
        guard project.text != "/" else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let end = Self.endOfPath(at: index, in: bytes, isLine), let found = lead(bytes[index..<end]) {
                result += found.path.text.utf8
                index = found.end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The longest part of a path that leads into the project: where it ends, and what it is in the other revision.
    private func lead(_ bytes: ArraySlice<UInt8>) -> (end: Int, path: FilePath)? {
        var end = bytes.endIndex
        while end > bytes.startIndex {
            let path = FilePath(String(decoding: bytes[..<end], as: UTF8.self))
            if path.realPath?.isIn(project) == true {
                let there = moved(path)
                return there == path ? nil : (end, there)
            }
            repeat { end -= 1 } while end > bytes.startIndex && bytes[end] != UInt8(ascii: "/")
        }
        return nil
    }

    /// No path is longer, in bytes.
    private static let longest = 4096

    /// Where a path from the root ends that begins here; `nil` if none does: in the middle of another, behind a variable or
    /// what it is quoted in, and in an address.
    private static func endOfPath(at index: Int, in bytes: [UInt8], _ isLine: Bool) -> Int? {
        func byte(_ place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }
        guard bytes[index] == UInt8(ascii: "/"), byte(index + 1) != UInt8(ascii: "/") else { return nil }
        let before = byte(index - 1)
        let quote = isLine && before.map { "\"'".utf8.contains($0) } == true ? before : nil
        if quote != nil {
            guard opens(byte(index - 2), isLine) else { return nil }
        } else if !opens(before, isLine) {
            // -I/project
            guard let before, isLetter(before), byte(index - 2) == UInt8(ascii: "-"), opens(byte(index - 3), isLine)
            else { return nil }
        }
        let rest = bytes[index...].prefix(longest)
        if let quote { return rest.firstIndex(of: quote) ?? rest.endIndex }
        return rest.firstIndex { byte in
            byte == UInt8(ascii: ":") || isLine && " \t\n\"'`,;=()<>|&$[]{}*?#\\".utf8.contains(byte)
        } ?? rest.endIndex
    }

    /// Whether a path may follow: at the start, and behind what divides words and values.
    private static func opens(_ byte: UInt8?, _ isLine: Bool) -> Bool {
        guard let byte else { return true }
        return "=:,".utf8.contains(byte) || isLine && " \t\n;(<>|&`".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
