public import KKDSP

/// What is set for a bus of a spatial mixer and is not a parameter.
struct SpatialSource {
    var algorithm = SpatialKernel.Algorithm.equalPowerPanning
    var attenuation = DistanceAttenuation()
    var rendering = SpatialKernel.Rendering.plain
    /// No part of the class info: it belongs to a time line.
    var motion: SpatialMotion?
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

    /// How a bus's position changes it (`kAudioUnitProperty_SpatialMixerRenderingFlags`).
    ///
    /// - Throws: `invalidElement`.
    public func rendering(bus: Int) throws(AudioUnitError) -> SpatialKernel.Rendering {
        _ = try anyElement(.input, bus)
        return sources[bus].rendering
    }

    /// - Throws: `invalidElement`; `initialized`; `invalidPropertyValue` for a flag that this mixer does not have.
    public func setRendering(_ rendering: SpatialKernel.Rendering, bus: Int) throws(AudioUnitError) {
        _ = try anyElement(.input, bus)
        if sources[bus].rendering == rendering { return }
        try check(rendering, bus: bus)
        try requireUninitialized("the rendering flags cannot be changed", place: place(.input, bus))
        sources[bus].rendering = rendering
        preset = nil
        propertyDidChange(.spatialMixerRenderingFlags, .input, bus)
    }

    private func check(_ rendering: SpatialKernel.Rendering, bus: Int) throws(AudioUnitError) {
        if (0...7).contains(rendering.rawValue) { return }
        throw AudioUnitError(
            .invalidPropertyValue, place: place(.input, bus),
            "\(rendering.rawValue) has flags that this mixer does not have",
            nextStep: "use a sum of 1 (inter-aural delay), 2 (Doppler shift) and 4 (distance attenuation)")
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

    /// The way that a bus goes, instead of its azimuth, elevation and distance; `nil` at first.
    ///
    /// - Throws: `invalidElement`.
    public func motion(bus: Int) throws(AudioUnitError) -> SpatialMotion? {
        _ = try anyElement(.input, bus)
        return sources[bus].motion
    }

    /// Sets it, from the next slice on. This is kkmix's own: a ramp of a parameter is scheduled for one slice, and this
    /// holds for all of them.
    ///
    /// - Throws: `invalidElement`; `invalidPropertyValue` for a place that the parameters could not have.
    public func setMotion(_ motion: SpatialMotion?, bus: Int) throws(AudioUnitError) {
        _ = try anyElement(.input, bus)
        for place in motion.map({ [$0.from, $0.to] }) ?? [] {
            guard (-180...180).contains(place.azimuth), (-90...90).contains(place.elevation),
                (0...SpatialKernel.farthest).contains(place.distance)
            else {
                throw AudioUnitError(
                    .invalidPropertyValue, place: self.place(.input, bus),
                    "\(place.azimuth)°, \(place.elevation)°, \(place.distance) m is no place around the listener",
                    nextStep: "use -180 to 180 degrees, -90 to 90 degrees and 0 to 10,000 metres")
            }
        }
        sources[bus].motion = motion
    }

    // MARK: Class info

    /// A bus's algorithm, curve, reference, maximum, attenuation and rendering flags.
    func list(ofBus bus: Int) -> ClassInfo.List {
        let source = sources[bus], attenuation = source.attenuation
        return ClassInfo.List(
            property: .spatialMixerDistanceParams, scope: .input, element: bus,
            values: [
                Float(source.algorithm.rawValue), Float(attenuation.curve.rawValue),
                Float(attenuation.referenceDistance), Float(attenuation.maximumDistance),
                Float(attenuation.maximumAttenuation), Float(source.rendering.rawValue),
            ])
    }

    func source(of list: ClassInfo.List) throws(AudioUnitError) -> SpatialSource {
        _ = try anyElement(.input, list.element)
        guard list.property == .spatialMixerDistanceParams, list.scope == .input, list.values.count == 6,
            let algorithm = SpatialKernel.Algorithm(rawValue: Int(exactly: list.values[0]) ?? -1),
            let curve = DistanceAttenuation.Curve(rawValue: Int(exactly: list.values[1]) ?? -1),
            let flags = Int(exactly: list.values[5])
        else {
            throw AudioUnitError(
                .invalidPropertyValue, place: place(list.scope, list.element),
                "property \(list.property.rawValue) is not a list of this unit's settings")
        }
        let attenuation = DistanceAttenuation(
            curve: curve, referenceDistance: Double(list.values[2]), maximumDistance: Double(list.values[3]),
            maximumAttenuation: Double(list.values[4]))
        try check(attenuation, bus: list.element)
        let source = SpatialSource(
            algorithm: algorithm, attenuation: attenuation, rendering: SpatialKernel.Rendering(rawValue: flags),
            motion: sources[list.element].motion)
        try check(source.rendering, bus: list.element)
        if (algorithm, source.rendering) != (sources[list.element].algorithm, sources[list.element].rendering) {
            try requireUninitialized(
                "the settings have another algorithm, or other flags", place: place(.input, list.element))
        }
        return source
    }
}
