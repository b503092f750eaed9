public import KKFiles
internal import KKPCM
internal import KKSession

/// Makes the sounds of cases in parallel, checks each against its golden and its assertions, and reports each in order.
///
/// A case that fails does not stop others, and reports do not depend on the number of threads. Only the results' folder
/// and, depending on ``Options/recording``, goldens are written.
public struct CaseRun: Sendable {
    /// Which goldens are written. Goldens that pass are never written.
    public enum Recording: String, Sendable, CaseIterable {
        case missing, failed, all
    }

    public struct Options: Sendable {
        /// The folder for renders of failed cases; created when needed.
        public var results = CaseRun.resultsName
        /// Whether the user named it: only then may it be a link.
        public var isResultsNamed = true
        /// Whether a golden may be outside the project of its manifest.
        public var allowsOutside = false
        public var recording: Recording?
        /// Whether goldens can be written here, for the next steps in messages; not in CI.
        public var writesGoldens = true
        /// The number of renders of each case, with varying slice sizes and threads, which must have the same bytes.
        public var repeatCount = 1
        /// Whether every passed render is damaged, to find damages that the case does not detect.
        public var mutates = false
        public var stopsAtFailure = false
        /// The most bytes of sounds that all failed cases keep together.
        public var resultsByteCount: Int64 = 8 << 30
        /// The number of threads, including the caller's: for parallel cases, and if there are fewer, for reading and writing.
        public var threadCount = 1
        /// The command line that runs these cases again, for reports: `kkmix test folder`.
        public var command = "kkmix test"
        /// The command line that makes their sounds again: `kkmix test --run-commands folder`.
        public var testCommand = "kkmix test"
        /// The most seconds that each step of a case may take, however many its manifest allows; `nil` for these.
        public var seconds: Double?
        /// A monotonic clock in seconds, for ``CaseOutcome/seconds`` and for time limits, which hold only for programs
        /// without it; KKJobs has no clock of its own.
        public var clock: (@Sendable () -> Double)?
        /// Whether the kept sounds of an earlier run are checked instead of new ones.
        public var judgesKept = false
        /// Whether kept files are only read: no picture is drawn, and nothing is removed.
        public var changesNothing = false
        /// The source of sounds that replace goldens.
        public var baseline: CaseBaseline?
        /// Starts the programs of cases; without it, cases with programs are errors.
        public var programs: (any ProgramRunner)?
        /// The locks of goldens that are kept in stores.
        public var locks = GoldenLocks()

        public init() {}
    }

    public static let resultsName: FilePath = "kkmix-results"

    public let options: Options
    let temporaryFiles: TemporaryFiles
    /// Each case with how its sound is made; `nil` of one that is skipped.
    let cases: [(item: GoldenCase, making: CaseMaking?)]

    /// Parses all cases, so that a mistake in the last one is reported before the first is rendered.
    ///
    /// - Parameters:
    ///   - all: all cases, including those that are not run: goldens must not overwrite files that they read.
    ///   - neighbours: the cases of other manifests found by ``ManifestSearch``, for the same reason.
    ///   - parse: parses a case's words into a mix.
    /// - Throws: `badSession` with the case's place; `usage` if results would be among goldens.
    public init(
        _ cases: [GoldenCase], among all: [GoldenCase] = [], besides neighbours: [GoldenCase] = [], options: Options,
        temporaryFiles: TemporaryFiles,
        parse: (_ words: [String], GoldenCase) throws -> CaseMix
    ) throws {
        self.options = options
        self.temporaryFiles = temporaryFiles
        self.cases = try cases.map { item in
            guard item.skipReason == nil else { return (item, nil) }
            do {
                return (item, try CaseMaking(item, parse: parse))
            } catch let error as any Failure {
                // Of another kind than badSession only because a command line would have it: the fault is the
                // manifest's.
                let what = error.place.map { "\($0): " } ?? ""
                throw SessionError(
                    .badSession, "case '\(item.name)': \(what)\(error.problem)", place: item.originPlace,
                    nextStep: error.nextStep)
            }
        }
        try Self.check(results: options.results, isNamed: options.isResultsNamed)
        temporaryFiles.own(options.results)
        let others =
            all.filter { item in item.skipReason != nil || !cases.contains { $0.name == item.name } } + neighbours
        // Of a case that another version of kkmix may understand, everything that its words may name.
        try checkGoldens(
            self.cases.map { ($0.item, $0.making?.inputs(of: $0.item) ?? $0.item.namedPaths) }
                + others.map { ($0, (try? CaseMaking($0, parse: parse))?.inputs(of: $0) ?? $0.namedPaths) })
    }

    /// - Parameters:
    ///   - isNamed: whether the user named the folder.
    ///   - cases: those whose goldens have to be elsewhere.
    /// - Throws: `cannotCreate` for what is no folder, and for a link that nobody has named; `usage` for a folder of
    ///   goldens.
    public static func check(results: FilePath, isNamed: Bool, apartFrom cases: [GoldenCase] = []) throws {
        guard !results.exists || results.isFolder else {
            throw SessionError(
                .cannotCreate, "the results' folder is a file", place: results,
                nextStep: "name another one with --results")
        }
        guard isNamed || !results.isLink else {
            throw SessionError(
                .cannotCreate, "the results' folder is a link, which may have come with the cases", place: results,
                nextStep: "remove it, or name the folder that it leads to with --results")
        }
        for golden in cases.compactMap(\.golden) { try golden.checkThatItIsApart(from: results) }
    }

    /// The cases that failed in an earlier run, with or without a sound.
    public static func kept(
        _ cases: [GoldenCase], in results: FilePath, parse: (_ words: [String], GoldenCase) throws -> CaseMix
    ) -> [GoldenCase] {
        var options = Options()
        options.results = results
        return cases.filter { item in
            guard item.skipReason == nil, let making = try? CaseMaking(item, parse: parse) else { return false }
            return CaseTrial(item, making, options: options, threadCount: 1, temporaryFiles: TemporaryFiles())
                .isKept
        }
    }

    /// Removes the kept files of a case from an earlier run, but not its golden.
    public func removeKept(of outcome: CaseOutcome) {
        removeResults(of: outcome)
        options.results.removeIfUnused()
    }

    /// - Parameter tell: called with the result of each case, in order, one at a time, on any thread.
    public func run(tell: @escaping @Sendable (CaseOutcome) -> Void) {
        let gate = FailureGate(), room = ResultsRoom(options.resultsByteCount)
        let work = OrderedWork(count: cases.count) { index in
            let outcome =
                options.stopsAtFailure && gate.isClosed(before: index) ? notRun(cases[index].item) : outcome(index)
            if outcome.isFailure { gate.close(at: index) }
            return outcome
        } tell: { index, outcome in
            // Which cases were begun before the first failure is chance; what is reported is not.
            let isBehind = options.stopsAtFailure && gate.isClosed(before: index)
            if isBehind { removeResults(of: outcome) }
            tell(isBehind ? notRun(outcome.item) : room.take(outcome, sounds: sounds(of: outcome, index)))
        }
        work.run(threadCount: min(options.threadCount, parallelCount))
        temporaryFiles.removeEmptyFolders()
        // One that an earlier run left with what has been mended since.
        if options.results == Self.resultsName, !options.changesNothing { options.results.removeIfUnused() }
    }

    private var parallelCount: Int {
        OpenFiles.parallelCount(inputCount: cases.map { $0.making?.inputs(of: $0.item).count ?? 0 }.max() ?? 0)
    }

    private func removeResults(of outcome: CaseOutcome) {
        guard let making = cases.first(where: { $0.item.name == outcome.item.name })?.making else { return }
        let trial = CaseTrial(outcome.item, making, options: options, threadCount: 1, temporaryFiles: temporaryFiles)
        for path in trial.keptPaths { try? path.removeFile() }
    }

    /// The sounds that this run has kept of a case.
    private func sounds(of outcome: CaseOutcome, _ index: Int) -> [FilePath] {
        guard outcome.actualPath != nil, !options.changesNothing, !options.judgesKept,
            let making = cases[index].making
        else { return [] }
        return CaseTrial(outcome.item, making, options: options, threadCount: 1, temporaryFiles: temporaryFiles)
            .soundPaths
    }

    private func notRun(_ item: GoldenCase) -> CaseOutcome {
        var outcome = CaseOutcome(item)
        outcome.status = item.skipReason == nil ? .notRun : .skipped
        outcome.reason = item.skipReason ?? "an earlier case failed"
        return outcome
    }

    private func outcome(_ index: Int) -> CaseOutcome {
        let (item, making) = cases[index]
        guard let making else {
            var outcome = CaseOutcome(item)
            outcome.status = .skipped
            outcome.reason = item.skipReason ?? ""
            return outcome
        }
        let threads = ThreadShares(threadCount: options.threadCount, pieceCount: cases.count)[index]
        let started = options.clock?()
        var outcome = CaseTrial(item, making, options: options, threadCount: threads, temporaryFiles: temporaryFiles)
            .outcome()
        if let started, let now = options.clock?() { outcome.seconds = now - started }
        return outcome
    }
}
