/// A row of a command's table: an option with a value, a flag or an input, as the help shows it. The parser, the
/// messages, the help and the completions read nothing else.
struct Option: Sendable {
    enum Kind: Sendable, Equatable {
        case flag, value
        /// Takes words up to the next option.
        case list
        case input(isRequired: Bool)
        /// Takes all the inputs that no other one does.
        case inputs
    }

    let kind: Kind
    /// `--rate`; of an input what it is called.
    let name: String
    /// `-r`
    let short: String?
    /// What the help calls the value: `hertz`.
    let value: String?
    let help: String
    /// Whether the value may stand in one word with the short name: `-r48000`.
    var joins = false
    /// Whether any word is the value, also one that begins with a dash, as levels do: `-3dB`.
    var takesDashes = false
    /// Whether it stands on a mix's own command line alone, and not among the words of a case or of a job.
    var isAlone = false
    /// Whether it may be there more than once.
    var repeats = false
    /// Whether the value is one of the words that the help calls it: `auto|json|none`.
    var isChoice = false

    /// What a shell completes its value with, beside the words of a choice; `nil` for what is a file, a number or a text.
    private(set) var completion: (@Sendable () -> Completion)?

    enum Completion: Equatable {
        /// One of ``Completions/lists``.
        case list(String)
        case words([String])
    }

    /// What other programs, and people, call it: for the message about an unknown option.
    private(set) var otherNames: [String] = []

    /// - Parameter label: `-r, --rate <hertz>`, where the short name and the value may be missing.
    init(
        _ label: String, _ help: String, kind: Kind? = nil, joins: Bool = false, takesDashes: Bool = false,
        isAlone: Bool = false, repeats: Bool = false, isChoice: Bool = false
    ) {
        var names = label[...]
        if let space = label.lastIndex(of: "<") {
            value = String(label[space...].dropFirst().dropLast())
            names = label[..<space].dropLast()
        } else {
            value = nil
        }
        if let comma = names.firstIndex(of: ",") {
            short = String(names[..<comma])
            name = String(names[comma...].dropFirst(2))
        } else {
            (short, name) = (nil, String(names))
        }
        self.kind = kind ?? (value == nil ? .flag : .value)
        self.help = help
        (self.joins, self.takesDashes, self.isAlone) = (joins, takesDashes, isAlone)
        (self.repeats, self.isChoice) = (repeats, isChoice)
    }

    private init(input name: String, _ help: String, _ kind: Kind) {
        (self.name, self.help, self.kind, short, value) = (name, help, kind, nil, nil)
    }

    static func input(_ name: String, _ help: String, isRequired: Bool = true) -> Option {
        Option(input: name, help, .input(isRequired: isRequired))
    }

    static func inputs(_ name: String, _ help: String) -> Option { Option(input: name, help, .inputs) }

    var isInput: Bool {
        switch kind {
        case .flag, .value, .list: false
        case .input, .inputs: true
        }
    }

    func alsoCalled(_ names: String...) -> Option {
        var option = self
        option.otherNames += names
        return option
    }

    func completed(_ completion: @escaping @Sendable @autoclosure () -> Completion) -> Option {
        var option = self
        option.completion = completion
        return option
    }

    /// As the help shows it.
    var label: String {
        isInput
            ? "<\(name)>"
            : (short.map { "\($0), " } ?? "") + name
                + (value.map { " <\($0)>\(kind == .list ? "…" : "")" } ?? "")
    }

    func isCalled(_ word: some StringProtocol) -> Bool {
        !isInput && (word == name || short.map { word == $0 } ?? false)
    }
}
