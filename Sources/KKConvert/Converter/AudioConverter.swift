package import KKCodecs
public import KKPCM

/// Converts bytes of one stream description to bytes of another: sample format, byte order, interleaving, channels,
/// layout and sample rate; packets of compressed audio to samples, and samples to packets. Core Audio's
/// `AudioConverter`.
///
/// Both sides may be linear PCM of any kind: integers of up to 32 bits, signed or unsigned, in one to four bytes,
/// aligned high or low; fixed point such as 8.24; Float32 and Float64; both byte orders; interleaved or a buffer per
/// channel; µ-law and A-law.
///
/// Three ways to convert:
/// - ``fillComplexBuffer(packetCount:into:input:)`` pulls its input through a callback. Only this form can change the
///   sample rate.
/// - ``convertComplexBuffer(frameCount:from:into:)`` converts frames to the same number of frames.
/// - ``convertBuffer(_:into:)`` is the same for one buffer.
///
/// ## Packets
/// The input may be packets of any format that `KKCodecs` decodes, only with
/// ``fillComplexBuffer(packetCount:into:input:)``. They are decoded one at a time, and then converted as samples; with
/// ``setPacketTable(_:)`` the output has exactly the valid frames. The ``magicCookie`` is the setup of the decoder. A
/// damaged packet becomes silence, and is reported in ``damage``.
///
/// The output may be packets of any format that `KKCodecs` encodes. Use
/// ``fillComplexBuffer(packetCount:into:descriptions:input:)``; the samples are first converted to the encoder's rate,
/// channels and depth. ``outputDescription`` describes the packets, ``compressionMagicCookie`` is their cookie, and
/// ``primeInfo``, at the end, says which frames are not part of the sound. The packets depend only on the samples and
/// the settings, not on the sizes of requests.
///
/// ## Exactness
/// If the output can represent a sample, it gets exactly that sample: between integers, fixed point and floating point
/// of any width, including 32 bits and Float64. Otherwise it gets the nearest value, ties to even. Integers are limited
/// to their range, and NaN becomes silence in them (``overloads`` counts both). Samples are processed in Float32, or in
/// Float64 if a side has more than 24 bits; rate conversion is always in Float32.
///
/// ## Channels
/// By ``Settings/channelMap`` if there is one; otherwise by ``ChannelMatrix/mixing(_:to:)`` if both layouts are set;
/// otherwise by number: the first min(inputs, outputs) channels are copied, other inputs are dropped, and other outputs
/// are silent. So mono becomes a left channel unless the map is `[0, 0]`.
///
/// One caller at a time.
///
/// ## Allocation
/// In `init`, and when settings are applied; for encoded packets also in ``reset()`` and in the codec's library.
/// Otherwise converting does not allocate, except to copy buffers that the caller shares with another value.
///
/// Source: AudioConverter.h.
public final class AudioConverter {
    /// The input format (`'icdp'`).
    public let inputDescription: StreamDescription
    /// The output format (`'ocdp'`). For packets it is complete, with frames, depth, rate and channels, even if these
    /// were left open.
    public internal(set) var outputDescription: StreamDescription
    /// The settings; see ``apply(_:)``.
    public internal(set) var settings: Settings

    let inputFormat: SampleFormat
    /// What the lane gives: the output, or what its encoder takes.
    var sink: Side
    var lane: ConversionLane
    /// What decodes the input, if that is packets of a codec.
    let decoding: DecodingStage?
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
    ///   - output: linear PCM, or packets that `PacketEncoders` makes of linear PCM, whose rate, channels and frames
    ///     per packet may be 0, to use those of the input and the encoder. The sample rate must be 1/256 to 256 times
    ///     the input's.
    /// - Throws: `'fmt?'` for a description that is neither a sample format nor a codec, and, of the kind `unavailable`,
    ///   for an encoder whose library is not installed; `'!isr'` or `'!osr'` for a rate; the errors of ``apply(_:)``.
    public convenience init(
        from input: StreamDescription, to output: StreamDescription, settings: Settings = Settings()
    ) throws(AudioConverterError) {
        try self.init(from: input, to: output, settings: settings, makeDecoder: DecodingStage.standard)
    }

    /// - Parameter makeDecoder: makes the decoder of packets, of their description and magic cookie.
    package init(
        from input: StreamDescription, to output: StreamDescription, settings: Settings = Settings(),
        makeDecoder: @escaping (StreamDescription, [UInt8]) throws(CodecError) -> any PacketDecoder
    ) throws(AudioConverterError) {
        let input = input.completed, output = output.completed
        let decoding = try Self.stage(input, makeDecoder)
        let inputFormat = try Self.check(decoding?.canonical ?? input, place: "input")
        let encoding = try Self.encoding(output, input, settings)
        let sink = try Self.sink(output, encoding)
        try Self.checkRates(input.sampleRate, sink.description.sampleRate)
        (self.decoding, self.encoding, self.inputFormat, self.sink) = (decoding, encoding, inputFormat, sink)
        inputDescription = input
        statedOutput = output
        outputDescription = encoding?.encoder.format ?? output
        self.settings = settings
        held = Self.emptyInput(input, isPacketed: decoding != nil)
        lane = try Self.lane(
            Self.effective(settings, decoding, encoding), (decoding?.canonical ?? input, inputFormat), sink)
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

    /// The samples that did not fit into the output's range since `init`, ``reset()`` or ``apply(_:)``; frames are
    /// counted from there.
    public var overloads: OverloadTally { lane.overloads }

    /// Starts again: drops the remaining input, empties the rate converter and the decoder, cuts off priming again,
    /// restarts the dither, and calls the callback again even after its end. Call it if the input jumps.
    public func reset() {
        lane.reset()
        decoding?.reset()
        encoding?.reset()
        pending = 0..<0
        hasEnded = false
    }

    /// What decodes a description that is not a sample format.
    private static func stage(
        _ description: StreamDescription, _ makeDecoder: @escaping DecodingStage.Maker
    ) throws(AudioConverterError) -> DecodingStage? {
        guard !sampleFormats.contains(description.formatID) else { return nil }
        guard (1...channelLimit).contains(description.channelCount) else {
            throw AudioConverterError(
                .formatNotSupported, place: "input", "packets of \(description.channelsPerFrame) channels",
                nextStep: "state the channels that they decode to, at most \(channelLimit)")
        }
        let stage = try DecodingStage(description, make: makeDecoder)
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
