internal import KKFiles
internal import KKPCM
internal import KKReport

extension ReportFolder {
    /// Looks at the folder before anything is worked out.
    ///
    /// - Parameters:
    ///   - besides: other reports of the run. One that lies in the folder is no reason to refuse it.
    ///   - inUse: what the run reads and writes, all of which has to be elsewhere than the report's own files.
    /// - Throws: `usage` for a name that is none; `cannotCreate` for a file, for a folder with something else in it, for one where something else
    ///   has a name that the report needs, and for a path of `inUse` in it.
    public func check(besides: [String] = [], inUse: [String] = []) throws {
        guard !path.isEmpty, path != "-" else { throw SessionError(.usage, "a report is a folder", nextStep: "name one: --html report") }
        if FileSystem.exists(path), !FileSystem.isFolder(path) {
            throw SessionError(.cannotCreate, "the report's folder is a file", place: path, nextStep: "name another one")
        }
        try checkPlaces(inUse)
        guard FileSystem.exists(path) else { return }
        let names = try FileSystem.names(in: path)
        try checkNames(names)
        guard !force, !names.isEmpty, try !holdsReport, try ReportList(in: path) == nil else { return }
        let known = Set(besides.compactMap(FileSystem.futurePlace))
        guard names.allSatisfy({ FileSystem.futurePlace(of: FileName.join(path, $0)).map(known.contains) ?? false }) else {
            throw SessionError(
                .cannotCreate, "the folder holds something else than a report", place: path, nextStep: "name another one, or add to it with -f")
        }
    }

    /// What is there under the report's own names has to be of the report's kind: through a link, it would be something elsewhere.
    ///
    /// - Parameter names: all of the folder.
    func checkNames(_ names: [String]) throws {
        for name in [HTMLReport.fileName, ReportList.fileName, Self.filesName] where names.contains(name) {
            let place = FileName.join(path, name)
            guard name == Self.filesName ? FileSystem.isPlainFolder(place) : FileSystem.isPlainFile(place) else {
                let kind = name == Self.filesName ? "folder" : "file"
                throw SessionError(.cannotCreate, "this is no \(kind), and the report needs a \(kind) of that name", place: place, nextStep: Self.another)
            }
            if name == ReportList.fileName, try ReportList(in: path) == nil {
                throw SessionError(.cannotCreate, "this is no list of a report's files, and the report needs the name", place: place, nextStep: Self.another)
            }
        }
    }

    private func checkPlaces(_ inUse: [String]) throws(SessionError) {
        guard !inUse.isEmpty, let files = Self.real(FileName.join(path, Self.filesName)).map(PathKey.init) else { return }
        let own = ownPaths.compactMap(Self.real).map(PathKey.init)
        for used in inUse {
            // By its name as well as by what a link leads to.
            let folder = Self.real(FileName.folder(of: used))
            for place in [Self.real(used), folder.map { "\($0)/\(FileName(of: used).text)" }].compactMap({ $0.map(PathKey.init) }) {
                guard place != files && place.isIn(files) || own.contains(place) else { continue }
                throw SessionError(.cannotCreate, "the run reads or writes it, where the report keeps its files", place: used, nextStep: Self.another)
            }
        }
    }

    /// From the root, links followed as far as anything is there.
    private static func real(_ path: String) -> String? { FileSystem.futurePath(of: path.isEmpty ? "." : path) }

    private static let another = "name another folder with --html"
}
