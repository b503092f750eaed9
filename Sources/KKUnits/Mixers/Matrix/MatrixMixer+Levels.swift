/// The number of input and output channels of a matrix: `kAudioUnitProperty_MatrixDimensions`.
public struct MatrixDimensions: Hashable, Sendable {
    public var inputs: Int
    public var outputs: Int

    public init(inputs: Int, outputs: Int) {
        self.inputs = inputs
        self.outputs = outputs
    }
}

extension MatrixMixer {
    /// The channels of all input and output buses.
    public var matrixDimensions: MatrixDimensions {
        MatrixDimensions(inputs: inputChannels.count, outputs: outputChannels.count)
    }

    /// All volumes: a row for each input channel with its crosspoints and then its own volume, and a last row with the
    /// outputs' volumes and then the master's; (inputs + 1) × (outputs + 1) (`kAudioUnitProperty_MatrixLevels`).
    ///
    /// ## Allocation
    /// The array.
    public var matrixLevels: [Float] { levelElements.map { $0.values[0] } }

    /// Sets all volumes, in the order of ``matrixLevels``.
    ///
    /// - Throws: `invalidPropertyValue` for a wrong number of levels, and for levels that are not finite.
    public func setMatrixLevels(_ levels: [Float]) throws(AudioUnitError) {
        let elements = levelElements
        guard levels.count == elements.count else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "\(levels.count) levels are not a matrix of this mixer",
                nextStep: "use \(elements.count): \(inputChannels.count + 1) × \(outputChannels.count + 1)")
        }
        guard levels.allSatisfy(\.isFinite) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "a level is not finite", nextStep: "use finite numbers")
        }
        for (element, level) in zip(elements, levels) { element.values[0] = level }
        preset = nil
        propertyDidChange(.matrixLevels, .global, 0)
    }

    private var levelElements: [Element] {
        zip(crosspoints, inputChannels).flatMap { $0 + [$1] } + outputChannels + [global]
    }
}
