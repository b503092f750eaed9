internal import KKFiles
internal import KKPCM

/// Paths as a manifest writes them.
enum ManifestPath {
    /// A path from where the process works. An absolute one stays as it is.
    static func join(_ folder: String, _ name: String) -> String {
        if folder.isEmpty || folder == "." || name.utf8.first == UInt8(ascii: "/") { return name }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
    }

    /// An input of a manifest from where the process works. A stimulus is no file and stays as it is.
    ///
    /// - Throws: `usage` for standard input.
    static func input(_ path: String, in folder: String) throws(SessionError) -> String {
        guard path != "-" else { throw SessionError(.usage, "standard input cannot be read here", nextStep: "name a file") }
        let placed = join(folder, path)
        return path.hasPrefix(Stimulus.prefix) && !FileSystem.exists(placed) ? path : placed
    }

    /// The folder of a file; empty for the one the process works in.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    static func last(of path: String) -> String {
        FileName(of: path).text
    }

    /// Without `.`, doubled slashes, and folders that are left again, so that two spellings are one. Links are not followed.
    static func plain(_ path: String) -> String {
        var parts: [String] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(String(part)) }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
