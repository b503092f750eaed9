public import KKDSP

// The mixers' properties, with the numbers of AudioUnitProperties.h.

extension PropertyID {
    public static let spatializationAlgorithm: PropertyID = 3000
    public static let spatialMixerRenderingFlags: PropertyID = 3003
    public static let matrixLevels: PropertyID = 3006
    public static let meteringMode: PropertyID = 3007
    public static let matrixDimensions: PropertyID = 3009
    public static let spatialMixerDistanceParams: PropertyID = 3010
    public static let meterClipping: PropertyID = 3011
    public static let spatialMixerAttenuationCurve: PropertyID = 3013
}

extension AudioUnitProperty where Value == [Float] {
    /// In a `MultiChannelMixer` the gains of an input bus; in a `MatrixMixer` all levels, in the global scope.
    public static var matrixLevels: Self {
        Self(.matrixLevels) { unit, scope, element throws(AudioUnitError) in
            if let mixer = unit as? MultiChannelMixer {
                try unit.require(.input, scope, element)
                return try mixer.matrixLevels(bus: element)
            }
            let mixer = try unit.having(.matrixLevels, MatrixMixer.self)
            try unit.require(.global, scope, element)
            return mixer.matrixLevels
        } write: { unit, scope, element, value throws(AudioUnitError) in
            if let mixer = unit as? MultiChannelMixer {
                try unit.require(.input, scope, element)
                return try mixer.setMatrixLevels(value, bus: element)
            }
            let mixer = try unit.having(.matrixLevels, MatrixMixer.self)
            try unit.require(.global, scope, element)
            try mixer.setMatrixLevels(value)
        }
    }
}

extension AudioUnitProperty where Value == Bool {
    /// Whether the meters of a bus run; in the global scope of a `MatrixMixer`, those of every bus.
    public static var meteringMode: Self {
        Self(.meteringMode) { unit, scope, element throws(AudioUnitError) in
            if let mixer = unit as? MultiChannelMixer { return try mixer.isMetered(scope, element: element) }
            return try unit.having(.meteringMode, MatrixMixer.self).isMetered(scope, element: element)
        } write: { unit, scope, element, value throws(AudioUnitError) in
            if let mixer = unit as? MultiChannelMixer {
                return try mixer.setMetered(value, scope: scope, element: element)
            }
            try unit.having(.meteringMode, MatrixMixer.self).setMetered(value, scope: scope, element: element)
        }
    }
}

extension AudioUnitProperty where Value == MatrixDimensions {
    public static var matrixDimensions: Self {
        Self(global: .matrixDimensions) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.matrixDimensions, MatrixMixer.self).matrixDimensions
        }
    }
}

extension AudioUnitProperty where Value == MeterClipping {
    /// Of a channel of a `MatrixMixer`, in the input or output scope, as the parameters are; of a bus of a
    /// `MultiChannelMixer`. Reading resets it.
    public static var meterClipping: Self {
        Self(.meterClipping) { unit, scope, element throws(AudioUnitError) in
            if let mixer = unit as? MultiChannelMixer { return try mixer.takeMeterClipping(scope, element: element) }
            return try unit.having(.meterClipping, MatrixMixer.self).takeMeterClipping(scope, channel: element)
        }
    }
}

extension AudioUnitProperty where Value == SpatialKernel.Algorithm {
    /// Of an input bus of a `SpatialMixer`.
    public static var spatializationAlgorithm: Self {
        Self(.spatializationAlgorithm) { unit, scope, element throws(AudioUnitError) in
            let mixer = try unit.spatialMixer(.spatializationAlgorithm, scope, element)
            return mixer.sources[element].algorithm
        } write: { unit, scope, element, value throws(AudioUnitError) in
            let mixer = try unit.spatialMixer(.spatializationAlgorithm, scope, element)
            try mixer.setAlgorithm(value, bus: element)
        }
    }
}

extension AudioUnitProperty where Value == SpatialKernel.Rendering {
    /// Of an input bus of a `SpatialMixer`.
    public static var spatialMixerRenderingFlags: Self {
        Self(.spatialMixerRenderingFlags) { unit, scope, element throws(AudioUnitError) in
            let mixer = try unit.spatialMixer(.spatialMixerRenderingFlags, scope, element)
            return mixer.sources[element].rendering
        } write: { unit, scope, element, value throws(AudioUnitError) in
            let mixer = try unit.spatialMixer(.spatialMixerRenderingFlags, scope, element)
            try mixer.setRendering(value, bus: element)
        }
    }
}

extension AudioUnitProperty where Value == DistanceAttenuation {
    /// Of an input bus of a `SpatialMixer`: the distances and the attenuation. The curve,
    /// ``spatialMixerAttenuationCurve``, does not change.
    public static var spatialMixerDistanceParams: Self {
        Self(.spatialMixerDistanceParams) { unit, scope, element throws(AudioUnitError) in
            let mixer = try unit.spatialMixer(.spatialMixerDistanceParams, scope, element)
            return mixer.sources[element].attenuation
        } write: { unit, scope, element, value throws(AudioUnitError) in
            let mixer = try unit.spatialMixer(.spatialMixerDistanceParams, scope, element)
            var value = value
            value.curve = mixer.sources[element].attenuation.curve
            try mixer.setAttenuation(value, bus: element)
        }
    }
}

extension AudioUnitProperty where Value == DistanceAttenuation.Curve {
    public static var spatialMixerAttenuationCurve: Self {
        Self(.spatialMixerAttenuationCurve) { unit, scope, element throws(AudioUnitError) in
            let mixer = try unit.spatialMixer(.spatialMixerAttenuationCurve, scope, element)
            return mixer.sources[element].attenuation.curve
        } write: { unit, scope, element, value throws(AudioUnitError) in
            let mixer = try unit.spatialMixer(.spatialMixerAttenuationCurve, scope, element)
            var attenuation = mixer.sources[element].attenuation
            attenuation.curve = value
            try mixer.setAttenuation(attenuation, bus: element)
        }
    }
}

extension AudioUnit {
    /// The mixer that has a property of the input bus `element`.
    fileprivate func spatialMixer(
        _ property: PropertyID, _ scope: Scope, _ element: Int
    ) throws(AudioUnitError) -> SpatialMixer {
        let mixer = try having(property, SpatialMixer.self)
        try require(.input, scope, element)
        return mixer
    }

    /// - Throws: `invalidScope` unless it is the one that the property is in, `invalidElement`.
    fileprivate func require(_ wanted: Scope, _ scope: Scope, _ element: Int) throws(AudioUnitError) {
        if scope != wanted {
            throw AudioUnitError(.invalidScope, place: place(scope, element), "the property is in the \(wanted) scope")
        }
        _ = try anyElement(scope, element)
    }
}
