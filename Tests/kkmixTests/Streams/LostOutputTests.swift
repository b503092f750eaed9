import KKTestSupport
import Testing

/// A script must not take half a result for the whole: what cannot be written to standard output ends the program with
/// 74.
@Suite struct LostOutputTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
    }

    static let commands = [
        "info a.wav", "info --json a.wav", "graph a.wav", "graph --format dot a.wav", "formats", "statuses",
        "statuses --json", "--help", "--version",
        "a.wav -o out.wav", "a.wav -o out.wav --json", "convert a.wav -f -o out.wav",
        "convert a.wav -f -o out.wav --json", "convert --info a.wav", "a.wav -n -o out.wav",
        "missing.wav -o out.wav --json",
    ]

    /// The places that refuse what is written; in the last one the reader has gone before the first word.
    static let places = [
        "$KKMIX %@ > /dev/full", "$KKMIX %@ >&-",
        "{ sleep 0.2; $KKMIX %@; echo $? > status; } | true; read s < status; exit $s",
    ]

    @Test func `a comparison that cannot be reported leaves its page, and no folder of its own`() throws {
        let folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1], [2]]), to: "a.wav")
        try folder.write(WaveFile.pcm16([[1], [900]]), to: "b.wav")
        _ = try CommandRun.shell("$KKMIX compare a.wav b.wav --html h >/dev/full", in: folder.root)
        let names = try CommandRun.shell("ls -A h", in: folder.root).outputText
        #expect(names.contains("index.html") && !names.contains("kkmix-part"), "\(names)")
    }

    @Test(arguments: commands, places)
    func `a result that cannot be written is a failure`(command: String, place: String) throws {
        let run = try CommandRun.shell(place.replacing("%@", with: command), in: folder.root)
        #expect(run.status == 74, "\(run.errorText)")
        // Who has read enough is told nothing.
        let isClosed = place.hasPrefix("{")
        #expect(run.errorText.contains("kkmix: standard output: ") != isClosed, "\(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count <= 2)
    }

    @Test func `a closed standard stream does not lend its number to a file`() throws {
        let run = try CommandRun.shell(
            "$KKMIX a.wav -q -o good.wav; $KKMIX a.wav -o out.wav <&- >&- 2>&-", in: folder.root)
        #expect(run.status == 74)
        #expect(folder.bytes("out.wav") == folder.bytes("good.wav"), "the mix, and no message in it")
    }
}
