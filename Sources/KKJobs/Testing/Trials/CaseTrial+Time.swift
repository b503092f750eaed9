internal import KKFiles
internal import KKPCM
internal import KKSession

/// How long the steps of a case may take: each render, each comparison, each damage and so on has all of it, so that it
/// does not matter how many there are.
extension CaseTrial {
    /// Starts counting the time of a step.
    ///
    /// - Parameter step: what is done, in a sentence: `the mix`.
    /// - Returns: `nil` without a clock.
    func deadline(_ step: String) -> RenderDeadline? {
        guard let clock = options.clock else { return nil }
        let (seconds, nextStep) = timeLimit(of: item.seconds)
        return RenderDeadline(
            seconds: seconds, "\(step) of '\(item.name)'", place: item.originPlace, nextStep: nextStep, clock: clock)
    }

    /// Of two time limits the shorter, and what gives a case more time.
    func timeLimit(of seconds: Double) -> (seconds: Double, nextStep: String) {
        if let most = options.seconds, most < seconds { return (most, "give it more time with --timeout TIME") }
        return (seconds, "give it more time with 'timeout: TIME'")
    }

    /// What a job of a case works with.
    func environment(_ step: String) -> RenderJob.Environment {
        var environment = RenderJob.Environment(temporaryFiles: temporaryFiles.part())
        environment.threadCount = threadCount
        environment.deadline = deadline(step)
        environment.room = MixRoom(of: "a case", place: item.originPlace)
        return environment
    }

    /// A source that ends when the time of a step is over.
    func timed(_ source: any FrameSource, _ step: String) -> any FrameSource {
        deadline(step).map { TimedSource(source, $0) } ?? source
    }
}
