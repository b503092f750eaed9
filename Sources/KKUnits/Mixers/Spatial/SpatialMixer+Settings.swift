public import KKDSP

/// What is set for a bus of a spatial mixer and is not a parameter.
struct SpatialSource {
    var algorithm = SpatialKernel.Algorithm.equalPowerPanning
    var attenuation = DistanceAttenuation()
}

extension SpatialMixer {
    /// How a bus of one channel is placed (`kAudioUnitProperty_SpatializationAlgorithm`).
    ///
    /// - Throws: `invalidElement`.
    public func algorithm(bus: Int) throws(AudioUnitError) -> SpatialKernel.Algorithm {
        _ = try anyElement(.input, bus)
        return sources[bus].algorithm
    }

    /// - Throws: `invalidElement`, `initialized`.
    public func setAlgorithm(_ algorithm: SpatialKernel.Algorithm, bus: Int) throws(AudioUnitError) {
        _ = try anyElement(.input, bus)
        if sources[bus].algorithm == algorithm { return }
        try requireUninitialized("the algorithm cannot be changed", place: place(.input, bus))
        sources[bus].algorithm = algorithm
        preset = nil
        propertyDidChange(.spatializationAlgorithm, .input, bus)
    }

    /// How much quieter a bus becomes with its distance.
    ///
    /// - Throws: `invalidElement`.
    public func attenuation(bus: Int) throws(AudioUnitError) -> DistanceAttenuation {
        _ = try anyElement(.input, bus)
        return sources[bus].attenuation
    }

    /// Sets it, from the next slice on.
    ///
    /// - Throws: `invalidElement`; `invalidPropertyValue` for a reference distance of 0, a maximum below the reference,
    ///   and an attenuation below 0 or above 1000 dB.
    public func setAttenuation(_ attenuation: DistanceAttenuation, bus: Int) throws(AudioUnitError) {
        _ = try anyElement(.input, bus)
        try check(attenuation, bus: bus)
        let old = sources[bus].attenuation
        sources[bus].attenuation = attenuation
        preset = nil
        if old.curve != attenuation.curve { propertyDidChange(.spatialMixerAttenuationCurve, .input, bus) }
        if old != attenuation { propertyDidChange(.spatialMixerDistanceParams, .input, bus) }
    }

    private func check(_ attenuation: DistanceAttenuation, bus: Int) throws(AudioUnitError) {
        let (nearest, farthest) = (attenuation.referenceDistance, attenuation.maximumDistance)
        if nearest > 0 && farthest >= nearest && farthest.isFinite
            && (0...1000).contains(attenuation.maximumAttenuation)
        {
            return
        }
        throw AudioUnitError(
            .invalidPropertyValue, place: place(.input, bus),
            "\(attenuation.maximumAttenuation) dB from \(nearest) m to \(farthest) m is not a valid attenuation",
            nextStep: "use a reference distance above 0, a maximum distance not below it, and 0 to 1000 dB")
    }

    // MARK: Class info

    /// A bus's algorithm, curve, reference, maximum and attenuation.
    func list(ofBus bus: Int) -> ClassInfo.List {
        let source = sources[bus], attenuation = source.attenuation
        return ClassInfo.List(
            property: .spatialMixerDistanceParams, scope: .input, element: bus,
            values: [
                Float(source.algorithm.rawValue), Float(attenuation.curve.rawValue),
                Float(attenuation.referenceDistance), Float(attenuation.maximumDistance),
                Float(attenuation.maximumAttenuation),
            ])
    }

    func source(of list: ClassInfo.List) throws(AudioUnitError) -> SpatialSource {
        _ = try anyElement(.input, list.element)
        guard list.property == .spatialMixerDistanceParams, list.scope == .input, list.values.count == 5,
            let algorithm = SpatialKernel.Algorithm(rawValue: Int(exactly: list.values[0]) ?? -1),
            let curve = DistanceAttenuation.Curve(rawValue: Int(exactly: list.values[1]) ?? -1)
        else {
            throw AudioUnitError(
                .invalidPropertyValue, place: place(list.scope, list.element),
                "property \(list.property.rawValue) is not a list of this unit's settings")
        }
        let attenuation = DistanceAttenuation(
            curve: curve, referenceDistance: Double(list.values[2]), maximumDistance: Double(list.values[3]),
            maximumAttenuation: Double(list.values[4]))
        try check(attenuation, bus: list.element)
        if algorithm != sources[list.element].algorithm {
            try requireUninitialized("the settings have another algorithm", place: place(.input, list.element))
        }
        return SpatialSource(algorithm: algorithm, attenuation: attenuation)
    }
}
