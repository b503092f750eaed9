/// A file name pattern as in shells: `*` for anything within a name, `?` for one character, `[a-z]` and `[!a-z]`
/// for one of several; `**` for anything, slashes too, and `**/` for any folders or none.
///
/// A pattern with a slash is matched with the whole path, others with the last name only. Characters are compared
/// exactly: upper and lower case differ, and so do different encodings of an accent.
public struct Glob: Hashable, Sendable {
    public let text: String
    /// Whether anything in it is more than a character.
    let isPattern: Bool
    private let parts: [Part]
    private let isOfPaths: Bool

    private enum Part: Hashable {
        case one(Unicode.Scalar)
        case any
        case oneOf([ClosedRange<Unicode.Scalar>], isInverted: Bool)
        /// Within a name, and across names.
        case run, longRun
        /// None, or some with the slash after them.
        case folders
    }

    public init(_ text: String) {
        self.text = text
        var scalars = Array(text.unicodeScalars)[...]
        if scalars.last == "/" { scalars.removeLast() }
        isOfPaths = scalars.contains("/")
        if scalars.first == "/" { scalars.removeFirst() }
        var parts: [Part] = []
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "*" where scalars.first == "*":
                scalars = scalars.drop { $0 == "*" }
                let begins = parts.last.map { $0 == .one("/") || $0 == .folders } ?? true
                let isFolders = begins && scalars.first == "/"
                if isFolders { scalars.removeFirst() }
                parts.append(isFolders ? .folders : .longRun)
            case "*": parts.append(.run)
            case "?": parts.append(.any)
            case "[": parts.append(Self.set(&scalars) ?? .one(scalar))
            default: parts.append(.one(scalar))
            }
        }
        self.parts = parts
        isPattern = parts.contains { if case .one = $0 { false } else { true } }
    }

    /// `a-z]`, after the bracket that opens it; `nil`, and nothing is taken, where none closes it.
    private static func set(_ scalars: inout ArraySlice<Unicode.Scalar>) -> Part? {
        var rest = scalars
        let isInverted = rest.first == "!" || rest.first == "^"
        if isInverted { rest.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let first = rest.popFirst() {
            if first == "]", !ranges.isEmpty {
                scalars = rest
                return .oneOf(ranges, isInverted: isInverted)
            }
            var last = first
            if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
                rest = rest.dropFirst(2)
                last = end
            }
            ranges.append(min(first, last)...max(first, last))
        }
        return nil
    }

    /// - Parameter path: with slashes between its names.
    public func matches(_ path: String) -> Bool {
        let scalars = path.unicodeScalars
        let name =
            isOfPaths
            ? scalars[...]
            : scalars.suffix(from: scalars.lastIndex(of: "/").map(scalars.index(after:)) ?? scalars.startIndex)
        // Every place of the pattern at which the name may be so far.
        var places = [Bool](repeating: false, count: parts.count + 1)
        enter(0, &places)
        for scalar in name {
            var next = [Bool](repeating: false, count: parts.count + 1)
            for (place, part) in parts.enumerated() where places[place] {
                switch part {
                case .one(let own): if own == scalar { enter(place + 1, &next) }
                case .any: if scalar != "/" { enter(place + 1, &next) }
                case .oneOf(let ranges, let isInverted):
                    if scalar != "/", ranges.contains(where: { $0.contains(scalar) }) != isInverted {
                        enter(place + 1, &next)
                    }
                case .run: if scalar != "/" { enter(place, &next) }
                case .longRun: enter(place, &next)
                case .folders:
                    next[place] = true
                    if scalar == "/" { enter(place + 1, &next) }
                }
            }
            places = next
        }
        return places[parts.count]
    }

    private func enter(_ place: Int, _ places: inout [Bool]) {
        places[place] = true
        guard place < parts.count, [.run, .longRun, .folders].contains(parts[place]) else { return }
        enter(place + 1, &places)
    }
}
