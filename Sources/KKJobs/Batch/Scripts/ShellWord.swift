package import KKFiles
internal import KKMath

/// A word as a shell reads it back, whatever is in it (IEEE Std 1003.1, *Shell Command Language*, section 2.2).
package enum ShellWord {
    /// In a line that is shown, and may be copied: what a terminal could not show stands as an escape, in `$'…'`, which
    /// the shells that are typed into read.
    ///
    /// - Parameter text: any text without a zero.
    package static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnseen) else { return literal(text) }
        let escaped = text.replacingScalars { scalar in
            switch scalar {
            case "'", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\t": "\\t"
            case "\r": "\\r"
            case _ where isUnseen(scalar): String(scalar).utf8.map(octal).joined()
            default: nil
            }
        }
        return "$'\(escaped)'"
    }

    /// In a script, or wherever else any POSIX shell reads it: as it is, in quotes.
    package static func literal(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy(isPlain)
        return isPlain ? text : "'\(text.replacingScalars { $0 == "'" ? "'\\''" : nil })'"
    }

    /// A path as a word that is not an option, wherever it is in a line that is shown.
    package static func path(_ path: FilePath) -> String { quoted(file(path)) }

    /// The same in a script.
    static func literal(_ path: FilePath) -> String { literal(file(path)) }

    /// The same before it is quoted.
    static func file(_ path: FilePath) -> String { path.bytes.first == UInt8(ascii: "-") ? "./\(path)" : path.text }

    /// A word of a command that GNU Parallel reads: no `{}`, `{#}` or `{1}` of its own is in it.
    static func parallel(_ word: String) -> String {
        guard word.hasScalar(of: "{") else { return literal(word) }
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

    /// What a message shows as `?`, for it moves the cursor or turns the direction of reading.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.properties.isBidiControl
    }

    /// Three digits, so that none that follows is taken for a fourth.
    private static func octal(_ byte: UInt8) -> String { "\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)" }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-./:=@%+,".utf8.contains(byte)
        }
    }
}
