/// A source of frames: a file reader, a generator, an array in a test. Not thread-safe: one caller at a time.
///
/// This protocol and ``FrameSink`` throw untyped errors because they connect modules with different error types.
public protocol FrameSource: AnyObject {
    /// The format that ``read(into:at:frameCount:)`` gives. It is canonical, so only the rate and the number of channels differ.
    var format: StreamDescription { get }

    /// The exact number of frames from frame 0; `nil` for an endless source. A source that turns out to be shorter when
    /// it is read ends early.
    var frameCount: Int64? { get }

    /// Reads at most `frameCount` frames into `buffer` from its frame `offset`, and moves forward by as many.
    /// `buffer.frameLength` does not change.
    ///
    /// - Returns: the number of frames read. It may be less than `frameCount` at any time; zero is the end, and remains
    ///   the end.
    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int

    /// Makes `frame` the next frame to read. At or after the end, the next read returns zero.
    func seek(to frame: Int64) throws
}

extension FrameSource {
    /// Reads until it has `frameCount` frames or the source ends; short reads are joined.
    public func readFully(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        var done = 0
        while done < frameCount {
            let count = try read(into: &buffer, at: offset + done, frameCount: frameCount - done)
            if count == 0 { break }
            done += count
        }
        return done
    }
}
