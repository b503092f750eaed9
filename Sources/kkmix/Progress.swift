internal import KKAudio

enum ProgressStyle: String, CaseIterable {
    case auto, json, none
}

/// Tells how far a job is, at most ten times a second: a line that rewrites itself on a terminal, plain lines with `-v`, JSON lines on request.
final class Progress {
    private enum Shape { case line, plain, json, silent }

    private let shape: Shape
    private let name: String
    private let sampleRate: Double
    private let started = Terminal.clock
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
        lastShown = started
    }

    func show(_ done: Int64, of total: Int64) {
        guard shape != .silent else { return }
        let now = Terminal.clock
        guard now - lastShown >= (shape == .plain ? 1 : 0.1) else { return }
        lastShown = now
        hasShown = true
        let elapsed = max(now - started, 1e-6)
        let speed = Double(done) / sampleRate / elapsed
        let left = done > 0 ? elapsed * Double(total - done) / Double(done) : 0
        let percent = total > 0 ? Int(done * 100 / total) : 100
        switch shape {
        case .json:
            Terminal.printError(JSONText.document(Event(file: name, frames_done: done, frames: total, speed: speed, seconds_left: left)))
        case .plain: Terminal.printError(text(percent, speed, left))
        case .line: Terminal.putError("\r\u{1B}[K" + String(text(percent, speed, left).prefix(Terminal.width - 1)))
        case .silent: break
        }
    }

    private func text(_ percent: Int, _ speed: Double, _ left: Double) -> String {
        "\(name)  \(percent)%  \(decimalText(speed, digits: 0))x real time  \(timeText(left.rounded()).dropLast(4)) left"
    }

    /// Takes the line off the terminal.
    func clear() {
        if shape == .line && hasShown { Terminal.putError("\r\u{1B}[K") }
    }

    private struct Event: Encodable {
        var event = "progress"
        var file: String
        var frames_done: Int64
        var frames: Int64
        var speed: Double
        var seconds_left: Double
    }
}
