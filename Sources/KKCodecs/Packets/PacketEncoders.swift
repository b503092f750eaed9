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
    /// | `.mp3` | libmp3lame | those of MPEG-1, 2 and 2.5 | 1 or 2 | 1152 frames, 576 below 32 kHz | bit rate; quality: V8, V5, V2, V1 and V0 |
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
    /// | `.mp3` | by quality variable; with a bit rate constant, or as an average |
    /// | `aac ` | as an average, which is constrained too, by the decoder's reservoir; constant over an eighth of a second, with packets that are filled up |
    /// | `ac-3` | constant |
    ///
    /// One that is variable by quality has no use for a bit rate. Until one is set, the others have what the codec's quality
    /// stands for; Opus has its own choice, and AC-3 one by its channels.
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
        return try encoder.make(description, settled(settings, description.formatID))
    }

    /// The settings with the codec's own way to keep to a bit rate where none is asked for: the first that it has, and
    /// with a bit rate the first that has a use for it.
    ///
    /// - Throws: ``CodecError``, `usage`, for one that the encoder does not have.
    package static func settled(
        _ settings: EncoderSettings, _ formatID: FourCharCode
    ) throws(CodecError) -> EncoderSettings {
        let controls = bitRateControls(of: formatID)
        var settled = settings
        settled.bitRateControl =
            settings.bitRateControl ?? controls.first { settings.bitRate == nil || $0 != .variable }
        if let control = settled.bitRateControl, !controls.contains(control) {
            let others = controls.map { "\($0)" }.joined(separator: " or ")
            throw CodecError(
                .usage, format: formatID, "the encoder has no bit rate that is \(control)",
                nextStep: others.isEmpty ? "leave it out: there is no choice of bit rates" : "choose \(others)")
        }
        return settled
    }

    /// The limits of a format's encoder; `nil` if it has none.
    public static func limits(of format: FourCharCode) -> EncoderLimits? { AudioCodec.of(format)?.encoder?.limits }

    /// The bits per second that a stream can be asked for, for all channels together; empty if there is no choice.
    public static func bitRates(of stream: StreamDescription) -> [ClosedRange<Int>] {
        guard (0..<1e9).contains(stream.sampleRate) else { return [] }
        return AudioCodec.of(stream.formatID)?.encoder?.bitRates(stream.sampleRate, stream.channelCount) ?? []
    }

    /// The sample rate of a format that has no other.
    package static func onlyRate(of format: FourCharCode) -> Double? {
        guard let rates = limits(of: format)?.sampleRates, rates.count == 1, let rate = rates.first else { return nil }
        return rate.lowerBound == rate.upperBound ? rate.lowerBound : nil
    }

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
