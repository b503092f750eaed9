public import KKCodecs
public import KKPCM

extension AudioConverter {
    /// Fills `output` with packets of the output's format, with descriptions. Otherwise as for samples; see
    /// ``AudioConverter`` for the formats.
    ///
    /// - Parameters:
    ///   - packetCount: in: the number of packets wanted; out: the number of packets made. Fewer at the end of the
    ///     stream, with an error, and if the buffer has no room for another packet of ``maximumOutputPacketSize``.
    ///   - output: one buffer, with room for at least one such packet. The packets follow each other in it.
    ///   - descriptions: cleared, then filled with the packets' positions and, if packets differ in frames, their
    ///     frames. Empty for samples.
    /// - Throws: also errors of the codec's library, as `'what'`.
    public func fillComplexBuffer(
        packetCount: inout Int, into output: inout AudioBufferList, descriptions: inout [PacketDescription],
        input: InputCallback
    ) throws {
        try fillComplexBuffer(packetCount: &packetCount, into: &output, descriptions: &descriptions) {
            count, data, _ in try input(&count, &data)
        }
    }

    /// The same, with an input that may be packets of a codec, which are decoded.
    public func fillComplexBuffer(
        packetCount: inout Int, into output: inout AudioBufferList, descriptions: inout [PacketDescription],
        input: PacketCallback
    ) throws {
        descriptions.removeAll(keepingCapacity: true)
        guard let encoding else { return try fill(&packetCount, &output, input) }
        try encode(encoding, &packetCount, &output, &descriptions, input)
    }

    /// Whether the output is packets of a codec, not samples.
    public var encodesPackets: Bool { encoding != nil }

    /// The magic cookie for a decoder of the output (`'cmgc'`); empty for formats without one. The cookie of FLAC has
    /// the number of frames when the stream is complete.
    public var compressionMagicCookie: [UInt8] { encoding?.encoder.magicCookie ?? [] }

    /// The largest packet of the output, in bytes (`'xops'`).
    public var maximumOutputPacketSize: Int {
        encoding?.encoder.maximumPacketSize ?? Int(outputDescription.bytesPerPacket)
    }

    /// The possible values of ``Settings/encodeBitRate``; empty if there is no choice.
    public var applicableEncodeBitRates: [ClosedRange<Int>] {
        encoding.map { PacketEncoders.bitRates(of: $0.encoder.format) } ?? []
    }

    /// The rates of ``applicableEncodeBitRates`` to choose from: of a range the usual ones in it, or its ends.
    public var usualEncodeBitRates: [Int] {
        applicableEncodeBitRates.flatMap { range in
            let usual = Self.usualBitRates.map { 1000 * $0 }.filter(range.contains)
            return range.count == 1 ? [range.lowerBound] : usual.isEmpty ? [range.lowerBound, range.upperBound] : usual
        }
    }

    /// In kbit/s, as the encoders of AAC have them.
    private static let usualBitRates = [
        8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 288, 320, 384, 448,
        512,
        576, 640, 768, 896, 1024, 1152, 1280, 1536, 1792, 2048,
    ]

    /// How the encoder can keep to a bit rate; empty if there is no choice of rates.
    public var bitRateControls: [BitRateControl] {
        encoding.map { PacketEncoders.bitRateControls(of: $0.encoder.format.formatID) } ?? []
    }

    /// How the encoder keeps to its bit rate; `nil` if there is no choice of rates.
    public var bitRateControl: BitRateControl? { encoding?.bitRateControl }

    /// The sample rates at which the output's format can be encoded; empty if it is not encoded.
    public var availableEncodeSampleRates: [ClosedRange<Double>] {
        encoding.flatMap { PacketEncoders.limits(of: $0.encoder.format.formatID)?.sampleRates } ?? []
    }

    /// The layout of the encoded channels; `nil` if the format does not define one.
    public var encoderLayout: ChannelLayout? { encoding?.encoder.layout }

    /// What encodes a description that is not a sample format.
    ///
    /// - Parameter input: says what the output's description leaves open.
    static func encoding(
        _ output: StreamDescription, _ input: StreamDescription, _ settings: Settings
    ) throws(AudioConverterError) -> EncodingStage? {
        guard !Self.sampleFormats.contains(output.formatID) else { return nil }
        guard Self.sampleFormats.contains(input.formatID) else {
            throw AudioConverterError(
                .formatNotSupported, kind: .unavailable, place: "output",
                "packets cannot be converted to packets directly",
                nextStep: "convert to linear PCM first, and convert that with a second converter")
        }
        var output = output
        if output.channelsPerFrame == 0 { output.channelsPerFrame = input.channelsPerFrame }
        if output.sampleRate == 0 {
            output.sampleRate = PacketEncoders.onlyRate(of: output.formatID) ?? input.sampleRate
        }
        var asked = EncoderSettings()
        asked.bitRate = settings.encodeBitRate
        asked.bitRateControl = settings.bitRateControl
        asked.quality = settings.variableQuality ?? settings.codecQuality
        asked.bitDepth = settings.bitDepthHint ?? output.losslessBitDepth ?? input.depthOfSamples
        let stage = try EncodingStage(output, asked)
        if let layout = settings.outputLayout, let own = stage.encoder.layout, Set(layout.labels) != Set(own.labels) {
            throw AudioConverterError(
                .parameter, place: "'ocl '", "the encoder has the channels of \(own.name), not of \(layout.name)",
                nextStep: "leave the layout out, or choose one of these channels")
        }
        return stage
    }

    static let sampleFormats: [FourCharCode] = [.linearPCM, .uLaw, .aLaw]

    private func encode(
        _ encoding: EncodingStage, _ packetCount: inout Int, _ output: inout AudioBufferList,
        _ descriptions: inout [PacketDescription], _ input: PacketCallback
    ) throws {
        let wanted = packetCount
        packetCount = 0
        try checkIdle("output")
        guard output.buffers.count == 1 else {
            throw AudioConverterError(
                .invalidOutputSize, place: "output", "packets in \(output.buffers.count) buffers",
                nextStep: "give one buffer")
        }
        output[0].byteCount = 0
        guard wanted >= 0, wanted == 0 || encoding.hasRoom(output[0]) else {
            throw AudioConverterError(
                .invalidOutputSize, place: "output",
                "\(output[0].bytes.count) bytes cannot hold a packet of \(maximumOutputPacketSize) bytes",
                nextStep: "give a larger buffer")
        }
        isBusy = true
        defer { isBusy = false }
        while true {
            packetCount += encoding.give(wanted - packetCount, into: &output[0], &descriptions)
            if packetCount == wanted || encoding.blocks.isComplete || !encoding.hasRoom(output[0]) { return }
            let (missing, start) = (encoding.blocks.missing, encoding.blocks.blockStart)
            let made = try lane.convert(
                held, &pending, into: &encoding.blocks.samples, at: start, frameCount: missing)
            try encoding.take(made)
            if made == missing { continue }
            if hasEnded {
                try encoding.finish()
            } else {
                try ask(for: lane.inputNeeded(for: missing - made), from: input)
            }
        }
    }
}

extension StreamDescription {
    /// The depth of a lossless stream that holds these samples; floating point has 24 bits.
    fileprivate var depthOfSamples: Int {
        guard isLinearPCM, !isFloat else { return isLinearPCM ? 24 : 16 }
        return [16, 20, 24].first { Int(bitsPerChannel) <= $0 } ?? 32
    }
}
