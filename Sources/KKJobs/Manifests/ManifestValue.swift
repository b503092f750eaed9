internal import KKMath

internal import KKPCM

/// A value of a manifest, with the place where it stands. YAML and JSON give the same values.
struct ManifestValue: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case null
        case bool(Bool)
        /// As it is written: a reader of numbers would lose what the writer meant.
        case number(String)
        case string(String)
        case list([ManifestValue])
        case map([Entry])
    }

    struct Entry: Hashable, Sendable {
        var key: String
        var mark: YAMLEvents.Mark
        var value: ManifestValue
    }

    var content: Content
    var mark: YAMLEvents.Mark

    /// What a person calls it.
    var kindName: String {
        switch content {
        case .null: "nothing"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// What to do where `{output}` without quotes has become a map.
    var quotingStep: String? {
        guard case .map(let entries) = content, entries.count == 1, entries[0].value.content == .null,
            Placeholders.every.contains(entries[0].key)
        else { return nil }
        return "put it in quotes: '{\(entries[0].key)}'; braces without quotes are a map"
    }

    func hasKey(_ key: String) -> Bool {
        if case .map(let entries) = content { entries.contains { $0.key == key } } else { false }
    }

    /// The text of a scalar; `nil` for null, lists and maps.
    var scalarText: String? {
        switch content {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .list, .map: nil
        }
    }
}

extension ManifestValue.Content {
    /// A scalar without quotes, by the core schema of YAML 1.2 (section 10.3.2), so `no` and `on` are texts.
    init(plain text: String) {
        switch text {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .bool(true)
        case "false", "False", "FALSE": self = .bool(false)
        default: self = Double(signedDecimal: text) == nil ? .string(text) : .number(text)
        }
    }
}
