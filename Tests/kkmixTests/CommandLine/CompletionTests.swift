import KKTestSupport
import Testing

@testable import kkmix

/// What shells complete.
@Suite struct CompletionTests {
    private static func script(_ shell: String) throws -> String {
        try CommandRun(["--generate-completion-script", shell]).outputText
    }

    /// What is typed, and what becomes of its last word. `music.wav` and `two words.wav` are there.
    private static let typed = [
        ("kkmix conv", "convert"), ("kkmix conc", "concat"), ("kkmix batch pl", "plan"),
        ("kkmix goldens ver", "verify"),
        ("kkmix mus", "music.wav"),
        ("kkmix measure mus", "music.wav"), ("kkmix music.wav --plo", nil), ("kkmix measure --keep", nil),
        ("kkmix music.wav --wri", "--write-if-changed"), ("kkmix batch plan --k", "--keep-going"),
        ("kkmix convert --dither t", "tpdf"), ("kkmix measure --recu", "--recursive"),
        ("kkmix compare --tolerance los", "lossy"),
        ("kkmix measure --profile acx", "acx"), ("kkmix music.wav --format fla", "flac"),
        ("kkmix music.wav --format=fla", "--format=flac"), ("kkmix music.wav --encoding ul", "ulaw"),
        ("kkmix music.wav -c qua", "quad"), ("kkmix graph music.wav --channels qua", "quad"),
        ("kkmix music.wav --eq spo", "spoken-word"), ("kkmix music.wav --unit peak-", "peak-limiter"),
        ("kkmix convert music.wav --resampler libsamplerate:b", "libsamplerate:best"),
        ("kkmix music.wav::ga", "music.wav::gain="), ("kkmix music.wav::at=1s,fade-o", "music.wav::at=1s,fade-out="),
        ("kkmix music.wav::eq=spo", "music.wav::eq=spoken-word"), ("kkmix music.wav::inv", "music.wav::invert"),
        ("kkmix music.wav::at=1s,unit=peak-", "music.wav::at=1s,unit=peak-limiter"),
        ("kkmix graph --format do", "dot"),
        ("kkmix music.wav::unit=delay:feed", "music.wav::unit=delay:feedback="),
        (
            "kkmix music.wav::at=1s,unit=delay:feedback=20:delay-t",
            "music.wav::at=1s,unit=delay:feedback=20:delay-time="
        ),
        ("kkmix music.wav --unit delay:feed", "delay:feedback="),
        ("kkmix music.wav --unit delay:feedback=20:delay-t", "delay:feedback=20:delay-time="),
        ("kkmix plot music.wav --format p", "png"), ("kkmix music.wav --reverb cath", "cathedral"),
        ("kkmix music.wav --compress pod", "podcast"), ("kkmix music.wav::du", "music.wav::duck="),
        ("kkmix music.wav --unit nowhere:feed", nil),
    ]

    @Test(arguments: ["bash", "zsh", "fish"])
    func `a shell completes what people type`(shell: String) throws {
        let folder = try ScratchFolder()
        try folder.write(Array(Self.script(shell).utf8), to: "script.\(shell)")
        for name in ["music.wav", "two words.wav"] { try folder.write([], to: name) }
        let run = try ShellDriver.lines(shell, Self.typed.map { $0.0 } + ["kkmix two"], in: folder)
        #expect(run.status == 0, "\(run.errorText)")
        let lines = run.outputText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try #require(lines.count > Self.typed.count)
        for ((typed, wanted), line) in zip(Self.typed, lines) {
            let start = typed.split(separator: " ").dropLast().joined(separator: " ") + " "
            let whole = wanted.map { start + $0 } ?? typed
            #expect(line == (shell == "fish" ? wanted ?? "" : whole), "\(typed)")
        }
        #expect(lines[Self.typed.count] == (shell == "fish" ? "two words.wav" : "kkmix two\\ words.wav"))
    }

    /// All that there is to choose from, as bash inserts it.
    @Test func `bash offers every setting and every layout`() throws {
        let folder = try ScratchFolder()
        try folder.write(Array(Self.script("bash").utf8), to: "script.bash")
        let lines = try ShellDriver.lines("bash", ["kkmix a.wav::", "kkmix a.wav -c "], in: folder).outputText.split(
            separator: "\n")
        try #require(lines.count == 2)
        for setting in ["gain=", "unit=", "mute", "stream="] {
            #expect(lines[0].contains("::\(setting)") || lines[0].contains(" \(setting)"), "\(setting)")
        }
        #expect(lines[1] == "kkmix a.wav -c 3.0 5.0 5.1 6.1 7.1 mono quad stereo")
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
