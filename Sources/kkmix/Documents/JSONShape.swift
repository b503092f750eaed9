/// What a document, or a part of one, may be.
indirect enum JSONShape: Hashable, Sendable {
    case text, integer, number, boolean
    /// One of these texts.
    case words([String])
    /// This number and no other.
    case constant(Int)
    case list(JSONShape)
    /// Any names, and a value of one kind after each.
    case names(JSONShape)
    /// These keys, all of them, and no others.
    case keys([Key])
    case oneOf([JSONShape])
    case orNull(JSONShape)
    /// A JSON Schema.
    case schema

    struct Key: Hashable, Sendable {
        var name: String
        var shape: JSONShape
        var meaning: String
    }

    /// The same as a JSON Schema, without what only a whole document has.
    var schema: JSONValue {
        switch self {
        case .text: ["type": "string"]
        case .integer: ["type": "integer"]
        case .number: ["type": "number"]
        case .boolean: ["type": "boolean"]
        case .words(let words): ["enum": .list(words.map { .text($0) })]
        case .constant(let number): ["const": .integer(number)]
        case .list(let element): ["type": "array", "items": element.schema]
        case .names(let value): ["type": "object", "additionalProperties": value.schema]
        case .keys(let keys): Self.schema(of: keys)
        case .oneOf(let shapes): ["anyOf": .list(shapes.map(\.schema))]
        case .orNull(let shape): ["anyOf": [shape.schema, ["type": "null"]]]
        case .schema: ["type": "object"]
        }
    }

    private static func schema(of keys: [Key]) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for key in keys { properties[key.name] = key.shape.schema.adding("description", .text(key.meaning)) }
        return [
            "type": "object", "properties": .object(properties),
            "required": .list(keys.map(\.name).sorted().map { .text($0) }),
            "additionalProperties": false,
        ]
    }

    /// What is in the column *value* of a table: `text`, `number or null`, `list of numbers`.
    var words: String {
        switch self {
        case .text: "text"
        case .integer: "whole number"
        case .number: "number"
        case .boolean: "true or false"
        case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .constant(let number): String(number)
        case .list(.keys), .list(.oneOf): "list"
        case .list(let element): "list of \(element.plural)"
        case .names(let value): "names with a \(value.words)"
        case .keys, .oneOf, .schema: "object"
        case .orNull(let shape): "\(shape.words) or null"
        }
    }

    private var plural: String {
        switch self {
        case .text: "texts"
        case .integer: "whole numbers"
        case .number: "numbers"
        case .list: "lists"
        case .words: "words: \(words)"
        case .orNull(let shape): "\(shape.plural), or null"
        default: words
        }
    }
}

/// A value of JSON that is put together by hand.
indirect enum JSONValue: Encodable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    case text(String)
    case integer(Int)
    case boolean(Bool)
    case list([JSONValue])
    case object([String: JSONValue])

    init(stringLiteral text: String) { self = .text(text) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { first, _ in first })
    }

    /// An object with one more name in it.
    func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(var values) = self else { return self }
        values[name] = value
        return .object(values)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .boolean(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}
