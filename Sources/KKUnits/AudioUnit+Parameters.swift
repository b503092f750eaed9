extension AudioUnit {
    /// The parameters that every element of a scope has.
    public func parameters(_ scope: Scope) -> [ParameterInfo] {
        switch scope {
        case .global: global.parameters
        case .input: inputParameters
        case .output: outputParameters
        }
    }

    /// - Throws: `invalidElement`, `invalidParameter`.
    public func parameter(_ id: ParameterID, scope: Scope = .global, element: Int = 0) throws(AudioUnitError) -> Float {
        let target = try anyElement(scope, element)
        return target.values[try index(of: id, scope, element, in: target)]
    }

    /// Sets a parameter. It takes effect with the next slice.
    ///
    /// - Throws: `invalidElement`, `invalidParameter`, and `invalidParameterValue` for what is not finite or outside the range
    ///   (a parameter that accepts any finite value has no range to be outside of).
    public func setParameter(_ id: ParameterID, _ value: Float, scope: Scope = .global, element: Int = 0) throws(AudioUnitError) {
        let target = try anyElement(scope, element)
        let index = try index(of: id, scope, element, in: target)
        let info = target.parameters[index]
        guard value.isFinite && (info.acceptsAnyFiniteValue || info.range.contains(value)) else {
            throw AudioUnitError(
                .invalidParameterValue, place: place(scope, element), "\(info.name) cannot be \(value)",
                nextStep: info.acceptsAnyFiniteValue
                    ? "use a finite number" : "use \(info.range.lowerBound) to \(info.range.upperBound)")
        }
        target.values[index] = value
        parameterDidChange(scope, element)
    }

    private func index(of id: ParameterID, _ scope: Scope, _ element: Int, in target: Element) throws(AudioUnitError) -> Int {
        guard let index = target.parameters.firstIndex(where: { $0.id == id }) else {
            throw AudioUnitError(.invalidParameter, place: place(scope, element), "there is no \(scope) parameter \(id.rawValue)")
        }
        return index
    }
}
