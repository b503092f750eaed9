public import KKPCM

extension AudioConverter {
    /// Gives the converter its input: `AudioConverterComplexInputDataProc`.
    ///
    /// - Parameters:
    ///   - packetCount: in, how many packets are needed at least; out, how many there are. It may be fewer, or more: what is too many is kept for
    ///     later. 0 is the end of the stream, after which the callback is not called again until ``AudioConverter/reset()``.
    ///   - data: buffers in the shape of the input's description, with the memory that the callback left there the last time (none at first) and no
    ///     data. The callback writes into that memory and sets `byteCount`, or puts buffers of its own in their place. They stay as they are until
    ///     the next call.
    /// - Throws: whatever it likes: there is nothing to give now. What comes with an error is not looked at, and the next conversion will ask again.
    public typealias InputCallback = (_ packetCount: inout Int, _ data: inout AudioBufferList) throws -> Void

    /// Fills `output` with converted packets: `AudioConverterFillComplexBuffer`. A packet of linear PCM is one frame.
    ///
    /// The output is the same whatever pieces it is asked for in, and whatever pieces the input comes in.
    ///
    /// - Parameters:
    ///   - packetCount: in, how many packets are wanted; out, how many there are. Fewer only at the end of the stream, which is 0, or with an error.
    ///   - output: buffers in the shape of the output's description, with room for the packets. Their `byteCount` is set.
    ///   - input: called when more input is needed, as often as it takes.
    /// - Throws: what the callback threw, with the packets that were made before; the conversion goes on with the next call as if nothing had
    ///   happened. An `AudioConverterError`: `'otsz'` when the packets do not fit, `'insz'` when the callback's buffers do not hold the packets it
    ///   announced, `'op??'` when it is called from its own callback.
    ///
    /// ## Allocation
    /// None, if the callback does not allocate.
    public func fillComplexBuffer(packetCount: inout Int, into output: inout AudioBufferList, input: InputCallback) throws {
        let wanted = packetCount
        packetCount = 0
        try checkIdle("output")
        try checkOutput(output, wanted)
        setLength(of: &output, 0)
        isBusy = true
        defer { isBusy = false }
        while true {
            let made = try lane.convert(held, &pending, into: &output, at: packetCount, frameCount: wanted - packetCount)
            packetCount += made
            setLength(of: &output, packetCount)
            if packetCount == wanted || hasEnded { return }
            try ask(for: lane.inputNeeded(for: wanted - packetCount), from: input)
        }
    }

    /// Calls the callback. The list is taken out of the converter meanwhile, so that the callback has it for itself.
    private func ask(for count: Int, from input: InputCallback) throws {
        var data = AudioBufferList()
        swap(&data, &held)
        defer { swap(&data, &held) }
        for index in data.buffers.indices { data.buffers[index].byteCount = 0 }
        var packetCount = count
        try input(&packetCount, &data)
        guard packetCount > 0 else {
            hasEnded = true
            lane.finish()
            return
        }
        do {
            try checkInput(data, packetCount)
        } catch {
            data = AudioBufferList(for: inputDescription, frameCapacity: 0)
            throw error
        }
        pending = 0..<packetCount
    }

    func setLength(of output: inout AudioBufferList, _ frameCount: Int) {
        for index in output.buffers.indices { output.buffers[index].byteCount = frameCount * Int(outputDescription.bytesPerFrame) }
    }

    /// Whether `list` has the input's shape and holds `frameCount` frames.
    func checkInput(_ list: AudioBufferList, _ frameCount: Int) throws(AudioConverterError) {
        try checkShape(list, inputDescription, "input", .invalidInputSize)
        let size = Int(inputDescription.bytesPerFrame)
        for buffer in list.buffers {
            if buffer.byteCount % size == 0, buffer.byteCount / size >= frameCount, buffer.byteCount <= buffer.bytes.count { continue }
            throw AudioConverterError(
                .invalidInputSize, place: "input", "\(buffer.byteCount) bytes of \(buffer.bytes.count) are not \(frameCount) frames of \(size) bytes",
                nextStep: "give whole frames, and set byteCount to what they take")
        }
    }

    /// Whether `list` has the output's shape and room for `frameCount` frames.
    func checkOutput(_ list: AudioBufferList, _ frameCount: Int) throws(AudioConverterError) {
        try checkShape(list, outputDescription, "output", .invalidOutputSize)
        let size = Int(outputDescription.bytesPerFrame)
        for buffer in list.buffers where frameCount < 0 || buffer.bytes.count / size < frameCount {
            throw AudioConverterError(
                .invalidOutputSize, place: "output", "\(buffer.bytes.count) bytes have no room for \(frameCount) frames of \(size) bytes",
                nextStep: "ask for fewer packets, or give a larger buffer")
        }
    }

    private func checkShape(
        _ list: AudioBufferList, _ description: StreamDescription, _ place: String, _ code: AudioConverterError.Code
    ) throws(AudioConverterError) {
        let count = description.bufferCount
        let width = description.isInterleaved ? description.channelCount : 1
        guard list.buffers.count == count, list.buffers.allSatisfy({ $0.channelCount == width }) else {
            throw AudioConverterError(
                code, place: place, "buffers of \(list.buffers.map { String($0.channelCount) }.joined(separator: " + ")) channels",
                nextStep: "give \(count) of \(width), as the description has it: AudioBufferList(for:frameCapacity:)")
        }
    }
}
