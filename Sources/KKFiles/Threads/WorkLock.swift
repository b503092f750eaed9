#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A mutex with two conditions: what threads that read and write share. There is work for one of the workers, and a step is done
/// that somebody waits for: whoever has nothing to do with it sleeps on.
///
/// ## Allocation
/// In `init`.
@safe
final class WorkLock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let hasWork: UnsafeMutablePointer<pthread_cond_t>
    private let hasStepped: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe hasWork = .allocate(capacity: 1)
        unsafe hasStepped = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(hasWork, nil)
        unsafe pthread_cond_init(hasStepped, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(hasWork)
        unsafe pthread_cond_destroy(hasStepped)
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        unsafe hasWork.deallocate()
        unsafe hasStepped.deallocate()
    }

    func lock() { unsafe pthread_mutex_lock(mutex) }

    func unlock() { unsafe pthread_mutex_unlock(mutex) }

    /// Gives the lock up until there may be work.
    func waitForWork() { unsafe pthread_cond_wait(hasWork, mutex) }

    /// Wakes one of those who wait for work, if there is one.
    func announceWork() { unsafe pthread_cond_signal(hasWork) }

    /// Wakes everyone who waits for work.
    func dismiss() { unsafe pthread_cond_broadcast(hasWork) }

    /// Gives the lock up until a step may have been made.
    func waitForStep() { unsafe pthread_cond_wait(hasStepped, mutex) }

    /// Wakes everyone who waits for a step.
    func announceStep() { unsafe pthread_cond_broadcast(hasStepped) }
}
