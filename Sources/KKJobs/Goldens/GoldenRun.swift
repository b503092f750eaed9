public import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// Fetches the goldens of manifests from their stores, pushes them there, or checks both, in parallel, and reports each
/// in order.
///
/// A golden or object gets its name only when it is complete and matches the lock: an interrupted run leaves nothing
/// incomplete, and the next run continues. A failure does not stop others.
public struct GoldenRun: Sendable {
    public enum Action: String, Sendable, CaseIterable {
        case pull, push, verify
    }

    public struct Options: Sendable {
        /// Whether nothing is transferred or written.
        public var isDry = false
        /// Whether a golden may be outside the project of its manifest.
        public var allowsOutside = false
        /// The number of threads, including the caller's.
        public var threadCount = 1
        /// Starts the programs of stores.
        public var programs: (any ProgramRunner)?

        public init() {}
    }

    /// A golden that a case names.
    struct Item: Sendable {
        let golden: GoldenFile
        let store: GoldenStore
        let manifest: FilePath
        /// Whether a test of the manifest starts programs.
        let runsPrograms: Bool
        /// The manifest's, from where the process works.
        let folder: FilePath
        let lock: FilePath
        let line: GoldenLock.Line?
    }

    let action: Action
    let options: Options
    let temporaryFiles: TemporaryFiles
    let locks = GoldenLocks()
    let items: [Item]
    private let manifests: [CaseManifest]

    /// - Throws: `badSession` for a manifest without a store and for what is wrong with a lock; `cannotCreate` for a store
    ///   that cannot be one.
    public init(
        _ action: Action, _ manifests: [CaseManifest], options: Options, temporaryFiles: TemporaryFiles
    ) throws {
        (self.action, self.options, self.temporaryFiles) = (action, options, temporaryFiles)
        self.manifests = manifests
        var items: [Item] = []
        var known: Set<FilePath> = []
        for manifest in manifests {
            guard let store = manifest.store else { throw Self.noStore(manifest) }
            let lockPath = manifest.folder / GoldenLock.fileName
            let lock = try locks.lock(at: lockPath)
            let runsPrograms = manifest.cases.contains { $0.origin.program != nil }
            if action != .push, !lockPath.exists { try Self.checkThatNoneIsNeeded(manifest, store, lockPath) }
            let own = Set(manifest.cases.compactMap { $0.golden?.path })
            for golden in manifest.cases.flatMap(\.goldens) where golden.kind.isSound {
                let line = lock[golden.lockedPath]
                // Another platform's, which nobody has made yet, is no matter here.
                guard line != nil || golden.path.exists || own.contains(golden.path),
                    known.insert(golden.path.plain).inserted
                else { continue }
                items.append(
                    Item(
                        golden: golden, store: store, manifest: manifest.path, runsPrograms: runsPrograms,
                        folder: manifest.folder, lock: lockPath, line: line))
            }
            if action == .push {
                switch store {
                case .folder(let folder): try folder.prepare(temporaryFiles, isDry: options.isDry)
                case .commands(let commands) where commands.push == nil: throw commands.noPush
                default: break
                }
            }
        }
        self.items = items
    }

    /// Without a lock nobody knows what the goldens are.
    private static func checkThatNoneIsNeeded(
        _ manifest: CaseManifest, _ store: GoldenStore, _ lock: FilePath
    ) throws(SessionError) {
        let goldens = manifest.cases.compactMap(\.golden).filter(\.kind.isSound)
        guard !goldens.isEmpty else { return }
        let isHere = goldens.contains { $0.path.exists }
        let push = GoldenStore.command("push", runsPrograms: store.commands != nil, manifest.path)
        let record = recording(
            manifest.path, runsPrograms: manifest.cases.contains { $0.origin.program != nil })
        throw SessionError(
            .noInput, "there is no \(GoldenLock.fileName) beside the manifest, which would name its goldens",
            place: lock,
            nextStep: "restore it from git; if there was none yet, "
                + (isHere ? "\(push) writes it" : "\(record) makes the first ones"))
    }

    static func noStore(_ manifest: CaseManifest) -> SessionError {
        SessionError(
            .badSession, "the manifest has no store: its goldens are kept in git", place: manifest.path,
            nextStep: "write 'store: FOLDER' in it, or 'store: {fetch: …, push: …}'")
    }

    /// - Parameter tell: called with the result of each golden, one at a time, on any thread.
    /// - Throws: errors of reading or writing the lock.
    public func run(tell: @escaping @Sendable (GoldenReport) -> Void) throws {
        let work = OrderedWork(count: items.count) {
            report(on: items[$0])
        } tell: {
            tell($1)
        }
        work.run(threadCount: min(options.threadCount, OpenFiles.parallelCount(inputCount: 2)))
        if action == .push { try dropLines(tell) }
        temporaryFiles.removeEmptyFolders()
    }

    private func report(on item: Item) -> GoldenReport {
        var report = GoldenReport(item.golden.path, item.line)
        let files = temporaryFiles.part()
        defer { temporaryFiles.dismiss(files) }
        do {
            try checkPlace(item)
            switch action {
            case .pull: try pull(item, &report, files)
            case .push: try push(item, &report, files)
            case .verify: try verify(item, &report, files)
            }
        } catch {
            report.fail(error)
        }
        return report
    }

    /// A manifest may have come with somebody else's sources, and with it a link in the place of a folder.
    private func checkPlace(_ item: Item) throws(SessionError) {
        guard !options.allowsOutside else { return }
        let folder = item.folder.orHere.realPath ?? item.folder.plain
        let project = ManifestSearch.root(above: folder)
        for place in [item.golden.path.folder.orHere, item.golden.path].map(\.futurePath) {
            guard let problem = GoldenFile.problem(with: place, in: project) else { continue }
            throw SessionError(
                .badSession, "the golden \(problem.what)", place: item.golden.path, nextStep: problem.nextStep)
        }
    }

    /// What a case reads is no golden that may be written over, whatever names it has.
    func checkThatNoCaseReads(_ path: FilePath) throws(SessionError) {
        let places = FilePlaces(path)
        for item in manifests.flatMap(\.cases) {
            guard let input = item.namedPaths.first(where: { FilePlaces($0).isSame(as: places) }) else { continue }
            throw SessionError(
                .badSession, "the golden is an input of the case '\(item.name)', \(input) (\(item.place))", place: path,
                nextStep: "give the golden another name")
        }
    }

    /// Removes from the locks what no case has as a golden, in whichever manifest of the lock's folder.
    private func dropLines(_ tell: (GoldenReport) -> Void) throws {
        let search = ManifestSearch(around: manifests)
        // Nobody knows then what is needed.
        if search.problem != nil { return }
        let folders = Set(manifests.map(\.folder))
        for folder in folders.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            let place = folder.orHere.realPath
            let own = (manifests + search.found).filter { $0.folder.orHere.realPath == place }
            let needed = Set(own.flatMap(\.cases).flatMap(\.goldens).map(\.lockedPath))
            let path = folder / GoldenLock.fileName
            let stale = try locks.lock(at: path).sortedLines.filter { !needed.contains($0.path) }
            if !options.isDry {
                try locks.change(path, temporaryFiles) { lock in for line in stale { lock[line.path] = nil } }
            }
            for line in stale {
                var report = GoldenReport(folder / line.path, line)
                report.end(options.isDry ? .planned : .removed, "its line in \(path): no case uses it as a golden")
                tell(report)
            }
        }
    }
}

extension CaseManifest {
    /// The file that says what the goldens in the store must be; `nil` without a store.
    package var lock: FilePath? { store == nil ? nil : folder / GoldenLock.fileName }
}
