/// A property of a unit by its number, with the type of its value, as for `AudioUnitGetProperty` and
/// `AudioUnitSetProperty`.
///
/// Every property is also a method of the unit. This form is for code that uses Core Audio's constants:
/// `try unit.setProperty(.maximumFramesPerSlice, 4096)`, `try unit.property(.streamFormat, scope: .input, element: 1)`.
///
/// Source: AudioUnitProperties.h.
public struct AudioUnitProperty<Value>: Sendable {
    typealias Read = @Sendable (AudioUnit, Scope, Int) throws(AudioUnitError) -> Value
    typealias Write = @Sendable (AudioUnit, Scope, Int, Value) throws(AudioUnitError) -> Void

    public let id: PropertyID
    /// Whether it can ever be set.
    public var isWritable: Bool { write != nil }
    /// Whether the unit has it once, in the global scope.
    let isGlobal: Bool
    let read: Read
    let write: Write?

    init(_ id: PropertyID, read: @escaping Read, write: Write? = nil) {
        self.id = id
        isGlobal = false
        self.read = read
        self.write = write
    }

    init(global id: PropertyID, read: @escaping Read, write: Write? = nil) {
        self.id = id
        isGlobal = true
        self.read = read
        self.write = write
    }
}

extension AudioUnit {
    /// The value of a property.
    ///
    /// - Throws: `invalidProperty` for one that this kind of unit does not have, `invalidScope`, `invalidElement`.
    public func property<Value>(
        _ property: AudioUnitProperty<Value>, scope: Scope = .global, element: Int = 0
    ) throws(AudioUnitError) -> Value {
        if property.isGlobal { try requireGlobal(scope, element) }
        return try property.read(self, scope, element)
    }

    /// Sets a property.
    ///
    /// - Throws: `propertyNotWritable`, the errors of reading it, and errors of the unit about the value.
    public func setProperty<Value>(
        _ property: AudioUnitProperty<Value>, _ value: Value, scope: Scope = .global, element: Int = 0
    ) throws(AudioUnitError) {
        guard let write = property.write else {
            throw AudioUnitError(
                .propertyNotWritable, place: place(scope, element), "property \(property.id.rawValue) cannot be set")
        }
        if property.isGlobal { try requireGlobal(scope, element) }
        try write(self, scope, element, value)
    }

    private func requireGlobal(_ scope: Scope, _ element: Int) throws(AudioUnitError) {
        if scope != .global {
            throw AudioUnitError(
                .invalidScope, place: place(scope, element), "the property is the whole unit's, in the global scope")
        }
        _ = try anyElement(scope, element)
    }

    /// This unit as the class that has a property.
    func having<Unit: AudioUnit>(_ id: PropertyID, _ type: Unit.Type) throws(AudioUnitError) -> Unit {
        guard let unit = self as? Unit else {
            throw AudioUnitError(.invalidProperty, place: name, "the unit has no property \(id.rawValue)")
        }
        return unit
    }
}
