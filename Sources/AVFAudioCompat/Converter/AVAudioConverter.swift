internal import CCoreAudio
internal import KKAudio

/// Converts audio from one format to another: sample format, channels, sample rate, decoding and encoding.
open class AVAudioConverter: NSObject {
    public let inputFormat: AVAudioFormat
    public let outputFormat: AVAudioFormat
    let converter: KKConvert.AudioConverter
    var output = FrameList()
    /// Where the packets lie that were encoded last.
    var places: [PacketDescription] = []

    /// What the properties say. It is taken over before the next conversion, which is where a setting that is
    /// impossible becomes an error.
    var settings: KKConvert.AudioConverter.Settings {
        didSet { isChanged = true }
    }
    private var isChanged = false
    /// A magic cookie that the decoder has not taken.
    var newCookie: Data?

    /// - Returns: `nil` if there is no such conversion.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        let input = fromFormat.stream.completed, output = toFormat.stream.completed
        guard let made = try? KKConvert.AudioConverter(from: input, to: output) else { return nil }
        inputFormat = fromFormat
        outputFormat = toFormat
        converter = made
        settings = made.settings
        newCookie = fromFormat.magicCookie
    }

    /// Resets to the initial state, for example after a seek of the input.
    open func reset() { converter.reset() }

    /// Converts all frames of a buffer to the same number of frames.
    ///
    /// - Throws: `'op??'` for a conversion of the sample rate or of packets, which needs the other method; -50 for
    ///   buffers of other formats; `'otsz'` if the output is too small.
    open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
        try AVFAudioError.throwing {
            try takeSettings()
            try Self.check(inputBuffer, inputFormat)
            try Self.check(outputBuffer, outputFormat)
            let frameCount = Int(inputBuffer.frameLength)
            guard frameCount <= Int(outputBuffer.frameCapacity) else {
                throw AVFAudioError.make(
                    kAudioConverterErr_InvalidOutputSize,
                    "a buffer of \(outputBuffer.frameCapacity) frames has no room for \(frameCount)")
            }
            makeRoom(frameCount)
            try converter.convertComplexBuffer(
                frameCount: frameCount, from: FrameList(copying: inputBuffer.audioBufferList), into: &output)
            give(frameCount, to: outputBuffer)
        }
    }

    /// Fills a buffer, requesting input as often as needed.
    ///
    /// An empty buffer with `.haveData` means the end, like `.endOfStream`. After the end the block is not called again
    /// until ``reset()``.
    @discardableResult
    open func convert(
        to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
        withInputFrom inputBlock: AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        var count = 0
        do {
            try takeSettings()
            try Self.check(outputBuffer, outputFormat)
            switch outputBuffer {
            case let buffer as AVAudioPCMBuffer: try fill(buffer, &count, inputBlock)
            case let buffer as AVAudioCompressedBuffer: try encode(to: buffer, &count, inputBlock)
            default: throw AVFAudioError.make(kAudio_ParamError, "a buffer of neither frames nor packets")
            }
        } catch is RanDry {
            return .inputRanDry
        } catch {
            outError?.pointee = AVFAudioError.of(error)
            return .error
        }
        return count > 0 ? .haveData : .endOfStream
    }

    private func fill(
        _ buffer: AVAudioPCMBuffer, _ count: inout Int, _ block: AVAudioConverterInputBlock
    ) throws {
        buffer.frameLength = 0
        count = Int(buffer.frameCapacity)
        makeRoom(count)
        defer { give(count, to: buffer) }
        try converter.fillComplexBuffer(packetCount: &count, into: &output) { packets, data, descriptions in
            try ask(block, &packets, &data, &descriptions)
        }
    }

    /// There is no input now.
    private struct RanDry: Error {}

    func ask(
        _ block: AVAudioConverterInputBlock, _ packets: inout Int, _ data: inout FrameList,
        _ descriptions: inout [PacketDescription]
    ) throws {
        var status = AVAudioConverterInputStatus.haveData
        let given = block(AVAudioPacketCount(clamping: packets), &status)
        packets = 0
        if status == .endOfStream { return }
        guard status == .haveData, let given else { throw RanDry() }
        try Self.check(given, inputFormat)
        switch given {
        case let buffer as AVAudioPCMBuffer:
            packets = Int(buffer.frameLength)
            if packets > 0 { data = FrameList(copying: buffer.audioBufferList) }
        case let buffer as AVAudioCompressedBuffer:
            packets = Int(buffer.packetCount)
            if packets > 0 { data = FrameList(copying: buffer.audioBufferList) }
            if let places = buffer.packetDescriptions {
                descriptions = (0..<packets).map { PacketDescription(places[$0]) }
            }
        default: throw RanDry()
        }
    }

    private static func check(_ buffer: AVAudioBuffer, _ format: AVAudioFormat) throws {
        guard buffer.format.stream != format.stream else { return }
        throw AVFAudioError.make(
            kAudio_ParamError, "the buffer has the format \(buffer.format.stream), and the converter \(format.stream)")
    }

    private func makeRoom(_ frameCount: Int) {
        let bytes = frameCount * Int(converter.outputDescription.bytesPerFrame)
        if output.buffers.isEmpty || output.buffers.contains(where: { $0.bytes.count < bytes }) {
            output = FrameList(for: converter.outputDescription, frameCapacity: frameCount)
        }
    }

    private func give(_ frameCount: Int, to buffer: AVAudioPCMBuffer) {
        output.copy(to: buffer.mutableAudioBufferList)
        buffer.frameLength = AVAudioFrameCount(frameCount)
    }

    func takeSettings() throws {
        if let cookie = newCookie, converter.decodesPackets { try converter.setMagicCookie([UInt8](cookie)) }
        newCookie = nil
        guard isChanged else { return }
        try converter.apply(settings)
        isChanged = false
    }
}
