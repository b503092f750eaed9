public import KKPCM

extension AudioConverter {
    /// Converts `frameCount` frames to as many: `AudioConverterConvertComplexBuffer`.
    ///
    /// Consecutive calls give the same as one call with all frames, including dither.
    ///
    /// - Throws: `'op??'` if the sample rates differ, because the numbers of frames then differ, and for packets of a
    ///   codec; `'insz'` and `'otsz'` if the frames are missing or do not fit.
    ///
    /// ## Allocation
    /// None.
    public func convertComplexBuffer(
        frameCount: Int, from input: AudioBufferList, into output: inout AudioBufferList
    ) throws(AudioConverterError) {
        try checkIdle("input")
        try checkOneShot()
        guard frameCount >= 0 else {
            throw AudioConverterError(.parameter, place: "input", "\(frameCount) frames", nextStep: "give 0 or more")
        }
        try checkInput(input, frameCount)
        try checkOutput(output, frameCount)
        var frames = 0..<frameCount
        _ = try lane.convert(input, &frames, into: &output, at: 0, frameCount: frameCount)
        setLength(of: &output, frameCount)
    }

    /// Whether a buffer can be converted at once, whatever its size.
    ///
    /// - Throws: `'op??'` if the sample rates differ, and for packets of a codec.
    package func checkOneShot() throws(AudioConverterError) {
        guard decoding == nil, encoding == nil else {
            throw AudioConverterError(
                .operationNotSupported, place: decoding == nil ? "output" : "input",
                "codec packets cannot be converted with a single buffer",
                nextStep: "call fillComplexBuffer")
        }
        guard inputDescription.sampleRate == outputDescription.sampleRate else {
            throw AudioConverterError(
                .operationNotSupported, place: "sample rate",
                "the sample rate cannot be converted with a single buffer",
                nextStep: "call fillComplexBuffer")
        }
    }

    /// Converts all of `input`, whole frames: `AudioConverterConvertBuffer`. Both sides are interleaved, or of one
    /// channel.
    ///
    /// - Throws: what ``convertComplexBuffer(frameCount:from:into:)`` throws.
    ///
    /// ## Allocation
    /// None.
    public func convertBuffer(_ input: AudioBuffer, into output: inout AudioBuffer) throws(AudioConverterError) {
        try checkIdle("input")
        guard decoding == nil, encoding == nil else {
            return try convertComplexBuffer(frameCount: 0, from: single.input, into: &single.output)
        }
        single.input.buffers[0] = input
        var list = single.output
        single.output.buffers = []
        swap(&list.buffers[0], &output)
        defer {
            swap(&list.buffers[0], &output)
            single.output = list
            single.input.buffers[0] = AudioBuffer(bytes: [])
        }
        let size = Int(inputDescription.bytesPerFrame)
        guard input.byteCount % size == 0 else {
            throw AudioConverterError(
                .invalidInputSize, place: "input",
                "\(input.byteCount) bytes are not a whole number of frames of \(size) bytes",
                nextStep: "give whole frames")
        }
        try convertComplexBuffer(frameCount: input.byteCount / size, from: single.input, into: &list)
    }
}
