/// The number of a parameter within its unit and scope: `AudioUnitParameterID`.
public struct ParameterID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByIntegerLiteral {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public init(integerLiteral value: UInt32) {
        rawValue = value
    }
}

/// What a parameter is: its number, name, unit and range.
///
/// Source: `AudioUnitParameterInfo` of AudioUnitProperties.h.
public struct ParameterInfo: Hashable, Sendable {
    /// What a value counts, with the codes of `AudioUnitParameterUnit`.
    public enum Unit: UInt32, Sendable {
        case boolean = 2
        case linearGain = 14
        case pan = 18
    }

    public var id: ParameterID
    public var name: String
    public var unit: Unit
    /// The values that a control would offer.
    public var range: ClosedRange<Float>
    public var defaultValue: Float
    /// Whether every finite value is taken: a fader may be turned above 1, or the other way round.
    public var acceptsAnyFiniteValue: Bool

    public init(
        id: ParameterID, name: String, unit: Unit, range: ClosedRange<Float>, defaultValue: Float, acceptsAnyFiniteValue: Bool = false
    ) {
        self.id = id
        self.name = name
        self.unit = unit
        self.range = range
        self.defaultValue = defaultValue
        self.acceptsAnyFiniteValue = acceptsAnyFiniteValue
    }
}
