internal import KKMath
internal import KKSession

/// The keys of a JSON document, whatever their values: a key that nobody reads is a slip, and not nothing.
indirect enum DocumentShape: Decodable {
    case object([(key: String, value: DocumentShape)])
    case list([DocumentShape])
    case value

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let fields = try? decoder.container(keyedBy: Key.self) {
            let keys = fields.allKeys.sorted { $0.stringValue < $1.stringValue }
            self = .object(try keys.map { ($0.stringValue, try fields.decode(DocumentShape.self, forKey: $0)) })
        } else if var items = try? decoder.unkeyedContainer() {
            var list: [DocumentShape] = []
            while !items.isAtEnd { list.append(try items.decode(DocumentShape.self)) }
            self = .list(list)
        } else {
            self = .value
        }
    }

    /// The first key that is not known, in words.
    ///
    /// - Parameters:
    ///   - place: where this stands: `markers[0]`.
    ///   - known: the keys of an object by the name of the key whose value it is; what has none takes all.
    func stranger(
        at place: String = "", under name: String = "", known: [String: [String]]
    ) -> (problem: String, nextStep: String)? {
        switch self {
        case .object(let fields):
            guard let keys = known[name] else { return nil }
            for (key, value) in fields {
                guard keys.contains(key) else {
                    let meant = (key == "chapters" ? "markers" : nil).flatMap { keys.contains($0) ? $0 : nil }
                    let near = (meant ?? NearMiss.of(key, among: keys)).map { "did you mean '\($0)'?" }
                    let owner = place.isEmpty ? "" : " in \(place)"
                    return ("unknown key '\(key)'\(owner)", near ?? "the keys are \(keys.joined(separator: ", "))")
                }
                let inner = place.isEmpty ? key : "\(place).\(key)"
                if let found = value.stranger(at: inner, under: key, known: known) { return found }
            }
        case .list(let items):
            for (index, item) in items.enumerated() {
                if let found = item.stranger(at: "\(place)[\(index)]", under: name, known: known) { return found }
            }
        case .value: break
        }
        return nil
    }
}

extension DecodingError {
    /// What is wrong, and where, for people.
    var inWords: String {
        func place(_ path: [any CodingKey]) -> String {
            let names = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
            return names.isEmpty ? "the document" : String(names.drop { $0 == "." })
        }
        return switch self {
        case .keyNotFound(let key, let context): "\(place(context.codingPath)) has no '\(key.stringValue)'"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            "\(place(context.codingPath)) is \(Self.name(of: type))"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "a number is out of range" : "\(place(context.codingPath)) is out of range"
        @unknown default: "it cannot be read"
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "not text"
        case is Bool.Type: "neither true nor false"
        case is any Numeric.Type: "not a number"
        case is any ExpressibleByArrayLiteral.Type: "not a list"
        default: "not an object"
        }
    }
}
