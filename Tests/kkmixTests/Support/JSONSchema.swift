import Foundation

/// Holds a value against a JSON Schema, as far as kkmix's schemas go. A keyword that it does not know is a problem:
/// nothing passes by not being looked at.
struct JSONSchema {
    private static let known: Set = [
        "$schema", "title", "description", "type", "properties", "required", "additionalProperties", "items", "enum",
        "const", "anyOf",
    ]

    /// - Returns: what is wrong, each with its place.
    static func problems(_ value: Any, _ schema: [String: Any], at place: String = "$") -> [String] {
        var found = Set(schema.keys).subtracting(known).map { "\(place): the schema has '\($0)'" }
        if let type = schema["type"] as? String, !has(value, type) {
            return found + ["\(place): \(value) is no \(type)"]
        }
        if let words = schema["enum"] as? [String], !((value as? String).map(words.contains) ?? false) {
            found.append("\(place): \(value) is none of \(words)")
        }
        if let number = schema["const"] as? Int, !(has(value, "integer") && value as? Int == number) {
            found.append("\(place): \(value) is not \(number)")
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            let all = choices.map { problems(value, $0, at: place) }
            if !all.contains(where: \.isEmpty) {
                found += all.min { $0.count < $1.count } ?? ["\(place): nothing is allowed"]
            }
        }
        if let items = schema["items"] as? [String: Any], let list = value as? [Any] {
            for (index, element) in list.enumerated() { found += problems(element, items, at: "\(place)[\(index)]") }
        }
        guard schema["type"] as? String == "object", let object = value as? [String: Any] else { return found }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        found += (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map {
            "\(place): '\($0)' is missing"
        }
        for (key, element) in object {
            if let schema = properties[key] {
                found += problems(element, schema, at: "\(place).\(key)")
            } else if let schema = schema["additionalProperties"] as? [String: Any] {
                found += problems(element, schema, at: "\(place).\(key)")
            } else if isFalse(schema["additionalProperties"]) {
                found.append("\(place): nothing is known of '\(key)'")
            }
        }
        return found
    }

    private static func has(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "null": value is NSNull
        case "string": value is String
        case "array": value is [Any]
        case "object": value is [String: Any]
        case "boolean": isBoolean(value)
        case "number": value is NSNumber && !isBoolean(value)
        case "integer":
            !isBoolean(value) && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } ?? false
        default: false
        }
    }

    /// `1` and `true` are different things in JSON, and one class in Foundation.
    private static func isBoolean(_ value: Any) -> Bool {
        guard let number = value as? NSNumber, !(value is String) else { return false }
        return unsafe String(cString: number.objCType) == "c"
    }

    private static func isFalse(_ value: Any?) -> Bool { value.map { isBoolean($0) && $0 as? Bool == false } ?? false }
}
