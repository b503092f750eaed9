import Foundation
import KKTestSupport
import Testing

/// Folders and patterns as inputs, seen from outside.
@Suite struct FolderTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("in/deep"), withIntermediateDirectories: true)
        try folder.write(WaveFile.pcm16([[1, -1], [2, -2]]), to: "in/a.wav")
        try folder.write(WaveFile.pcm16([[7], [8]]), to: "in/deep/b.wav")
        try folder.write(WaveFile.pcm16([[9]]), to: "in/deep/-")
        try folder.write(Array("a text".utf8), to: "in/notes.txt")
    }

    private func run(_ words: String...) throws -> CommandRun { try CommandRun(words, in: folder.root) }

    private func tree(_ place: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder.path(place)) ?? .init()).compactMap { $0 as? String }.sorted()
    }

    @Test func `a folder is converted into a folder of the same shape`() throws {
        let words = ["convert", "in", "--recursive", "-o", "out/", "--format", "flac"]
        let run = try CommandRun(words, in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.errorText == "kkmix: left out 1 file that is not audio; -v lists it\n")
        #expect(tree("out") == ["a.flac", "deep", "deep/-.flac", "deep/b.flac"])
        #expect(try CommandRun(words + ["-q", "-f"], in: folder.root).errorText.isEmpty)
        #expect(
            try CommandRun(words + ["-v", "-f"], in: folder.root).errorText.contains(
                "kkmix: in/notes.txt: this is plain text, not an audio file; left out\n"))
    }

    @Test func `outputs that lie in the folder of the inputs are no inputs the next time`() throws {
        for _ in 1...2 {
            let run = try run("convert", "in", "--recursive", "-o", "in/out/", "--format", "flac", "-f", "-q")
            #expect(run.status == 0, "\(run.errorText)")
        }
        #expect(tree("in/out") == ["a.flac", "deep", "deep/-.flac", "deep/b.flac"])
    }

    @Test func `one sound in a folder goes into a folder, too`() throws {
        let run = try run("convert", "in", "--recursive", "--include", "a*", "-o", "x.wav")
        #expect(run.status == 73 && run.errorText.contains("write 'x.wav/'"))
    }

    @Test func `two folders whose outputs would be one are refused before anything is written`() throws {
        _ = try CommandRun.shell("cp -r in in2", in: folder.root)
        let run = try run("convert", "in", "in2", "--recursive", "-o", "out/")
        #expect(run.status == 64 && run.errorText.contains("out/a.wav: two inputs would be written to it: in/a.wav"))
        #expect(tree("out").isEmpty)
    }

    @Test(arguments: [["measure"], ["info"], ["info", "--packets"]])
    func `commands over many files take folders and patterns`(words: [String]) throws {
        for inputs in [["in", "--recursive"], ["i*/*", "--recursive"]] {
            let run = try CommandRun(words + ["-q"] + inputs, in: folder.root)
            let names = run.outputText.split(separator: "\n").filter { $0.hasPrefix("in/") }
            #expect(run.status == 0 && names == ["in/a.wav", "in/deep/-", "in/deep/b.wav"], "\(run.errorText)")
        }
    }

    @Test func `a pattern finds a file that is called as standard input is`() throws {
        let run = try CommandRun(["measure", "*", "-q", "--json"], in: folder.path("in/deep"))
        let document = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
        let files = document?["files"] as? [[String: Any]] ?? []
        #expect(files.map { $0["path"] as? String } == ["./-", "b.wav"])
    }

    @Test func `a picture is drawn of a folder`() throws {
        let run = try run("plot", "in", "--recursive", "-o", "p.svg", "--json")
        #expect(
            run.status == 0 && run.outputText.contains(#""inputs":["in/a.wav","in/deep/-","in/deep/b.wav"]"#),
            "\(run.outputText)")
    }

    @Test(arguments: [
        (["measure", "in"], "in: this is a folder; use --recursive to take the audio files in it"),
        (["measure", "none*"], "none*: there is no file with this name, and none that matches it; check"),
        (["convert", "in", "--recursive", "--exclude", "*", "-o", "x/"], "in: no file is left to read; check"),
        (["info", "in", "--recursive", "--include", "*.txt"], "in: there is no audio file"),
    ])
    func `an input that stands for nothing is 66`(words: [String], message: String) throws {
        let run = try CommandRun(words, in: folder.root)
        #expect(run.status == 66 && run.errorText.hasPrefix("kkmix: \(message)"), "\(run.errorText)")
        let document = try CommandRun(words + ["--json"], in: folder.root).outputText
        #expect(document.contains(#""status":66"#))
    }
}
