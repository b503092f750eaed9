internal import KKMixing
internal import Synchronization

/// Progress of files that are converted at once: JSON lines tell of all, a person sees the first that is not done.
final class ConvertProgress: Sendable {
    private let style: ProgressStyle
    private let common: CommonOptions
    private let fileCount: Int
    private let lines = Mutex([Int: Progress]())

    init(_ style: ProgressStyle, common: CommonOptions, fileCount: Int) {
        self.style = style
        self.common = common
        self.fileCount = fileCount
    }

    @Sendable func show(_ step: ConversionRun.Progress) {
        lines.withLock { lines in
            if lines[step.index] == nil {
                let count = fileCount > 1 && style != .json ? "\(step.index + 1)/\(fileCount) " : ""
                lines[step.index] = Progress(
                    style, common: common, name: "\(count)\(step.input)", sampleRate: step.sampleRate)
            }
            guard style == .json || step.index == lines.keys.min() else { return }
            lines[step.index]?.show(step.framesDone, of: step.frameCount, pass: step.pass)
        }
    }

    /// Takes a file's line off the terminal; whoever reads events gets a last one.
    func finish(_ index: Int, _ result: Result<ConversionReport, any Error>) {
        lines.withLock { lines in
            if case .success(let report) = result, let done = report.result {
                let line =
                    lines[index]
                    ?? Progress(
                        style, common: common, name: report.description.input.text,
                        sampleRate: report.description.to.format.sampleRate)
                line.finish(done.frameCount)
            }
            lines[index]?.clear()
            lines[index] = nil
        }
    }
}
