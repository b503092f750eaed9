internal import KKMixing

/// What the program says on standard error: one line at a time, in the program's name.
struct Voice {
    private let color: String?

    /// - Parameter color: `always`, `never`, or anything else for what the terminal and `NO_COLOR` (no-color.org) say.
    init(color: String? = nil) {
        self.color = color
    }

    /// The voice for words that have not been parsed, or could not be.
    init(arguments: [String]) {
        let words = arguments.prefix { $0 != "--" }
        if let joined = words.last(where: { $0.hasPrefix("--color=") }) {
            color = String(joined.dropFirst("--color=".count))
        } else {
            color = words.lastIndex(of: "--color").flatMap { $0 + 1 < words.endIndex ? words[$0 + 1] : nil }
        }
    }

    func error(_ text: String) { say("kkmix:", "31", text) }

    func warning(_ text: String) { say("kkmix: warning:", "33", text) }

    func note(_ text: String) { say("kkmix:", nil, text) }

    /// What is wrong with files, and what may be surprising.
    func tell(_ warnings: [FileWarning], _ notices: [String] = []) {
        for text in warnings { warning(text.description) }
        notices.forEach(note)
    }

    private func say(_ prefix: String, _ hue: String?, _ text: String) {
        let start =
            hue.map {
                Self.usesColor(color, isTerminal: Terminal.isErrorTerminal) ? "\u{1B}[\($0)m\(prefix)\u{1B}[0m" : prefix
            } ?? prefix
        Terminal.printError("\(start) \(Self.oneLine(text))")
    }

    /// - Parameter isTerminal: whether what is coloured goes to one.
    static func usesColor(_ choice: String?, isTerminal: Bool) -> Bool {
        switch choice {
        case "always": true
        case "never": false
        default: isTerminal && (Terminal.variable("NO_COLOR") ?? "").isEmpty && Terminal.variable("TERM") != "dumb"
        }
    }

    /// A file's name may hold line ends, control characters and those that turn the direction of reading; a message is
    /// one line, no name moves the cursor, and none reads as another.
    static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "?" : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.properties.isBidiControl
    }
}
