extension AudioUnit {
    /// A value of a parameter as text: the name of the value, `on` or `off`, or the number and its unit, `440 Hz`
    /// (`kAudioUnitProperty_ParameterStringFromValue`).
    ///
    /// - Parameter value: any number; `nil` is the current value.
    /// - Throws: `invalidElement`, `invalidParameter`.
    public func parameterString(
        _ id: ParameterID, value: Float? = nil, scope: Scope = .global, element: Int = 0
    ) throws(AudioUnitError) -> String {
        let info = try parameterInfo(id, scope: scope, element: element)
        if let value { return info.text(of: value) }
        return info.text(of: try parameter(id, scope: scope, element: element))
    }

    /// The value of a text: a text of ``parameterString(_:value:scope:element:)``, or a number with or without its unit
    /// (`kAudioUnitProperty_ParameterValueFromString`). The parameter does not change.
    ///
    /// - Throws: `invalidElement`, `invalidParameter`, `propertyNotWritable` for a meter, and `invalidParameterValue`
    ///   for a text that is not a value in the parameter's range.
    public func parameterValue(
        _ id: ParameterID, from text: String, scope: Scope = .global, element: Int = 0
    ) throws(AudioUnitError) -> Float {
        let info = try parameterInfo(id, scope: scope, element: element)
        guard let value = info.value(of: text) else {
            let range = "\(info.text(of: info.range.lowerBound)) to \(info.text(of: info.range.upperBound))"
            throw AudioUnitError(
                .invalidParameterValue, place: place(scope, element), "\(info.name) cannot be '\(text)'",
                nextStep: "use \(info.valueNames.isEmpty ? range : info.valueNames.joined(separator: ", "))")
        }
        try checkParameter(id, value, scope: scope, element: element)
        return value
    }
}

extension ParameterInfo {
    fileprivate func text(of value: Float) -> String {
        if let index = Int(exactly: value), valueNames.indices.contains(index) { return valueNames[index] }
        if unit == .boolean { return value == 0 ? "off" : "on" }
        let number = Int(exactly: value).map(String.init) ?? "\(value)"
        return unit.symbol.isEmpty ? number : "\(number) \(unit.symbol)"
    }

    fileprivate func value(of text: String) -> Float? {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        if let index = valueNames.firstIndex(where: { $0.lowercased() == words }) { return Float(index) }
        if unit == .boolean, let index = ["off", "on"].firstIndex(of: words) { return Float(index) }
        let symbol = unit.symbol.lowercased()
        let number = words.hasSuffix(symbol) ? words.dropLast(symbol.count) : words[...]
        return Float(number.last == " " ? number.dropLast() : number)
    }
}
