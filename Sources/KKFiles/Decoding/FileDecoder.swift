internal import KKPCM

/// One family of files to be read.
///
/// It delivers the file's own rate and channels, deinterleaved Float32, in the WAVE order of channels, with priming and
/// padding cut off.
protocol FileDecoder: AnyObject {
    var properties: FileProperties { get }

    /// The damage met while decoding, beyond what `properties` told at opening.
    var warnings: [FileWarning] { get }

    /// The number of frames, where only reading to the end could tell it; `nil` before the end, and where the length was
    /// known from the start.
    var countedFrames: Int64? { get }

    /// As ``FrameSource/read(into:at:frameCount:)``.
    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int

    /// Compares the sound with the checksum that the file has of it, where it has one: when the file has been read in one
    /// go, there is a warning if the two differ. It takes time, so it is done on request alone.
    func checkSound()

    /// Makes `frame` the next one to be read, to the sample.
    func seek(to frame: Int64) throws(AudioFileError)

    /// Has `workers` decode pieces ahead in at most `byteCount` bytes, from the frame that is read next on; the frames
    /// stay the same.
    ///
    /// - Returns: `false` if the file cannot be decoded in pieces, or these do not fit; then nothing has changed.
    func decodeAhead(on workers: IOWorkers, byteCount: Int) throws(AudioFileError) -> Bool
}

extension FileDecoder {
    var countedFrames: Int64? { nil }

    func checkSound() {}

    func decodeAhead(on workers: IOWorkers, byteCount: Int) throws(AudioFileError) -> Bool { false }
}
