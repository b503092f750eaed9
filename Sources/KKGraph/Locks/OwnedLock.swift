internal import CThread
internal import Synchronization

/// A lock that knows which thread holds it; that thread may take it again.
struct OwnedLock: ~Copyable {
    private let lock = Mutex(())
    private let owner = Atomic<UInt>(0)
    /// Whether the workers of the thread that holds it go on, too.
    private let isShared: Bool

    init(isShared: Bool = false) {
        self.isShared = isShared
    }

    /// Whether the thread that asks may go on.
    var isMine: Bool { owner.load(ordering: .relaxed) == asker }

    /// The same of that thread alone, and not of its workers.
    var isMineAlone: Bool { owner.load(ordering: .relaxed) == kkmix_current_thread() }

    private var asker: UInt { isShared ? kkmix_served_thread() : kkmix_current_thread() }

    func hold<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if isMine { return try body() }
        var result: Result?
        try lock.withLock { _ throws(Failure) in result = try own(body) }
        guard let result else { preconditionFailure("the body has run") }
        return result
    }

    /// - Returns: whether `body` was run: not while somebody holds the lock, this thread included.
    func holdIfFree<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Bool {
        try lock.withLockIfAvailable { _ throws(Failure) in try own(body) } != nil
    }

    private func own<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        owner.store(asker, ordering: .relaxed)
        defer { owner.store(0, ordering: .relaxed) }
        return try body()
    }
}
