@testable import KKJobs
import KKTestSupport
import Testing

/// Words are read back by the shell.
@Suite struct ShellWordTests {
    private static let texts = [
        "", "plain/name.wav", "it's mine", "$HOME `id` \\n", "a\nb", "a\r\tb'c\\n\n", "\u{1B}[2J\u{7}7",
        "\u{85}\u{202E}gnp",
        "ü\n\u{301}",
    ]

    @Test(arguments: texts) func `a word in a line to paste held what a terminal does not show`(text: String) throws {
        let word = ShellWord.quoted(text)
        let run = try CommandRun.shell("printf '<%s>' \(word)", in: "/")
        #expect(run.outputText == "<\(text)>", "\(word)")
        #expect(
            word.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\u{202E}" }
        )
    }

    @Test(arguments: texts) func `a word in a script is read by every POSIX shell`(text: String) throws {
        let folder = try ScratchFolder()
        try folder.write(Array("printf '<%s>' \(ShellWord.literal(text))".utf8), to: "script")
        #expect(try CommandRun.shell("sh script", in: folder.root).outputText == "<\(text)>")
    }
}
