/// An optional value that is written as null if missing, so that every key exists. Infinite numbers and NaN are also
/// null, because JSON cannot express them.
@propertyWrapper
public struct OrNull<Value: Encodable>: Encodable {
    public var wrappedValue: Value?

    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let isNumber = (wrappedValue as? Double)?.isFinite ?? (wrappedValue as? Float)?.isFinite ?? true
        if isNumber, let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension OrNull: Sendable where Value: Sendable {}
extension OrNull: Equatable where Value: Equatable {}
extension OrNull: Hashable where Value: Hashable {}

extension OrNull: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }
}

extension KeyedDecodingContainer {
    /// What is found by a decoder that the compiler makes: a key may be absent, too.
    func decode<Value: Decodable>(_ type: OrNull<Value>.Type, forKey key: Key) throws -> OrNull<Value> {
        guard contains(key) else { return OrNull(wrappedValue: nil) }
        return try OrNull(from: superDecoder(forKey: key))
    }
}
