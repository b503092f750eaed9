internal import KKFiles

/// Measures files in parallel and reports each in order. A file that fails does not stop others.
public struct MeasureRun: Sendable {
    public let jobs: [MeasureJob]
    /// The number of threads, including the caller's: for parallel files, and if there are fewer files, several for each.
    public var threadCount = 1

    public init(_ jobs: [MeasureJob]) {
        self.jobs = jobs
    }

    /// - Parameter tell: called with the result of each file, in order, one at a time, on any thread.
    public func run(tell: @escaping @Sendable (Int, Result<MeasureReport, any Error>) -> Void) {
        let work = OrderedWork(count: jobs.count, make: { index in Result { try measure(index) } }, tell: tell)
        work.run(threadCount: threadCount)
    }

    private func measure(_ index: Int) throws -> MeasureReport {
        var job = jobs[index]
        // The first files have a thread more each where the division leaves some.
        let (share, rest) = threadCount.quotientAndRemainder(dividingBy: jobs.count)
        job.threadCount = max(1, index < rest ? share + 1 : share)
        return try job.run()
    }
}
