import KKTestSupport
import Testing

/// What a run prints line by line is not all that was asked of it.
@Suite struct LostTestOutputTests {
    /// Nobody reads, the disk is full, and there is no standard output.
    private static let places = [
        "$KKMIX %@ > /dev/full", "$KKMIX %@ >&-",
        "{ sleep 0.2; $KKMIX %@; echo $? > status; } | true; read s < status; exit $s",
    ]

    @Test(arguments: places, ["test", "test --tap", "test -v"])
    func `a test whose lines nobody took had no report`(place: String, words: String) throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        let command = "\(words) --junit r.xml --html page --markdown r.md"
        let run = try CommandRun.shell(place.replacing("%@", with: command), in: golden.folder.root)
        #expect(run.status == 74, "\(run.status) \(run.errorText)")
        #expect(run.errorText.contains("kkmix: standard output: ") != place.hasPrefix("{"), "\(run.errorText)")
        for name in ["r.xml", "r.md", "page/index.html"] {
            #expect(golden.folder.bytes(name)?.isEmpty == false, "\(name)")
        }
    }

    @Test func `a batch whose lines nobody took had no report`() throws {
        let golden = try GoldenFolder()
        try golden.folder.write(
            Array("id,inputs,output\na,noise.wav,out/a.wav\nb,noise.wav,out/b.wav\n".utf8), to: "j.csv")
        let run = try CommandRun.shell(
            "$KKMIX batch j.csv -v --report r.json > /dev/full; echo $?; ls out", in: golden.folder.root)
        #expect(run.outputText == "74\na.wav\nb.wav\n" && golden.folder.bytes("r.json") != nil, "\(run.errorText)")
    }
}
