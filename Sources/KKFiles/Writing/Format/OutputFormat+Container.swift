internal import KKMath
internal import KKPCM

extension OutputContainer {
    /// The container of a file name: `name` if given, otherwise by the extension, in upper or lower case.
    ///
    /// - Throws: `usage` for an unknown name or extension; `cannotCreate` for a path that can only be a folder (`.`,
    ///   `mix/`).
    public static func of(path: FilePath, name: String? = nil) throws(AudioFileError) -> OutputContainer {
        if let name {
            guard let container = named(name) else {
                let takers = Encoding(rawValue: name).map { encoding in
                    allCases.filter { $0.holds(encoding) && $0 != .raw }.map(\.rawValue)
                }
                throw AudioFileError(
                    .unsupportedFileType, kind: .usage, path: path,
                    takers == nil ? "there is no format '\(name)'" : "'\(name)' is an encoding and no format",
                    nextStep: takers.map { "write --encoding \(name), in \($0.joined(separator: ", "))" }
                        ?? substitute(for: name).map { "write \($0.rawValue), or one of \(listOfNames)" }
                        ?? "use one of \(listOfNames)")
            }
            return container
        }
        if OutputTarget.namesFolder(path) { throw OutputTarget.isFolder(path) }
        guard let word = path.pathExtension else {
            throw AudioFileError(
                .unsupportedFileType, kind: .usage, path: path.outputName,
                "no extension says which format to write",
                nextStep: "name one with --format: \(listOfNames)")
        }
        if let container = named(word) { return container }
        if let near = substitute(for: word) {
            throw AudioFileError(
                .unsupportedFileType, kind: .usage, path: path, "'.\(word)' files can be read but not written",
                nextStep: "write \(near.name), or one of \(listOfNames)")
        }
        throw AudioFileError(
            .unsupportedFileType, kind: .usage, path: path, "the extension '.\(word)' is not known",
            nextStep: "name the format with --format: \(listOfNames)")
    }

    /// The container for a word: its name or one of its extensions, in upper or lower case.
    public static func named(_ word: String) -> OutputContainer? {
        let word = word.lowercased()
        return allCases.first { $0.rawValue == word || $0.extensions.contains(word) }
    }

    /// What may be written in place of a format that can only be read: for Matroska's, what WebM has in it.
    private static func substitute(for word: String) -> OutputContainer? {
        let word = word.lowercased()
        guard ContainerFormat.extensions.contains(word) else { return nil }
        return ["webm", "weba", "mka", "mkv"].contains(word) ? .opus : .m4a
    }

    private static var listOfNames: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension OutputFormat {
    /// Whether such a file can store a text with this key of the info dictionary.
    public func holdsText(_ key: String) -> Bool { container.texts.key(for: key) != nil }
}
