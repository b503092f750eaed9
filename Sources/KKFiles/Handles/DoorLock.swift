#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A mutex with one condition, and the threads that run under it: all that the doors need of POSIX threads.
///
/// ## Allocation
/// In `init` and ``startThread(_:)``.
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

    /// Runs `body` on a thread of its own that nobody joins; `false` when the system gives no thread.
    static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = unsafe Unmanaged.passRetained(ThreadBody(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        let result = unsafe pthread_create(&thread, nil, { ThreadBody.run($0); return nil }, context.toOpaque())
        if let thread, result == 0 { pthread_detach(thread) }
        #else
        var thread = pthread_t()
        let result = unsafe pthread_create(&thread, nil, { unsafe ThreadBody.run($0); return nil }, context.toOpaque())
        if result == 0 { pthread_detach(thread) }
        #endif
        if result != 0 { unsafe context.release() }
        return result == 0
    }
}

private final class ThreadBody {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    @unsafe
    static func run(_ context: UnsafeMutableRawPointer?) {
        guard let context = unsafe context else { return }
        unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
    }
}
