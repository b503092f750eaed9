internal import KKConvert
internal import KKDSP
internal import KKPCM

extension MultiChannelMixer {
    /// The gains from a bus's channels to the output's, without its volume: all for the bus's first channel, then for
    /// its second, … They are what was set, or the result of layouts and pan (`kAudioUnitProperty_MatrixLevels`).
    ///
    /// - Throws: `invalidElement`.
    public func matrixLevels(bus: Int) throws(AudioUnitError) -> [Float] {
        _ = try anyElement(.input, bus)
        if let levels = inputSettings[bus].levels { return levels }
        let output = outputs[0].layout
        let matrix = ChannelMatrix.mixing(inputs[bus].layout, to: output)
        let pan = Pan(output.channelCount == 1 ? 0 : inputs[bus].values[Place.pan])
        return (0..<matrix.inputCount).flatMap { input in
            (0..<matrix.outputCount).map { matrix[output: $0, input: input] * pan.gain(for: output.labels[$0]) }
        }
    }

    /// Sets the gains from a bus's channels to the output's, instead of layouts and pan. They apply until the bus's pan
    /// is set or ramped, or the number of channels of either side changes. Until then, the value of the pan is kept but
    /// has no effect.
    ///
    /// - Parameter levels: bus channels × output channels, any finite factors, as ``matrixLevels(bus:)`` gives them.
    /// - Throws: `invalidElement`; `invalidPropertyValue` for a wrong number of levels, and for levels that are not finite.
    public func setMatrixLevels(_ levels: [Float], bus: Int) throws(AudioUnitError) {
        try check(levels, bus: bus)
        preset = nil
        takeLevels(levels, bus: bus)
    }

    func levelCount(ofBus bus: Int) -> Int { inputs[bus].format.channelCount * outputs[0].format.channelCount }

    func check(_ levels: [Float], bus: Int) throws(AudioUnitError) {
        _ = try anyElement(.input, bus)
        let count = levelCount(ofBus: bus)
        guard levels.count == count else {
            throw AudioUnitError(
                .invalidPropertyValue, place: place(.input, bus), "\(levels.count) levels are not a matrix of this bus",
                nextStep: "use \(count): \(inputs[bus].format.channelCount) × \(outputs[0].format.channelCount)")
        }
        guard levels.allSatisfy(\.isFinite) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: place(.input, bus), "a level is not finite",
                nextStep: "use finite numbers")
        }
    }

    func takeLevels(_ levels: [Float], bus: Int) {
        inputSettings[bus].levels = levels
        updateLevels(ofBus: bus)
        propertyDidChange(.matrixLevels, .input, bus)
    }

    /// Goes back to what layouts and pan come to.
    func dropLevels(ofBus bus: Int) {
        if inputSettings[bus].levels == nil { return }
        inputSettings[bus].levels = nil
        updateLevels(ofBus: bus)
        propertyDidChange(.matrixLevels, .input, bus)
    }

    /// Tells an initialized bus of its levels.
    func updateLevels(ofBus bus: Int) {
        guard buses.indices.contains(bus) else { return }
        buses[bus].setLevels(
            inputSettings[bus].levels.map { levels in
                var matrix = ChannelMatrix(
                    inputCount: inputs[bus].format.channelCount, outputCount: outputs[0].format.channelCount)
                for index in levels.indices {
                    matrix[output: index % matrix.outputCount, input: index / matrix.outputCount] = levels[index]
                }
                return matrix
            })
        updateGains(ofBus: bus)
    }
}
