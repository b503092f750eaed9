/// Work that is done again and again, by one of the threads that read ahead and write behind, or by who waits for it.
///
/// ## Allocation
/// In `init` alone.
public final class BackgroundJob: @unchecked Sendable {
    private let step: BackgroundStep
    private let workers: IOWorkers

    public init(_ workers: IOWorkers, _ body: @escaping () -> Void) {
        step = BackgroundStep(body)
        self.workers = workers
    }

    /// Has it done by the return of ``finish()``.
    public func begin() {
        workers.locked {
            step.isWanted = true
            workers.enqueue(step)
        }
    }

    /// Returns when it is done, at once if it was not begun.
    public func finish() {
        workers.locked { workers.wait(for: step) { !step.isWanted } }
    }
}

private final class BackgroundStep: IOWork {
    private let body: () -> Void
    var isWanted = false

    init(_ body: @escaping () -> Void) { self.body = body }

    override var isReady: Bool { isWanted }
    override var waitsForNothing: Bool { true }
    override func step() { body() }
    override func stepDone() { isWanted = false }
}
