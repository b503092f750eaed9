#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A POSIX thread for a piece of work.
public enum BackgroundThread {
    /// Runs `body` on each of `count` threads, or on fewer when the system gives no more.
    ///
    /// - Returns: the threads that were started.
    static func start(_ count: Int, _ body: @escaping @Sendable () -> Void) -> Int {
        var started = 0
        while started < count, start(body) { started += 1 }
        return started
    }

    /// Runs `body` on a new, detached thread; `false` if the system gives no thread.
    @discardableResult
    public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = unsafe Unmanaged.passRetained(ThreadBody(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        let result = unsafe pthread_create(
            &thread, nil,
            {
                ThreadBody.run($0); return nil
            }, context.toOpaque())
        if let thread, result == 0 { pthread_detach(thread) }
        #else
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            {
                unsafe ThreadBody.run($0); return nil
            }, context.toOpaque())
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
