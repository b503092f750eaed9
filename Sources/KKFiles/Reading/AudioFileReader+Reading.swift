public import KKPCM

extension AudioFileReader {
    /// Reads at most `frameCount` client frames to frame `offset` of `buffer` and on.
    ///
    /// - Returns: the number of frames read. Fewer than asked for is legal at any time; zero is the end, and stays the
    ///   end.
    /// - Throws: −50 for a buffer of other channels than the client format, or without room for the frames; the file's
    ///   own troubles.
    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard buffer.channelCount == format.channelCount, offset >= 0, frameCount >= 0,
            frameCount <= buffer.frameCapacity - offset
        else {
            throw AudioFileError(
                .parameter, kind: .defect, path: path,
                "a buffer of \(buffer.channelCount) channels and \(buffer.frameCapacity) frames cannot take \(frameCount) frames of "
                    + "[\(format)] at \(offset)",
                nextStep: "give a buffer of the client format's channels with room for them, or ask for fewer")
        }
        do {
            let count = try chain.read(into: &buffer, at: offset, frameCount: frameCount)
            deliveredCount += Int64(count)
            return count
        } catch {
            throw AudioFileError(error, path: path)
        }
    }

    /// Makes `frame` of the *file* the next one to be read, to the sample. At or beyond the end, the next read gives
    /// zero.
    ///
    /// With a rate conversion the converter starts anew there, as if the file began with that frame: what comes is
    /// the conversion of the frames from there on, `ceil(rest · out / in)` of them.
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

    /// The frame of the file that comes next; with a rate conversion the one in whose time the next client frame falls.
    public var tell: Int64 {
        guard isConvertingRate else { return decoded.position }
        let frames = Double(deliveredCount) * (decoded.format.sampleRate / clientFormat.sampleRate)
        return min(decoded.origin &+ Int64(frames), max(decoded.origin, properties.frameCount))
    }

    /// Has `workers` decode ahead of the reads, several pieces of the file at a time. The frames, errors and warnings stay
    /// the same.
    ///
    /// - Parameter byteCount: what the decoded pieces may take.
    /// - Returns: `false` where nothing changes: the file is neither MPEG audio nor FLAC, is short, is damaged MPEG
    ///   audio or FLAC whose checksum is wanted (``ReaderOptions/strict``), there are no workers, or fewer than two
    ///   pieces would fit (in stereo 2.4 MB each of an MP3, 1 MB of a FLAC).
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

    /// Gives the file's descriptor back until the next read, so that hundreds of inputs fit in a few.
    /// A file that was replaced meanwhile is an error then. Standard input and pipes keep theirs.
    public func suspend() {
        source?.file?.suspend()
    }
}
