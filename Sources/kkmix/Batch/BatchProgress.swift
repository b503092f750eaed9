internal import KKMixing
internal import Synchronization

/// Tells how many jobs are over, at most ten times a second: a line that rewrites itself on a terminal, JSON lines on
/// request.
final class BatchProgress: Sendable {
    private enum Shape { case line, json, silent }

    private let shape: Shape
    private let jobCount: Int
    private let started = Terminal.clock
    private let state = Mutex(State())

    private struct State {
        var done = 0
        var failed = 0
        var lastShown = 0.0
    }

    init(_ style: ProgressStyle, common: CommonOptions, jobCount: Int) {
        self.jobCount = jobCount
        shape =
            switch style {
            case .json: .json
            case .none: .silent
            // With -v the jobs themselves go by.
            case .auto where common.quiet || common.verbose || !Terminal.isErrorTerminal: .silent
            case .auto: .line
            }
    }

    func count(_ outcome: JobOutcome) {
        state.withLock { state in
            state.done += 1
            if outcome.isFailure { state.failed += 1 }
            let now = Terminal.clock
            guard shape != .silent, now - state.lastShown >= 0.1 else { return }
            state.lastShown = now
            let left = (now - started) * Double(jobCount - state.done) / Double(state.done)
            shape == .json ? tell(.progress, state, left) : Terminal.showProgress(line(state, left))
        }
    }

    func finish() {
        if shape == .line { Terminal.showProgress("") }
        if shape == .json { state.withLock { tell(.done, $0, 0) } }
    }

    /// `37/1000 jobs, 2 failed, 0:12 left`
    private func line(_ state: State, _ left: Double) -> String {
        let failed = state.failed > 0 ? ", \(state.failed) failed" : ""
        return String("\(state.done)/\(jobCount) jobs\(failed), \(timeText(left)) left".prefix(Terminal.width - 1))
    }

    private func tell(_ event: ProgressEvent.Kind, _ state: State, _ left: Double) {
        let document = BatchProgressEvent(
            event: event, jobs_done: state.done, job_count: jobCount, failed: state.failed, seconds_left: left)
        Terminal.printError(JSONText.document(document))
    }
}

/// A line of `--progress json`, of a batch.
struct BatchProgressEvent: Codable {
    var schema = 1
    var event: ProgressEvent.Kind
    var jobs_done: Int
    var job_count: Int
    var failed: Int
    var seconds_left: Double
}
