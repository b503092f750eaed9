public import KKConvert
internal import KKPCM

extension Converter {
    /// How Core Audio says how well the rate is converted: a complexity and a quality, of which ``Converter/quality``
    /// follows.
    struct Conversion: Equatable {
        var complexity = AudioConverter.Complexity.normal
        var renderQuality: Int

        /// What stands for a quality. libsamplerate's three are in no table of Core Audio's, and named by the numbers
        /// that are next to them.
        init(_ quality: ResamplerQuality) {
            renderQuality =
                switch quality {
                case .best, .libsamplerateBest: 0x7F
                case .high, .libsamplerateMedium: 0x60
                case .medium: 0x40
                case .fast, .libsamplerateFastest: 0x20
                }
        }

        var quality: ResamplerQuality {
            if complexity == .mastering { return .best }
            return renderQuality >= 0x7F
                ? .best : renderQuality >= 0x60 ? .high : renderQuality >= 0x40 ? .medium : .fast
        }
    }

    /// The quality of rate conversion, from 0 to 127 (`kAudioUnitProperty_RenderQuality`): 127 is
    /// ``KKConvert/ResamplerQuality/best``, from 96 (the default) `high`, from 64 `medium`, and below `fast`. With the
    /// complexity `mastering` it is always `best`.
    public var renderQuality: Int { conversion.renderQuality }

    /// - Throws: `invalidPropertyValue` outside 0 … 127.
    public func setRenderQuality(_ number: Int) throws(AudioUnitError) {
        guard (0...0x7F).contains(number) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "a quality of \(number) is impossible", nextStep: "use 0 to 127")
        }
        var changed = conversion
        changed.renderQuality = number
        take(changed, .renderQuality)
    }

    /// The kind of rate conversion (`kAudioUnitProperty_SampleRateConverterComplexity`); the default is `normal`.
    public var complexity: AudioConverter.Complexity { conversion.complexity }

    /// - Throws: `invalidPropertyValue` for `linear` and `minimumPhase`, which kkmix does not have.
    public func setComplexity(_ complexity: AudioConverter.Complexity) throws(AudioUnitError) {
        guard complexity == .normal || complexity == .mastering else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "there is no rate converter \(complexity.code)",
                nextStep: "use 'norm' or 'bats'")
        }
        var changed = conversion
        changed.complexity = complexity
        take(changed, .sampleRateConverterComplexity)
    }

    private func take(_ changed: Conversion, _ id: PropertyID) {
        if changed == conversion { return }
        // Setting the quality names it again, so the name comes last.
        quality = changed.quality
        conversion = changed
        propertyDidChange(id, .global, 0)
    }

    /// Sets the input channel that each output channel copies, instead of mixing; `nil` mixes again.
    ///
    /// - Throws: `initialized`. Whether the map fits the formats is checked when the unit is initialized.
    public func setChannelMap(_ map: [Int]?) throws(AudioUnitError) {
        if map == channelMap { return }
        try requireUninitialized("the channel map cannot be changed", place: name)
        channelMap = map
        propertyDidChange(.channelMap, .global, 0)
    }

    /// How the channels are changed: by the map, or from layout to layout.
    var channelMatrix: ChannelMatrix {
        let inputCount = inputs[0].format.channelCount, outputCount = outputs[0].format.channelCount
        guard let channelMap else {
            return inputs[0].layout == outputs[0].layout
                ? .identity(inputCount) : .mixing(inputs[0].layout, to: outputs[0].layout)
        }
        var matrix = ChannelMatrix(inputCount: inputCount, outputCount: outputCount)
        for (output, input) in channelMap.enumerated() where input >= 0 { matrix[output: output, input: input] = 1 }
        return matrix
    }

    /// - Throws: `invalidPropertyValue` for a map that has not as many entries as the output has channels, or one that
    ///   names no channel of the input.
    func checkChannelMap() throws(AudioUnitError) {
        guard let channelMap else { return }
        let inputCount = inputs[0].format.channelCount, outputCount = outputs[0].format.channelCount
        guard channelMap.count == outputCount else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name,
                "the channel map has \(channelMap.count) entries, but the output has \(outputCount) channels",
                nextStep: "give an entry for every output channel")
        }
        guard channelMap.allSatisfy({ (-1..<inputCount).contains($0) }) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name,
                "the channel map \(channelMap) names a channel that the input does not have",
                nextStep: "use 0 to \(inputCount - 1), and -1 for silence")
        }
    }
}

extension PropertyID {
    /// `kAudioOutputUnitProperty_ChannelMap`, which AUConverter has as well.
    public static let channelMap: PropertyID = 2002
    /// `kAudioOutputUnitProperty_StartTimestampsAtZero`.
    public static let startTimestampsAtZero: PropertyID = 2007
    public static let sampleRateConverterComplexity: PropertyID = 3014
}

extension AudioUnitProperty where Value == AudioConverter.Complexity {
    /// Of a ``Converter``.
    public static var sampleRateConverterComplexity: Self {
        Self(global: .sampleRateConverterComplexity) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.sampleRateConverterComplexity, Converter.self).complexity
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.sampleRateConverterComplexity, Converter.self).setComplexity(value)
        }
    }
}

extension AudioUnitProperty where Value == Int {
    /// Of a ``Converter``.
    public static var renderQuality: Self {
        Self(global: .renderQuality) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.renderQuality, Converter.self).renderQuality
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.renderQuality, Converter.self).setRenderQuality(value)
        }
    }
}

extension AudioUnitProperty where Value == [Int]? {
    /// Of a ``Converter``.
    public static var channelMap: Self {
        Self(global: .channelMap) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.channelMap, Converter.self).channelMap
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.channelMap, Converter.self).setChannelMap(value)
        }
    }
}

extension AudioUnitProperty where Value == Bool {
    /// Of a ``Converter``.
    public static var startTimestampsAtZero: Self {
        Self(global: .startTimestampsAtZero) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.startTimestampsAtZero, Converter.self).startsTimestampsAtZero
        } write: { unit, _, _, value throws(AudioUnitError) in
            try unit.having(.startTimestampsAtZero, Converter.self).startsTimestampsAtZero = value
        }
    }
}
