import Foundation
import KKTestSupport
import Testing

/// Playlists and cue sheets as inputs, seen from outside.
@Suite struct ListTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func run(_ words: String...) throws -> CommandRun { try CommandRun(words, in: folder.root) }

    private func frames(_ name: String) throws -> [Int16] {
        try #require(folder.bytes(name).flatMap(WaveFile.samples16), "\(name)")
    }

    private static let sheet = """
        PERFORMER "Band"
        FILE "%" WAVE
          TRACK 01 AUDIO
            TITLE "One"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Two"
            INDEX 00 00:00:20
            INDEX 01 00:00:37
          TRACK 03 AUDIO
            INDEX 01 00:01:01
        """

    /// The frame that a frame of a CD begins at is a whole one at some rates, and the nearest at the others.
    @Test(arguments: [(44_100, [588 * 37, 588 * 76]), (48_000, [640 * 37, 640 * 76]), (32_000, [15_787, 32_427])])
    func `the tracks of a file are the file, cut to the frame`(rate: Int, cuts: [Int]) throws {
        var numbers = SeededNumbers(seed: 9)
        let album = (0..<rate * 3 / 2).map { _ in [Int16.random(in: -9_000...9_000, using: &numbers)] }
        try folder.write(WaveFile.pcm16(album, sampleRate: UInt32(rate)), to: "a.wav")
        try folder.write(Array(Self.sheet.replacing(/%/, with: "a.wav").utf8), to: "a.cue")
        let run = try run("convert", "a.cue", "-o", "tracks/")
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        let parts = try ["01 - One", "02 - Two", "03"].map { try frames("tracks/\($0).wav") }
        #expect(parts.map(\.count) == [cuts[0], cuts[1] - cuts[0], album.count - cuts[1]])
        #expect(parts.joined().elementsEqual(album.joined()))
        // Another rate moves no cut, and nothing is counted twice or not at all.
        #expect(try self.run("convert", "a.cue", "-o", "t/", "-r", "44100", "-q").status == 0)
        #expect(
            try ["01 - One", "02 - Two", "03"].map { try frames("t/\($0).wav").count } == [21_756, 22_932, 21_462])
    }

    @Test func `the tracks of a sheet had none of its titles`() throws {
        try folder.write(WaveFile.pcm16((0..<66_150).map { [Int16($0 % 999)] }), to: "a.wav")
        let sheet = "TITLE \"Album\"\n" + Self.sheet.replacing(/%/, with: "a.wav")
        try folder.write(Array(sheet.utf8), to: "a.cue")
        func tags(_ name: String) throws -> [String: String] {
            let document = try JSONSerialization.jsonObject(with: Data(run("tags", "--json", name).output))
            let file = ((document as? [String: Any])?["files"] as? [[String: Any]])?.first
            return try #require(file?["tags"] as? [String: String])
        }
        #expect(try run("convert", "a.cue", "-o", "t/", "--tag", "artist=Me").errorText.isEmpty)
        #expect(
            try tags("t/02 - Two.wav")
                == ["title": "Two", "artist": "Me", "album": "Album", "track number": "2/3"])
        #expect(try run("convert", "a.cue", "-fo", "t/", "--metadata", "title,artist").errorText.isEmpty)
        #expect(try tags("t/01 - One.wav") == ["title": "One", "artist": "Band"])
        #expect(try run("convert", "a.cue", "-fo", "t/", "--metadata", "none").errorText.isEmpty)
        #expect(try tags("t/01 - One.wav").isEmpty)
    }

    @Test func `tracks are measured one by one, and each says which it is`() throws {
        try folder.write(WaveFile.pcm16((0..<66_150).map { [Int16($0 % 999)] }), to: "a.wav")
        try folder.write(Array(Self.sheet.replacing(/%/, with: "a.wav").utf8), to: "a.cue")
        func hashes(_ words: [String]) throws -> [[String: Any]] {
            let run = try CommandRun(["measure", "--json"] + words, in: folder.root)
            let document = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
            return document?["files"] as? [[String: Any]] ?? []
        }
        let tracks = try hashes(["a.cue"])
        #expect(
            tracks.map { $0["track"] as? Int } == [1, 2, 3] && tracks.allSatisfy { $0["path"] as? String == "a.wav" })
        #expect(try run("convert", "a.cue", "-o", "t/", "-q").status == 0)
        let files = try hashes(["t/*.wav"])
        #expect(files.map { $0["pcm_sha256"] as? String } == tracks.map { $0["pcm_sha256"] as? String })
        #expect(files.allSatisfy { $0["track"] is NSNull })
        #expect(try run("measure", "a.cue").outputText.contains("\na.wav, track 2\n"))
        #expect(try run("info", "a.cue").outputText.hasPrefix("a.wav\n"))
    }

    @Test func `a track behind the end of its file is the sheet's fault, and the others are written`() throws {
        try folder.write(WaveFile.pcm16((0..<30_000).map { _ in [1] }), to: "a.wav")
        try folder.write(Array(Self.sheet.replacing(/%/, with: "a.wav").utf8), to: "a.cue")
        for words in [["convert", "a.cue", "-o", "t/"], ["measure", "a.cue"]] {
            let run = try CommandRun(words, in: folder.root)
            #expect(
                run.status == 65
                    && run.errorText.contains("kkmix: a.wav: track 3 begins after the end of the file; check"),
                "\(run.errorText)")
        }
        #expect(try frames("t/02 - Two.wav").count == 30_000 - 37 * 588)
    }

    @Test func `a playlist is converted into a folder`() throws {
        try folder.write(WaveFile.pcm16([[1]]), to: "a.wav")
        try folder.write(WaveFile.pcm16([[2]]), to: "b.wav")
        try folder.write(Array("#EXTM3U\nb.wav\na.wav\n".utf8), to: "l.m3u")
        let run = try run("convert", "l.m3u", "-o", "out/")
        #expect(run.outputText.split(separator: "\n").map { $0.prefix(9) } == ["out/b.wav", "out/a.wav"])
        #expect(try self.run("convert", "l.m3u", "-o", "x.wav").status == 73)
        #expect(try self.run("plot", "l.m3u", "-o", "p.png").status == 0)
        let mix = try self.run("l.m3u", "-o", "x.wav")
        #expect(mix.status == 65 && mix.errorText.hasPrefix("kkmix: l.m3u: this is a playlist, not an audio file"))
    }

    @Test(arguments: ["compare a.wav", "graph"])
    func `an address is fetched where people ask for sounds alone`(command: String) throws {
        try folder.write(WaveFile.pcm16([[1]]), to: "a.wav")
        let run = try CommandRun(
            command.split(separator: " ").map(String.init) + ["http://127.0.0.1:1/a.mp3?b=*"], in: folder.root)
        #expect(
            run.status == 66 && run.errorText.contains("this is a URL, which is not downloaded here; download it"))
    }
}
