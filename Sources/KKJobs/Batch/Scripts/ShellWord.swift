package import KKFiles
internal import KKMath

/// A word as a POSIX shell reads it back, whatever is in it (IEEE Std 1003.1, *Shell Command Language*, section 2.2.2).
package enum ShellWord {
    /// - Parameter text: any text without a zero.
    package static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy(isPlain)
        return isPlain ? text : "'\(text.replacingScalars { $0 == "'" ? "'\\''" : nil })'"
    }

    /// A path as a word that is no option, wherever it stands.
    package static func path(_ path: FilePath) -> String { quoted(file(path)) }

    /// The same before it is quoted.
    static func file(_ path: FilePath) -> String { path.bytes.first == UInt8(ascii: "-") ? "./\(path)" : path.text }

    /// A word of a command that GNU Parallel reads: no `{}`, `{#}` or `{1}` of its own is in it.
    static func parallel(_ word: String) -> String {
        guard word.hasScalar(of: "{") else { return quoted(word) }
        return "'\(word.replacingScalars { $0 == "'" ? "'\\''" : $0 == "{" ? "{''" : nil })'"
    }

    /// A text in a comment: one line of it.
    static func comment(_ text: String) -> String {
        text.replacingScalars { isLineEnd($0) ? " " : nil }
    }

    /// As everything has it that could read a script: a shell ends a line at the first of these alone.
    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-./:=@%+,".utf8.contains(byte)
        }
    }
}
