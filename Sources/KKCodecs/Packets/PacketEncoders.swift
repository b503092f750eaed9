public import KKPCM

/// The encoders, by format.
public enum PacketEncoders {
    /// The supported formats.
    public static let formatIDs: [FourCharCode] = AudioCodec.all.filter { $0.encoder != nil }.map(\.formatID)

    /// An encoder before its first block.
    ///
    /// | format | library | rate | channels | packets of | settings |
    /// |---|---|---|---|---|---|
    /// | `alac` | none | whole numbers | 1 to 8 | 4096 frames, or what `description` says, up to 16,384 | depth: 16, 20, 24 or 32 bits |
    /// | `ima4` | none | any | 1 to 255 | 64 frames | none |
    /// | `flac` | libFLAC | whole numbers up to 655,350 | 1 to 8 | 4096 frames, or what `description` says, from 16 to 65,535 | depth: 16, 20, 24 or 32 bits; quality: levels 0, 3, 5, 7 and 8 |
    /// | `opus` | libopus | 48,000 | 1 to 8 | 960 frames, or what `description` says: 120, 240, 480, 1920, 2880 | bit rate; quality: complexity 0, 5 and 10 |
    /// | `vorb` | libvorbisenc | whole numbers | 1 to 8 | frames that differ | bit rate; quality: 0, 3, 6, 8 and 10 |
    /// | `.mp3` | libmp3lame | those of MPEG-1, 2 and 2.5 | 1 or 2 | 1152 frames, 576 below 32 kHz | bit rate (constant); quality: V8, V5, V2, V1 and V0 |
    /// | `aac ` | libavcodec | those of MPEG-4 up to 96,000 | 1 to 6 | 1024 frames | bit rate; quality: 48, 64, 96, 128 and 160 kbit/s for each channel |
    /// | `ac-3` | libavcodec | 32,000, 44,100, 48,000 | 1 to 6 | 1536 frames | bit rate: one of AC-3's 19 |
    ///
    /// The depth is that of the settings, or of the description's flags, or 16 bits. How a bit rate is kept, the codec's
    /// own way first:
    ///
    /// | format | ``BitRateControl`` |
    /// |---|---|
    /// | `opus` | constrained; constant; variable, which has the bit rate as its aim |
    /// | `vorb` | by quality variable, with a bit rate as an average; constant |
    /// | `.mp3` | by quality variable, with a bit rate constant; as an average |
    /// | `aac ` | as an average, which is constrained too, by the decoder's reservoir; constant over an eighth of a second, with packets that are filled up |
    /// | `ac-3` | constant |
    ///
    /// One that is variable by quality has no use for a bit rate; the others have one by quality until it is set.
    ///
    /// - Throws: ``CodecError``: `unavailable` for a format without an encoder and for a library that cannot be loaded,
    ///   otherwise `usage` for unsupported settings.
    public static func encoder(
        for description: StreamDescription, settings: EncoderSettings = EncoderSettings()
    ) throws(CodecError) -> any PacketEncoder {
        guard let encoder = AudioCodec.of(description.formatID)?.encoder else {
            throw CodecError(
                .unavailable, format: description.formatID, "kkmix has no encoder for this format",
                nextStep: "choose one of \(formatIDs.map(\.description).joined(separator: ", "))")
        }
        if let control = settings.bitRateControl, !encoder.bitRateControls.contains(control) {
            let others = encoder.bitRateControls.map { "\($0)" }.joined(separator: " or ")
            throw CodecError(
                .usage, format: description.formatID, "the encoder has no bit rate that is \(control)",
                nextStep: others.isEmpty ? "leave it out: there is no choice of bit rates" : "choose \(others)")
        }
        return try encoder.make(description, settings)
    }

    /// The limits of a format's encoder; `nil` if it has none.
    public static func limits(of format: FourCharCode) -> EncoderLimits? { AudioCodec.of(format)?.encoder?.limits }

    /// The bits per second that a stream of a format can be asked for; empty if there is no choice.
    package static func bitRates(
        of format: FourCharCode, sampleRate: Double, channelCount: Int
    ) -> [ClosedRange<Int>] { AudioCodec.of(format)?.encoder?.bitRates(sampleRate, channelCount) ?? [] }

    /// How the encoder of a format can keep to a bit rate; empty if there is no choice of rates.
    public static func bitRateControls(of format: FourCharCode) -> [BitRateControl] {
        AudioCodec.of(format)?.encoder?.bitRateControls ?? []
    }

    /// The channels of a format for each number of them, in the WAVE order; empty of one that says nothing of them.
    package static func layouts(of format: FourCharCode) -> [ChannelLayout] {
        AudioCodec.of(format)?.encoder?.layouts ?? []
    }

    /// - Throws: ``CodecError`` for a description that the codec cannot be of.
    static func check(
        _ description: StreamDescription, _ limits: EncoderLimits, isWhole: Bool = true, packets: (Int) -> Bool
    ) throws(CodecError) {
        func refusal(_ problem: String, _ nextStep: String) -> CodecError {
            CodecError(.usage, format: description.formatID, problem, nextStep: nextStep)
        }
        let rate = description.sampleRate
        let channels = limits.channels
        guard channels.contains(description.channelCount) else {
            throw refusal(
                "the format cannot have \(description.channelsPerFrame) channels",
                "choose from \(channels.lowerBound) to \(channels.upperBound)")
        }
        guard limits.sampleRates.contains(where: { $0.contains(rate) }), !isWhole || rate == rate.rounded() else {
            let words = limits.sampleRates.map { range in
                let (lowest, highest) = (
                    StreamDescription.rateText(range.lowerBound), StreamDescription.rateText(range.upperBound)
                )
                return range.lowerBound == range.upperBound ? lowest : "one from \(lowest) to \(highest)"
            }
            throw refusal(
                "the format has no sample rate of \(StreamDescription.rateText(rate)) Hz",
                "choose \(words.joined(separator: ", "))")
        }
        let length = Int(description.framesPerPacket)
        guard length == 0 || packets(length) else {
            throw refusal("the format has no packets of \(length) frames", "leave it to the encoder: 0")
        }
    }

    /// The depth of a lossless stream.
    static func bitDepth(_ description: StreamDescription, _ settings: EncoderSettings) throws(CodecError) -> Int {
        let depth = settings.bitDepth ?? description.losslessBitDepth ?? 16
        guard [16, 20, 24, 32].contains(depth) else {
            throw CodecError(
                .usage, format: description.formatID, "a bit depth of \(depth) is not supported",
                nextStep: "choose 16, 20, 24 or 32")
        }
        return depth
    }

    /// - Throws: ``CodecError`` for a bit rate that is none of `rates`.
    static func check(_ bitRate: Int?, _ rates: [ClosedRange<Int>], _ format: FourCharCode) throws(CodecError) {
        guard let bitRate, !rates.contains(where: { $0.contains(bitRate) }) else { return }
        let words = rates.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
        throw CodecError(
            .usage, format: format, "\(bitRate) bits per second is not possible",
            nextStep: "choose from \(words.joined(separator: ", "))")
    }
}
