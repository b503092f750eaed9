import Foundation
import KKFiles
import Testing

@Suite struct ParallelWorkersTests {
    /// How often each number was worked on.
    private final class Tally: @unchecked Sendable {
        private let lock = NSLock()
        private var counts: [Int]

        init(_ count: Int) { counts = Array(repeating: 0, count: count) }

        func add(_ number: Int) { lock.withLock { counts[number] += 1 } }

        var values: [Int] { lock.withLock { counts } }
    }

    @Test(arguments: [0, 1, 3, 16]) func `every number is worked on once, and all are done when the call returns`(
        threads: Int
    ) {
        let workers = ParallelWorkers(threadCount: threads)
        for round in 0..<200 {
            let count = round % 40
            let tally = Tally(count)
            workers.perform(count) { tally.add($0) }
            #expect(tally.values == Array(repeating: 1, count: count))
        }
    }

    @Test func `workers that is let go ends its threads, and a new one works`() {
        for _ in 0..<50 {
            let tally = Tally(8)
            ParallelWorkers(threadCount: 2).perform(8) { tally.add($0) }
            #expect(tally.values == Array(repeating: 1, count: 8))
        }
    }

    @Test func `work of uneven length is shared`() {
        let workers = ParallelWorkers(threadCount: 1)
        let tally = Tally(3)
        // The first number takes as long as it takes until the other two are done: by another thread, or never.
        workers.perform(3) { number in
            if number == 0 { while tally.values[1] + tally.values[2] < 2 { Thread.sleep(forTimeInterval: 0.001) } }
            tally.add(number)
        }
        #expect(tally.values == [1, 1, 1])
    }
}
