internal import KKPCM

extension OutputFormat {
    /// Checks that this pair exists and can hold audio with this rate and number of channels.
    ///
    /// - Parameter path: the output, for the message.
    /// - Throws: `usage`, with what the container supports.
    public func validate(sampleRate: Double, channelCount: Int, path: String) throws(AudioFileError) {
        try validateEncoding(path: path)
        guard sampleRate.isFinite, sampleRate > 0, channelCount > 0 else {
            throw AudioFileError(
                .unsupportedDataFormat, kind: .usage, path: path,
                "\(channelCount) channels at \(StreamDescription.rateText(sampleRate)) Hz are not an audio format",
                nextStep: "give a rate and a channel count above zero")
        }
        try validateSettings(path: path)
        try validateRate(sampleRate, path: path)
        guard channelCount <= maximumChannelCount else {
            throw AudioFileError(
                .unsupportedDataFormat, kind: .usage, path: path,
                "\(name) holds at most \(maximumChannelCount) channels, and this has \(channelCount)",
                nextStep: "ask for fewer channels with -c, or write WAV or CAF")
        }
        try validateBitRate(sampleRate: sampleRate, channelCount: channelCount, path: path)
    }

    func validateEncoding(path: String) throws(AudioFileError) {
        guard !container.encodings.contains(encoding) else { return }
        let taken = container.encodings.map(\.rawValue).joined(separator: ", ")
        let problem =
            container == .flac && (encoding.isFloat || encoding == .s32)
            ? "FLAC holds at most s24, and \(encoding.rawValue) was asked for"
            : "\(container.name) does not hold \(encoding.rawValue)"
        // FLAC's own encoding is a name for whatever it holds.
        let others = OutputContainer.allCases
            .filter { $0.holds(encoding) && $0 != .raw }.map(\.rawValue)
        let elsewhere =
            others.isEmpty ? "" : ", or a format that holds \(encoding.rawValue): \(others.joined(separator: ", "))"
        throw AudioFileError(
            .unsupportedDataFormat, kind: .usage, path: path, problem,
            nextStep: "use \(taken)\(elsewhere)")
    }

    private func validateRate(_ rate: Double, path: String) throws(AudioFileError) {
        if let rates = allowedRates {
            guard rates.contains(rate) else {
                throw AudioFileError(
                    .unsupportedDataFormat, kind: .usage, path: path,
                    "\(name) does not take \(StreamDescription.rateText(rate)) Hz",
                    nextStep:
                        "convert with -r to one of \(rates.map(StreamDescription.rateText).joined(separator: ", "))")
            }
        } else if codec != nil || container.output?.takesAnyRate != true {
            guard rate == rate.rounded(), rate <= Double(UInt32.max), codec == nil || rate <= 655_350 else {
                throw AudioFileError(
                    .unsupportedDataFormat, kind: .usage, path: path,
                    "\(name) does not take \(StreamDescription.rateText(rate)) Hz",
                    nextStep: codec != nil
                        ? "convert with -r to a whole rate of at most 655350 Hz"
                        : "convert with -r to a whole rate, or write CAF or AIFF")
            }
        }
    }

    /// The sample rates of a codec with a limited choice; `nil` for any rate.
    public var allowedRates: [Double]? { codec?.rates }

    /// The largest number of channels: of the header's field, or of the codec's layouts.
    public var maximumChannelCount: Int {
        if let codec { return codec.layouts?.map(\.channelCount).max() ?? 255 }
        let bits = encoding.integerBits ?? (encoding == .f64 ? 64 : encoding == .f32 ? 32 : 8)
        return container.output?.channelLimit(bits / 8) ?? 0
    }

    /// As people name what is heard of it.
    package var name: String { codec?.name ?? container.name }
}
