internal import KKPCM

/// What changes a sample rate after ``RateConverter``: frames go in as they come, and come out as soon as they can be
/// told.
protocol RateEngine: AnyObject {
    /// Input frames that an output frame reaches back, and ahead.
    var leadingFrames: Int { get }
    var trailingFrames: Int { get }

    func push(_ buffer: borrowing PCMBuffer, at offset: Int, frameCount: Int) throws(ConvertError) -> Int
    func finish()
    func pull(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(ConvertError) -> Int

    /// Makes `frame` the next output frame, after which the input goes on at the frame that is returned.
    func restart(at frame: Int64) throws(ConvertError) -> Int64
}
