internal import KKPCM

/// One family of files. Every decoder is written in the same order: open, format, read, seek, close.
///
/// It delivers the file's own rate and channels, deinterleaved Float32, in the WAVE order of channels, with priming and
/// padding cut off.
protocol FileDecoder: AnyObject {
    var properties: FileProperties { get }

    /// The damage met while decoding, beyond what `properties` told at opening.
    var warnings: [FileWarning] { get }

    /// How many frames there were, where only the end could tell, which a decoder has told of then; `nil` before it has
    /// come, and of a length that was known and true.
    var countedFrames: Int64? { get }

    /// As ``FrameSource/read(into:at:frameCount:)``.
    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int

    /// Has the sound held against the checksum that the file has of it, where it has one: read in one go, it ends with
    /// a warning where the two differ. It takes time, so nobody has it done without asking.
    func checkSound()

    /// Makes `frame` the next one to be read, to the sample.
    func seek(to frame: Int64) throws(AudioFileError)

    /// Has `workers` decode pieces ahead in at most `byteCount` bytes, from the frame that is read next on; the frames
    /// stay the same.
    ///
    /// - Returns: `false` when the file cannot be decoded in pieces, or these do not fit; then nothing has changed.
    func decodeAhead(on workers: IOWorkers, byteCount: Int) throws(AudioFileError) -> Bool
}

extension FileDecoder {
    var countedFrames: Int64? { nil }

    func checkSound() {}

    func decodeAhead(on workers: IOWorkers, byteCount: Int) throws(AudioFileError) -> Bool { false }
}
