public import KKFiles
internal import KKSession

/// The target of a path and what exists there. Two names of the same file are equal, with links and hard links
/// followed, whether it exists or not.
public struct FilePlaces: Sendable {
    let place: OutputPlace?
    let identity: FileIdentity?

    public init(_ path: FilePath) {
        place = path.futurePlace
        identity = path.identity(standard: 0)
    }

    public func isSame(as other: Self) -> Bool {
        place != nil && place == other.place || identity != nil && identity == other.identity
    }

    /// Whether the other file is at the path of one of this file's folders.
    public func wantsFolder(at other: Self) -> Bool {
        guard let place, let there = other.place else { return false }
        return place.missingFolders.contains(there) || place.folder == other.identity
    }

    /// Whether a file is or will be in a folder, by its own path or through a link.
    public static func isFile(_ path: FilePath, in folder: FilePath) -> Bool {
        var paths = RealPaths()
        guard let folder = folder.futurePath else { return false }
        return paths.places(of: path).contains { $0.isIn(folder) }
    }
}

/// Paths from the root, links followed as far as anything is there: they tell what lies in a folder. Many files lie in
/// one, which is asked for once.
struct RealPaths {
    private var folders: [FilePath: FilePath?] = [:]

    /// Where a file is: by its name, and by what a link of that name leads to.
    mutating func places(of path: FilePath) -> [FilePath] {
        let folder = path.folder
        let real = folders[folder] ?? folder.orHere.futurePath
        folders[folder] = .some(real)
        let named = real?.appending(path.name)
        return [named, path.isLink ? path.futurePath : nil].compactMap(\.self)
    }
}
