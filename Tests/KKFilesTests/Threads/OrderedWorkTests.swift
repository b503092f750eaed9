@testable import KKFiles
import Synchronization
import Testing

/// Pieces made by several threads, told in their order.
@Suite struct OrderedWorkTests {
    @Test(arguments: [1, 2, 8, 300])
    func `every piece is made once and told in its order`(threadCount: Int) {
        let made = Mutex([Int]())
        let reported = Mutex([Int]())
        let work = OrderedWork(count: 200) { piece in
            // The first pieces take longest.
            var sum = 0
            for step in 0..<(200 - piece) * 300 { sum &+= step ^ piece }
            made.withLock { $0.append(piece) }
            return sum == .min ? -1 : piece * 3
        } tell: { piece, outcome in
            reported.withLock { $0 += [piece, outcome] }
        }
        work.run(threadCount: threadCount)
        #expect(made.withLock { $0.sorted() } == Array(0..<200))
        #expect(reported.withLock { $0 } == (0..<200).flatMap { [$0, $0 * 3] })
    }

    @Test func `no pieces are done at once`() {
        OrderedWork(count: 0) {
            $0
        } tell: { _, _ in
            Issue.record("nothing to tell")
        }.run(threadCount: 4)
    }
}
