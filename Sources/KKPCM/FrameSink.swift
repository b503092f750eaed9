/// A destination of frames: a file writer, a meter, an array in a test. Not thread-safe: one caller at a time.
public protocol FrameSink: AnyObject {
    /// The format that ``write(_:)`` takes; it is canonical.
    var format: StreamDescription { get }

    /// Writes the `frameLength` valid frames of `buffer`.
    func write(_ buffer: borrowing PCMBuffer) throws

    /// Completes the output after the last frame. A sink that is released without this call leaves nothing behind.
    func finalize() throws
}
