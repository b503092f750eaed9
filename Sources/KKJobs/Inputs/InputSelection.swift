public import KKFiles

/// The selection among given and found files.
public struct InputSelection: Sendable {
    /// Whether folders are searched, with their subfolders.
    public var isRecursive = false
    /// Patterns of files to take; empty for all.
    public var include: [Glob] = []
    /// Patterns of files to leave out, with precedence; for a folder, everything in it.
    public var exclude: [Glob] = []
    /// A folder that is not searched: that of the outputs, which would otherwise be inputs the next time.
    public var besides: FilePath?

    /// Whether a cue sheet means its tracks instead of its files.
    public var takesTracks = false

    /// Whether files that are found need no header that says they are sound.
    public var takesHeaderless = false

    public init() {}

    /// - Parameter path: from the folder that was named.
    func takes(_ path: String) -> Bool {
        (include.isEmpty || include.contains { $0.matches(path) }) && !excludes(path)
    }

    func excludes(_ path: String) -> Bool { exclude.contains { $0.matches(path) } }
}
