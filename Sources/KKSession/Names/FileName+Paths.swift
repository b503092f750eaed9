/// Paths that are put together and taken apart.
extension FileName {
    /// A name in a folder, from where the process works. An absolute one stays as it is.
    package static func join(_ folder: String, _ name: String) -> String {
        if folder.isEmpty || folder == "." || name.utf8.first == UInt8(ascii: "/") { return name }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
    }

    /// The folder of a file; empty for the one the process works in.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    /// Without `.`, doubled slashes, and folders that are left again, so that two spellings are one. Links are not
    /// followed.
    package static func plain(_ path: String) -> String {
        var parts: [String] = []
        // Of bytes, not of characters: a slash and an accent after it are one character.
        for part in path.utf8.split(separator: UInt8(ascii: "/")).map({ String(decoding: Array($0), as: UTF8.self) })
        where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.utf8.first == UInt8(ascii: "/") ? "/" : "") + parts.joined(separator: "/")
    }
}
