internal import KKPCM

extension AudioUnit {
    /// The parameters of an element of a scope, in the unit's own order; empty if there is no such element.
    ///
    /// Elements of the same scope may have different parameters: those of a mixer's bus include meters for each of its
    /// channels, and those of a matrix mixer belong to channels and, in the global scope, to crosspoints.
    public func parameters(_ scope: Scope, element: Int = 0) -> [ParameterInfo] {
        (try? parameterElement(scope, element))?.parameters ?? []
    }

    /// The description of a parameter, with its range at the unit's sample rate.
    ///
    /// - Throws: `invalidElement`, `invalidParameter`.
    public func parameterInfo(
        _ id: ParameterID, scope: Scope = .global, element: Int = 0
    ) throws(AudioUnitError) -> ParameterInfo {
        let (target, index) = try slot(of: id, scope, element)
        var info = target.parameters[index]
        info.range = info.range(atSampleRate: parameterRate)
        return info
    }

    /// - Throws: `invalidElement`, `invalidParameter`.
    public func parameter(_ id: ParameterID, scope: Scope = .global, element: Int = 0) throws(AudioUnitError) -> Float {
        let (target, index) = try slot(of: id, scope, element)
        return target.parameters[index].isReadOnly
            ? readOnlyValue(of: target.parameters[index], scope, element) : target.values[index]
    }

    /// Sets a parameter. It takes effect with the next slice.
    ///
    /// A finite value outside the range becomes the nearest end of the range, and ``parameter(_:scope:element:)`` then
    /// returns that; ``checkParameter(_:_:scope:element:)`` refuses such a value. Some parameters accept any finite
    /// value. The range of a frequency ends at the upper end for the unit's sample rate. If the rate becomes lower
    /// later, the value stays, and the unit works as if it were at the new upper end.
    ///
    /// - Throws: `invalidElement`, `invalidParameter`, `invalidParameterValue` for a value that is not finite, and
    ///   `propertyNotWritable` for a meter.
    public func setParameter(
        _ id: ParameterID, _ value: Float, scope: Scope = .global, element: Int = 0
    ) throws(AudioUnitError) {
        let (target, index) = try slot(of: id, scope, element)
        let value = try nearest(to: value, for: target.parameters[index], scope, element)
        target.values[index] = value
        preset = nil
        parameterWasSet(id, scope, element, to: value)
    }

    /// Checks that a value is in the range of a parameter. Use it for values that a person wrote, where a mistake
    /// should not silently become the end of the range.
    ///
    /// - Throws: as setting it, and `invalidParameterValue` outside the range.
    public func checkParameter(
        _ id: ParameterID, _ value: Float, scope: Scope = .global, element: Int = 0
    ) throws(AudioUnitError) {
        let (target, index) = try slot(of: id, scope, element)
        try check(value, for: target.parameters[index], scope, element)
    }

    /// What a parameter has when it is set to a value.
    ///
    /// - Throws: what setting it throws.
    package func nearestValue(
        to value: Float, of id: ParameterID, scope: Scope, element: Int
    ) throws(AudioUnitError) -> Float {
        let (target, index) = try slot(of: id, scope, element)
        return try nearest(to: value, for: target.parameters[index], scope, element)
    }

    /// What frequencies are measured by.
    private var parameterRate: Double { (outputs.first ?? inputs.first ?? global).format.sampleRate }

    /// The value itself where it is in the range, else the range's nearest end.
    ///
    /// - Throws: `propertyNotWritable`, and `invalidParameterValue` for what is not finite.
    func nearest(
        to value: Float, for info: ParameterInfo, _ scope: Scope, _ element: Int
    ) throws(AudioUnitError) -> Float {
        if info.isReadOnly {
            throw AudioUnitError(
                .propertyNotWritable, place: place(scope, element), "\(info.name) is a meter, which only the unit sets")
        }
        let range = info.range(atSampleRate: parameterRate)
        guard value.isFinite else { throw impossible(value, for: info, range, scope, element) }
        if info.acceptsAnyFiniteValue || range.contains(value) { return value }
        return value < range.lowerBound ? range.lowerBound : range.upperBound
    }

    /// - Throws: `propertyNotWritable`, `invalidParameterValue`.
    func check(_ value: Float, for info: ParameterInfo, _ scope: Scope, _ element: Int) throws(AudioUnitError) {
        if try nearest(to: value, for: info, scope, element) == value { return }
        throw impossible(value, for: info, info.range(atSampleRate: parameterRate), scope, element)
    }

    private func impossible(
        _ value: Float, for info: ParameterInfo, _ range: ClosedRange<Float>, _ scope: Scope, _ element: Int
    ) -> AudioUnitError {
        AudioUnitError(
            .invalidParameterValue, place: place(scope, element), "\(info.name) cannot be \(value)",
            nextStep: info.acceptsAnyFiniteValue
                ? "use a finite number" : "use \(range.lowerBound) to \(range.upperBound)")
    }

    /// Where a parameter is kept: the element, and the place in its lists.
    ///
    /// - Throws: `invalidElement`, `invalidParameter`.
    func slot(
        of id: ParameterID, _ scope: Scope, _ element: Int
    ) throws(AudioUnitError) -> (target: Element, index: Int) {
        let target = try parameterElement(scope, element)
        guard let index = target.parameters.firstIndex(where: { $0.id == id }) else {
            throw AudioUnitError(
                .invalidParameter, place: place(scope, element), "there is no \(scope) parameter \(id.rawValue)")
        }
        return (target, index)
    }
}

extension AudioUnit {
    /// The amplitude response at each frequency, as a factor (`kAudioUnitProperty_FrequencyResponse`).
    ///
    /// - Parameter frequencies: in hertz, 0 … half the sample rate.
    /// - Throws: `invalidProperty` for a unit that is not a filter, `invalidPropertyValue` for a frequency out of
    ///   range.
    public func frequencyResponse(at frequencies: [Double]) throws(AudioUnitError) -> [Double] {
        guard magnitude(atFrequency: 0) != nil else {
            throw AudioUnitError(.invalidProperty, place: name, "the unit has no frequency response")
        }
        let highest = 0.5 * parameterRate
        if let wrong = frequencies.first(where: { !(0...highest).contains($0) }) {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "there is no frequency of \(wrong) Hz",
                nextStep: "use 0 to \(highest) Hz")
        }
        return magnitudes(atFrequencies: frequencies)
    }
}
