public import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// Removes from store folders all objects that no lock names: neither those of the given manifests nor of all others in
/// their projects, as checked out.
public struct GoldenCollection: Sendable {
    public struct Options: Sendable {
        public var isDry = false
        /// The age in seconds below which objects are kept, because other branches may use them.
        public var keptSeconds: Int64 = 0
        /// Seconds since 1970.
        public var now: Int64 = 0
        /// A store outside the manifest's project that, according to the user, no other project uses.
        public var ownStore: FilePath?

        public init() {}
    }

    private let stores: [StoreFolder]
    private let needed: Set<String>
    private let options: Options

    /// - Throws: `badSession` if a lock or manifest of the projects cannot be read, a lock is empty, or other projects
    ///   may use a store: then it is not known what is needed; `usage` for a store of commands, and `cannotCreate` for
    ///   a folder that is not a store.
    public init(_ manifests: [CaseManifest], options: Options) throws {
        self.options = options
        var stores: [StoreFolder] = []
        for manifest in manifests {
            switch manifest.store {
            case .folder(let folder):
                guard folder.path.isFolder else {
                    throw SessionError(
                        .noInput, "the store does not exist", place: folder.path,
                        nextStep: "check 'store' in the manifest, and that it is mounted")
                }
                guard folder.isMarked else {
                    throw SessionError(
                        .cannotCreate, "this is not a store, so nothing is removed: it has no \(StoreFolder.markName)",
                        place: folder.path, nextStep: "kkmix goldens push makes one")
                }
                try Self.checkThatNobodyElseUses(folder, manifest, options)
                if !stores.contains(where: { $0.path.realPath == folder.path.realPath }) { stores.append(folder) }
            case .commands:
                throw SessionError(
                    .usage, "the store is reached by commands, so kkmix cannot know what else it holds",
                    place: manifest.path,
                    nextStep: "use the store's own program to remove what no \(GoldenLock.fileName) names")
            case nil: throw GoldenRun.noStore(manifest)
            }
        }
        let search = ManifestSearch(around: manifests)
        try search.checkThatAllIsKnown()
        let locks = GoldenLocks()
        for path in manifests.map({ $0.folder / GoldenLock.fileName }) where try locks.lock(at: path).isEmpty {
            throw SessionError(
                .badSession,
                path.exists
                    ? "the lock names no golden, so the store would be emptied"
                    : "there is no lock, so the store would be emptied",
                place: path, nextStep: "restore it from git, or remove a store that nobody needs by hand")
        }
        // A lock counts whether or not its manifest still has a store.
        let paths = Set((manifests + search.found).map { $0.folder / GoldenLock.fileName })
        needed = Set(try paths.flatMap { try locks.lock(at: $0).sortedLines.map(\.sha256) })
        self.stores = stores
    }

    /// What other projects need of a store nobody here knows, and one outside this project may be theirs, too.
    private static func checkThatNobodyElseUses(
        _ store: StoreFolder, _ manifest: CaseManifest, _ options: Options
    ) throws(SessionError) {
        let folder = manifest.folder.orHere.realPath ?? manifest.folder.plain
        guard let place = store.path.realPath, !place.isIn(ManifestSearch.root(above: folder)) else { return }
        if let own = options.ownStore {
            guard own.realPath != place else { return }
            throw SessionError(
                .usage, "the manifest's store is \(store.path), but --store names \(own)", place: manifest.path,
                nextStep: "name the manifest's store, or leave --store out")
        }
        throw SessionError(
            .badSession, "the store is outside the project, so kkmix cannot know what other projects keep there",
            place: store.path,
            nextStep:
                "name a manifest of each project that uses it, and the store: --store \(ShellWord.path(store.path))")
    }

    /// - Parameter tell: called with each object that no lock names.
    /// - Returns: the number of other objects.
    public func run(tell: (GoldenReport) -> Void) throws -> Int {
        var neededCount = 0
        for store in stores {
            for object in try store.objects() {
                guard !needed.contains(object.name) else {
                    neededCount += 1
                    continue
                }
                tell(remove(object, sha256: object.name, keptSeconds: options.keptSeconds))
            }
            for file in try store.unfinished() where TemporaryFiles.isLeft(file, now: options.now) {
                tell(remove(file, sha256: nil, keptSeconds: TemporaryFiles.longestRun))
            }
        }
        return neededCount
    }

    private func remove(_ object: FilePath, sha256: String?, keptSeconds: Int64) -> GoldenReport {
        var report = GoldenReport(object)
        report.sha256 = sha256
        guard let stamp = object.stamp else { return report }
        report.byteCount = stamp.byteCount
        let size = "\(groupedText(stamp.byteCount)) bytes" + (sha256 == nil ? ", left behind by a killed run" : "")
        guard stamp.seconds <= options.now - keptSeconds else {
            report.end(.skipped, "\(size), younger than \(keptSeconds / 86_400) days")
            return report
        }
        guard !options.isDry else {
            report.end(.planned, size)
            return report
        }
        do {
            try object.removeFile()
            object.folder.removeIfEmpty()
            report.end(.removed, size)
        } catch {
            report.fail(error)
        }
        return report
    }
}
