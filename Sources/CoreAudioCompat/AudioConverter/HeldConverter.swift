internal import KKAudio

/// A converter that a client has a pointer to.
final class HeldConverter {
    let converter: KKConvert.AudioConverter
    /// For the client's input function: a list without memory in the shape of the input.
    private let input: BufferMemory
    private var output = KKPCM.AudioBufferList()
    private var made: [PacketDescription] = []
    /// Whether the client's input function is being asked, which may not convert in its turn.
    private var isBusy = false

    init(_ converter: KKConvert.AudioConverter) {
        self.converter = converter
        let description = converter.inputDescription
        let isSplit = description.isLinearPCM && !description.isInterleaved
        input = BufferMemory(
            buffers: isSplit ? description.channelCount : 1, channelsEach: isSplit ? 1 : description.channelCount,
            capacity: 0)
    }

    static func of(_ pointer: OpaquePointer?) throws -> HeldConverter {
        try Open.converters.object(pointer).orThrow(kAudio_ParamError)
    }

    private static func bufferCount(_ description: StreamDescription) -> Int {
        description.isInterleaved ? 1 : description.channelCount
    }

    /// Memory for `packetCount` packets of output, for which the client's buffers must have room.
    private func makeOutput(
        _ packetCount: Int, _ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
    ) throws {
        let description = converter.outputDescription
        let buffers = UnsafeMutableAudioBufferListPointer(ioData)
        if converter.encodesPackets {
            // The converter says whether there is room for a packet.
            guard buffers.count == 1, buffers[0].mData != nil else { throw Status.parameter }
            if output.buffers.first?.bytes.count != Int(buffers[0].mDataByteSize) {
                output = KKPCM.AudioBufferList(roomOf: ioData)
            }
            return
        }
        guard buffers.count == Self.bufferCount(description) else { throw Status.parameter }
        let needed = packetCount.multipliedReportingOverflow(by: Int(description.bytesPerPacket))
        for buffer in buffers {
            guard !needed.overflow, needed.partialValue <= Int(buffer.mDataByteSize) else {
                throw Status(kAudioConverterErr_InvalidOutputSize)
            }
            if buffer.mData == nil, needed.partialValue > 0 { throw Status.parameter }
        }
        if output.buffers.count != buffers.count
            || output.buffers.contains(where: { $0.bytes.count < needed.partialValue })
        {
            output = KKPCM.AudioBufferList(for: description, frameCapacity: packetCount)
        }
    }

    func fill(
        _ proc: @escaping AudioConverterComplexInputDataProc, _ userData: UnsafeMutableRawPointer?,
        _ pointer: OpaquePointer, _ ioPackets: UnsafeMutablePointer<UInt32>,
        _ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>,
        _ places: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) throws {
        try requireIdle()
        if converter.encodesPackets, places == nil, converter.outputDescription.bytesPerPacket == 0 {
            throw Status(kAudioConverterErr_RequiresPacketDescriptionsError)
        }
        isBusy = true
        defer { isBusy = false }
        var count = Int(ioPackets.pointee)
        ioPackets.pointee = 0
        try makeOutput(count, ioData)
        for index in output.buffers.indices { output[index].byteCount = 0 }
        // What was made before an error is given out with it.
        defer {
            ioPackets.pointee = UInt32(clamping: count)
            output.copy(to: ioData)
            for (index, place) in made.enumerated() { places?[index] = AudioStreamPacketDescription(place) }
        }
        try converter.fillComplexBuffer(
            packetCount: &count, into: &output, descriptions: &made
        ) { packets, data, descriptions in
            try ask(proc, userData, pointer, &packets, &data, &descriptions)
        }
    }

    func requireIdle() throws {
        if isBusy { throw Status(kAudioConverterErr_OperationNotSupported) }
    }

    private func ask(
        _ proc: AudioConverterComplexInputDataProc, _ userData: UnsafeMutableRawPointer?, _ pointer: OpaquePointer,
        _ packets: inout Int, _ data: inout KKPCM.AudioBufferList, _ descriptions: inout [PacketDescription]
    ) throws {
        let buffers = UnsafeMutableAudioBufferListPointer(input.list)
        buffers.count = input.count
        let channels = UInt32(clamping: data.buffers.first?.channelCount ?? 1)
        for index in 0..<input.count {
            buffers[index] = CCoreAudio.AudioBuffer(mNumberChannels: channels, mDataByteSize: 0, mData: nil)
        }
        var number = UInt32(clamping: packets)
        var described: UnsafeMutablePointer<AudioStreamPacketDescription>?
        let status = inCallback { proc(pointer, &number, input.list, &described, userData) }
        if status != noErr { throw Status(status) }
        packets = Int(number)
        if number == 0 { return }
        guard buffers.count == input.count else { throw Status(kAudioConverterErr_InvalidInputSize) }
        data = KKPCM.AudioBufferList(copying: input.list)
        // Where packets have one size nobody reads what there may be.
        if let described, converter.decodesPackets, converter.inputDescription.bytesPerPacket == 0 {
            descriptions = UnsafeBufferPointer(start: described, count: packets).map { PacketDescription($0) }
        }
    }

    func convert(
        _ frameCount: Int, _ inputData: UnsafePointer<CCoreAudio.AudioBufferList>,
        _ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
    ) throws {
        try requireIdle()
        let given = KKPCM.AudioBufferList(copying: inputData)
        try makeOutput(frameCount, ioData)
        try converter.convertComplexBuffer(frameCount: frameCount, from: given, into: &output)
        output.copy(to: ioData)
    }
}
