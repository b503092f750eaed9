internal import KKPCM
internal import KKSession

/// Makes values of the events of a stream, within limits: no document makes it use more than some times its own size.
struct ManifestReader {
    /// How deep lists and maps may stand in each other.
    static let deepest = 32
    /// The longest file, in bytes.
    static let longest = 4 << 20

    private let events: YAMLEvents
    private let name: String

    /// - Throws: `badSession` for more than `limit` bytes.
    private init(_ bytes: [UInt8], name: String, line: Int?, limit: Int) throws(SessionError) {
        guard bytes.count <= limit else {
            throw SessionError(
                .badSession, "the file is longer than \(limit >> 20) MiB", place: name,
                nextStep: "is this a manifest? Split it if it is")
        }
        self.name = name
        events = try YAMLEvents(bytes, name: name, line: line)
    }

    /// Reads the one document of a text.
    ///
    /// - Returns: `nil` if there is none: the text is empty, or all comment.
    /// - Throws: `badSession` with `FILE:LINE:COLUMN`, `unavailable` without libyaml.
    static func value(of bytes: [UInt8], name: String, limit: Int = longest) throws(SessionError) -> ManifestValue? {
        // JSON is a part of YAML but for one thing.
        try value(
            of: name.lowercased().hasSuffix(".json") ? joiningSurrogates(bytes[...]) : bytes, name: name, line: nil,
            limit: limit)
    }

    /// - Parameter line: the text's number, from 1, where it is a line of JSON Lines.
    static func value(of bytes: [UInt8], name: String, line: Int?, limit: Int) throws(SessionError) -> ManifestValue? {
        let reader = try ManifestReader(bytes, name: name, line: line, limit: limit)
        guard case .documentStart = try reader.events.next().event else { return nil }
        let (event, mark) = try reader.events.next()
        let value = try reader.value(event, mark, depth: 0)
        let rest = try reader.events.next()
        guard case .streamEnd = rest.event else {
            throw reader.error(
                "a second document begins here", rest.mark, "keep one document per file, or write JSON Lines (.jsonl)")
        }
        return value
    }

    private func value(
        _ event: YAMLEvents.Event, _ mark: YAMLEvents.Mark, depth: Int
    ) throws(SessionError) -> ManifestValue {
        guard depth < Self.deepest else {
            throw error(
                "lists and maps are nested deeper than \(Self.deepest)", mark, "no manifest needs that")
        }
        switch event {
        case .scalar(let text, let isPlain):
            return ManifestValue(content: isPlain ? .init(plain: text) : .string(text), mark: mark)
        case .listStart: return ManifestValue(content: .list(try list(depth: depth)), mark: mark)
        case .mapStart: return ManifestValue(content: .map(try map(depth: depth)), mark: mark)
        case .end, .documentStart, .streamEnd: throw error("a value is missing", mark, nil)
        }
    }

    private func list(depth: Int) throws(SessionError) -> [ManifestValue] {
        var values: [ManifestValue] = []
        while true {
            let (event, mark) = try events.next()
            if case .end = event { return values }
            values.append(try value(event, mark, depth: depth + 1))
        }
    }

    private func map(depth: Int) throws(SessionError) -> [ManifestValue.Entry] {
        var entries: [ManifestValue.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            let (event, mark) = try events.next()
            guard case .scalar(let key, _) = event else {
                if case .end = event { return entries }
                throw error("a key is \(event.isList ? "a list" : "a map")", mark, "a key has to be a word")
            }
            if let line = lines.updateValue(mark.line, forKey: key) {
                throw error("the key '\(key)' is given twice, first in line \(line)", mark, "keep one")
            }
            let (next, place) = try events.next()
            entries.append(ManifestValue.Entry(key: key, mark: mark, value: try value(next, place, depth: depth + 1)))
        }
    }

    private func error(_ problem: String, _ mark: YAMLEvents.Mark, _ nextStep: String?) -> SessionError {
        SessionError(.badSession, problem, place: events.placeText(mark), nextStep: nextStep)
    }
}

extension YAMLEvents.Event {
    fileprivate var isList: Bool { if case .listStart = self { true } else { false } }
}
