import Foundation
import KKTestSupport
import Testing

/// `kkmix split`, seen from outside.
@Suite struct SplitTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<30).map { [Int16($0 + 1), -1] }, sampleRate: 10), to: "a.wav")
    }

    private func split(_ words: String...) throws -> CommandRun { try CommandRun(["split"] + words, in: folder.root) }

    private func samples(_ name: String) -> [Int16]? { folder.bytes(name).flatMap(WaveFile.samples16) }

    @Test func `pieces have their numbers, and joined they are the file`() throws {
        let run = try split("a.wav", "-o", "out/", "--at", "1s,2s")
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        #expect(
            run.outputText.split(separator: "\n").map(String.init)
                == (1...3).map {
                    "out/a-0\($0).wav: 10 Hz, stereo, wav s16, 10 frames (0:01.000)"
                })
        let joined = try CommandRun(
            ["concat", "out/a-01.wav", "out/a-02.wav", "out/a-03.wav", "-o", "b.wav"], in: folder.root)
        #expect(joined.status == 0 && samples("b.wav") == samples("a.wav"))
    }

    @Test func `a chapter of a book had the whole book's title and number`() throws {
        let made = try CommandRun.shell(
            """
            $KKMIX tags -q a.wav --tag title=Book --tag artist=Me --tag track=7 --chapter 1s=One --chapter 2s=Two
            $KKMIX split -q a.wav -o out/ --at chapters
            $KKMIX split -q a.wav -o own/ --at chapters --tag album=Mine; $KKMIX split -q a.wav -o cut/ --at 1s
            for f in out/*2.wav out/*1.wav own/*3.wav cut/*2.wav; do $KKMIX tags $f | grep -v marker; done
            """, in: folder.root)
        let lines = made.outputText.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            lines == [
                "out/a-02.wav", "title One", "artist Me", "track number 2/3", "album Book",
                "out/a-01.wav", "title Book", "artist Me", "track number 1/3",
                "own/a-03.wav", "title Two", "artist Me", "track number 3/3", "album Mine",
                "cut/a-02.wav", "title Book", "artist Me", "track number 7",
            ], "\(made.outputText)\(made.errorText)")
    }

    @Test func `a dry run lists the pieces, and writes nothing`() throws {
        let run = try split("a.wav", "-o", "out/", "--at", "every:1.5s", "-n")
        #expect(run.status == 0 && run.outputText.split(separator: "\n").count == 2)
        #expect(
            run.outputText.hasSuffix("out/a-02.wav: 10 Hz, stereo, wav s16, 15 frames (0:01.500) would be written\n"))
        #expect(folder.contents == ["a.wav"])
        let json = try split("a.wav", "-o", "out/", "--at", "every:1.5s", "-n", "--json")
        let document = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
        let files = try #require(document?["files"] as? [[String: Any]])
        #expect(files.map { $0["track"] as? Int } == [1, 2] && files.map { $0["frames"] as? Int } == [15, 15])
    }

    @Test func `pieces that exist are replaced with -f alone, all or none`() throws {
        #expect(try split("a.wav", "-o", "out/", "--at", "2s").status == 0)
        let again = try split("a.wav", "-o", "out/", "--at", "1s,2s")
        #expect(again.status == 73 && again.errorText.contains("a-01.wav"), "\(again.errorText)")
        #expect(folder.bytes("out/a-03.wav") == nil && samples("out/a-01.wav")?.count == 40)
        #expect(try split("a.wav", "-fo", "out", "--at", "1s,2s").status == 0)
        #expect(samples("out/a-03.wav")?.count == 20 && samples("out/a-01.wav")?.count == 20)
    }

    @Test(arguments: [
        ("split a.wav -o out/", 64, "no place to cut is given"),
        ("split a.wav --at 1s", 64, "no folder for the pieces"),
        ("split -o out/ --at 1s", 64, "missing expected argument"),
        ("split a.wav -o out --at 1s", 73, "write 'out/' to create it"),
        ("split a.wav -o a.wav --at 1s", 73, "but this is not a folder"),
        ("split a.wav -o - --at 1s", 64, "is not a folder"),
        ("split none.wav -o out/ --at 1s", 66, "none.wav"), ("split a.wav -o out/ --at 9s", 64, "after the end"),
        ("split a.wav -o out/ --at markers", 65, "neither markers nor chapters"),
        ("split a.wav::gain=2 -o out/ --at 1s", 64, "split takes no track settings"),
        ("split - -o out/ --at 1s", 64, "a pipe can be read only once"),
    ]) func `what cannot be cut is refused, and nothing is written`(
        words: String, status: Int32, message: String
    ) throws {
        let run = try CommandRun(words.split(separator: " ").map(String.init), in: folder.root)
        #expect(run.status == status && run.errorText.contains(message), "\(run.errorText)")
        #expect(folder.contents == ["a.wav"])
    }

    @Test func `a FIFO is refused as a pipe`() throws {
        let run = try CommandRun.shell(
            "mkfifo f.wav && (cat a.wav > f.wav &) ; $KKMIX split f.wav -o out/ --at 1s", in: folder.root)
        #expect(run.status == 64 && run.errorText.contains("a pipe can be read only once"), "\(run.errorText)")
    }
}
