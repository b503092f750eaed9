internal import KKPCM

extension MatrixMixer {
    static func faderInfos(volume: Float) -> [ParameterInfo] {
        [
            ParameterInfo(
                id: Parameter.volume, name: "Volume", unit: .linearGain, range: 0...1, defaultValue: volume,
                acceptsAnyFiniteValue: true,
                canRamp: true),
            ParameterInfo(id: Parameter.enable, name: "Enable", unit: .boolean, range: 0...1, defaultValue: 1),
        ]
    }

    static let crosspointInfos = faderInfos(volume: 0)

    /// Of the channels on either side.
    static let channelInfos =
        crosspointInfos + meterInfos(unit: .decibels, first: 1000, range: -120...0, suffix: "")
        + meterInfos(unit: .linearGain, first: 5000, range: 0...1, suffix: " Linear")

    private static func meterInfos(
        unit: ParameterUnit, first: ParameterID, range: ClosedRange<Float>, suffix: String
    ) -> [ParameterInfo] {
        ["Pre Average Power", "Pre Peak Hold Level", "Post Average Power", "Post Peak Hold Level"].enumerated().map {
            index, name in
            ParameterInfo(
                id: first + 1000 * index, name: name + suffix, unit: unit, range: range, defaultValue: range.lowerBound,
                isReadOnly: true)
        }
    }

    /// The channels of all input and output buses.
    var channelCounts: (input: Int, output: Int) {
        (inputs.reduce(0) { $0 + $1.format.channelCount }, outputs.reduce(0) { $0 + $1.format.channelCount })
    }

    /// Gives every channel and crosspoint its parameters; those that were there keep them. A matrix that is too large
    /// has none.
    func resize() {
        func fit<Item>(_ items: inout [Item], _ count: Int, _ make: () -> Item) {
            if items.count > count { items.removeLast(items.count - count) }
            while items.count < count { items.append(make()) }
        }
        fit(&inputSettings, inputs.count) { MixerBusSettings() }
        fit(&outputSettings, outputs.count) { MixerBusSettings() }
        var (inputCount, outputCount) = channelCounts
        if max(inputCount, outputCount, inputCount * outputCount) > Self.maximumCrosspointCount {
            (inputCount, outputCount) = (0, 0)
        }
        fit(&inputChannels, inputCount) { Element(parameters: Self.channelInfos) }
        fit(&outputChannels, outputCount) { Element(parameters: Self.channelInfos) }
        fit(&crosspoints, inputCount) { [] }
        for input in crosspoints.indices {
            fit(&crosspoints[input], outputCount) { Element(parameters: Self.crosspointInfos) }
        }
    }
}
