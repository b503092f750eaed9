/// Workers for what can be done in parallel while a slice is rendered: independent buses of a mixer, channels of a
/// convolution. Their number never changes a result.
///
/// Buses are independent if they share no unit, no input callback, and no unit with notifications or listeners.
/// Everything else of a bus, mainly the sources and completions of its players, may be called on any thread while other
/// buses are rendered, and must not be shared with another bus.
///
/// Kernels and units have no threads: the host provides them.
public protocol RenderWorkers: AnyObject {
    /// Runs `work` once for each number in 0 ..< `count`, and returns when all are done: number 0 on the calling
    /// thread, the others on any. The calls are independent. A call from inside `work` is done by its caller alone.
    ///
    /// ## Allocation
    /// None.
    func perform(_ count: Int, _ work: @escaping (Int) -> Void)
}
