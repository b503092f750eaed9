internal import KKAudio

extension AVAudioConverter {
    /// For every output channel, the input channel to copy, or -1 for silence.
    public var channelMap: [NSNumber] {
        get {
            let byNumber = (0..<Int(outputFormat.channelCount)).map { $0 < Int(inputFormat.channelCount) ? $0 : -1 }
            return (settings.channelMap ?? byNumber).map { NSNumber(value: $0) }
        }
        set { settings.channelMap = newValue.map(\.intValue) }
    }

    /// The decoder's configuration: set it before decoding, read it when encoding.
    public var magicCookie: Data? {
        get {
            try? takeSettings()
            let own = converter.encodesPackets ? converter.compressionMagicCookie : converter.magicCookie
            return newCookie ?? (own.isEmpty ? nil : Data(own))
        }
        set { newCookie = converter.decodesPackets ? newValue ?? Data() : nil }
    }

    /// Whether channels are mixed according to their layouts instead of copied by number.
    public var downmix: Bool {
        get { settings.inputLayout != nil }
        set {
            settings.inputLayout = newValue ? inputFormat.layout : nil
            settings.outputLayout = newValue ? outputFormat.layout : nil
        }
    }

    public var dither: Bool {
        get { settings.dither != .none }
        set { settings.dither = newValue ? .tpdf : .none }
    }

    /// An `AVAudioQuality`; values out of range are limited.
    public var sampleRateConverterQuality: Int {
        get { Int(settings.quality) }
        set { settings.quality = UInt32(max(0, min(0x7F, newValue))) }
    }

    /// One of the `AVSampleRateConverterAlgorithm_…`.
    public var sampleRateConverterAlgorithm: String? {
        get { Self.algorithms.first { $0.complexity == settings.complexity }?.name }
        set {
            settings.complexity = Self.algorithms.first { $0.name == newValue }?.complexity ?? .normal
        }
    }

    private static let algorithms: [(name: String, complexity: KKConvert.AudioConverter.Complexity)] = [
        (AVSampleRateConverterAlgorithm_Normal, .normal), (AVSampleRateConverterAlgorithm_Mastering, .mastering),
        (AVSampleRateConverterAlgorithm_MinimumPhase, .minimumPhase),
    ]

    public var primeMethod: AVAudioConverterPrimeMethod {
        get { AVAudioConverterPrimeMethod(rawValue: Int(settings.primeMethod.rawValue)) ?? .normal }
        set { settings.primeMethod = .init(rawValue: UInt32(clamping: newValue.rawValue)) ?? .normal }
    }

    /// The number of input frames that the filter needs before and after a position. For packets, the frames to trim,
    /// which can be set.
    public var primeInfo: AVAudioConverterPrimeInfo {
        get {
            try? takeSettings()
            let info = converter.primeInfo
            return AVAudioConverterPrimeInfo(
                leadingFrames: AVAudioFrameCount(clamping: info.leadingFrames),
                trailingFrames: AVAudioFrameCount(clamping: info.trailingFrames))
        }
        set {
            // Between samples it follows from the filter, and setting it says nothing.
            try? converter.setProperty(
                KKConvert.AudioConverter.Property.primeInfo,
                .primeInfo(
                    .init(
                        leadingFrames: Int(newValue.leadingFrames), trailingFrames: Int(newValue.trailingFrames))))
        }
    }
}
