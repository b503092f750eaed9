internal import KKPCM

extension AudioConverter {
    typealias Side = (description: StreamDescription, format: SampleFormat)

    /// Checks the settings and builds the inside.
    static func lane(_ settings: Settings, _ input: Side, _ output: Side) throws(AudioConverterError) -> ConversionLane
    {
        try check(settings, input, output)
        let matrix = matrix(settings, input.description.channelCount, output.description.channelCount)
        let unpacker = PCMUnpacker(input.description, input.format)
        let packer = PCMPacker(
            output.description, output.format, dither: settings.dither,
            bits: settings.dither == .none ? nil : settings.ditherBitDepth,
            seed: settings.seed)
        if input.description.sampleRate != output.description.sampleRate {
            do {
                return .rate(
                    try RateLane(
                        unpacker, matrix, packer, quality: settings.resamplerQuality, method: settings.primeMethod))
            } catch {
                throw AudioConverterError(.outputSampleRateOutOfRange, error, place: "output")
            }
        }
        return input.format.isWide || output.format.isWide
            ? .wide(StraightLane(unpacker, matrix, packer)) : .narrow(StraightLane(unpacker, matrix, packer))
    }

    /// The gains between the channels.
    static func matrix(_ settings: Settings, _ inputCount: Int, _ outputCount: Int) -> ChannelMatrix {
        if let map = settings.channelMap {
            var matrix = ChannelMatrix(inputCount: inputCount, outputCount: outputCount)
            for (output, input) in map.enumerated() where input >= 0 { matrix[output: output, input: input] = 1 }
            return matrix
        }
        if let from = settings.inputLayout, let to = settings.outputLayout { return .mixing(from, to: to) }
        return .byNumber(inputCount, outputCount)
    }

    private static func check(_ settings: Settings, _ input: Side, _ output: Side) throws(AudioConverterError) {
        let inputCount = input.description.channelCount
        let outputCount = output.description.channelCount
        if let map = settings.channelMap {
            guard map.count == outputCount else {
                throw AudioConverterError(
                    .badPropertySize, place: "'chmp'",
                    "a channel map of \(map.count) entries for \(outputCount) channels of output",
                    nextStep: "give an input channel, or -1, for each of them")
            }
            if let wrong = map.first(where: { !(-1..<inputCount).contains($0) }) {
                throw AudioConverterError(
                    .parameter, place: "'chmp'", "there is no input channel \(wrong)",
                    nextStep: "choose from 0 to \(inputCount - 1), or -1 for silence")
            }
        }
        for (place, layout, count) in [
            ("'icl '", settings.inputLayout, inputCount), ("'ocl '", settings.outputLayout, outputCount),
        ] {
            guard let layout, layout.channelCount != count else { continue }
            throw AudioConverterError(
                .parameter, place: place,
                "the layout \(layout.name) has \(layout.channelCount) channels and the stream \(count)",
                nextStep: "choose a layout of \(count) channels")
        }
        guard settings.quality <= 0x7F else {
            throw AudioConverterError(
                .parameter, place: "'srcq'", "a quality of \(settings.quality)", nextStep: "choose from 0 to 127")
        }
        guard settings.complexity == .normal || settings.complexity == .mastering else {
            throw AudioConverterError(
                .operationNotSupported, kind: .unavailable, place: "'srca'",
                "there is no rate converter of the kind '\(settings.complexity.rawValue)'",
                nextStep: "choose 'norm' or 'bats'")
        }
        if let bits = settings.ditherBitDepth, !output.format.isInteger || !(1...output.format.validBits).contains(bits)
        {
            throw AudioConverterError(
                .parameter, place: "'dbit'",
                "samples of \(output.description.encodingText) are not rounded to \(bits) bits",
                nextStep: output.format.isInteger
                    ? "choose from 1 to \(output.format.validBits) bits" : "leave the bit depth out")
        }
    }
}

extension AudioConverter.Settings {
    package var resamplerQuality: ResamplerQuality {
        if complexity == .mastering { return .best }
        return quality >= 0x7F ? .best : quality >= 0x60 ? .high : quality >= 0x40 ? .medium : .fast
    }
}

extension SampleFormat {
    /// Whether samples are rounded to codes with equal steps.
    var isInteger: Bool {
        switch kind {
        case .uint8, .int8, .int16, .int24, .int32, .field: true
        case .float32, .float64, .companded: false
        }
    }
}
