/// The number of a parameter within its unit and scope: `AudioUnitParameterID`.
public struct ParameterID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByIntegerLiteral {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public init(integerLiteral value: UInt32) {
        rawValue = value
    }

    /// The number `offset` above another one: NBandEQ's gain of band 3 is its gain of band 0, plus 3.
    public static func + (base: ParameterID, offset: Int) -> ParameterID {
        ParameterID(rawValue: base.rawValue + UInt32(truncatingIfNeeded: offset))
    }
}

extension ParameterID: CustomStringConvertible {
    public var description: String { String(rawValue) }
}
