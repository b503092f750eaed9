public import KKFiles
internal import KKMath
internal import KKPCM

/// A dependency file for Make and Ninja: `output: input input`, one line for each output.
public struct Depfile: Hashable, Sendable {
    private struct Rule: Hashable {
        var target: FilePath
        var inputs: [FilePath]
    }

    private var rules: [Rule] = []

    public init() {}

    /// Of one output.
    init(_ target: FilePath, madeOf inputs: [FilePath]) {
        add(target, madeOf: inputs)
    }

    /// - Parameter inputs: files, in their order; each is listed once.
    public mutating func add(_ target: FilePath, madeOf inputs: [FilePath]) {
        var known: Set<FilePath> = []
        rules.append(Rule(target: target, inputs: inputs.filter { known.insert($0).inserted }))
    }

    /// - Throws: `usage` for a name that Make or Ninja cannot express.
    public var text: String {
        get throws(SessionError) {
            var text = ""
            for rule in rules {
                let words =
                    try [Self.word(rule.target, isTarget: true) + ":"]
                    + rule.inputs.map { name throws(SessionError) in try Self.word(name, isTarget: false) }
                text += words.joined(separator: " ") + "\n"
            }
            return text
        }
    }

    /// The text with the names' exact bytes.
    public var bytes: [UInt8] { get throws(SessionError) { PathText.bytes(of: try text) } }

    /// As compilers write names, and GNU Make (4.3 Types of Prerequisites) and Ninja (`depfile_parser.in.cc`) both read
    /// them. For what one of the two takes for something else whatever comes before it – `;` ends a rule, `=` makes a
    /// variable, `*` a pattern – there is no word.
    private static func word(_ path: FilePath, isTarget: Bool) throws(SessionError) -> String {
        func refusal(_ what: String) -> SessionError {
            SessionError(
                .usage, "a name with \(what) cannot be in a depfile: Make or Ninja would read a different name",
                place: path,
                nextStep: "rename it")
        }
        let name = path.text
        var word = ""
        var backslashes = 0
        for scalar in name.unicodeScalars {
            switch scalar {
            case " ":
                // Backslashes before it would be its own.
                word += String(repeating: "\\", count: backslashes + 1)
            case "#", ":", "$":
                if backslashes > 0 { throw refusal("'\\\(scalar)'") }
                word += scalar == "$" ? "$" : "\\"
            case "\n", "\r": throw refusal("a line end")
            case ";", "=", "|", "*", "?", "[", "<", ">", "^", "`": throw refusal("'\(scalar)'")
            case "%" where isTarget: throw refusal("'%'")
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: throw refusal("a control character")
            default: break
            }
            backslashes = scalar == "\\" ? backslashes + 1 : 0
            word.unicodeScalars.append(scalar)
        }
        let (first, last) = (name.unicodeScalars.first, name.unicodeScalars.last)
        if first == "~" { throw refusal("'~' at its beginning") }
        if let last, last == "\\" || last == ":" || last == " " || isTarget && last == "&" {
            throw refusal("'\(last)' at its end")
        }
        if last == ")", name.hasScalar(of: "(") { throw refusal("parentheses at its end") }
        return word
    }
}
