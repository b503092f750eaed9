extension AudioUnit {
    /// The current settings.
    ///
    /// ## Allocation
    /// The values.
    public var classInfo: ClassInfo {
        var info = ClassInfo(component: component, preset: preset, values: [])
        info.settings = numberSettings
        for scope in Scope.allCases {
            for (number, element) in parameterElements(scope) {
                for (parameter, value) in zip(element.parameters, element.values) where !parameter.isReadOnly {
                    info.values.append(.init(scope: scope, element: number, parameter: parameter.id, value: value))
                }
            }
        }
        info.lists = listedSettings
        info.data = data
        return info
    }

    /// Applies settings, all or none.
    ///
    /// This may change the number of buses and bands; a bus that is removed loses its connection. An initialized unit
    /// cannot change these numbers, and refuses a record with others, except that an ``NBandEQ`` with more bands than
    /// the record bypasses the surplus.
    ///
    /// - Throws: `invalidPropertyValue` for another kind of unit or another version, and for a setting that this kind
    ///   does not have; `initialized` for another number of buses or bands than an initialized unit has; the error of
    ///   ``checkParameter(_:_:scope:element:)`` for a value that this unit does not accept. The settings then do not
    ///   change.
    ///
    /// ## Allocation
    /// Another unit of this kind, on which the settings are tried.
    public func setClassInfo(_ info: ClassInfo) throws(AudioUnitError) {
        guard info.component == component && info.version == 0 else {
            throw AudioUnitError(
                .invalidPropertyValue, place: name, "the settings are of \(info.component), version \(info.version)",
                nextStep: "use those of \(component), version 0")
        }
        for setting in info.settings { try check(setting) }
        let twin = try makeTwin()
        try twin.take(info)
        try checkBecoming(twin)
        try take(info)
        propertyDidChange(.classInfo, .global, 0)
    }

    private func take(_ info: ClassInfo) throws(AudioUnitError) {
        for setting in info.settings { try apply(setting) }
        // A preset may be more than its parameters.
        if let preset = info.preset { try setPresentPreset(preset) }
        if let data = info.data {
            try check(data)
            apply(data)
        }
        for value in info.values {
            try checkParameter(value.parameter, value.value, scope: value.scope, element: value.element)
            try setParameter(value.parameter, value.value, scope: value.scope, element: value.element)
        }
        for list in info.lists { try check(list) }
        for list in info.lists { apply(list) }
        preset = info.preset
    }

    /// An uninitialized unit of the same kind, with the same buses and formats.
    private func makeTwin() throws(AudioUnitError) -> AudioUnit {
        let twin = try makeAnother()
        twin.name = name
        for scope in [Scope.input, .output] where isElementCountWritable(scope) {
            try twin.setElementCount(elementCount(scope), scope: scope)
        }
        for (scope, elements) in [(Scope.input, inputs), (.output, outputs)] {
            for (index, element) in elements.enumerated() {
                try twin.setStreamFormat(element.format, scope: scope, element: index)
            }
        }
        return twin
    }

    /// The numbers of buses that can be set.
    var elementCountSettings: [ClassInfo.Setting] {
        [Scope.input, .output].filter(isElementCountWritable).map {
            ClassInfo.Setting(property: .elementCount, scope: $0, value: elementCount($0))
        }
    }

    /// - Throws: `invalidPropertyValue` for what is not a number of buses that can be set, `initialized` for another
    ///   number than there is.
    func checkElementCount(_ setting: ClassInfo.Setting) throws(AudioUnitError) {
        guard setting.property == .elementCount && isElementCountWritable(setting.scope) else {
            throw AudioUnitError(
                .invalidPropertyValue, place: place(setting.scope, setting.element),
                "property \(setting.property.rawValue) is not a setting of this unit")
        }
        if setting.value == elementCount(setting.scope) { return }
        try requireUninitialized(
            "the settings are of \(setting.value) \(setting.scope) buses, and their number cannot be changed",
            place: name)
    }
}
