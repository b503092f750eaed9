public import KKFiles

/// Which of the files that a command is given, or finds, are meant.
public struct InputSelection: Sendable {
    /// Whether a folder stands for all that is in it, and in the folders in it.
    public var isRecursive = false
    /// What is taken; empty for everything.
    public var include: [Glob] = []
    /// What is left alone, also of what is taken; of a folder, all that is in it.
    public var exclude: [Glob] = []
    /// A folder that is not looked into where it is found: that of the outputs, which would be inputs the next time.
    public var besides: FilePath?

    /// Whether the tracks of a cue sheet are meant, or the files that they are in.
    public var takesTracks = false

    public init() {}

    /// - Parameter path: from the folder that was named.
    func takes(_ path: String) -> Bool {
        (include.isEmpty || include.contains { $0.matches(path) }) && !excludes(path)
    }

    func excludes(_ path: String) -> Bool { exclude.contains { $0.matches(path) } }
}
