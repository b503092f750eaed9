#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A mutex with one condition: what the doors' threads share.
///
/// ## Allocation
/// In `init`.
@safe
final class DoorLock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        unsafe changed.deallocate()
    }

    func lock() { unsafe pthread_mutex_lock(mutex) }

    func unlock() { unsafe pthread_mutex_unlock(mutex) }

    /// Gives the lock up until something has changed.
    func wait() { unsafe pthread_cond_wait(changed, mutex) }

    /// Wakes everyone who waits.
    func broadcast() { unsafe pthread_cond_broadcast(changed) }
}
