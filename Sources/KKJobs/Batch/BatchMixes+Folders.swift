public import KKFiles
internal import KKPCM
public import KKSession

extension BatchMixes {
    /// Checks the folders that a run uses for itself: nothing else may be written there.
    ///
    /// - Parameter written: files and folders that are written besides the outputs, each with its option.
    /// - Throws: `usage` for a folder without a name, for one in the other or in one of `written`, and for an output,
    ///   or one of `written`, in one of them, links followed; `cannotCreate` for one that is a file.
    public func check(_ options: BatchRun.Options, written: [(path: FilePath, option: String)]) throws(SessionError) {
        try options.checkFolders()
        let owned = options.ownFolders
        var paths = RealPaths()
        func owner(of path: FilePath) -> BatchRun.Options.OwnFolder? {
            let places = paths.places(of: path)
            return owned.first { own in places.contains { $0.isIn(own.path) } }
        }
        for (path, option) in written {
            if let own = owner(of: path) {
                throw SessionError(
                    .usage, "it is in the folder of the \(own.name), \(own.given), which belongs to the batch",
                    place: path,
                    nextStep: "name another place with \(option)")
            }
            guard let place = path.futurePath,
                let own = owned.first(where: { $0.path.isIn(place) })
            else { continue }
            throw SessionError(
                .usage, "the folder of the \(own.name), \(own.given), is in it", place: path,
                nextStep: "name another place with \(option) or --\(own.name)")
        }
        for item in items {
            guard let name = owner(of: item.mix.output.path)?.name else { continue }
            throw SessionError(
                .usage,
                "the output \(item.job.output) of the job '\(item.job.id)' is in the folder of the \(name), which belongs to the batch",
                place: item.job.place, nextStep: "name another output, or another folder with --\(name)")
        }
    }
}

extension BatchRun.Options {
    /// A folder that is the run's own.
    struct OwnFolder {
        /// As its option is called.
        let name: String
        /// As the user has it.
        let given: FilePath
        /// From the root, without links.
        let path: FilePath
    }

    var ownFolders: [OwnFolder] {
        [("state", state), ("cache", cache)].compactMap { name, path in
            guard let path, let real = path.futurePath else { return nil }
            return OwnFolder(name: name, given: path, path: real)
        }
    }

    /// - Throws: `usage` for a folder without a name, and for one in the other; `cannotCreate` for one that is a file.
    func checkFolders() throws(SessionError) {
        for (name, path) in [("state", state), ("cache", cache)] {
            guard let path else { continue }
            guard !path.isEmpty else {
                throw SessionError(.usage, "--\(name) has no name", nextStep: "name a folder, or leave the option out")
            }
            guard path.exists, !path.isFolder else { continue }
            throw SessionError(
                .cannotCreate, "the folder of the \(name) is a file", place: path,
                nextStep: "name another one with --\(name)")
        }
        guard isStateNamed || !state.isLink else {
            throw SessionError(
                .cannotCreate, "the folder of the state is a link, which may have come with the list", place: state,
                nextStep: "remove it, or name the folder it points to with --state")
        }
        let folders = ownFolders
        guard folders.count == 2, let cache,
            folders[1].path.isIn(folders[0].path) || folders[0].path.isIn(folders[1].path)
        else { return }
        throw SessionError(
            .usage, "the cache and the state, \(state), are one inside the other", place: cache,
            nextStep: "name another folder with --cache")
    }
}
