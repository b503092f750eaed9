internal import KKCodecs
internal import KKMath
internal import KKPCM

extension OutputFormat {
    /// Checks that the codec has what is asked for, as far as that can be said without a sample rate.
    ///
    /// - Parameter path: the output, for the message.
    /// - Throws: `usage`, with what the codec does take.
    func validateSettings(path: String) throws(AudioFileError) {
        if let bitRate = settings.bitRate {
            try require(.bitRate, path)
            switch bitRate {
            case .variable(let level):
                guard let levels = codec?.choices?.variable else {
                    throw refusal(
                        path, "\(name) has no '\(bitRate)'",
                        nextStep: "give a bit rate: --bitrate takes \(codec?.choices?.values(.bitRate) ?? "")")
                }
                guard levels.contains(level) else { throw unknown("\(bitRate)", .bitRate, path) }
            case .rate: break
            }
        }
        if let quality = settings.quality {
            try require(.quality, path)
            let range = codec?.choices?.qualities ?? 0...0
            guard quality >= Double(range.lowerBound), quality <= Double(range.upperBound) else {
                throw unknown("quality \(shortDecimalText(quality, digits: 2))", .quality, path)
            }
        }
        if let compression = settings.compression {
            try require(.compression, path)
            guard codec?.choices?.level(settings) != nil else {
                throw unknown("compression '\(compression)'", .compression, path)
            }
        }
    }

    /// Checks the bit rate that is asked for.
    ///
    /// - Throws: `usage`, with those that can be had.
    func validateBitRate(sampleRate: Double, channelCount: Int, path: String) throws(AudioFileError) {
        guard case .rate(let rate) = settings.bitRate else { return }
        let rates = bitRates(sampleRate: sampleRate, channelCount: channelCount)
        guard !rates.contains(where: { $0.contains(rate) }) else { return }
        let channels = channelCount == 1 ? "one channel" : "\(channelCount) channels"
        throw refusal(
            path,
            "\(name) of \(channels) at \(StreamDescription.rateText(sampleRate)) Hz has no bit rate of \(EncodingSettings.BitRate.text(rate))",
            nextStep:
                "choose \(rates.allSatisfy { $0.count == 1 } ? "one of" : "from") \(EncodingSettings.BitRate.text(rates))"
        )
    }

    /// The possible bit rates of the format; empty if there is no choice.
    public func bitRates(sampleRate: Double, channelCount: Int) -> [ClosedRange<Int>] {
        guard let codec, codec.choices?.bitRates != nil else { return [] }
        return PacketEncoders.bitRates(
            of: StreamDescription(
                sampleRate: sampleRate, formatID: codec.formatID, channelsPerFrame: UInt32(channelCount)))
    }

    private func require(_ option: EncodingChoices.Option, _ path: String) throws(AudioFileError) {
        guard codec?.choices?.values(option) == nil else { return }
        let taken = EncodingChoices.Option.allCases.compactMap { option in
            codec?.choices?.values(option).map { "\(option.rawValue): \($0)" }
        }
        let takers = Self.encoders.filter { $0.choices.values(option) != nil }.map(\.name)
        throw refusal(
            path, "\(name) takes no \(option.rawValue)",
            nextStep: taken.isEmpty
                ? "leave it out, or write one of \(takers.joined(separator: ", "))"
                : "it takes \(taken.joined(separator: "; "))")
    }

    private func unknown(
        _ value: String, _ option: EncodingChoices.Option, _ path: String
    ) -> AudioFileError {
        refusal(
            path, "\(name) has no \(value)",
            nextStep: "\(option.rawValue) takes \(codec?.choices?.values(option) ?? "nothing")")
    }

    private func refusal(_ path: String, _ problem: String, nextStep: String) -> AudioFileError {
        AudioFileError(.unsupportedDataFormat, kind: .usage, path: path, problem, nextStep: nextStep)
    }
}
