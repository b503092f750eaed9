/// A word as a POSIX shell reads it back, whatever is in it (IEEE Std 1003.1, *Shell Command Language*, section 2.2.2).
enum ShellWord {
    /// - Parameter text: any text without a zero.
    static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy(isPlain)
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }

    /// A path as a word that is no option, wherever it stands.
    static func path(_ path: String) -> String { quoted(file(path)) }

    /// The same before it is quoted.
    static func file(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }

    /// A word of a command that GNU Parallel reads: no `{}`, `{#}` or `{1}` of its own is in it.
    static func parallel(_ word: String) -> String {
        word.contains("{") ? "'\(word.replacing("'", with: "'\\''").replacing("{", with: "{''"))'" : quoted(word)
    }

    /// A text in a comment: one line of it.
    static func comment(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "_-./:=@%+,".utf8.contains(byte)
        }
    }
}
