internal import CYaml
internal import KKCodecs
internal import KKPCM
internal import KKSession

/// The events of one YAML stream, as libyaml finds them. The only place that calls the library.
///
/// ## Allocation
/// The library's, in `init` and while it parses; all of it goes with this value.
@safe
final class YAMLEvents {
    /// What comes next in the stream.
    enum Event {
        /// - Parameter isPlain: whether it stands there without quotes, so that `true` may be a bool.
        case scalar(String, isPlain: Bool)
        case listStart
        case mapStart
        /// The end of a list or a map.
        case end
        case documentStart
        case streamEnd
    }

    /// A place in the text; both numbers count from 1, columns in characters.
    struct Mark: Hashable, Sendable {
        var line: Int
        var column: Int
    }

    private let name: String
    /// Of a text that is a line of JSON Lines, from 1.
    private let line: Int?
    /// What the library reads from, which must stay where it is.
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// - Parameters:
    ///   - name: the file, for messages.
    ///   - line: the text's own number, from 1, where it is a line of JSON Lines.
    /// - Throws: `unavailable` where libyaml is not there.
    init(_ bytes: [UInt8], name: String, line: Int? = nil) throws(SessionError) {
        if let trouble = SharedLibrary.libyaml.trouble {
            throw SessionError(
                .unavailable, "libyaml cannot be loaded (\(trouble))", place: name,
                nextStep: SharedLibrary.libyaml.remedy)
        }
        self.name = name
        self.line = line
        unsafe text = .allocate(capacity: bytes.count)
        _ = unsafe text.initialize(from: bytes)
        unsafe parser = .allocate(capacity: 1)
        unsafe parser.initialize(to: yaml_parser_t())
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            throw SessionError(.temporary, "there is no memory for a YAML parser", place: name)
        }
        unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe text.deallocate()
    }

    /// - Throws: `badSession`, with the library's own words, for what is not YAML, for an alias, for a tag and for a
    ///   zero byte.
    func next() throws(SessionError) -> (event: Event, mark: Mark) {
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxError }
            defer { unsafe yaml_event_delete(&event) }
            let mark = unsafe place(event.start_mark)
            switch unsafe event.type {
            case YAML_SCALAR_EVENT:
                let scalar = unsafe event.data.scalar
                try unsafe refuse(tag: scalar.tag, mark)
                let text = unsafe String(
                    decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
                guard !text.utf8.contains(0) else {
                    // The system takes it for the end of a name.
                    throw SessionError(
                        .badSession, "there is a zero byte in a text", place: placeText(mark),
                        nextStep: "remove it: names cannot contain it")
                }
                return (.scalar(text, isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE), mark)
            case YAML_SEQUENCE_START_EVENT:
                try unsafe refuse(tag: event.data.sequence_start.tag, mark)
                return (.listStart, mark)
            case YAML_MAPPING_START_EVENT:
                try unsafe refuse(tag: event.data.mapping_start.tag, mark)
                return (.mapStart, mark)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return (.end, mark)
            case YAML_DOCUMENT_START_EVENT: return (.documentStart, mark)
            case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return (.streamEnd, mark)
            case YAML_ALIAS_EVENT:
                // A few lines of aliases of aliases are gigabytes when they are written out.
                throw SessionError(
                    .badSession, "aliases are not supported here", place: placeText(mark),
                    nextStep: "write the value out, or use 'defaults'")
            default: continue
            }
        }
    }

    /// `FILE:LINE:COLUMN`
    func placeText(_ mark: Mark) -> String { "\(name):\(mark.line):\(mark.column)" }

    private func place(_ mark: yaml_mark_t) -> Mark {
        guard let line else { return Mark(line: mark.line + 1, column: mark.column + 1) }
        // The library ends every text with a line of its own.
        return unsafe Mark(
            line: line,
            column: mark.line == 0 ? mark.column + 1 : String(decoding: text, as: UTF8.self).unicodeScalars.count + 1)
    }

    private func refuse(tag: UnsafeMutablePointer<UInt8>?, _ mark: Mark) throws(SessionError) {
        guard unsafe tag != nil else { return }
        throw SessionError(
            .badSession, "tags are not supported here", place: placeText(mark),
            nextStep: "leave the word with '!' out, or put it in quotes")
    }

    /// - Parameter index: of a character, as the library counts.
    private func isTab(at index: Int) -> Bool {
        let scalars = unsafe String(decoding: text, as: UTF8.self).unicodeScalars.drop { $0.value == 0xFEFF }
        return scalars.dropFirst(index).first == "\t"
    }

    /// The first placeholder of a command in a line, from 1, or in the one before it, where the library may see that
    /// something is wrong only behind it.
    private func placeholder(inLine line: Int) -> String? {
        let lines = unsafe String(decoding: text, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let near = lines[max(0, min(line - 2, lines.count))..<min(line, lines.count)]
        return Placeholders.every.first { name in near.contains { $0.contains("{\(name)}") } }
    }

    private var syntaxError: SessionError {
        let words = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
        let mark = unsafe place(parser.pointee.problem_mark)
        guard line == nil else {
            return SessionError(
                .badSession, "this is not JSON: \(words)", place: placeText(mark),
                nextStep: "a line is one object; check its quotes, commas and brackets")
        }
        if unsafe isTab(at: parser.pointee.problem_mark.index) {
            return SessionError(
                .badSession, "this is not YAML: a tab is used for indentation", place: placeText(mark),
                nextStep: "indent with spaces")
        }
        if let name = placeholder(inLine: mark.line) {
            return SessionError(
                .badSession, "this is not YAML: \(words)", place: placeText(mark),
                nextStep: "put the text with {\(name)} in quotes: braces without quotes are a map")
        }
        return SessionError(
            .badSession, "this is not YAML: \(words)", place: placeText(mark),
            nextStep: "check quotes and indentation; a text with ': ' or ' #' needs quotes")
    }
}
