import Foundation
import KKTestSupport
import Testing

/// `kkmix plot` from outside.
@Suite struct PlotTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func plot(_ arguments: [String]) throws -> CommandRun {
        try CommandRun(["plot"] + arguments, in: folder.root)
    }

    @Test func `the manual's picture is the one that its command makes`() throws {
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/pictures.md", encoding: .utf8)
        #expect(page.contains("kkmix plot song.wav -o picture.png") && page.contains("(picture.png)"))
        let run = try plot([Fixtures.path("music.wav"), "-o", "picture.png"])
        #expect(run.status == 0 && run.outputText == "picture.png: 1200 × 614 pixels, PNG\n", "\(run.errorText)")
        #expect(try PNGPixels(folder.path("picture.png")) == PNGPixels("\(Fixtures.root)/docs/picture.png"))
    }

    @Test func `a picture for which there is no memory is an error and no end of the process`() throws {
        try folder.write(WaveFile.pcm16([[1], [2]]), to: "a.wav")
        let run = try CommandRun.shell("ulimit -v 300000; $KKMIX plot a.wav -o p.png --size 8192x8192", in: folder.root)
        #expect(
            run.status == 75 && run.errorText.contains("there is no memory for a picture of 8192 × 8192 pixels"),
            "\(run.status) \(run.errorText)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("p.png")))
    }

    @Test(arguments: ["png", "svg"])
    func `threads and runs do not show in a byte`(format: String) throws {
        for inputs in [
            ["channels-8.flac"], ["music.wav", "music.mp3"], ["music.flac", "speech.ogg", "channels-6.wav"],
        ] {
            var files: [[UInt8]] = []
            for jobs in ["1", "2", "5"] {
                let run = try plot(inputs.map(Fixtures.path) + ["-o", "-", "--format", format, "-j", jobs])
                #expect(run.status == 0, "\(run.errorText)")
                files.append(run.output)
            }
            #expect(files[0].count > 1000 && files[0] == files[1] && files[0] == files[2], "\(inputs)")
        }
    }

    @Test func `two files are drawn with their difference, and the largest is reported with its place`() throws {
        var sound = (0..<20_000).map { (index: Int) -> Int16 in Int16(8000 * (index / 50 % 2) - 4000) }
        try folder.write(WaveFile.pcm16(sound.map { [$0] }), to: "a.wav")
        #expect(try plot(["a.wav", "a.wav", "-o", "same.svg"]).status == 0)
        #expect(text("same.svg").contains(">no difference<") && text("same.svg").contains(">the same samples<"))
        sound[12_345] += 16_384
        try folder.write(WaveFile.pcm16(sound.map { [$0] }), to: "b.wav")
        #expect(try plot(["a.wav", "b.wav", "-o", "other.svg"]).status == 0)
        #expect(text("other.svg").contains("−6.0 dBFS at 0:00.2") && text("other.svg").contains("(frame 12,345)"))
        #expect(text("other.svg").contains(">a.wav – b.wav<"))
        sound[12_345] -= 16_384
        try folder.write(WaveFile.pcm16(sound[..<15_000].map { [$0] }), to: "short.wav")
        #expect(try plot(["a.wav", "short.wav", "-o", "short.svg"]).status == 0)
        #expect(text("short.svg").contains("they differ by up to −18.3 dBFS"))
    }

    @Test func `a part of the time is drawn alone`() throws {
        let music = Fixtures.path("music.wav")
        #expect(try plot([music, "-o", "a.svg", "--from", "0.25", "--for", "0.5"]).status == 0)
        #expect(
            text("a.svg").contains("0:00.500") && text("a.svg").contains(">300 ms<")
                && !text("a.svg").contains(">200 ms<"))
        #expect(try plot([music, "-o", "b.svg", "--from", "0.25", "--to", "0.75"]).status == 0)
        #expect(text("a.svg") == text("b.svg"))
        #expect(try plot([music, "-o", "c.svg", "--from", "2"]).status == 64)
        #expect(try plot([music, "-o", "c.svg", "--from", "1", "--to", "0.5"]).status == 64)
        #expect(try plot([music, "-o", "c.svg", "--for", "0.5", "--to", "0.5"]).status == 64)
    }

    @Test func `the document has what was made, and the statuses are those of other commands`() throws {
        let music = Fixtures.path("music.wav")
        let run = try plot([music, "-o", "a.png", "--json", "--size", "640x360", "--waveform"])
        let value = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
        let file = try #require((value?["files"] as? [[String: Any]])?.first)
        #expect(
            value?["schema"] as? Int == 1 && file["output"] as? String == "a.png" && file["format"] as? String == "png")
        #expect(file["width"] as? Int == 640 && file["height"] as? Int == 360 && file["inputs"] as? [String] == [music])
        #expect(try PNGPixels(folder.path("a.png")).text.hasPrefix("640 360 "))
        #expect(try plot([music, "-o", "n.png", "-n"]).status == 0 && folder.bytes("n.png") == nil)
        for (arguments, status) in [
            (["-o", "x.png"], 64), ([music], 64), ([music, "-o", "x.gif"], 64), ([music, "-o", "x"], 64),
            ([music, "-o", "x.png", "--format", "bmp"], 64),
            ([music, "-o", "x.png", "--size", "10x10"], 64), ([music, "-o", "x.png", "--size", "big"], 64),
            ([music, "-o", "-", "--json"], 64),
            ([music, "-o", "x.png", "--waveform", "--spectrogram"], 64),
            ([Fixtures.path("README.md"), "-o", "x.png"], 65),
            (["none.wav", "-o", "x.png"], 66),
            ([music, "-o", "a.png"], 73), ([music, "-o", "none/x.png"], 73),
            ([music, "-o", music, "--format", "png", "-f"], 73),
            ([music, "-o", "/dev/full", "--format", "png"], 74),
        ] as [([String], Int32)] {
            let run = try plot(arguments)
            #expect(run.status == status, "\(arguments): \(run.status) \(run.errorText)")
            #expect(run.errorText.hasPrefix("kkmix: ") && folder.bytes("x.png") == nil)
        }
        #expect(try plot([music, "-o", "a.png", "-f", "-q"]).output.isEmpty)
    }

    private func text(_ name: String) -> String { String(decoding: folder.bytes(name) ?? [], as: UTF8.self) }
}
