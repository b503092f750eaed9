internal import KKFiles

/// Measures several files, several at a time, and tells of each in their order. A file that fails stops no other one.
public struct MeasureRun: Sendable {
    public let jobs: [MeasureJob]
    /// Threads at work, the caller's included: files in parallel, and where there are fewer files, several for each.
    public var threadCount = 1

    public init(_ jobs: [MeasureJob]) {
        self.jobs = jobs
    }

    /// - Parameter tell: is given what became of each file, in their order, one at a time and from any thread.
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
