public import KKPCM

extension GenericOutput {
    /// Sets the source of element 1: its frame 0 is at frame 0 of the time line; `nil` removes it.
    ///
    /// - Throws: `initialized`.
    public func setInputSource(_ source: (any FrameSource)?) throws(AudioUnitError) {
        try requireUninitialized("the source cannot be changed", place: place(.input, 1))
        inputSource = source
    }

    /// Turns an element on or off: `kAudioOutputUnitProperty_EnableIO`, for the input scope of element 1 and the output
    /// scope of element 0.
    ///
    /// - Throws: `invalidScope` and `invalidElement` for any other scope or element, `initialized`.
    public func setIOEnabled(_ isEnabled: Bool, scope: Scope, element: Int) throws(AudioUnitError) {
        try checkIO(scope, element)
        if try isIOEnabled(scope: scope, element: element) == isEnabled { return }
        try requireUninitialized("an element cannot be turned on or off", place: place(scope, element))
        if scope == .input { isInputEnabled = isEnabled } else { isOutputEnabled = isEnabled }
        propertyDidChange(.enableIO, scope, element)
    }

    /// Whether an element is on.
    ///
    /// - Throws: `invalidScope` and `invalidElement`, as ``setIOEnabled(_:scope:element:)``.
    public func isIOEnabled(scope: Scope, element: Int) throws(AudioUnitError) -> Bool {
        try checkIO(scope, element)
        return scope == .input ? isInputEnabled : isOutputEnabled
    }

    /// `AudioOutputUnitStart`. Without a device this only sets ``isRunning``; the caller renders the unit.
    ///
    /// - Throws: `uninitialized`.
    public func start() throws(AudioUnitError) {
        guard isInitialized else {
            throw AudioUnitError(
                .uninitialized, place: name, "the unit is not initialized", nextStep: "call initialize() first")
        }
        if isRunning { return }
        isRunning = true
        propertyDidChange(.isRunning, .global, 0)
    }

    /// `AudioOutputUnitStop`.
    public func stop() {
        if !isRunning { return }
        isRunning = false
        propertyDidChange(.isRunning, .global, 0)
    }

    fileprivate func checkInputCallback(_ scope: Scope, _ element: Int) throws(AudioUnitError) {
        guard scope == .global else {
            throw AudioUnitError(
                .invalidScope, place: place(scope, element), "the property is the whole unit's, in the global scope")
        }
        guard (0...1).contains(element) else {
            throw AudioUnitError(.invalidElement, place: name, "there is no element \(element)", nextStep: "use 1")
        }
    }

    private func checkIO(_ scope: Scope, _ element: Int) throws(AudioUnitError) {
        _ = try bus(scope, element)
        guard element == (scope == .input ? 1 : 0) else {
            throw AudioUnitError(
                .invalidElement, place: place(scope, element), "this side of the element is always on",
                nextStep: "use the input scope of element 1 or the output scope of element 0")
        }
    }
}

extension PropertyID {
    public static let isRunning: PropertyID = 2001
    public static let enableIO: PropertyID = 2003
    public static let setInputCallback: PropertyID = 2005
}

extension AudioUnitProperty where Value == GenericOutput.InputCallback? {
    /// Sets ``GenericOutput/inputCallback``; `nil` removes it. In the global scope, where the elements 0 and 1 mean the
    /// same. Can only be set.
    public static var setInputCallback: Self {
        Self(.setInputCallback) { unit, scope, element throws(AudioUnitError) in
            let output = try unit.having(.setInputCallback, GenericOutput.self)
            try output.checkInputCallback(scope, element)
            throw AudioUnitError(
                .propertyNotInUse, place: unit.name, "property \(PropertyID.setInputCallback.rawValue) can only be set")
        } write: { unit, scope, element, value throws(AudioUnitError) in
            let output = try unit.having(.setInputCallback, GenericOutput.self)
            try output.checkInputCallback(scope, element)
            output.inputCallback = value
        }
    }
}

extension AudioUnitProperty where Value == Bool {
    /// Whether an I/O unit was started, by ``GenericOutput/start()`` and ``GenericOutput/stop()``.
    public static var isRunning: Self {
        Self(global: .isRunning) { unit, _, _ throws(AudioUnitError) in
            try unit.having(.isRunning, GenericOutput.self).isRunning
        }
    }

    public static var enableIO: Self {
        Self(.enableIO) { unit, scope, element throws(AudioUnitError) in
            try unit.having(.enableIO, GenericOutput.self).isIOEnabled(scope: scope, element: element)
        } write: { unit, scope, element, value throws(AudioUnitError) in
            try unit.having(.enableIO, GenericOutput.self).setIOEnabled(value, scope: scope, element: element)
        }
    }
}
