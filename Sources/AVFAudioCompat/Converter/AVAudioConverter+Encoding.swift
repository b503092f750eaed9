internal import CCoreAudio
internal import KKAudio

/// What there is to say of packets that are made.
extension AVAudioConverter {
    /// The bit rate of an encoder for all channels together; 0 until one is set, if its quality determines it.
    public var bitRate: Int {
        get { settings.encodeBitRate ?? 0 }
        set { settings.encodeBitRate = newValue > 0 ? newValue : nil }
    }

    /// How an encoder keeps its ``bitRate``, one of the `AVAudioBitRateStrategy_…`; `nil` for an encoder without a
    /// choice of rates. A strategy that the encoder does not support is an error of the next conversion.
    public var bitRateStrategy: String? {
        get {
            try? takeSettings()
            return (settings.bitRateControl ?? converter.bitRateControl)?.strategy
        }
        set { settings.bitRateControl = newValue.flatMap(BitRateControl.init(strategy:)) }
    }

    /// The usual values of ``bitRate`` for the converter's formats; `nil` if there is no choice.
    public var applicableEncodeBitRates: [NSNumber]? {
        let rates = converter.usualEncodeBitRates
        return rates.isEmpty ? nil : rates.map { NSNumber(value: $0) }
    }

    /// The possible values of ``bitRate``: all rates, or the two ends of a range; `nil` if there is no choice.
    public var availableEncodeBitRates: [NSNumber]? {
        let rates = converter.applicableEncodeBitRates
        if rates.isEmpty { return nil }
        return rates.flatMap { $0.count == 1 ? [$0.lowerBound] : [$0.lowerBound, $0.upperBound] }.map {
            NSNumber(value: $0)
        }
    }

    /// The sample rates at which the output format can be encoded: all rates, or the two ends of a range; `nil` if
    /// nothing is encoded.
    public var availableEncodeSampleRates: [NSNumber]? {
        let rates = converter.availableEncodeSampleRates
        if rates.isEmpty { return nil }
        return rates.flatMap { $0.lowerBound == $0.upperBound ? [$0.lowerBound] : [$0.lowerBound, $0.upperBound] }.map {
            NSNumber(value: $0)
        }
    }

    /// The same: they do not depend on the bit rate.
    public var applicableEncodeSampleRates: [NSNumber]? { availableEncodeSampleRates }

    /// The channel layout of the encoder; `nil` if it has none or nothing is encoded.
    public var availableEncodeChannelLayoutTags: [NSNumber]? {
        converter.encoderLayout?.tag.map { [NSNumber(value: $0)] }
    }

    /// The largest output packet in bytes.
    public var maximumOutputPacketSize: Int {
        try? takeSettings()
        return converter.maximumOutputPacketSize
    }

    /// Encodes as many packets as a buffer has room for.
    func encode(
        to buffer: AVAudioCompressedBuffer, _ count: inout Int, _ block: AVAudioConverterInputBlock
    ) throws {
        (buffer.packetCount, buffer.byteLength) = (0, 0)
        guard buffer.packetDescriptions != nil || converter.outputDescription.bytesPerPacket > 0 else {
            throw AVFAudioError.make(
                kAudioConverterErr_RequiresPacketDescriptionsError,
                "packets of \(converter.outputDescription) differ in size, and the buffer's format says \(buffer.format.stream)"
            )
        }
        let room = Int(buffer.byteCapacity)
        if output.buffers.first?.bytes.count != room {
            output = FrameList([KKPCM.AudioBuffer(channelCount: Int(outputFormat.channelCount), byteCapacity: room)])
        }
        output[0].byteCount = 0
        places.removeAll(keepingCapacity: true)
        count = Int(buffer.packetCapacity)
        // What was made before an error is given out with it.
        defer {
            output.copy(to: buffer.mutableAudioBufferList)
            buffer.byteLength = UInt32(output[0].byteCount)
            buffer.packetCount = AVAudioPacketCount(count)
            for (index, place) in places.enumerated() {
                buffer.packetDescriptions?[index] = AudioStreamPacketDescription(place)
            }
        }
        try converter.fillComplexBuffer(
            packetCount: &count, into: &output, descriptions: &places
        ) { packets, data, descriptions in
            try ask(block, &packets, &data, &descriptions)
        }
    }
}

extension BitRateControl {
    private static let strategies: [(control: BitRateControl, name: String)] = [
        (.constant, AVAudioBitRateStrategy_Constant), (.longTermAverage, AVAudioBitRateStrategy_LongTermAverage),
        (.variableConstrained, AVAudioBitRateStrategy_VariableConstrained),
        (.variable, AVAudioBitRateStrategy_Variable),
    ]

    init?(strategy: String) {
        guard let found = Self.strategies.first(where: { $0.name == strategy }) else { return nil }
        self = found.control
    }

    var strategy: String? { Self.strategies.first { $0.control == self }?.name }
}
