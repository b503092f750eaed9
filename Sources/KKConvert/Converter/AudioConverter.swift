package import KKCodecs
public import KKPCM

/// Raw bytes of one stream description to raw bytes of another: sample format, byte order, interleaving, channels,
/// layout and sample rate; packets of compressed audio to samples, and samples to packets. `AudioConverter` of Core
/// Audio.
///
/// Either side is linear PCM of any sort: integers of up to 32 bits, signed or unsigned, in one to four bytes and at
/// either end of them; fixed point such as 8.24; Float32 and Float64; both byte orders; interleaved or a buffer per
/// channel; and µ-law and A-law.
///
/// Three ways to convert:
/// - ``fillComplexBuffer(packetCount:into:input:)`` pulls its input through a callback. It is the one that changes the
///   sample rate.
/// - ``convertComplexBuffer(frameCount:from:into:)`` takes frames and gives as many.
/// - ``convertBuffer(_:into:)`` is the same for one buffer.
///
/// ## Packets
/// The input may be packets of any format that `KKCodecs` decodes. They come through
/// ``fillComplexBuffer(packetCount:into:input:)`` alone, are decoded one at a time, and what comes out goes the way of
/// all samples: with ``setPacketTable(_:)`` exactly the valid frames. What the decoder has to know is the
/// ``magicCookie``. A damaged packet costs itself, and is reported in ``damage``.
///
/// The output may be packets of any format that `KKCodecs` encodes. They go through
/// ``fillComplexBuffer(packetCount:into:descriptions:input:)``; samples are converted to the encoder's rate, channels and
/// depth as to any others. ``outputDescription`` says what the packets are, ``compressionMagicCookie`` what goes with
/// them, and ``primeInfo``, at the end, which of their frames are none of the sound. They depend on the samples and the
/// settings alone, and not on what is asked for at a time.
///
/// ## Exactness
/// Where the output can hold a sample it gets that sample: between integers, fixed point and floating point of any
/// widths, 32 bits and Float64 included. Otherwise it gets the nearest, ties to even; integers stop at the ends of
/// their range, and NaN becomes silence in them (``overloads`` counts both). Samples are worked on in Float32, or in
/// Float64 where a side has more than 24 bits. Only the rate conversion is always done in Float32.
///
/// ## Channels
/// By ``Settings/channelMap`` if there is one, else by ``ChannelMatrix/mixing(_:to:)`` of the two layouts if both are
/// set, else by number: the first min(inputs, outputs) channels are copied, other inputs dropped, other outputs silent.
/// So mono becomes a left channel unless the map is `[0, 0]`.
///
/// One caller at a time.
///
/// ## Allocation
/// In `init`, and where settings are applied; where packets are encoded also in ``reset()``, and what the codec's library
/// does. Else converting allocates nothing, except copies of buffers that the caller shares with another value.
///
/// Source: AudioConverter.h.
public final class AudioConverter {
    /// What comes in (`'icdp'`).
    public let inputDescription: StreamDescription
    /// What goes out (`'ocdp'`). Of packets it is complete: their frames, their depth, and rate and channels where they
    /// were left open.
    public internal(set) var outputDescription: StreamDescription
    /// How; see ``apply(_:)``.
    public internal(set) var settings: Settings

    let inputFormat: SampleFormat
    /// What the lane gives: the output, or what its encoder takes.
    var sink: Side
    var lane: ConversionLane
    /// What decodes the input, if that is packets of a codec.
    let packets: PacketStage?
    /// What encodes the output, if that is.
    var encoding: EncodingStage?
    /// The output as it was asked for.
    let statedOutput: StreamDescription

    /// The input callback's last buffers, and the frames of them that are not used yet.
    var held: AudioBufferList
    var heldDescriptions: [PacketDescription] = []
    var pending = 0..<0
    /// Whether the callback has told the end.
    var hasEnded = false
    /// Whether a conversion is under way: its callback may not start another.
    var isBusy = false
    /// Lists of one buffer for ``convertBuffer(_:into:)``.
    var single = (input: AudioBufferList([AudioBuffer(bytes: [])]), output: AudioBufferList([AudioBuffer(bytes: [])]))

    /// The most channels of a side.
    static let channelLimit = 1024

    /// - Parameters:
    ///   - input: linear PCM with one frame in a packet, or packets of a codec, with the rate and the channels that
    ///     they decode to.
    ///   - output: linear PCM, or packets that `PacketEncoders` makes of linear PCM, whose rate, channels and frames in a
    ///     packet may be 0 for what the input and the encoder have. A sample rate from 1/256 to 256 times the input's.
    /// - Throws: `'fmt?'` for a description that means no sample format and no codec, `'!isr'` or `'!osr'` for a rate,
    ///   and what ``apply(_:)`` throws.
    public convenience init(
        from input: StreamDescription, to output: StreamDescription, settings: Settings = Settings()
    ) throws(AudioConverterError) {
        try self.init(from: input, to: output, settings: settings, makeDecoder: PacketStage.standard)
    }

    /// - Parameter makeDecoder: makes the decoder of packets, of their description and magic cookie.
    package init(
        from input: StreamDescription, to output: StreamDescription, settings: Settings = Settings(),
        makeDecoder: @escaping (StreamDescription, [UInt8]) throws(CodecError) -> any PacketDecoder
    ) throws(AudioConverterError) {
        let input = input.completed, output = output.completed
        let packets = try Self.stage(input, makeDecoder)
        let inputFormat = try Self.check(packets?.canonical ?? input, place: "input")
        let encoding = try Self.encoding(output, input, settings)
        let sink = try Self.sink(output, encoding)
        try Self.checkRates(input.sampleRate, sink.description.sampleRate)
        (self.packets, self.encoding, self.inputFormat, self.sink) = (packets, encoding, inputFormat, sink)
        inputDescription = input
        statedOutput = output
        outputDescription = encoding?.encoder.format ?? output
        self.settings = settings
        held = Self.emptyInput(input, isPacketed: packets != nil)
        lane = try Self.lane(
            Self.effective(settings, packets, encoding), (packets?.canonical ?? input, inputFormat), sink)
    }

    /// What the lane gives.
    static func sink(
        _ output: StreamDescription, _ encoding: EncodingStage?
    ) throws(AudioConverterError) -> Side {
        let description = encoding?.encoder.inputFormat ?? output
        return (description, try check(description, place: "output"))
    }

    /// Buffers without memory, as the first call of the callback finds them.
    static func emptyInput(_ description: StreamDescription, isPacketed: Bool) -> AudioBufferList {
        isPacketed
            ? AudioBufferList([AudioBuffer(channelCount: description.channelCount, bytes: [])])
            : AudioBufferList(for: description, frameCapacity: 0)
    }

    /// What did not fit into the output's codes since `init`, ``reset()`` or ``apply(_:)``; frames are counted from
    /// there.
    public var overloads: OverloadTally { lane.overloads }

    /// Back to the start: input that was left over is dropped, the rate converter and the decoder are empty, priming is
    /// cut off again, the dither begins again, and the callback will be asked again after its end. To be called where
    /// the input jumps.
    public func reset() {
        lane.reset()
        packets?.reset()
        encoding?.reset()
        pending = 0..<0
        hasEnded = false
    }

    /// What decodes a description that is no sample format.
    private static func stage(
        _ description: StreamDescription, _ makeDecoder: @escaping PacketStage.Maker
    ) throws(AudioConverterError) -> PacketStage? {
        guard !sampleFormats.contains(description.formatID) else { return nil }
        guard (1...channelLimit).contains(description.channelCount) else {
            throw AudioConverterError(
                .formatNotSupported, place: "input", "packets of \(description.channelsPerFrame) channels",
                nextStep: "state the channels that they decode to, at most \(channelLimit)")
        }
        let stage = try PacketStage(description, make: makeDecoder)
        do {
            try stage.prepare()
        } catch {
            // What a cookie can mend is reported when the first packet comes and there is none.
            guard error.kind == .badData else { throw error }
        }
        return stage
    }

    private static func check(
        _ description: StreamDescription, place: String
    ) throws(AudioConverterError) -> SampleFormat {
        guard description.framesPerPacket == 1, description.bytesPerPacket == description.bytesPerFrame,
            description.channelCount <= channelLimit
        else {
            throw AudioConverterError(
                .formatNotSupported, kind: .unavailable, place: place,
                "packets of \(description.framesPerPacket) frames and \(description.bytesPerPacket) bytes, "
                    + "in \(description.channelsPerFrame) channels",
                nextStep: "describe linear PCM, a frame to a packet, of at most \(channelLimit) channels")
        }
        do {
            return try SampleFormat(description, allowsPlanes: true)
        } catch {
            throw AudioConverterError(.formatNotSupported, error, place: place)
        }
    }

    private static func checkRates(_ input: Double, _ output: Double) throws(AudioConverterError) {
        let isSame = input == output
        guard input.isFinite, input > 0 || isSame && input == 0 else {
            throw AudioConverterError(
                .inputSampleRateOutOfRange, place: "input", "\(StreamDescription.rateText(input)) is not a sample rate",
                nextStep: "state the true rate, or 0 on both sides when it does not matter")
        }
        guard isSame || output.isFinite && output > 0 && RateConverter.ratios.contains(output / input) else {
            throw AudioConverterError(
                .outputSampleRateOutOfRange, place: "output",
                "a rate of \(StreamDescription.rateText(input)) Hz cannot become \(StreamDescription.rateText(output)) Hz",
                nextStep:
                    "choose a rate from \(StreamDescription.rateText(input / 256)) to \(StreamDescription.rateText(input * 256)) Hz"
            )
        }
    }
}
