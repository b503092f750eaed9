internal import Synchronization

/// The lock of a slice. The thread that asked for the slice, and the workers that render for it, may all take it again.
///
/// Requests in the meantime wait in a queue, which is emptied whenever the lock is released, so nothing inside can
/// delay them.
struct SliceLock: ~Copyable {
    private let lock = OwnedLock(isShared: true)
    private let queue = Mutex<[Chore]>([])

    struct Chore: @unchecked Sendable {
        /// Run by whoever holds the lock.
        let body: () -> Void
    }

    /// Whether the thread that asks is inside.
    var isMine: Bool { lock.isMine }

    /// Whether it is the one that asked for the slice, and no worker.
    var isMineAlone: Bool { lock.isMineAlone }

    func hold<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if isMine { return try body() }
        defer { settle() }
        return try lock.hold { () throws(Failure) in
            defer { empty() }
            return try body()
        }
    }

    /// - Returns: whether `body` was run: not while somebody holds the lock, this thread included.
    func holdIfFree<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Bool {
        defer { settle() }
        return try lock.holdIfFree { () throws(Failure) in
            defer { empty() }
            try body()
        }
    }

    /// Runs `body` at once if nobody holds the lock, else when it is let go.
    func whenFree(_ body: @escaping () -> Void) {
        let chore = Chore(body: body)
        queue.withLock { $0.append(chore) }
        settle()
    }

    /// Runs what came between the last look into the queue and the letting go, when whoever asked found the lock held.
    private func settle() {
        while !queue.withLock({ $0.isEmpty }) { if !lock.holdIfFree({ empty() }) { return } }
    }

    private func empty() {
        while let chore = queue.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { chore.body() }
    }
}
