/// The source of an input bus: `AudioUnitConnection`. The third member of that, the input bus, is the element here.
///
/// Source: AudioUnitProperties.h.
public struct AudioUnitConnection {
    /// `nil` removes a connection.
    public var source: AudioUnit?
    /// An output bus of the source.
    public var sourceBus: Int

    public init(source: AudioUnit?, sourceBus: Int = 0) {
        self.source = source
        self.sourceBus = sourceBus
    }
}

extension AudioUnitProperty where Value == AudioUnitConnection {
    /// Of the input scope, with the bus as element; as ``AudioUnit/makeConnection(from:sourceBus:to:)`` and
    /// ``AudioUnit/disconnect(bus:)``. Can only be set.
    public static var makeConnection: Self {
        Self(.makeConnection) { unit, scope, element throws(AudioUnitError) in
            throw try unit.unreadableInput(.makeConnection, scope, element)
        } write: { unit, scope, element, value throws(AudioUnitError) in
            try unit.requireInput(scope, element)
            if let source = value.source {
                try unit.makeConnection(from: source, sourceBus: value.sourceBus, to: element)
            } else {
                try unit.disconnect(bus: element)
            }
        }
    }
}

extension AudioUnitProperty where Value == RenderCallback? {
    /// Of the input scope, with the bus as element; as ``AudioUnit/setRenderCallback(_:bus:)``. Can only be set.
    public static var setRenderCallback: Self {
        Self(.setRenderCallback) { unit, scope, element throws(AudioUnitError) in
            throw try unit.unreadableInput(.setRenderCallback, scope, element)
        } write: { unit, scope, element, value throws(AudioUnitError) in
            try unit.requireInput(scope, element)
            try unit.setRenderCallback(value, bus: element)
        }
    }
}

extension AudioUnit {
    /// - Throws: `invalidScope` for another than the input scope, `invalidElement`.
    fileprivate func requireInput(_ scope: Scope, _ element: Int) throws(AudioUnitError) {
        if scope != .input {
            throw AudioUnitError(.invalidScope, place: place(scope, element), "the property is in the input scope")
        }
        _ = try anyElement(scope, element)
    }

    /// What reading a property of an input bus throws that can only be set.
    fileprivate func unreadableInput(
        _ id: PropertyID, _ scope: Scope, _ element: Int
    ) throws(AudioUnitError) -> AudioUnitError {
        try requireInput(scope, element)
        return AudioUnitError(
            .propertyNotInUse, place: place(scope, element), "property \(id.rawValue) can only be set")
    }
}
