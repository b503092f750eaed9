internal import KKCodecs
internal import KKPCM

extension AudioConverter {
    /// The bytes of input, in each buffer, for this many bytes of output (`'cibs'`). At the beginning of a stream with
    /// rate conversion, ``PrimeInfo/trailingFrames`` more frames are needed. For input packets that differ in size it
    /// is an upper bound, not counting frames that are cut off at their start; for output packets that differ in size
    /// it is the input for as many packets as there is room for.
    ///
    /// - Throws: `'otsz'` if it is not a whole number of frames.
    public func inputByteCount(forOutput byteCount: Int) throws(AudioConverterError) -> Int {
        if let encoder = encoding?.encoder {
            let (count, isTooLarge) = (max(0, byteCount) / encoder.maximumPacketSize)
                .multipliedReportingOverflow(by: encoder.blockLength)
            return isTooLarge ? .max : sizeOf(count, sink.description, inputDescription)
        }
        let frames = try frameCount(byteCount, outputDescription, .invalidOutputSize, "output")
        if decoding == nil { return sizeOf(frames, outputDescription, inputDescription) }
        let (size, isTooLarge) = maximumInputPacketSize.multipliedReportingOverflow(by: inputPacketsNeeded(for: frames))
        return isTooLarge ? .max : size
    }

    /// The largest output, in bytes in each buffer, from this many bytes of input (`'cobs'`). Frames that are held back
    /// at the beginning come out at the end of the stream.
    ///
    /// - Throws: `'insz'` if it is not a whole number of frames or packets; `'op??'` for input packets that differ in
    ///   size or frames, and for output packets that differ in frames.
    public func outputByteCount(forInput byteCount: Int) throws(AudioConverterError) -> Int {
        if decoding != nil { return try outputByteCount(forPackets: byteCount) }
        let frames = try frameCount(byteCount, inputDescription, .invalidInputSize, "input")
        if let encoder = encoding?.encoder { return try outputByteCount(forFrames: frames, of: encoder) }
        return sizeOf(frames, inputDescription, outputDescription)
    }

    /// Room for the packets of so many frames of input, and one more for frames that are held from before.
    private func outputByteCount(
        forFrames frames: Int, of encoder: any PacketEncoder
    ) throws(AudioConverterError) -> Int {
        let length = Int(encoder.format.framesPerPacket)
        guard length > 0 else {
            throw AudioConverterError(
                .operationNotSupported, place: "output",
                "the number of packets of [\(outputDescription)] for \(frames) frames is not known",
                nextStep: "give room for packets of maximumOutputPacketSize, and call as often as needed")
        }
        let size = Int(sink.description.bytesPerFrame)
        let count = sizeOf(frames, inputDescription, sink.description) / size / length + 2
        let (total, isTooLarge) = count.multipliedReportingOverflow(by: encoder.maximumPacketSize)
        return isTooLarge ? .max : total
    }

    private func outputByteCount(forPackets byteCount: Int) throws(AudioConverterError) -> Int {
        let (size, length) = (Int(inputDescription.bytesPerPacket), Int(inputDescription.framesPerPacket))
        guard size > 0, length > 0 else {
            throw AudioConverterError(
                .operationNotSupported, place: "input",
                "the number of frames in \(byteCount) bytes of [\(inputDescription)] is not known",
                nextStep: "count the packets' frames")
        }
        guard byteCount >= 0, byteCount % size == 0 else {
            throw AudioConverterError(
                .invalidInputSize, place: "input",
                "\(byteCount) bytes are not a whole number of packets of \(size) bytes",
                nextStep: "give whole packets")
        }
        return sizeOf(byteCount / size * length, workDescription, outputDescription)
    }

    /// How many packets hold the frames of input that make `frameCount` frames of output.
    private func inputPacketsNeeded(for frameCount: Int) -> Int {
        let length = inputDescription.framesPerPacket > 0 ? Int(inputDescription.framesPerPacket) : 1
        let frames = sizeOf(frameCount, outputDescription, workDescription) / Int(workDescription.bytesPerFrame)
        return (frames - 1) / length + (frames > 0 ? 1 : 0)
    }

    private func sizeOf(_ frames: Int, _ from: StreamDescription, _ to: StreamDescription) -> Int {
        let isSame = from.sampleRate == to.sampleRate
        let count =
            isSame
            ? Int64(frames) : ResampledSource.outputLength(of: Int64(frames), from: from.sampleRate, to: to.sampleRate)
        let (size, isTooLarge) = Int(clamping: count).multipliedReportingOverflow(by: Int(to.bytesPerFrame))
        return isTooLarge ? .max : size
    }

    private func frameCount(
        _ byteCount: Int, _ description: StreamDescription, _ code: AudioConverterError.Code, _ place: String
    ) throws(AudioConverterError) -> Int {
        let size = Int(description.bytesPerFrame)
        guard byteCount >= 0, byteCount % size == 0 else {
            throw AudioConverterError(
                code, place: place, "\(byteCount) bytes are not a whole number of frames of \(size) bytes",
                nextStep: "give whole frames")
        }
        return byteCount / size
    }
}
