internal import Synchronization

/// The first piece of a run that failed, as several threads find it.
final class FailureGate: Sendable {
    private let first = Mutex(Int.max)

    func close(at index: Int) { first.withLock { $0 = min($0, index) } }

    func isClosed(before index: Int) -> Bool { first.withLock { $0 < index } }
}
