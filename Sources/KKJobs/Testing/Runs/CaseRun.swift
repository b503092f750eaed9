public import KKFiles
internal import KKPCM
internal import KKSession

/// Makes the sounds of cases and holds each against its golden and its assertions, several at a time, and tells of each in their
/// order.
///
/// A case that fails stops no other one, and nothing that is reported depends on the number of threads. Nothing is written
/// but the results' folder and, where ``Options/recording`` asks for it, goldens.
public struct CaseRun: Sendable {
    /// Which goldens are written. One that passes never is.
    public enum Recording: String, Sendable, CaseIterable {
        case missing, failed, all
    }

    public struct Options: Sendable {
        /// Where renders of cases that fail are kept; made when there is one.
        public var results = CaseRun.resultsName
        /// Whether a golden may lie outside the project of its manifest.
        public var allowsOutside = false
        public var recording: Recording?
        /// Whether goldens can be written where this runs, for the steps that are named; in CI they cannot.
        public var writesGoldens = true
        /// Renders of each case, with other slices and other numbers of threads by turns, that must have the same
        /// bytes.
        public var repeatCount = 1
        /// Whether damage is done to every render that passes, to see what the case would not notice.
        public var mutates = false
        public var stopsAtFailure = false
        /// Threads at work, the caller's included: cases in parallel, and where there are fewer, to read and write for each.
        public var threadCount = 1
        /// Words of a command line that run these cases again, for what is reported: `kkmix test folder`.
        public var command = "kkmix test"
        /// The same of a command line that makes their sounds again: `kkmix test --run-commands folder`.
        public var testCommand = "kkmix test"
        /// Seconds on a clock that only goes forward, for ``CaseOutcome/seconds`` alone; this room has none.
        public var clock: (@Sendable () -> Double)?
        /// Whether the sounds that an earlier run has kept are judged, in place of new ones.
        public var judgesKept = false
        /// Whether what was kept is only looked at: no picture is drawn, and nothing is removed.
        public var changesNothing = false
        /// What makes the sounds that stand in place of goldens.
        public var baseline: CaseBaseline?
        /// Starts the programs of cases; without one, cases that have some are errors.
        public var programs: (any ProgramRunner)?
        /// What the goldens must be that are kept in stores.
        public var locks = GoldenLocks()

        public init() {}
    }

    public static let resultsName: FilePath = "kkmix-results"

    public let options: Options
    let temporaryFiles: TemporaryFiles
    /// Each case with how its sound is made; `nil` of one that is skipped.
    let cases: [(item: GoldenCase, making: CaseMaking?)]

    /// Reads every case's words, so that a slip in the last is reported before the first is rendered.
    ///
    /// - Parameters:
    ///   - all: every case there is, those too that are not run: no golden is written over what they read.
    ///   - neighbours: those of manifests that were not named, as ``ManifestSearch`` finds them, for the same reason.
    ///   - parse: makes a mix of words, for a case.
    /// - Throws: `badSession` with the case's place; `usage` where results would lie among goldens.
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
        guard !options.results.exists || options.results.isFolder else {
            throw SessionError(
                .cannotCreate, "the results' folder is a file", place: options.results,
                nextStep: "name another one with --results")
        }
        guard options.results != Self.resultsName || !options.results.isLink else {
            throw SessionError(
                .cannotCreate, "the results' folder is a link, which may have come with the cases",
                place: options.results,
                nextStep: "remove it, or name the folder it points to with --results")
        }
        temporaryFiles.own(options.results)
        let others =
            all.filter { item in item.skipReason != nil || !cases.contains { $0.name == item.name } } + neighbours
        // Of a case that another version of kkmix may understand, everything that its words may name.
        try checkGoldens(
            self.cases.map { ($0.item, $0.making?.inputs(of: $0.item) ?? $0.item.namedPaths) }
                + others.map { ($0, (try? CaseMaking($0, parse: parse))?.inputs(of: $0) ?? $0.namedPaths) })
    }

    /// The cases of which a sound was kept that failed.
    public static func kept(
        _ cases: [GoldenCase], in results: FilePath, parse: (_ words: [String], GoldenCase) throws -> CaseMix
    ) -> [GoldenCase] {
        var options = Options()
        options.results = results
        return cases.filter { item in
            guard item.skipReason == nil, let making = try? CaseMaking(item, parse: parse) else { return false }
            return CaseTrial(item, making, options: options, threadCount: 1, temporaryFiles: TemporaryFiles())
                .actualPath.isPlainFile
        }
    }

    /// Removes what an earlier run has kept of a case; its golden stays.
    public func removeKept(of outcome: CaseOutcome) {
        removeResults(of: outcome)
        options.results.removeIfUnused()
    }

    /// - Parameter tell: is given what became of each case, in their order, one at a time and from any thread.
    public func run(tell: @escaping @Sendable (CaseOutcome) -> Void) {
        let gate = FailureGate()
        let work = OrderedWork(count: cases.count) { index in
            let outcome =
                options.stopsAtFailure && gate.isClosed(before: index) ? notRun(cases[index].item) : outcome(index)
            if outcome.isFailure { gate.close(at: index) }
            return outcome
        } tell: { index, outcome in
            // Which cases were begun before the first failure is chance; what is reported is not.
            let isBehind = options.stopsAtFailure && gate.isClosed(before: index)
            if isBehind { removeResults(of: outcome) }
            tell(isBehind ? notRun(outcome.item) : outcome)
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
