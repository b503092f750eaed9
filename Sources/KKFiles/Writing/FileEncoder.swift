internal import KKConvert
internal import KKPCM

/// One family of files to be written.
protocol FileEncoder: AnyObject {
    /// The samples that the format could not hold, so far, with channels in the WAVE order.
    var overloads: OverloadTally { get }

    /// Takes the valid frames of `buffer`, canonical, in the WAVE order of channels.
    func write(_ buffer: borrowing PCMBuffer) throws(AudioFileError)

    /// Completes headers and trailers. The output file is closed and renamed by its owner afterwards.
    func finish() throws(AudioFileError)
}
