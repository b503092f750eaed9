import KKTestSupport
import Testing

@testable import kkmix

/// What shells complete.
@Suite struct CompletionTests {
    private static func script(_ shell: String) throws -> String {
        try CommandRun(["--generate-completion-script", shell]).outputText
    }

    /// What bash offers for the last of the words.
    private static func offers(_ words: [String]) throws -> [String] {
        let folder = try ScratchFolder()
        try folder.write(Array(script("bash").utf8), to: "script.bash")
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let run = try CommandRun.shell(
            "bash -c '. ./script.bash; COMP_WORDS=(\(list.replacing("'", with: "\""))); COMP_CWORD=\(words.count - 1); _kkmix; printf \"%s\\n\" \"${COMPREPLY[@]}\"'",
            in: folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        return run.outputText.split(separator: "\n").map(String.init)
    }

    @Test func `bash completes commands, options, choices and files`() throws {
        #expect(try Self.offers(["kkmix", "con"]) == ["convert"])
        #expect(try Self.offers(["kkmix", "batch", "pl"]) == ["plan"])
        #expect(try Self.offers(["kkmix", "a.wav", "--wri"]) == ["--write-if-changed"])
        #expect(try Self.offers(["kkmix", "batch", "plan", "--k"]) == ["--keep-going"])
        #expect(try Self.offers(["kkmix", "measure", "--keep"]) == [])
        #expect(try Self.offers(["kkmix", "convert", "--dither", "t"]) == ["tpdf"])
        #expect(try Self.offers(["kkmix", "info", "scr"]) == ["script.bash"])
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `a script has every option of every command`(shell: String) throws {
        let script = try Self.script(shell)
        for row in Kkmix.commands.flatMap({ $0.table }) where !row.isInput {
            #expect(script.contains(shell == "fish" ? "-l \(row.name.dropFirst(2)) " : row.name), "\(row.name)")
        }
        #expect(try CommandRun(["--generate-completion-script=\(shell)"]).outputText == script)
        #expect(
            try CommandRun(["--generate-completion-script"], environment: ["SHELL": "/bin/\(shell)"]).outputText
                == script)
    }

    @Test func `a shell that is none of them is refused`() throws {
        let run = try CommandRun(["--generate-completion-script", "foo"])
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errorText == "kkmix: can't generate completion scripts for 'foo'; see kkmix --help\n")
    }
}
