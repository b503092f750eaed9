#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import KKPCM

/// A folder that holds nothing but what a run writes there by itself: results, records, a cache, a report, stems.
///
/// Nobody says `-f` for these files, and the folder may have come with somebody else's sources, so no link that lies in
/// it is followed: one in a file's place is replaced, and one in a folder's place refused. A link above it is the
/// user's own business, and so is the folder itself: whoever takes one that nobody has named looks at that by himself.
struct OwnFolder {
    private let names: [[UInt8]]
    private let isAbsolute: Bool

    init(_ path: FilePath) {
        (names, isAbsolute) = Self.parts(path)
    }

    /// Whether a path is in it, as far as the names tell.
    func contains(_ path: FilePath) -> Bool {
        let (other, isAbsolute) = Self.parts(path)
        return isAbsolute == self.isAbsolute && other.count > names.count && other.starts(with: names)
    }

    /// - Throws: `cannotCreate` for a link that is in a folder's place on the way to a file in it.
    func checkWay(to path: FilePath) throws(AudioFileError) {
        let (other, isAbsolute) = Self.parts(path)
        for count in names.count + 1..<max(names.count + 1, other.count) {
            let names = other[..<count].map(PathText.decode).joined(separator: "/")
            let folder = FilePath(isAbsolute ? "/\(names)" : names)
            guard folder.isLink else { continue }
            throw AudioFileError(
                .permission, kind: .cannotCreate, path: folder,
                "this is a link; kkmix does not follow links in folders that it manages",
                nextStep: "remove it, or name the folder it points to")
        }
    }

    /// A path's names, without those that say nothing.
    private static func parts(_ path: FilePath) -> (names: [[UInt8]], isAbsolute: Bool) {
        let names = path.bytes.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != Array(".".utf8) }
        return (names, path.isAbsolute)
    }
}

extension OutputTarget {
    /// The same in a folder of the run's own, where no link is followed.
    init(path: FilePath, force: Bool, makesFolder: Bool, in own: OwnFolder) throws(AudioFileError) {
        try own.checkWay(to: path)
        if Self.namesFolder(path) { throw Self.isFolder(path) }
        var status = stat()
        let isThere = unsafe path.withPointer { unsafe lstat($0, &status) } == 0
        guard isThere || errno == ENOENT else { throw OutputFile.cannotCreate(path, errno, call: "lstat") }
        let kind = isThere ? status.st_mode & S_IFMT : S_IFREG
        if kind == S_IFDIR { throw Self.isFolder(path) }
        guard kind == S_IFREG || kind == S_IFLNK else {
            throw AudioFileError(
                .permission, kind: .cannotCreate, path: path, "kkmix keeps a file here, but this is not a file",
                nextStep: "remove it")
        }
        guard !isThere || force else { throw Self.exists(path) }
        let folder = Self.folder(of: path)
        try Self.checkFolder(folder, for: path, makesFolder: makesFolder)
        self = .file(
            path: path, folder: folder, replaced: isThere && kind == S_IFREG ? Replaced(status) : nil)
    }
}
