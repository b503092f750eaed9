/// Independent pieces of work, done by several threads and reported in order.
///
/// ## Allocation
/// One entry per piece.
public final class OrderedWork<Outcome: Sendable>: @unchecked Sendable {
    private let lock = WorkLock()
    private var outcomes: [Outcome?]
    /// The pieces that are made side by side, in their order, and those that come after them one at a time.
    private let first: [Int]
    private let last: [Int]
    private var made = 0
    /// The next of `first` to be made, and the next piece to be reported.
    private var next = 0
    private var reported = 0
    /// Whether a thread is telling: outside the lock, so that whoever listens slowly keeps no other thread from its
    /// next piece.
    private var isTelling = false
    private let make: @Sendable (Int) -> Outcome
    private let tell: @Sendable (Int, Outcome) -> Void

    /// - Parameters:
    ///   - last: pieces that are done after all others, one at a time.
    ///   - make: does a piece; called from any thread, for several pieces at once.
    ///   - tell: gets each outcome after all earlier ones have been reported; never called concurrently.
    public init(
        count: Int, last: [Int] = [], make: @escaping @Sendable (Int) -> Outcome,
        tell: @escaping @Sendable (Int, Outcome) -> Void
    ) {
        outcomes = Array(repeating: nil, count: count)
        self.last = last
        let late = Set(last)
        first = (0..<count).filter { !late.contains($0) }
        self.make = make
        self.tell = tell
    }

    /// Does all pieces, and returns when the last has been reported.
    ///
    /// - Parameter threadCount: the number of threads, including the caller's; the system may give fewer.
    public func run(threadCount: Int) {
        var started = 1
        while started < min(threadCount, first.count), BackgroundThread.start({ self.serve() }) { started += 1 }
        serve()
        lock.lock()
        while !last.isEmpty, made < first.count { lock.waitForStep() }
        for piece in last { makeUnlocked(piece) }
        while reported < outcomes.count { lock.waitForStep() }
        lock.unlock()
    }

    private func serve() {
        lock.lock()
        while next < first.count {
            let piece = first[next]
            next += 1
            makeUnlocked(piece)
            made += 1
        }
        lock.announceStep()
        lock.unlock()
    }

    /// Called with the lock, which it lets go of while it makes and tells.
    private func makeUnlocked(_ piece: Int) {
        lock.unlock()
        let outcome = make(piece)
        lock.lock()
        outcomes[piece] = outcome
        tellWhatIsNext()
    }

    /// Called with the lock, which it lets go of while it tells.
    private func tellWhatIsNext() {
        guard !isTelling else { return }
        isTelling = true
        while reported < outcomes.count, let outcome = outcomes[reported] {
            outcomes[reported] = nil
            let piece = reported
            lock.unlock()
            tell(piece, outcome)
            lock.lock()
            reported += 1
        }
        isTelling = false
    }
}
