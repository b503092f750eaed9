internal import KKMixing

/// A type that is one of several shapes.
protocol HasAlternatives {
    static var alternatives: [Any.Type] { get }
}

/// A type whose shape does not follow from its properties.
protocol HasOwnShape {
    static var shape: JSONShape { get }
}

/// A type around another one.
private protocol HasElement {
    static var element: Any.Type { get }
    static func shape(around element: JSONShape) -> JSONShape
}

extension Array: HasElement {
    fileprivate static var element: Any.Type { Element.self }
    fileprivate static func shape(around element: JSONShape) -> JSONShape { .list(element) }
}

extension Optional: HasElement {
    fileprivate static var element: Any.Type { Wrapped.self }
    fileprivate static func shape(around element: JSONShape) -> JSONShape { .orNull(element) }
}

extension JSONShape {
    /// What a value of a type looks like in a document. A `KeyedReport` says so itself; any other type is asked by a
    /// ``ShapeReader``.
    ///
    /// So the types of the keys stand in one place, the reports, and what they mean in another, ``KeyMeanings``.
    init(of type: Any.Type) throws {
        self =
            switch type {
            case let type as any HasOwnShape.Type: type.shape
            case let type as any HasAlternatives.Type: .oneOf(try type.alternatives.map { try JSONShape(of: $0) })
            case let type as any HasElement.Type: type.shape(around: try JSONShape(of: type.element))
            case let type as any KeyedReport.Type:
                .keys(try type.keys.map { try Key($0.name, of: type) { [type = $0.type] in try JSONShape(of: type) } })
            case let type as any Decodable.Type: try ShapeReader.shape(of: type)
            default: throw ShapeReader.Unclear(description: "\(type) has no shape")
            }
    }
}

extension JSONShape.Key {
    /// A key of a type, with its meaning.
    init(_ name: String, of owner: Any.Type, shape: () throws -> JSONShape) throws {
        guard let meaning = KeyMeanings.own(owner)[name] ?? KeyMeanings.all[name] else {
            throw ShapeReader.Unclear(description: "'\(name)' of \(owner) has no meaning in KeyMeanings")
        }
        self.init(name: name, shape: name == "schema" ? .constant(1) : try shape(), meaning: meaning)
    }
}

/// Finds out what a type looks like that reads itself: it plays a document whose every key is there, and writes down
/// what is asked of it.
final class ShapeReader: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private var found: JSONShape?
    private var isNullable = false
    private var children: [(name: String, reader: ShapeReader)] = []
    private var owner: Any.Type = Void.self

    /// What cannot be described.
    struct Unclear: Error, CustomStringConvertible {
        var description: String
    }

    static func shape(of type: any Decodable.Type) throws -> JSONShape {
        let reader = ShapeReader()
        _ = try reader.read(type)
        return try reader.shape()
    }

    private func shape() throws -> JSONShape {
        let plain: JSONShape
        if let found {
            plain = found
        } else if let first = children.first, first.name == "*" {
            plain = .names(try first.reader.shape())
        } else {
            plain = .keys(try children.map { try JSONShape.Key($0.name, of: owner, shape: $0.reader.shape) })
        }
        return isNullable ? .orNull(plain) : plain
    }

    fileprivate func child(_ name: String) -> ShapeReader {
        if let known = children.first(where: { $0.name == name }) { return known.reader }
        let reader = ShapeReader()
        children.append((name, reader))
        return reader
    }

    fileprivate func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        owner = type
        if let type = type as? any (CaseIterable & RawRepresentable).Type, let first: Value = words(type) {
            return first
        }
        return try Value(from: self)
    }

    private func words<Words: CaseIterable & RawRepresentable, Value>(_ type: Words.Type) -> Value? {
        found = .words(type.allCases.compactMap { $0.rawValue as? String })
        return type.allCases.first as? Value
    }

    fileprivate func isNothing() -> Bool {
        isNullable = true
        return false
    }

    fileprivate func take<Value>(_ shape: JSONShape, _ value: Value) -> Value {
        found = shape
        return value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keys(reader: self))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleValue(reader: self) }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        let element = ShapeReader()
        return Elements(reader: element) { [self] in found = .list(try element.shape()) }
    }
}

private struct Keys<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: ShapeReader
    let codingPath: [any CodingKey] = []
    /// A dictionary is asked for one name, which stands for all that there may be.
    var allKeys: [Key] { [Key(stringValue: "*")].compactMap(\.self) }

    func contains(_ key: Key) -> Bool { true }

    /// Asked of a key that may be missing: with ``OrNull`` it is there, and null.
    func decodeNil(forKey key: Key) throws -> Bool {
        throw ShapeReader.Unclear(description: "the key '\(key.stringValue)' may be missing; make it @OrNull")
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try reader.child(key.stringValue).read(type)
    }
    func superDecoder(forKey key: Key) throws -> any Decoder { reader.child(key.stringValue) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        reader.child(key.stringValue).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        reader.child(key.stringValue).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { reader }
}

private struct Elements: UnkeyedDecodingContainer {
    let reader: ShapeReader
    let finish: () throws -> Void
    let codingPath: [any CodingKey] = []
    let count: Int? = 1
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(reader: ShapeReader, finish: @escaping () throws -> Void) {
        self.reader = reader
        self.finish = finish
    }

    mutating func decodeNil() throws -> Bool { reader.isNothing() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        let value = try reader.read(type)
        try finish()
        return value
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw Self.unclear
    }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.unclear }
    func superDecoder() throws -> any Decoder { throw Self.unclear }

    private static let unclear = ShapeReader.Unclear(description: "a list's elements are read as values")
}

private struct SingleValue: SingleValueDecodingContainer {
    let reader: ShapeReader
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool { reader.isNothing() }
    func decode(_ type: Bool.Type) throws -> Bool { reader.take(.boolean, false) }
    func decode(_ type: String.Type) throws -> String { reader.take(.text, "") }
    func decode(_ type: Double.Type) throws -> Double { reader.take(.number, 0) }
    func decode(_ type: Float.Type) throws -> Float { reader.take(.number, 0) }
    func decode(_ type: Int.Type) throws -> Int { reader.take(.integer, 0) }
    func decode(_ type: Int32.Type) throws -> Int32 { reader.take(.integer, 0) }
    func decode(_ type: Int64.Type) throws -> Int64 { reader.take(.integer, 0) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { reader.take(.integer, 0) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { reader.take(.integer, 0) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reader.read(type) }
}
