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
        get { wantedStrategy ?? ownStrategy }
        set { wantedStrategy = newValue }
    }

    /// libmp3lame's `vbr_off` and `vbr_mtrh`, libopus' constrained VBR, libvorbisenc's managed and unmanaged modes: as
    /// `KKCodecs` sets them. libavcodec's AAC always has a rate, which it keeps as an average; the packets of its AC-3
    /// have one size.
    private var ownStrategy: String? {
        switch (converter.outputDescription.formatID, settings.encodeBitRate) {
        case (.mpegLayer3, .some), (.ac3, _): AVAudioBitRateStrategy_Constant
        case (.opus, _): AVAudioBitRateStrategy_VariableConstrained
        case (.vorbis, .some), (.aac, _): AVAudioBitRateStrategy_LongTermAverage
        case (.mpegLayer3, nil), (.vorbis, nil): AVAudioBitRateStrategy_Variable
        default: nil
        }
    }

    func checkStrategy() throws {
        guard let wantedStrategy, wantedStrategy != ownStrategy else { return }
        let rate = settings.encodeBitRate.map { "with a bit rate of \($0)" } ?? "without a bit rate"
        let own = ownStrategy.map { "\(rate), the encoder has \($0); set that, or leave bitRateStrategy" }
        throw AVFAudioError.make(
            kAudioConverterErr_OperationNotSupported,
            "\(wantedStrategy) is not available: \(own ?? "there is no choice of bit rates; leave bitRateStrategy")"
        )
    }

    /// The possible values of ``bitRate`` for the converter's formats: all rates, or the two ends of a range; `nil` if
    /// there is no choice.
    public var applicableEncodeBitRates: [NSNumber]? {
        let rates = converter.applicableEncodeBitRates
        if rates.isEmpty { return nil }
        return rates.flatMap { $0.count == 1 ? [$0.lowerBound] : [$0.lowerBound, $0.upperBound] }.map {
            NSNumber(value: $0)
        }
    }

    /// The same.
    public var availableEncodeBitRates: [NSNumber]? { applicableEncodeBitRates }

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
