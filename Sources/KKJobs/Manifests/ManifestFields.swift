internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// A map of a manifest, asked for the keys that are known: each can be taken, and a key that nobody knows is refused
/// with the one that was meant.
struct ManifestFields {
    private let entries: [ManifestValue.Entry]
    /// Where the map begins.
    let mark: YAMLEvents.Mark
    private let file: FilePath

    /// - Throws: `badSession` for a value that is not a map, and for a key that is not in `keys`.
    init(_ value: ManifestValue, of what: String, keys: [String], file: FilePath) throws(SessionError) {
        self.file = file
        mark = value.mark
        guard case .map(let entries) = value.content else {
            throw Self.error(
                "\(what) is \(value.kindName)", value.mark, file,
                "write a map: 'key: value' lines with \(keys.joined(separator: ", "))")
        }
        self.entries = entries
        for entry in entries where !keys.contains(entry.key) {
            let near = NearMiss.of(entry.key, among: keys).map { "did you mean '\($0)'?" }
            throw Self.error(
                "unknown key '\(entry.key)' in \(what)", entry.mark, file,
                near ?? "the keys are \(keys.joined(separator: ", "))")
        }
    }

    /// - Throws: `badSession` if there is no `schema`, or another one than 1.
    func checkSchema() throws(SessionError) {
        guard let schema = try text("schema") else {
            throw error("the key 'schema' is missing", nil, "write schema: 1")
        }
        guard schema == "1" else {
            throw error(
                "schema \(schema) is not known to this version", value("schema")?.mark,
                "write schema: 1, or use a newer kkmix")
        }
    }

    func value(_ key: String) -> ManifestValue? { entries.first { $0.key == key }?.value }

    /// A text or a number as it is written; `nil` if the key is absent.
    func text(_ key: String) throws(SessionError) -> String? {
        guard let value = value(key) else { return nil }
        guard let text = value.scalarText else {
            throw error("'\(key)' is \(value.kindName)", value.mark, value.quotingStep ?? "write a text")
        }
        guard !text.isEmpty else { throw error("'\(key)' is empty", value.mark, "write a text, or leave the key out") }
        return text
    }

    func bool(_ key: String) throws(SessionError) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let flag) = value.content else {
            throw error("'\(key)' is \(value.kindName)", value.mark, "write true or false")
        }
        return flag
    }

    /// A list of texts; one text is a list of one.
    func texts(_ key: String) throws(SessionError) -> [(text: String, mark: YAMLEvents.Mark)]? {
        guard let value = value(key) else { return nil }
        guard case .list(let values) = value.content else {
            guard let text = value.scalarText, !text.isEmpty else {
                throw error(
                    "'\(key)' is \(value.scalarText == nil ? value.kindName : "empty")", value.mark,
                    value.quotingStep ?? "write a text or a list of texts")
            }
            return [(text, value.mark)]
        }
        var texts: [(String, YAMLEvents.Mark)] = []
        for value in values {
            guard let text = value.scalarText else {
                throw error(
                    "an item of '\(key)' is \(value.kindName)", value.mark,
                    value.quotingStep ?? "write a text; one with ': ' in quotes")
            }
            texts.append((text, value.mark))
        }
        return texts
    }

    /// The items of a list that must be there; one that is left empty has none.
    ///
    /// - Parameter first: the key with which an item begins, for who wrote something else.
    func list(_ key: String, of first: String) throws(SessionError) -> [ManifestValue] {
        guard let value = value(key) else {
            throw error("the key '\(key)' is missing", nil, "write '\(key):' and under it a list")
        }
        switch value.content {
        case .list(let values): return values
        case .null: return []
        default:
            throw error(
                "'\(key)' is \(value.kindName)", value.mark, "write a list: lines that begin with '- \(first): …'")
        }
    }

    /// A map of scalars in their order.
    func pairs(_ key: String) throws(SessionError) -> [(key: String, text: String, mark: YAMLEvents.Mark)]? {
        guard let value = value(key) else { return nil }
        guard case .map(let entries) = value.content else {
            throw error("'\(key)' is \(value.kindName)", value.mark, "write a map: 'name: value' lines")
        }
        var pairs: [(String, String, YAMLEvents.Mark)] = []
        for entry in entries {
            guard let text = entry.value.scalarText else {
                throw error("'\(entry.key)' is \(entry.value.kindName)", entry.value.mark, "write one value")
            }
            pairs.append((entry.key, text, entry.mark))
        }
        return pairs
    }

    func error(_ problem: String, _ mark: YAMLEvents.Mark? = nil, _ nextStep: String?) -> SessionError {
        Self.error(problem, mark ?? self.mark, file, nextStep)
    }

    static func error(_ problem: String, _ mark: YAMLEvents.Mark, _ file: FilePath, _ nextStep: String?) -> SessionError
    {
        SessionError(.badSession, problem, place: "\(file):\(mark.line):\(mark.column)", nextStep: nextStep)
    }
}
