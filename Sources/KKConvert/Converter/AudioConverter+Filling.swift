public import KKPCM

extension AudioConverter {
    /// Gives the converter its input: `AudioConverterComplexInputDataProc`.
    ///
    /// - Parameters:
    ///   - packetCount: in: the number of packets needed; out: the number of packets given. It may be fewer or more;
    ///     surplus packets are kept for later. 0 is the end of the stream; the callback is then not called again until
    ///     ``AudioConverter/reset()``.
    ///   - data: buffers as the input's description requires, without data, with the memory that the callback left
    ///     there last time (none at first). The callback writes into that memory and sets `byteCount`, or replaces the
    ///     buffers with its own. They do not change until the next call.
    /// - Throws: any error, if there is nothing to give now. The data is then ignored, and the next conversion calls
    ///   again.
    public typealias InputCallback = (_ packetCount: inout Int, _ data: inout AudioBufferList) throws -> Void

    /// The same for packets of a codec, which may be anywhere in one buffer.
    ///
    /// - Parameter descriptions: the position of each packet; empty if the callback is called. It may stay empty if all
    ///   packets have the same size.
    public typealias PacketCallback = (
        _ packetCount: inout Int, _ data: inout AudioBufferList, _ descriptions: inout [PacketDescription]
    ) throws -> Void

    /// Fills `output` with converted packets: `AudioConverterFillComplexBuffer`. A packet of linear PCM is one frame.
    ///
    /// The output does not depend on the pieces in which it is requested, or in which the input comes.
    ///
    /// - Parameters:
    ///   - packetCount: in: the number of packets wanted; out: the number of packets made. Fewer only at the end of the
    ///     stream (which is 0), or with an error.
    ///   - output: buffers as the output's description requires, with room for the packets. Their `byteCount` is set.
    ///   - input: called whenever more input is needed.
    /// - Throws: the error of the callback, with the packets that were made before; the next call continues. An
    ///   `AudioConverterError`: `'otsz'` if the packets do not fit, `'insz'` if the callback's buffers do not have the
    ///   announced packets, `'op??'` if it is called from its own callback.
    ///
    /// ## Allocation
    /// None, if the callback does not allocate.
    public func fillComplexBuffer(
        packetCount: inout Int, into output: inout AudioBufferList, input: InputCallback
    ) throws {
        try fillComplexBuffer(packetCount: &packetCount, into: &output) { count, data, _ in try input(&count, &data) }
    }

    /// Fills `output` from packets of a codec, which are decoded, cut to the sound (``packetTable``, ``primeInfo``) and
    /// converted. Otherwise as for samples; the input is requested and given in packets.
    ///
    /// A packet that cannot be decoded becomes silence, as long as its description or the format says, or is dropped if
    /// neither does. ``damage`` counts such packets; with ``isStrict`` they are errors.
    ///
    /// - Throws: also `'!pkd'` for packets of variable size without descriptions, `'insz'` for descriptions beyond the
    ///   buffer, `'fmt?'` at the first call if the decoder needs a ``magicCookie``, and `'what'` for a damaged packet
    ///   with ``isStrict``.
    ///
    /// ## Allocation
    /// None, if neither callback nor decoder allocate. If the decoder needs a cookie and none was set, the first call
    /// makes the decoder.
    public func fillComplexBuffer(
        packetCount: inout Int, into output: inout AudioBufferList, input: PacketCallback
    ) throws {
        guard encoding != nil else { return try fill(&packetCount, &output, input) }
        guard outputDescription.bytesPerPacket > 0 else {
            packetCount = 0
            throw AudioConverterError(
                .requiresPacketDescriptions, place: "output",
                "packets of \(outputDescription.formatID) differ in size, so their positions would be unknown",
                nextStep: "call fillComplexBuffer(packetCount:into:descriptions:input:)")
        }
        var places: [PacketDescription] = []
        try fillComplexBuffer(packetCount: &packetCount, into: &output, descriptions: &places, input: input)
    }

    /// Fills `output` with samples.
    func fill(_ packetCount: inout Int, _ output: inout AudioBufferList, _ input: PacketCallback) throws {
        let wanted = packetCount
        packetCount = 0
        try checkIdle("output")
        try checkOutput(output, wanted)
        setLength(of: &output, 0)
        try prepareDecoder()
        isBusy = true
        defer { isBusy = false }
        while true {
            let made = try convertPending(into: &output, at: packetCount, frameCount: wanted - packetCount)
            packetCount += made
            setLength(of: &output, packetCount)
            if packetCount == wanted || hasEnded { return }
            if try decodeNext() { continue }
            try ask(for: inputNeeded(for: wanted - packetCount), from: input)
        }
    }

    private func convertPending(
        into output: inout AudioBufferList, at frame: Int, frameCount: Int
    ) throws(AudioConverterError) -> Int {
        if let decoding {
            return try lane.convert(decoding.decoded, &pending, into: &output, at: frame, frameCount: frameCount)
        }
        return try lane.convert(held, &pending, into: &output, at: frame, frameCount: frameCount)
    }

    /// Decodes a packet that is there, or finds that the sound is complete.
    ///
    /// - Returns: `false` if the callback must be asked.
    private func decodeNext() throws(AudioConverterError) -> Bool {
        guard let decoding else { return false }
        if decoding.isComplete {
            finish()
            return true
        }
        guard !decoding.waiting.isEmpty else { return false }
        var failure: AudioConverterError?
        pending = 0..<decoding.decodeNext(held[0].bytes, heldDescriptions, failure: &failure)
        if let failure { throw failure }
        return true
    }

    private func inputNeeded(for frameCount: Int) -> Int {
        let frames = lane.inputNeeded(for: frameCount)
        return decoding?.packetsNeeded(for: frames) ?? frames
    }

    private func finish() {
        hasEnded = true
        lane.finish()
    }

    /// Calls the callback. The list is taken out of the converter meanwhile, so that the callback has it for itself.
    func ask(for count: Int, from input: PacketCallback) throws {
        var data = AudioBufferList()
        var descriptions: [PacketDescription] = []
        swap(&data, &held)
        swap(&descriptions, &heldDescriptions)
        defer {
            swap(&data, &held)
            swap(&descriptions, &heldDescriptions)
        }
        for index in data.buffers.indices { data.buffers[index].byteCount = 0 }
        descriptions.removeAll(keepingCapacity: true)
        var packetCount = count
        do {
            try input(&packetCount, &data, &descriptions)
        } catch {
            restoreShape(of: &data)
            throw error
        }
        guard packetCount > 0 else {
            restoreShape(of: &data)
            if let decoding { pending = 0..<decoding.finish() } else { finish() }
            return
        }
        do {
            if decoding != nil {
                try checkPackets(data, descriptions, packetCount)
            } else {
                try checkInput(data, packetCount)
            }
        } catch {
            data = Self.emptyInput(inputDescription, isPacketed: decoding != nil)
            throw error
        }
        if let decoding { decoding.waiting = 0..<packetCount } else { pending = 0..<packetCount }
    }

    /// At the end, and after an error, the converter goes on with its list, whatever the callback has left there.
    private func restoreShape(of data: inout AudioBufferList) {
        let isWhole = decoding != nil ? data.buffers.count == 1 : (try? checkInput(data, 0)) != nil
        if !isWhole { data = Self.emptyInput(inputDescription, isPacketed: decoding != nil) }
    }

    func setLength(of output: inout AudioBufferList, _ frameCount: Int) {
        for index in output.buffers.indices {
            output.buffers[index].byteCount = frameCount * Int(outputDescription.bytesPerFrame)
        }
    }

    /// Whether `list` has the input's shape and holds `frameCount` frames.
    func checkInput(_ list: AudioBufferList, _ frameCount: Int) throws(AudioConverterError) {
        try checkShape(list, inputDescription, "input", .invalidInputSize)
        let size = Int(inputDescription.bytesPerFrame)
        for buffer in list.buffers {
            if buffer.byteCount % size == 0, buffer.byteCount / size >= frameCount,
                buffer.byteCount <= buffer.bytes.count
            {
                continue
            }
            throw AudioConverterError(
                .invalidInputSize, place: "input",
                "\(buffer.byteCount) bytes of \(buffer.bytes.count) are not \(frameCount) frames of \(size) bytes",
                nextStep: "give whole frames, and set byteCount to their size")
        }
    }

    /// Whether `list` has the output's shape and room for `frameCount` frames.
    func checkOutput(_ list: AudioBufferList, _ frameCount: Int) throws(AudioConverterError) {
        try checkShape(list, outputDescription, "output", .invalidOutputSize)
        let size = Int(outputDescription.bytesPerFrame)
        for buffer in list.buffers where frameCount < 0 || buffer.bytes.count / size < frameCount {
            throw AudioConverterError(
                .invalidOutputSize, place: "output",
                "\(buffer.bytes.count) bytes cannot hold \(frameCount) frames of \(size) bytes",
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
                code, place: place,
                "buffers of \(list.buffers.map { String($0.channelCount) }.joined(separator: " + ")) channels",
                nextStep: "give \(count) of \(width), as the description has it: AudioBufferList(for:frameCapacity:)")
        }
    }
}
