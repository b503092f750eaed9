public import KKFiles

/// A sound that a command works on: named by itself, or found where it was told to look.
public struct JobInput: Hashable, Sendable {
    public var path: FilePath
    /// The folders that it lies in below the one that was named, which outputs keep; empty for none.
    public var subfolder: FilePath = ""
    /// Whether it was found: there may be others, or none the next time.
    public var isFound = false

    public init(_ path: FilePath) {
        self.path = path
    }
}
