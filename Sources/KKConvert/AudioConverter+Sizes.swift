internal import KKPCM

extension AudioConverter {
    /// The bytes of input, in each buffer, that an output of that many bytes takes (`'cibs'`). At the beginning of a stream whose rate is
    /// converted it takes ``PrimeInfo/trailingFrames`` frames more.
    ///
    /// - Throws: `'otsz'` for no whole number of frames.
    public func inputByteCount(forOutput byteCount: Int) throws(AudioConverterError) -> Int {
        let frames = try frameCount(byteCount, outputDescription, .invalidOutputSize, "output")
        return sizeOf(frames, outputDescription, inputDescription)
    }

    /// The most bytes of output, in each buffer, that an input of that many bytes makes (`'cobs'`). The end of a stream brings out what the
    /// beginning has held back.
    ///
    /// - Throws: `'insz'` for no whole number of frames.
    public func outputByteCount(forInput byteCount: Int) throws(AudioConverterError) -> Int {
        let frames = try frameCount(byteCount, inputDescription, .invalidInputSize, "input")
        return sizeOf(frames, inputDescription, outputDescription)
    }

    private func sizeOf(_ frames: Int, _ from: StreamDescription, _ to: StreamDescription) -> Int {
        let isSame = from.sampleRate == to.sampleRate
        let count = isSame ? Int64(frames) : ResampledSource.outputLength(of: Int64(frames), from: from.sampleRate, to: to.sampleRate)
        let (size, isTooLarge) = Int(clamping: count).multipliedReportingOverflow(by: Int(to.bytesPerFrame))
        return isTooLarge ? .max : size
    }

    private func frameCount(
        _ byteCount: Int, _ description: StreamDescription, _ code: AudioConverterError.Code, _ place: String
    ) throws(AudioConverterError) -> Int {
        let size = Int(description.bytesPerFrame)
        guard byteCount >= 0, byteCount % size == 0 else {
            throw AudioConverterError(
                code, place: place, "\(byteCount) bytes are no whole number of frames of \(size) bytes", nextStep: "give whole frames")
        }
        return byteCount / size
    }
}
