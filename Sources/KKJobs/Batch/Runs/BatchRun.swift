public import KKFiles
public import KKPCM
public import KKSession
internal import Synchronization

/// Renders jobs, several at a time, and tells of each in their order.
///
/// A job that fails stops no other one, and one that ends the process does so twice (``JobAttempts``). What is written
/// does not depend on the number of threads, nor does what is reported, but for the time that it took. A job's files are
/// opened when its turn comes and closed when it is over.
public struct BatchRun: Sendable {
    public struct Options: Sendable {
        /// The folder of what is kept of jobs that are done; made when there is one.
        public var state: FilePath
        /// Whether somebody named it: only then it may be a link.
        public var isStateNamed = true
        /// The folder of a cache, which other runs may use at the same time; `nil` for none.
        public var cache: FilePath?
        /// Whether a job is left out whose output is there as an earlier run made it of the same.
        public var resumes = false
        /// The name of the run's ``RunMark`` in the state's folder; `nil` marks no job as begun, so that none is ever
        /// left out.
        public var mark: String?
        /// Whether outputs that are there are replaced, whoever made them.
        public var replacesExisting = false
        /// Whether an output that is there with the same bytes is left alone; with others, it is replaced.
        public var keepsUnchanged = false
        /// Whether no job is begun after the first that fails.
        public var stopsAtFailure = false
        /// Whether jobs are only checked.
        public var isDry = false
        /// The plan that is run: a job whose inputs are not those of its plan fails.
        public var plan: BatchPlan? {
            didSet { planned = Dictionary((plan?.jobs ?? []).map { (FilePath($0.job.id), $0) }) { first, _ in first } }
        }
        /// By id.
        private(set) var planned: [FilePath: BatchPlan.Job] = [:]
        /// Threads at work, the caller's included: jobs in parallel, and where there are fewer, to read and write for each.
        public var threadCount = 1
        /// The version of the program and ``SoundRevision``, which decide whether what was made before is what would be
        /// made now.
        public var engine: String
        /// Seconds, for what is reported of a job.
        public var clock: @Sendable () -> Double = { 0 }
        /// The exit status of a kind of failure.
        public var exitStatus: @Sendable (FailureKind) -> Int32 = { _ in 1 }

        /// The folders of the cache in which runs write.
        public var cacheFolders: [FilePath] { cache.map { BatchCache(folder: $0).folders } ?? [] }

        public init(state: FilePath, engine: String) {
            self.state = state
            self.engine = engine
        }
    }

    public let options: Options
    let items: [BatchMixes.Item]
    let temporaryFiles: TemporaryFiles
    let hashes = FileHashes()
    let storedKeys = StoredKeys()
    let attempts: JobAttempts

    /// - Parameters:
    ///   - items: the jobs to be run, of a list that has been read as a whole.
    ///   - temporaryFiles: what must be removed when the process is stopped.
    /// - Throws: `cannotCreate` for folders that are files, `usage` for those without a name and for one in the other.
    public init(_ items: [BatchMixes.Item], options: Options, temporaryFiles: TemporaryFiles) throws(SessionError) {
        self.items = items
        self.options = options
        self.temporaryFiles = temporaryFiles
        attempts = JobAttempts(
            BatchState(folder: options.state), run: options.isDry ? nil : options.mark, isResuming: options.resumes)
        try options.checkFolders()
        for folder in [options.state, options.cache].compactMap(\.self) { temporaryFiles.own(folder) }
    }

    /// - Parameters:
    ///   - done: is given the place of a job in `items` and what became of it as soon as it is over, from any thread.
    ///   - tell: is given what became of each job, in their order, one at a time and from any thread.
    public func run(done: @escaping @Sendable (Int, JobOutcome) -> Void, tell: @escaping @Sendable (JobOutcome) -> Void)
    {
        let gate = FailureGate()
        let suspects = items.indices.filter { attempts.deaths(of: items[$0].job) > 0 }
        let work = OrderedWork(count: items.count, last: suspects) { index in
            if options.stopsAtFailure, gate.isClosed(before: .max) {
                return JobOutcome(items[index].job, status: .notRun)
            }
            let outcome = outcome(index)
            if outcome.isFailure { gate.close(at: index) }
            done(index, outcome)
            return outcome
        } tell: { _, outcome in
            tell(outcome)
        }
        work.run(threadCount: min(options.threadCount, parallelCount))
        temporaryFiles.removeEmptyFolders()
    }

    /// The folders in which runs have their unfinished outputs, each once: where those that were killed have left some.
    ///
    /// - Parameter jobs: all of the list, or of the plan, whichever of them are run.
    public static func outputFolders(of jobs: [BatchJob]) -> [FilePath] {
        var known: Set<FilePath> = []
        return jobs.compactMap { $0.outputPath.writingFolder }.filter {
            known.insert($0).inserted
        }
    }

    private var parallelCount: Int {
        OpenFiles.parallelCount(inputCount: items.map { $0.mix.session.tracks.count }.max() ?? 0)
    }

    private func outcome(_ index: Int) -> JobOutcome {
        let threads = ThreadShares(threadCount: options.threadCount, pieceCount: items.count)[index]
        let part = temporaryFiles.part()
        defer { temporaryFiles.dismiss(part) }
        return BatchTrial(items[index], self, threadCount: threads, temporaryFiles: part).outcome()
    }
}

/// The keys that a run has put into its cache. What it finds under one of these was not there before, and whether it
/// was there already when a second job of that key asked is chance.
final class StoredKeys: Sendable {
    private let keys = Mutex<Set<JobKey>>([])

    func insert(_ key: JobKey) { keys.withLock { _ = $0.insert(key) } }

    func contains(_ key: JobKey) -> Bool { keys.withLock { $0.contains(key) } }
}
