/// Where frames go: a file writer, a meter, a test's array. Single-threaded: one caller at a time.
public protocol FrameSink: AnyObject {
    /// What ``write(_:)`` takes: canonical.
    var format: StreamDescription { get }

    /// Takes the `frameLength` valid frames of `buffer`.
    func write(_ buffer: borrowing PCMBuffer) throws

    /// Completes the material after the last frame. A sink that is dropped without it leaves nothing behind.
    func finalize() throws
}
