public import KKFiles

/// A sound that a command works on: named by itself, or found where it was told to look.
public struct JobInput: Hashable, Sendable {
    public var path: FilePath
    /// The folders that it lies in below the one that was named, which outputs keep; empty for none.
    public var subfolder: FilePath = ""
    /// Whether it was found: there may be others, or none the next time.
    public var isFound = false

    /// The track of a cue sheet; `nil` for the whole file.
    public var track: SheetTrack?

    public init(_ path: FilePath) {
        self.path = path
    }

    /// `album.flac, track 7`
    static func name(_ path: FilePath, track: Int?) -> String { path.text + (track.map { ", track \($0)" } ?? "") }
}
