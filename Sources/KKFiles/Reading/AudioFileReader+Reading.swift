public import KKPCM

extension AudioFileReader {
    /// Reads at most `frameCount` client frames into `buffer` from its frame `offset`.
    ///
    /// - Returns: the number of frames read. It may be less than `frameCount` at any time; zero is the end, and remains
    ///   the end.
    /// - Throws: −50 for a buffer with the wrong number of channels, or without room for the frames; errors of the
    ///   file.
    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard buffer.channelCount == format.channelCount, offset >= 0, frameCount >= 0,
            frameCount <= buffer.frameCapacity - offset
        else {
            throw AudioFileError(
                .parameter, kind: .defect, path: path,
                "a buffer of \(buffer.channelCount) channels and \(buffer.frameCapacity) frames cannot take \(frameCount) frames of "
                    + "[\(format)] at \(offset)",
                nextStep: "give a larger buffer with the channels of the client format, or request fewer frames")
        }
        do {
            let count = try chain.read(into: &buffer, at: offset, frameCount: frameCount)
            deliveredCount += Int64(count)
            return count
        } catch {
            throw AudioFileError(error, path: path)
        }
    }

    /// Makes `frame` of the *file* the next frame to read, exactly. At or after the end, the next read returns zero.
    ///
    /// With a rate conversion the converter starts again there, as if the file began with that frame: the following
    /// frames are converted, `ceil(rest · out / in)` of them.
    public func seek(to frame: Int64) throws(AudioFileError) {
        guard frame >= 0 else {
            throw AudioFileError(
                .invalidSeek, kind: .usage, path: path, "there is no frame \(frame)",
                nextStep: "seek to frame 0 or later")
        }
        if isConvertingRate {
            try connect(format, clientLayout, from: frame)
        } else {
            try decoded.start(at: frame)
            pendingError = nil
        }
    }

    /// The next frame of the file; with a rate conversion the file's frame at the time of the next client frame.
    public var tell: Int64 {
        guard isConvertingRate else { return decoded.position }
        let frames = Double(deliveredCount) * (decoded.format.sampleRate / clientFormat.sampleRate)
        return min(decoded.origin &+ Int64(frames), max(decoded.origin, properties.frameCount))
    }

    /// Lets `workers` decode ahead of the reads, several pieces of the file at a time. Frames, errors and warnings do
    /// not change.
    ///
    /// - Parameter byteCount: the memory for decoded pieces.
    /// - Returns: `false` if this is not possible: the file is neither MPEG audio nor FLAC, is short, is damaged MPEG
    ///   audio, or is FLAC whose checksum is checked (``ReaderOptions/strict``); there are no workers; or fewer than
    ///   two pieces would fit (in stereo 2.4 MB each for MP3, 1 MB for FLAC).
    ///
    /// ## Allocation
    /// At most `byteCount`, and a decoder for each piece.
    public func decodeAhead(on workers: IOWorkers, byteCount: Int) throws(AudioFileError) -> Bool {
        try decoded.decodeAhead(on: workers, byteCount: byteCount)
    }

    /// Decodes a file that has a checksum of its sound, which a strict reader holds against what comes, to its end.
    package func checkSound() throws(AudioFileError) {
        guard options.strict, properties.soundChecksum != nil else { return }
        var frames = PCMBuffer(channelCount: clientFormat.channelCount, frameCapacity: 4096)
        while try read(into: &frames, at: 0, frameCount: frames.frameCapacity) > 0 {}
    }

    /// Closes the file's descriptor until the next read, so that hundreds of inputs need few descriptors. If the file
    /// is replaced in the meantime, the next read throws. Standard input and pipes keep theirs.
    public func suspend() {
        source?.file?.suspend()
    }
}
