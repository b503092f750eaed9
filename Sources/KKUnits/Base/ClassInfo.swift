/// All settings of a unit that a document would keep: `kAudioUnitProperty_ClassInfo`.
///
/// Where Core Audio has a property list, kkmix has this value, which can be compared, and coded in any format.
/// Formats, connections and callbacks are the host's and not in it.
public struct ClassInfo: Hashable, Sendable, Codable {
    public struct Value: Hashable, Sendable, Codable {
        public var scope: Scope
        public var element: Int
        public var parameter: ParameterID
        public var value: Float

        public init(scope: Scope, element: Int, parameter: ParameterID, value: Float) {
            self.scope = scope
            self.element = element
            self.parameter = parameter
            self.value = value
        }
    }

    /// A setting that is a list of numbers and no parameter: the matrix levels of a mixer's bus.
    public struct List: Hashable, Sendable, Codable {
        public var property: PropertyID
        public var scope: Scope
        public var element: Int
        public var values: [Float]

        public init(property: PropertyID, scope: Scope, element: Int, values: [Float]) {
            self.property = property
            self.scope = scope
            self.element = element
            self.values = values
        }
    }

    /// The form of this record; 0 is the only one there is.
    public var version = 0
    public var component: ComponentDescription
    public var preset: FactoryPreset?
    /// Every parameter that is not a meter, by scope, element and place in the unit's own list.
    public var values: [Value]
    /// The settings that are no parameters, by element; they are set after the parameters.
    public var lists: [List] = []
}

extension AudioUnit {
    /// The settings as they are now.
    ///
    /// ## Allocation
    /// The values.
    public var classInfo: ClassInfo {
        var info = ClassInfo(component: component, preset: preset, values: [])
        for scope in Scope.allCases {
            for (number, element) in parameterElements(scope) {
                for (parameter, value) in zip(element.parameters, element.values) where !parameter.isReadOnly {
                    info.values.append(.init(scope: scope, element: number, parameter: parameter.id, value: value))
                }
            }
        }
        info.lists = listedSettings
        return info
    }

    /// Takes settings over, all or none.
    ///
    /// - Throws: `invalidPropertyValue` for another kind of unit or another version; what setting a parameter throws for a value that this unit
    ///   does not take. The settings are then as they were.
    public func setClassInfo(_ info: ClassInfo) throws(AudioUnitError) {
        guard info.component == component && info.version == 0 else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "the settings are of \(info.component), version \(info.version)",
                nextStep: "use those of \(component), version 0")
        }
        for value in info.values {
            let target = try parameterElement(value.scope, value.element)
            let parameter = target.parameters[try index(of: value.parameter, value.scope, value.element, in: target)]
            try check(value.value, for: parameter, value.scope, value.element)
        }
        for list in info.lists { try check(list) }
        // A preset may be more than its parameters.
        if let preset = info.preset { try setPresentPreset(preset) }
        for value in info.values { try setParameter(value.parameter, value.value, scope: value.scope, element: value.element) }
        for list in info.lists { apply(list) }
        preset = info.preset
        propertyDidChange(.classInfo, .global, 0)
    }
}
