import KKFiles
import Testing

@Suite struct BackgroundJobTests {
    private final class Counts {
        var values = [0, 0, 0]
    }

    @Test(arguments: [0, 1, 2, 5]) func `a job is done once for each time that it was begun`(threads: Int) {
        let workers = IOWorkers(threadCount: threads), counts = (1...3).map { _ in Counts() }
        // Each has numbers of its own, as each channel has memory of its own.
        let jobs = counts.indices.map { number in BackgroundJob(workers) { counts[number].values[number] += 1 } }
        for job in jobs { job.finish() }
        #expect(counts.allSatisfy { $0.values == [0, 0, 0] })
        for _ in 0..<1_000 {
            for job in jobs { job.begin() }
            for job in jobs.reversed() { job.finish() }
            jobs[0].finish()
        }
        #expect(counts.map(\.values) == [[1_000, 0, 0], [0, 1_000, 0], [0, 0, 1_000]])
    }

    @Test func `who waits does it where no thread is left`() {
        let workers = IOWorkers(threadCount: 2), counts = Counts()
        workers.dismiss()
        let job = BackgroundJob(workers) { counts.values[0] += 1 }
        job.begin()
        job.finish()
        #expect(counts.values[0] == 1)
    }
}
