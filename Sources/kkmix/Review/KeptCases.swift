internal import KKMixing
internal import Synchronization

/// What a run of tests kept of the cases that failed, and what can be done with it.
struct KeptCases {
    let cases: [GoldenCase]
    private let all: [GoldenCase]
    private let neighbours: [GoldenCase]
    private let options: CaseRun.Options
    private let files: TemporaryFiles

    init(
        _ cases: [GoldenCase], among all: [GoldenCase], besides neighbours: [GoldenCase], options: CaseRun.Options,
        files: TemporaryFiles
    ) {
        (self.cases, self.all, self.neighbours) = (cases, all, neighbours)
        (self.options, self.files) = (options, files)
    }

    /// Judges it anew; nothing is written but its picture and its residual.
    func look(_ item: GoldenCase) throws -> CaseOutcome { try outcome(of: item, recording: nil) }

    /// Makes it the golden, unless something other than the golden speaks against it.
    func accept(_ item: GoldenCase) throws -> CaseOutcome { try outcome(of: item, recording: .all) }

    /// Removes it; the golden stays.
    func reject(_ item: GoldenCase) throws -> CaseOutcome {
        let run = try run(item, recording: nil)
        var outcome = try look(item)
        run.removeKept(of: outcome)
        outcome.status = .skipped
        outcome.reason = "rejected, the golden stays"
        return outcome
    }

    private func run(_ item: GoldenCase, recording: CaseRun.Recording?) throws -> CaseRun {
        var options = options
        options.recording = recording
        return try CaseRun(
            [item], among: all, besides: neighbours, options: options, temporaryFiles: files, parse: CaseWords.mix)
    }

    private func outcome(of item: GoldenCase, recording: CaseRun.Recording?) throws -> CaseOutcome {
        let found = Kept()
        try run(item, recording: recording).run { outcome in found.outcome.withLock { $0 = outcome } }
        return found.outcome.withLock { $0 } ?? CaseOutcome(item)
    }

    private final class Kept: Sendable {
        let outcome = Mutex<CaseOutcome?>(nil)
    }
}
