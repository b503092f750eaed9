internal import FoundationEssentials

/// JSON as the program prints it: sorted keys, so that the same facts give the same bytes; no escaped slashes; one line.
enum JSONText {
    static func document(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            return #"{"error":{"message":"the result cannot be written as JSON","status":70},"schema":1}"#
        }
        return String(decoding: data, as: UTF8.self)
    }
}

/// A value that may be missing, and is null in the document then: every key is there for whoever reads it. A number that is infinite or none is missing:
/// JSON has no word for it.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let isNumber = (wrappedValue as? Double)?.isFinite ?? true
        if isNumber, let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension OrNull: Sendable where Value: Sendable {}
