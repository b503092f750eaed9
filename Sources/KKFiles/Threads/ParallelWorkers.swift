/// Threads that render independent buses of a mixer in parallel, including the caller's.
///
/// Each call of ``perform(_:_:)`` gives out numbers one by one, so an uneven load is balanced. The number of threads
/// never changes a result.
///
/// ## Allocation
/// In `init`.
public final class ParallelWorkers: @unchecked Sendable {
    private let state = ParallelWorkersState()
    /// The number of threads that were started, without the caller's.
    public let threadCount: Int

    /// - Parameter threadCount: threads besides the caller's; fewer if the system gives no more.
    public init(threadCount: Int) {
        let state = state
        self.threadCount = BackgroundThread.start(threadCount) { state.serve() }
    }

    deinit {
        state.stop()
    }

    /// Runs `work` for 0 ..< `count`, each once, and returns when all are done. The caller does number 0. A nested call
    /// from inside `work`, or a concurrent one, is done by its caller alone.
    ///
    /// A closure that is made for one call allocates; a stored one does not.
    public func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
        if threadCount > 0 && count > 1 && state.perform(count, work) { return }
        for number in 0..<count { work(number) }
    }
}

/// What the workers share. It outlives their owner until the last thread has left.
private final class ParallelWorkersState: @unchecked Sendable {
    private let lock = WorkLock()
    private var work: ((Int) -> Void)?
    private var count = 0
    /// The next number to be handed out, and those that are not done.
    private var next = 0
    private var open = 0
    private var isStopping = false

    /// - Returns: false when it is busy.
    func perform(_ count: Int, _ work: @escaping (Int) -> Void) -> Bool {
        lock.lock()
        if self.work != nil {
            lock.unlock()
            return false
        }
        self.work = work
        self.count = count
        next = 0
        open = count
        lock.dismiss()
        takeNumbers()
        while open > 0 { lock.waitForStep() }
        self.work = nil
        lock.unlock()
        return true
    }

    func serve() {
        lock.lock()
        while !isStopping {
            if next < count { takeNumbers() } else { lock.waitForWork() }
        }
        lock.unlock()
    }

    func stop() {
        lock.lock()
        isStopping = true
        lock.dismiss()
        lock.unlock()
    }

    /// Works as long as there are numbers. With the lock held.
    private func takeNumbers() {
        while next < count, let work {
            let number = next
            next += 1
            lock.unlock()
            work(number)
            lock.lock()
            open -= 1
            if open == 0 { lock.announceStep() }
        }
    }
}
