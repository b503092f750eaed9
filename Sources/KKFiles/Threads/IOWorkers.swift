/// Reading or writing that goes on a step at a time: fill one block ahead, write one block behind.
///
/// The workers call ``step()`` without its lock and never twice at once, and everything else with the lock held.
class IOWork {
    /// Whether a step could be made now.
    var isReady: Bool { false }
    /// Whether a step never waits for other work, so that a thread that must wait may make it meanwhile. Such a step
    /// never calls ``IOWorkers/wait(for:until:)``.
    var waitsForNothing: Bool { false }
    /// Makes one block's worth of reading or writing; errors are kept by the work itself.
    func step() {}
    /// Takes note of the finished step.
    func stepDone() {}

    /// Whether a step is under way.
    fileprivate(set) var isRunning = false
    fileprivate var isQueued = false
    /// Whether somebody sleeps until a step under way is done.
    fileprivate var isAwaited = false
    fileprivate var next: IOWork?
}

/// Threads that read ahead and write behind the render loop.
///
/// There may be no threads: code that waits for a step does it itself, so everything then happens on the caller's
/// thread. The number of threads never changes a result: each piece of work is done in its order, by one thread at a
/// time.
///
/// ## Allocation
/// In `init`. None while work goes on.
public final class IOWorkers: @unchecked Sendable {
    private let state = WorkersState()
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

    /// Ends all work: returns when no step is running, and starts no more. The caller may then use the sources and
    /// sinks again.
    public func dismiss() {
        state.stop()
        locked {
            while state.runningSteps > 0 { state.waitForStep() }
        }
    }

    /// Runs `body` with the workers' lock held.
    func locked<Result>(_ body: () -> Result) -> Result {
        state.lock.lock()
        defer { state.lock.unlock() }
        return body()
    }

    /// Puts `work` in the queue if it can go on. With the lock held.
    func enqueue(_ work: IOWork) {
        if threadCount > 0 { state.enqueue(work) }
    }

    /// Waits until `isDone`, making steps of `work` on this thread whenever no other thread is at it, and else steps of
    /// what is in the queue and waits for nothing. With the lock held.
    func wait(for work: IOWork? = nil, until isDone: () -> Bool) {
        while !isDone() {
            if let work, work.isReady && !work.isRunning {
                state.makeStep(work)
            } else if let other = state.dequeue(where: { $0.waitsForNothing && $0.isReady && !$0.isRunning }) {
                state.makeStep(other)
                state.enqueue(other)
            } else {
                if let work {
                    work.isAwaited = true
                    state.lock.waitForStep()
                } else {
                    state.waitForStep()
                }
            }
        }
        work?.isAwaited = false
    }
}

/// What the workers share. It outlives their owner until the last thread has left.
private final class WorkersState: @unchecked Sendable {
    let lock = WorkLock()
    private var first: IOWork?
    private var last: IOWork?
    private var isStopping = false
    /// Steps under way, and those who sleep until any step is done.
    private(set) var runningSteps = 0
    private var generalWaiters = 0

    func enqueue(_ work: IOWork) {
        guard !isStopping, work.isReady, !work.isQueued, !work.isRunning else { return }
        work.isQueued = true
        if let last { last.next = work } else { first = work }
        last = work
        lock.announceWork()
    }

    /// Takes the first work of a kind out of the queue.
    func dequeue(where isWanted: (IOWork) -> Bool = { _ in true }) -> IOWork? {
        var previous: IOWork?
        var work = first
        while let candidate = work, !isWanted(candidate) {
            previous = candidate
            work = candidate.next
        }
        guard let work else { return nil }
        if let previous { previous.next = work.next } else { first = work.next }
        if last === work { last = previous }
        work.next = nil
        work.isQueued = false
        return work
    }

    func makeStep(_ work: IOWork) {
        work.isRunning = true
        runningSteps += 1
        lock.unlock()
        work.step()
        lock.lock()
        runningSteps -= 1
        work.isRunning = false
        work.stepDone()
        if work.isAwaited || generalWaiters > 0 { lock.announceStep() }
    }

    /// Gives the lock up until a step, whichever, has been made.
    func waitForStep() {
        generalWaiters += 1
        lock.waitForStep()
        generalWaiters -= 1
    }

    func serve() {
        lock.lock()
        while !isStopping {
            guard let work = dequeue() else {
                lock.waitForWork()
                continue
            }
            guard work.isReady && !work.isRunning else { continue }
            makeStep(work)
            enqueue(work)
        }
        lock.unlock()
    }

    func stop() {
        lock.lock()
        isStopping = true
        first = nil
        last = nil
        lock.dismiss()
        lock.unlock()
    }
}
