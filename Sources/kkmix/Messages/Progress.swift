internal import KKMixing

enum ProgressStyle: String, CaseIterable {
    case auto, json, none
}

/// Tells how far a job is, at most ten times a second: a line that rewrites itself on a terminal, plain lines with
/// `-v`, JSON lines on request.
final class Progress {
    private enum Shape { case line, plain, json, silent }

    private let shape: Shape
    private let name: String
    private let sampleRate: Double
    private let started = Terminal.clock
    private var pass = 1
    private var passStarted = 0.0
    private var lastShown = 0.0
    private var hasShown = false

    init(_ style: ProgressStyle, common: CommonOptions, name: String, sampleRate: Double) {
        self.name = name
        self.sampleRate = sampleRate
        shape =
            switch style {
            case .json: .json
            case .none: .silent
            case .auto where common.quiet: .silent
            case .auto where Terminal.isErrorTerminal: .line
            case .auto: common.verbose ? .plain : .silent
            }
        (passStarted, lastShown) = (started, started)
    }

    /// - Parameters:
    ///   - done: the frames of the pass that are done.
    ///   - total: those that there will be; `nil` if nobody knows.
    ///   - pass: the pass over the sound, from 1. What is counted begins again with it.
    func show(_ done: Int64, of total: Int64?, pass: Int) {
        guard shape != .silent else { return }
        let now = Terminal.clock
        if pass != self.pass { (self.pass, passStarted) = (pass, now) }
        guard now - lastShown >= (shape == .plain ? 1 : 0.1) else { return }
        lastShown = now
        hasShown = true
        let elapsed = max(now - passStarted, 1e-6)
        let speed = Double(done) / sampleRate / elapsed
        // What a header claims of a stream may be too little.
        let left = total.map { done > 0 ? elapsed * Double(max(0, $0 - done)) / Double(done) : 0 }
        if shape == .json {
            return tell(
                ProgressEvent(
                    event: .progress, path: name, pass: pass, frames_done: done, frames: total, speed: speed,
                    seconds_left: left))
        }
        let percent = total.map { $0 > 0 ? min(100, Int(done * 100 / $0)) : 100 }
        let text = ProgressText(
            name: name, pass: pass, percent: percent, seconds: Double(done) / sampleRate, speed: speed,
            secondsLeft: left)
        if shape == .line {
            Terminal.showProgress(text.line(within: Terminal.width - 1))
        } else {
            Terminal.printError(text.line(within: .max))
        }
    }

    /// Takes the line off the terminal; whoever reads events gets a last one, however short the job was.
    func finish(_ frames: Int64) {
        clear()
        guard shape == .json else { return }
        let speed = Double(frames) / sampleRate / max(Terminal.clock - started, 1e-6)
        tell(
            ProgressEvent(
                event: .done, path: name, pass: pass, frames_done: frames, frames: frames, speed: speed, seconds_left: 0
            ))
    }

    /// Takes the line off the terminal.
    func clear() {
        if shape == .line && hasShown { Terminal.showProgress("") }
    }

    private func tell(_ event: ProgressEvent) { Terminal.printError(JSONText.document(event)) }
}

/// A line of `--progress json`, of a file that is rendered: `progress` while it is, and `done` at its end.
struct ProgressEvent: Codable {
    enum Kind: String, Codable, CaseIterable { case progress, done }

    var schema = 1
    var event: Kind
    var path: String
    var pass: Int
    var frames_done: Int64
    @OrNull var frames: Int64?
    var speed: Double
    @OrNull var seconds_left: Double?
}
