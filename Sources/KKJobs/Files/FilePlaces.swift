internal import KKFiles
internal import KKSession

/// Where a path leads, and what is there now: two names of one file are one, links and hard links followed, whether it
/// is there yet or not.
public struct FilePlaces: Sendable {
    let place: OutputPlace?
    let identity: FileIdentity?

    public init(_ path: String) {
        place = FileSystem.futurePlace(of: path)
        identity = FileSystem.identity(of: path, standard: 0)
    }

    public func isSame(as other: Self) -> Bool {
        place != nil && place == other.place || identity != nil && identity == other.identity
    }

    /// Whether the other file is where a folder of this one would have to be.
    public func wantsFolder(at other: Self) -> Bool {
        guard let place, let there = other.place else { return false }
        return place.missingFolders.contains(there) || place.folder == other.identity
    }

    /// Whether a file is or will be in a folder, by its own name or by what a link leads to.
    public static func isFile(_ path: String, in folder: String) -> Bool {
        var paths = RealPaths()
        guard let folder = FileSystem.futurePath(of: folder) else { return false }
        return paths.places(of: path).contains { RealPaths.isIn(folder, $0) }
    }
}

/// Paths from the root, links followed as far as anything is there: they tell what lies in a folder. Many files lie in
/// one, which is asked for once.
struct RealPaths {
    private var folders: [PathKey: String?] = [:]

    /// Where a file is: by its name, and by what a link of that name leads to.
    mutating func places(of path: String) -> [String] {
        let folder = FileName.folder(of: path)
        let key = PathKey(folder)
        let real = folders[key] ?? FileSystem.futurePath(of: folder.isEmpty ? "." : folder)
        folders[key] = .some(real)
        let name = FileName(of: path).text
        let named = real.map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" }
        return [named, FileSystem.isLink(path) ? FileSystem.futurePath(of: path) : nil].compactMap(\.self)
    }

    /// Whether a path is a folder's, or in it.
    static func isIn(_ folder: String, _ path: String) -> Bool { PathKey(path).isIn(PathKey(folder)) }
}
