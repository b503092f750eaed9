internal import KKFiles

/// Command lines and variables that name the project's own folder: as they are, they would have it compared with itself.
extension BaselineTree {
    /// A text in which every path from the root that leads into the project, by whatever links, leads into the other
    /// revision: in a line for a shell, a word, a value, or code and options of another program in one of them.
    public func moved(text: String) -> String {
        // Everything is in the root's folder.
        guard project.text != "/" else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if Self.beginsPath(at: index, in: bytes), let found = lead(bytes[index...].prefix(Self.longest)) {
                result += found.path.text.utf8
                index = found.end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// No path is longer, in bytes.
    private static let longest = 4096

    /// What a path may be divided from what is behind it with, and a blank, which it may also have in it.
    private static let ends = Set("\n\"'`;<>|&:,*?#\\()[]{}=$".utf8)
    private static let blanks = Set(" \t".utf8)

    /// Where a path that leads into the project ends, as far as there is one, and what it is in the other revision.
    private func lead(_ bytes: ArraySlice<UInt8>) -> (end: Int, path: FilePath)? {
        let isNamed = Self.end(of: project, in: bytes) != nil
        guard let found = isNamed ? named(in: bytes) : linked(in: bytes) else { return nil }
        let there = moved(found.path)
        return there == found.path ? nil : (found.end, there)
    }

    /// A path that begins as the project's folder does: whatever is in its name, also behind a shell's backslashes.
    /// What stands beside it and is called like it, and more, is something else, or a link.
    private func named(in bytes: ArraySlice<UInt8>) -> (end: Int, path: FilePath)? {
        let names = ((try? project.folder.names()) ?? []).filter { $0.utf8.starts(with: project.name.utf8) }
        for name in Set(names + [project.name]).sorted(by: { ($0.utf8.count, $0) > ($1.utf8.count, $1) }) {
            let folder = project.folder / name
            guard let end = Self.end(of: folder, in: bytes), !Self.goesOn(bytes.suffix(from: end)) else { continue }
            return existing(bytes.suffix(from: end).prefix(while: Self.isOfWord), behind: (end, folder))
        }
        return nil
    }

    /// Any other path, which may lead there by a link.
    private func linked(in bytes: ArraySlice<UInt8>) -> (end: Int, path: FilePath)? {
        let whole = bytes.prefix { !Self.ends.contains($0) }
        // 'my game/synth' is one path if there is such a folder, and else a folder and a word behind it.
        return [existing(whole), existing(whole.prefix(while: Self.isOfWord))].compactMap(\.self)
            .max { $0.end < $1.end }
    }

    /// The longest part of a path that exists.
    ///
    /// - Parameter start: what is before it, and where that ends.
    private func existing(
        _ bytes: ArraySlice<UInt8>, behind start: (end: Int, path: FilePath)? = nil
    ) -> (end: Int, path: FilePath)? {
        var found = start
        var end = bytes.startIndex
        // From the root on: what is below nothing is not looked for.
        while end < bytes.endIndex {
            let first = end + 1
            end = bytes[first...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
            if first == end { continue }
            let path = FilePath((start?.path.text ?? "") + String(decoding: bytes[..<end], as: UTF8.self))
            guard path.realPath != nil else { break }
            found = (end, path)
        }
        return found
    }

    /// Where a path that a text begins with ends; `nil` if it begins with another.
    private static func end(of path: FilePath, in bytes: ArraySlice<UInt8>) -> Int? {
        var place = bytes.startIndex
        for byte in path.text.utf8 {
            if byte != backslash, place < bytes.endIndex, bytes[place] == backslash { place += 1 }
            guard place < bytes.endIndex, bytes[place] == byte else { return nil }
            place += 1
        }
        return place
    }

    /// Whether a name goes on here.
    private static func goesOn(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let next = bytes.first else { return false }
        if next == backslash { return bytes.dropFirst().first.map { blanks.contains($0) } ?? false }
        return isLetter(next) || next >= 0x80 || "0123456789_-.~%+@$*?{[".utf8.contains(next)
    }

    private static func isOfWord(_ byte: UInt8) -> Bool { !ends.contains(byte) && !blanks.contains(byte) }

    private static let backslash = UInt8(ascii: "\\")

    /// Whether a path from the root begins here: not in the middle of another, behind a variable, and in an address.
    private static func beginsPath(at index: Int, in bytes: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        guard bytes[index] == slash, index + 1 == bytes.count || bytes[index + 1] != slash else { return false }
        var start = index
        while start > 0, bytes[start - 1] == slash { start -= 1 }
        // https://host/path, and not file:///path
        if index - start == 1, start > 0, bytes[start - 1] == UInt8(ascii: ":") { return false }
        return opens(bytes[..<start])
    }

    /// Whether a path may follow: where nothing of its own, and no variable, is before it.
    private static func opens(_ before: ArraySlice<UInt8>) -> Bool {
        guard let last = before.last else { return true }
        if isQuote(last) {
            // What opens a quote, and not what closes one: "…", \"…\", '"…"', r'…'
            let outside = before.dropLast(while: { isQuote($0) || $0 == backslash })
            let unmarked = outside.dropLast(while: isLetter)
            return opens(outside) || outside.count - unmarked.count <= 2 && unmarked.last.map(isDivider) ?? true
        }
        guard isLetter(last) else { return isDivider(last) }
        // -I/project, -isystem/project
        let option = before.dropLast(while: isLetter)
        return option.last == UInt8(ascii: "-") && opens(option.dropLast(while: { $0 == UInt8(ascii: "-") }))
    }

    private static func isQuote(_ byte: UInt8) -> Bool { "\"'`".utf8.contains(byte) }

    private static func isDivider(_ byte: UInt8) -> Bool { " \t\n=:,;<>|&([{@%+^!#-".utf8.contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension ArraySlice<UInt8> {
    /// Without the bytes at its end that are of a kind.
    fileprivate func dropLast(while isOfKind: (UInt8) -> Bool) -> Self {
        self[..<(lastIndex { !isOfKind($0) }.map { $0 + 1 } ?? startIndex)]
    }
}
