import Foundation
import KKTestSupport
import Testing

/// How pipes end: files that grow, writers that die, signals, and pipes that never end because nothing is in them.
///
/// Every program in the background has its own input and outputs: one that held this test's pipes open would be waited for.
@Suite struct PipeEndTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        // A second of a ramp whose header knows its length, and the same as a recorder leaves it.
        let samples: [[Int16]] = (0..<44_100).map { [Int16(truncatingIfNeeded: $0 * 31), Int16(truncatingIfNeeded: $0 * $0)] }
        var wave = WaveFile.pcm16(samples)
        try folder.write(wave, to: "known.wav")
        for index in [4, 5, 6, 7, 40, 41, 42, 43] { wave[index] = 0xFF }
        try folder.write(wave, to: "open.wav")
    }

    /// The temporary file cannot have more than four mebibytes here: who reads on is killed for it.
    @Test(arguments: ["yes", "cat /dev/zero", #"tr '\0' '\377' < /dev/zero"#, #"{ printf '\013\167\0\0'; cat /dev/zero; }"#])
    func `an endless pipe that is no sound is refused by its beginning, by every command`(source: String) throws {
        let commands = [
            "info -", "info --packets -", "info --json -", "- -o out.wav", "- - -o out.wav", "convert - -o out.flac", "measure -", "plot - -o out.png",
            "compare - known.wav",
        ]
        let script = commands.map { "\(source) 2> /dev/null | $KKMIX \($0); echo ${PIPESTATUS[1]}" }.joined(separator: "\n")
        let run = try CommandRun.shell("ulimit -f 4096\n\(script)", in: folder.root)
        let lines = run.outputText.split(separator: "\n").filter { !$0.hasPrefix("{") }
        #expect(lines == commands.map { $0 == "- - -o out.wav" ? "64" : "65" }, "\(run.outputText) \(run.errorText)")
        #expect(run.errorText.split(separator: "\n").allSatisfy { $0.hasPrefix("kkmix: ") }, "\(run.errorText)")
        #expect(run.errorText.components(separatedBy: "standard input").count > commands.count - 2, "\(run.errorText)")
        #expect(folder.contents == ["known.wav", "open.wav"])
    }

    /// Numbers that claim more than any memory has, with an eighth of what a machine has to spare.
    @Test(arguments: [
        #"caff\0\1\0\0free\x10\0\0\0\0\0\0\0"#, #"caff\0\1\0\0pakt\0\0\1\0\0\0\0\0"#, #"ID3\4\0\0\177\177\177\177"#, #"RIFF\377\377\377\377WAVELIST\360\377\377\377"#,
    ])
    func `a number in a pipe takes no memory`(head: String) throws {
        let run = try CommandRun.shell(
            "ulimit -v 1000000; { printf '\(head)'; head -c 3000000 /dev/zero; } | $KKMIX - -o out.wav; echo ${PIPESTATUS[1]}", in: folder.root)
        #expect(run.outputText == "65\n" && run.errorText.hasPrefix("kkmix: standard input"), "\(run.outputText) \(run.errorText)")
    }
}
