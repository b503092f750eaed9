/// Called after a parameter of a unit was set: `AUEventListenerProc` for `kAudioUnitEvent_ParameterValueChange`.
public typealias ParameterListener = (
    _ unit: AudioUnit, _ id: ParameterID, _ scope: Scope, _ element: Int, _ value: Float
) -> Void

extension AudioUnit {
    /// Calls `listener` whenever a parameter is set, in the order in which listeners were added.
    ///
    /// It is called on the thread that sets the parameter, after the change: by ``setParameter(_:_:scope:element:)``
    /// before that returns; by a scheduled event inside the slice, before the event's frame is rendered; by a ramp at
    /// its end, and at the end of each slice with the current value. Setting the same value again also counts.
    ///
    /// Core Audio's listeners are called only for changes by `AUParameterSet`, and later, on a run loop; here they are
    /// called for all changes, and there is no run loop.
    ///
    /// - Parameters:
    ///   - id: `nil` means every parameter of the unit, in every scope and element.
    ///   - scope: of a single parameter.
    /// - Returns: a number for its removal.
    /// - Throws: `invalidElement`, `invalidParameter`.
    @discardableResult
    public func addParameterListener(
        _ id: ParameterID?, scope: Scope = .global, element: Int = 0, _ listener: @escaping ParameterListener
    ) throws(AudioUnitError) -> Int {
        if let id { _ = try slot(of: id, scope, element) }
        defer { nextToken += 1 }
        parameterListeners.append(
            HeldParameterListener(token: nextToken, id: id, scope: scope, element: element, listener: listener))
        return nextToken
    }

    public func removeParameterListener(_ token: Int) {
        parameterListeners.removeAll { $0.token == token }
    }

    /// Tells the unit and those who listen that a parameter has a value now.
    func parameterWasSet(_ id: ParameterID, _ scope: Scope, _ element: Int, to value: Float) {
        parameterDidChange(id, scope, element)
        tellParameterListeners(id, scope, element, value)
    }

    func tellParameterListeners(_ id: ParameterID, _ scope: Scope, _ element: Int, _ value: Float) {
        // The array as it is now: a listener may remove itself.
        for entry in parameterListeners where entry.hears(id, scope, element) {
            entry.listener(self, id, scope, element, value)
        }
    }
}

/// A listener and what it listens to.
struct HeldParameterListener {
    let token: Int
    let id: ParameterID?
    let scope: Scope
    let element: Int
    let listener: ParameterListener

    func hears(_ id: ParameterID, _ scope: Scope, _ element: Int) -> Bool {
        self.id == nil || self.id == id && self.scope == scope && self.element == element
    }
}
