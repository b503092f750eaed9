/// Where frames come from: a file reader, a generator, a test's array. Single-threaded: one caller at a time.
///
/// The two ports of the house, this and ``FrameSink``, throw untyped errors because they join rooms that have error
/// types of their own.
public protocol FrameSource: AnyObject {
    /// What ``read(into:at:frameCount:)`` gives: canonical, so the rate and the channel count are what differs.
    var format: StreamDescription { get }

    /// The exact number of frames that will be delivered from frame 0 on; `nil` for an endless source.
    /// A source whose material proves shorter when it is read ends early.
    var frameCount: Int64? { get }

    /// Reads at most `frameCount` frames to frame `offset` of `buffer` and on, and moves forward by as many.
    /// `buffer.frameLength` is left alone.
    ///
    /// - Returns: the number of frames read. Fewer than asked for is legal at any time; zero is the end, and stays the
    ///   end.
    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int

    /// Makes `frame` the next one to be read. At or beyond the end, the next read gives zero.
    func seek(to frame: Int64) throws
}

extension FrameSource {
    /// Reads until `frameCount` frames are there or the source ends: short reads are joined.
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
