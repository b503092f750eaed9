public import KKFiles
internal import KKPCM
internal import KKReport
internal import KKSession

extension ReportFolder {
    /// Checks the folder before any work is done.
    ///
    /// - Parameters:
    ///   - besides: other reports of the run. Reports in the folder that are not the page's own files are permitted.
    ///   - inUse: files that the run reads and writes, all of which must be elsewhere than the report's own files.
    ///   - folders: folders to which the run writes. The page may be in one of them.
    /// - Throws: `usage` for a name that is none; `cannotCreate` for a file, for a link without ``force``, for a folder with something else in it,
    ///   for one where something else has a name that the report needs, for a path of the run among its files, and for
    ///   a folder in the place of such a file.
    public func check(besides: [FilePath] = [], inUse: [FilePath] = [], folders: [FilePath] = []) throws {
        guard !path.isEmpty, !path.isStandard else {
            throw SessionError(.usage, "a report is a folder", nextStep: "name one: --html report")
        }
        if path.exists, !path.isFolder {
            throw SessionError(
                .cannotCreate, "the report's folder is a file", place: path, nextStep: "name another one")
        }
        guard force || !path.isLink else {
            throw SessionError(
                .cannotCreate, "the report's folder is a link, which may have come with the sources", place: path,
                nextStep: "name the folder that it leads to; -f follows the link")
        }
        try checkPlaces(besides + inUse, folders)
        guard path.exists else { return }
        let names = try path.names()
        try checkNames(names)
        guard !force, !names.isEmpty, try !holdsReport, try ReportList(in: path) == nil else { return }
        let known = Set(besides.compactMap(\.futurePlace))
        guard names.allSatisfy({ (path / $0).futurePlace.map(known.contains) ?? false })
        else {
            throw SessionError(
                .cannotCreate, "the folder has files that are not a kkmix report", place: path,
                nextStep: "name another one, or add to it with -f")
        }
    }

    /// What is there under the report's own names must be of the report's kind, also where the folder may be added to:
    /// somebody's page is not added to, but lost; and through a link, it would be something elsewhere.
    ///
    /// - Parameter names: all of the folder.
    func checkNames(_ names: [String]) throws {
        for name in [HTMLReport.fileName, ReportList.fileName, Self.filesName] where names.contains(name) {
            let place = path / name
            guard name == Self.filesName ? place.isPlainFolder : place.isPlainFile else {
                let kind = name == Self.filesName ? "folder" : "file"
                throw SessionError(
                    .cannotCreate, "this is not a \(kind), and the report needs a \(kind) of that name", place: place,
                    nextStep: Self.another)
            }
            if name == HTMLReport.fileName, try !holdsReport {
                throw SessionError(
                    .cannotCreate, "this is not a kkmix report, and the report needs the name", place: place,
                    nextStep: Self.another)
            }
            if name == ReportList.fileName, try ReportList(in: path) == nil {
                throw SessionError(
                    .cannotCreate, "this is not the file list of a kkmix report, and the report needs the name",
                    place: place,
                    nextStep: Self.another)
            }
        }
    }

    private func checkPlaces(_ files: [FilePath], _ folders: [FilePath]) throws(SessionError) {
        let own = OwnPlaces(self)
        var paths = RealPaths()
        for (index, used) in (files + folders).enumerated() {
            let places = paths.places(of: used)
            if places.contains(where: own.keeps) {
                throw SessionError(
                    .cannotCreate, "this run reads or writes it, and the report keeps its files there", place: used,
                    nextStep: Self.another)
            }
            guard index < files.count, places.contains(where: own.wantsFolder) else { continue }
            throw SessionError(
                .cannotCreate, "this run reads or writes it, and the report needs a folder there", place: used,
                nextStep: Self.another)
        }
    }

    /// Whether a path is one of the report's own files, links followed.
    public func keeps(_ path: FilePath) -> Bool {
        var paths = RealPaths()
        return paths.places(of: path).contains(where: OwnPlaces(self).keeps)
    }

    /// Whether a path is that of the report's folder, its subfolder or a parent folder, links followed: no file can be
    /// there.
    public func wantsFolder(at path: FilePath) -> Bool {
        var paths = RealPaths()
        return paths.places(of: path).contains(where: OwnPlaces(self).wantsFolder)
    }

    /// Whether a folder is the report's or is inside it, links followed.
    public func holds(folder: FilePath) -> Bool {
        guard let own = path.futurePath, let other = folder.futurePath else {
            return false
        }
        return other.isIn(own)
    }

    private static let another = "name another folder with --html"
}

/// Where a report is, from the root.
private struct OwnPlaces {
    private let files: FilePath?
    private let paths: [FilePath]

    init(_ report: ReportFolder) {
        files = report.filesPath.futurePath
        paths = report.ownPaths.compactMap(\.futurePath)
    }

    /// The page and its list are files, and nothing is in them.
    func keeps(_ place: FilePath) -> Bool { paths.contains { place.isIn($0) } }

    func wantsFolder(at place: FilePath) -> Bool { files.map { $0.isIn(place) } ?? false }
}
