public import KKFiles
public import KKPCM
public import KKSession
internal import Synchronization

/// Renders jobs in parallel and reports each in order.
///
/// A job that fails does not stop others, and one that ends the process does so at most twice (``JobAttempts``).
/// Outputs and reports do not depend on the number of threads, except for times. A job's files are opened when it
/// starts and closed when it ends.
public struct BatchRun: Sendable {
    public struct Options: Sendable {
        /// The folder for the records of finished jobs; created when needed.
        public var state: FilePath
        /// Whether the user named it: only then may it be a link.
        public var isStateNamed = true
        /// The folder of a cache, which other runs may use at the same time; `nil` for none.
        public var cache: FilePath?
        /// Whether to skip jobs whose output exists as made by an earlier run from the same inputs.
        public var resumes = false
        /// The name of the run's ``RunMark`` in the state's folder; `nil` marks no job as started, so that none is ever
        /// skipped.
        public var mark: String?
        /// Whether existing outputs are replaced, whoever made them.
        public var replacesExisting = false
        /// Whether an existing output with the same bytes is left unchanged; with other bytes it is replaced.
        public var keepsUnchanged = false
        /// Whether no job is started after the first failure.
        public var stopsAtFailure = false
        /// The most seconds that a job may take, by ``clock``; `nil` for any number.
        public var seconds: Double?
        /// Whether jobs are only checked.
        public var isDry = false
        /// The plan that is run: a job fails if its inputs are not those of the plan.
        public var plan: BatchPlan? {
            didSet { planned = Dictionary((plan?.jobs ?? []).map { (FilePath($0.job.id), $0) }) { first, _ in first } }
        }
        /// By id.
        private(set) var planned: [FilePath: BatchPlan.Job] = [:]
        /// The number of threads, including the caller's: for parallel jobs, and if there are fewer jobs, for reading and writing.
        public var threadCount = 1
        /// The version of the program and ``SoundRevision``, which determine whether earlier results are still valid.
        public var engine: String
        /// A clock in seconds, for reports and time limits.
        public var clock: @Sendable () -> Double = { 0 }
        /// The exit status of a kind of failure.
        public var exitStatus: @Sendable (FailureKind) -> Int32 = { _ in 1 }

        /// The folders of the cache to which runs write.
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
    ///   - items: the jobs to run, from a list that was read completely.
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
    ///   - done: called with a job's index in `items` and its result as soon as it ends, on any thread.
    ///   - tell: called with the result of each job, in order, one at a time, on any thread.
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

    /// The folders with unfinished outputs of runs, each once: killed runs may have left some there.
    ///
    /// - Parameter jobs: all jobs of the list or plan, whether run or not.
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
