internal import KKMixing
internal import Synchronization

/// What a run of tests kept of the cases that failed, and what can be done with it.
struct KeptCases {
    let cases: [GoldenCase]
    private let all: [GoldenCase]
    private let neighbours: ManifestSearch
    private let options: CaseRun.Options
    /// Whether ``look(_:)`` leaves everything as it is.
    private let isListing: Bool
    private let files: TemporaryFiles

    init(
        _ cases: [GoldenCase], among all: [GoldenCase], besides neighbours: ManifestSearch, options: CaseRun.Options,
        isListing: Bool, files: TemporaryFiles
    ) {
        (self.cases, self.all, self.neighbours) = (cases, all, neighbours)
        (self.options, self.isListing, self.files) = (options, isListing, files)
    }

    /// Judges it again. In a listing nothing is written or removed; else its picture and its residual are, and what is
    /// not a failure any more goes.
    func look(_ item: GoldenCase) throws -> CaseOutcome {
        try outcome(of: item, recording: nil, changesNothing: isListing)
    }

    /// Makes it the golden, unless something other than the golden speaks against it, or a manifest that cannot be read
    /// may need that one.
    func accept(_ item: GoldenCase) throws -> CaseOutcome {
        guard let problem = neighbours.problem else { return try outcome(of: item, recording: .all) }
        var outcome = try look(item)
        guard outcome.isFailure else { return outcome }
        outcome.status = .error
        outcome.reason = "its golden was not written, because a manifest cannot be read"
        outcome.nextStep = "fix \(problem.place ?? "it"), or move it elsewhere"
        return outcome
    }

    /// Removes it; the golden stays.
    func reject(_ item: GoldenCase) throws -> CaseOutcome {
        let run = try run(item, recording: nil, changesNothing: false)
        var outcome = try look(item)
        run.removeKept(of: outcome)
        outcome.status = .skipped
        outcome.reason = "rejected; the golden stays"
        return outcome
    }

    private func run(
        _ item: GoldenCase, recording: CaseRun.Recording?, changesNothing: Bool
    ) throws -> CaseRun {
        var options = options
        (options.recording, options.changesNothing) = (recording, changesNothing)
        return try CaseRun(
            [item], among: all, besides: neighbours.found.flatMap(\.cases), options: options, temporaryFiles: files,
            parse: CaseWords.mix)
    }

    private func outcome(
        of item: GoldenCase, recording: CaseRun.Recording?, changesNothing: Bool = false
    ) throws -> CaseOutcome {
        let found = Kept()
        try run(item, recording: recording, changesNothing: changesNothing).run { outcome in
            found.outcome.withLock { $0 = outcome }
        }
        return found.outcome.withLock { $0 } ?? CaseOutcome(item)
    }

    private final class Kept: Sendable {
        let outcome = Mutex<CaseOutcome?>(nil)
    }
}
