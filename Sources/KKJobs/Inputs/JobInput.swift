public import KKFiles

/// A sound that a command processes: named, or found in a folder.
public struct JobInput: Hashable, Sendable {
    public var path: FilePath
    /// Its subfolders below the named folder, which outputs keep; empty for none.
    public var subfolder: FilePath = ""
    /// Whether it was found instead of named: there may be others, or none the next time.
    public var isFound = false

    /// The track of a cue sheet; `nil` for the whole file.
    public var track: SheetTrack?

    public init(_ path: FilePath) {
        self.path = path
    }

    /// `album.flac, track 7`
    static func name(_ path: FilePath, track: Int?) -> String { path.text + (track.map { ", track \($0)" } ?? "") }
}
