internal import KKFiles
internal import KKPCM

extension BatchMixes {
    /// Looks at the folders that a run keeps for itself: nothing else is written there.
    ///
    /// - Parameter written: files that are written besides the outputs, each with the option that names it.
    /// - Throws: `usage` for a folder without a name, for one in the other, and for an output, or one of `written`, in one of them, links followed;
    ///   `cannotCreate` for one that is a file.
    public func check(_ options: BatchRun.Options, written: [(path: String, option: String)]) throws(SessionError) {
        try options.checkFolders()
        // Many outputs lie in one folder.
        var known: [String: String?] = [:]
        func owner(of path: String) -> String? {
            let folder = ManifestPath.folder(of: path)
            let real = known[folder] ?? FileSystem.futurePath(of: folder.isEmpty ? "." : folder)
            known[folder] = .some(real)
            // The file itself may be a link.
            let places = [real.map { "\($0)/\(ManifestPath.last(of: path))" }] + (FileSystem.isLink(path) ? [FileSystem.futurePath(of: path)] : [])
            return options.ownFolders.first { own in places.contains { place in place.map { own.contains($0) } ?? false } }.map(\.name)
        }
        for (path, option) in written {
            guard let name = owner(of: path) else { continue }
            throw SessionError(
                .usage, "it is in the folder of the \(name), which is the batch's own", place: path, nextStep: "name another file with \(option)")
        }
        for item in items {
            guard let name = owner(of: item.mix.output.path) else { continue }
            throw SessionError(
                .usage, "the output \(item.job.output) of the job '\(item.job.id)' is in the folder of the \(name), which is the batch's own",
                place: item.job.place, nextStep: "name another output, or another folder with --\(name)")
        }
    }
}

extension BatchRun.Options {
    /// A folder that is the run's own.
    struct OwnFolder {
        /// As its option is called.
        let name: String
        let path: String

        func contains(_ other: String) -> Bool { other.utf8.elementsEqual(path.utf8) || other.utf8.starts(with: (path + "/").utf8) }
    }

    var ownFolders: [OwnFolder] {
        [("state", state), ("cache", cache)].compactMap { name, path in
            path.flatMap(FileSystem.futurePath).map { OwnFolder(name: name, path: $0) }
        }
    }

    /// - Throws: `usage` for a folder without a name, and for one in the other; `cannotCreate` for one that is a file.
    func checkFolders() throws(SessionError) {
        for (name, path) in [("state", state), ("cache", cache)] {
            guard let path else { continue }
            guard !path.isEmpty else { throw SessionError(.usage, "--\(name) has no name", nextStep: "name a folder, or leave the option out") }
            guard FileSystem.exists(path), !FileSystem.isFolder(path) else { continue }
            throw SessionError(.cannotCreate, "the folder of the \(name) is a file", place: path, nextStep: "name another one with --\(name)")
        }
        let folders = ownFolders
        guard folders.count == 2, let cache, folders[0].contains(folders[1].path) || folders[1].contains(folders[0].path) else { return }
        throw SessionError(.usage, "the cache and the state, \(state), are not apart", place: cache, nextStep: "name another folder with --cache")
    }
}
