/// Threads beside the one that renders, for what a kernel has to have done only later. Their number never changes a
/// result.
///
/// KKDSP has no threads: the host provides them.
public protocol KernelWorkers: AnyObject {
    /// A job of a kernel, which outlives it if it is under way.
    ///
    /// ## Allocation
    /// The job.
    func job(_ body: @escaping () -> Void) -> any KernelJob
}

/// Work that a kernel has done again and again.
public protocol KernelJob: AnyObject {
    /// Has it done by the return of ``finish()``.
    ///
    /// ## Allocation
    /// None.
    func begin()

    /// Returns when it is done, at once if it was not begun. Where no thread has taken it yet, the caller does it.
    ///
    /// ## Allocation
    /// None.
    func finish()
}
