internal import KKFiles
internal import KKPCM

/// What Make and Ninja read to know which files an output was made of: `output: input input`, a line for each output.
public struct Depfile: Hashable, Sendable {
    private struct Rule: Hashable {
        var target: String
        var inputs: [String]
    }

    private var rules: [Rule] = []

    public init() {}

    /// - Parameter inputs: files, in their order; each is named once.
    public mutating func add(_ target: String, madeOf inputs: [String]) {
        var known: Set<PathKey> = []
        rules.append(Rule(target: target, inputs: inputs.filter { known.insert(PathKey($0)).inserted }))
    }

    /// - Throws: `usage` for a name with a line end in it, for which Make has no word.
    public var text: String {
        get throws(SessionError) {
            var text = ""
            for rule in rules { text += try ([Self.word(rule.target) + ":"] + rule.inputs.map(Self.word)).joined(separator: " ") + "\n" }
            return text
        }
    }

    /// As compilers write names: GNU Make, section 4.3, and what Ninja takes of it.
    private static func word(_ name: String) throws(SessionError) -> String {
        var word = ""
        var backslashes = 0
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\n", "\r": throw SessionError(.usage, "a name with a line end cannot be in a depfile", place: name, nextStep: "rename it")
            case " ", "\t", "#", ":":
                // Backslashes before it would be its own.
                word += String(repeating: "\\", count: backslashes + 1)
            case "$": word += "$"
            default: break
            }
            backslashes = scalar == "\\" ? backslashes + 1 : 0
            word.unicodeScalars.append(scalar)
        }
        return word
    }
}
