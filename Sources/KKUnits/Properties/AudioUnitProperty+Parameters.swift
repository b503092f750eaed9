// What is asked of a parameter besides its value, by number.

extension AudioUnitProperty where Value == [ParameterInfo] {
    /// `ParameterList` and `ParameterInfo` together, for an element of a scope.
    public static var parameterList: Self {
        Self(.parameterList) { unit, scope, element throws(AudioUnitError) in
            try unit.parameterElement(scope, element).parameters
        }
    }
}

extension AudioUnitProperty where Value == ParameterInfo {
    /// The description of parameter `id` in the requested scope and element, with its range at the unit's sample rate.
    public static func parameterInfo(of id: ParameterID) -> Self {
        Self(.parameterInfo) { unit, scope, element throws(AudioUnitError) in
            try unit.parameterInfo(id, scope: scope, element: element)
        }
    }
}

extension AudioUnitProperty where Value == [String] {
    /// The names of the values 0, 1, 2 … of the parameter `id`; `propertyNotInUse` for one whose values have no names.
    public static func parameterValueStrings(of id: ParameterID) -> Self {
        Self(.parameterValueStrings) { unit, scope, element throws(AudioUnitError) in
            let info = try unit.parameterInfo(id, scope: scope, element: element)
            if info.valueNames.isEmpty {
                throw AudioUnitError(
                    .propertyNotInUse, place: unit.place(scope, element), "the values of \(info.name) have no names")
            }
            return info.valueNames
        }
    }
}

extension AudioUnitProperty where Value == String {
    /// A value of the parameter `id` as text; see ``AudioUnit/parameterString(_:value:scope:element:)``.
    public static func parameterStringFromValue(of id: ParameterID, _ value: Float? = nil) -> Self {
        Self(.parameterStringFromValue) { unit, scope, element throws(AudioUnitError) in
            try unit.parameterString(id, value: value, scope: scope, element: element)
        }
    }

    /// The name of a group of parameters by its number (``ParameterInfo/clump``); `invalidPropertyValue` for one that the
    /// element does not have.
    public static func parameterClumpName(of clump: UInt32) -> Self {
        Self(.parameterClumpName) { unit, scope, element throws(AudioUnitError) in
            let parameters = try unit.parameterElement(scope, element).parameters
            if let name = parameters.lazy.compactMap(\.clump).first(where: { $0.id == clump })?.name { return name }
            throw AudioUnitError(
                .invalidPropertyValue, place: unit.place(scope, element), "there is no group \(clump) of parameters",
                nextStep: "use the number that a parameter's info has")
        }
    }
}

extension AudioUnitProperty where Value == Float {
    /// The value of the parameter `id` from a text; see ``AudioUnit/parameterValue(_:from:scope:element:)``.
    public static func parameterValueFromString(of id: ParameterID, _ text: String) -> Self {
        Self(.parameterValueFromString) { unit, scope, element throws(AudioUnitError) in
            try unit.parameterValue(id, from: text, scope: scope, element: element)
        }
    }
}
