import KKMixing
import KKTestSupport
import Testing

@testable import KKJobs

/// Where the tracks of a sheet begin and end, and what they are called.
@Suite struct CueSheetTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for name in ["a.wav", "b.wav"] { try folder.write(WaveFile.pcm16([[1]]), to: name) }
    }

    private func list(_ bytes: [UInt8]) throws -> InputListing {
        try folder.write(bytes, to: "x.cue")
        var selection = InputSelection()
        selection.takesTracks = true
        return try InputListing([FilePath(folder.path("x.cue"))], selection)
    }

    /// Each track as its file, its bounds in frames of a CD, and its name.
    private func tracks(_ lines: String...) throws -> [String] {
        try list(Array(lines.joined(separator: "\r\n").utf8)).inputs.map { input in
            let track = try #require(input.track)
            let (from, to) = (track.from.frames(at: 75), track.to.map { "\($0.frames(at: 75))" } ?? "")
            return "\(input.path.name) \(from)-\(to) \(track.stem)"
        }
    }

    @Test func `a track ends where the next one begins, with the pause before that`() throws {
        #expect(
            try tracks(
                "\u{FEFF}REM x", "PERFORMER \"Band\"", "TITLE \"Album\"", "FILE \"a.wav\" WAVE", "  TRACK 01 AUDIO",
                "    TITLE \"One\"", "    PERFORMER \"Band\"", "    INDEX 01 00:00:00", "  TRACK 02 AUDIO",
                "    TITLE \"Two\"", "    PERFORMER \"Guest\"", "    PREGAP 00:01:00", "    INDEX 00 00:01:00",
                "    INDEX 01 00:02:01", "    INDEX 02 00:02:50", "  TRACK 03 AUDIO", "    INDEX 01 75:00:74"
            ) == ["a.wav 0-151 01 - One", "a.wav 151-337574 02 - Guest - Two", "a.wav 337574- 03"])
    }

    /// As programs write them that put each pause at the end of the file before.
    @Test func `a track is in the file that its INDEX 01 is in`() throws {
        #expect(
            try tracks(
                "file a.wav WAVE", "track 1 audio", "index 1 0:0:0", "track 2 audio", "index 0 0:3:0",
                "FILE b.wav WAVE", "index 1 0:0:0", "track 3 AUDIO", "INDEX 01 0:4:0"
            ) == ["a.wav 0- 01", "b.wav 0-300 02", "b.wav 300- 03"])
    }

    @Test func `what is before the first track of a file is told, and data is no sound`() throws {
        let lines = [
            "FILE a.wav WAVE", "TRACK 01 AUDIO", "INDEX 00 00:00:00", "INDEX 01 00:02:00", "TRACK 02 MODE1/2352",
            "INDEX 01 00:05:00",
        ]
        let listing = try list(Array(lines.joined(separator: "\n").utf8))
        #expect(listing.inputs.map(\.track?.to) == [.seconds(5)], "data ends a track, too")
        #expect(listing.notices.count == 1 && listing.notices[0].hasSuffix("0:02.000 before track 1 are in no track"))
        #expect(listing.leftOut.map(\.reason) == ["track 2 is not audio"])
    }

    @Test func `titles are names of files that stay in their folder`() throws {
        func stem(_ title: String) throws -> String {
            let name = try tracks("FILE a.wav WAVE", "TRACK 7 AUDIO", "TITLE \"\(title)\"", "INDEX 01 0:0:0")[0]
            return String(name.dropFirst("a.wav 0- ".count))
        }
        #expect(try stem("../../etc/passwd") == "07 - ..-..-etc-passwd")
        #expect(try stem("AC\\DC: \"what?\"\u{1B}[31m\u{202E}") == "07 - AC-DC- -what---[31m-")
        #expect(try stem("") == "07")
        #expect(try stem(String(repeating: "é", count: 500)).utf8.count <= 120)
        #expect(
            try list(
                Array(
                    "FILE a.wav WAVE\nTRACK 1 AUDIO\nTITLE D\u{E9}j\u{E0}\nINDEX 01 0:0:0".unicodeScalars.map {
                        UInt8($0.value)
                    })
            )
            .inputs[0].track?.stem == "01 - Déjà", "Latin-1")
    }

    /// Sheets outlive their WAVs.
    @Test func `a file that was encoded since is found by its name`() throws {
        try folder.write(WaveFile.pcm16([[1]]), to: "album.caf")
        let lines = ["FILE album.wav WAVE", "TRACK 1 AUDIO", "INDEX 01 0:0:0"]
        let listing = try list(Array(lines.joined(separator: "\n").utf8))
        #expect(listing.inputs.map(\.path.name) == ["album.caf"] && listing.notices.count == 1)
        try folder.write(WaveFile.pcm16([[1]]), to: "album.aiff")
        #expect(try list(Array(lines.joined(separator: "\n").utf8)).inputs.map(\.path.name) == ["album.wav"])
    }

    @Test func `samples without a header are those of a CD`() throws {
        let sheet = "FILE \"a.wav\" %@\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n"
        for (type, form) in [("BINARY", "s16le@44100x2"), ("MOTOROLA", "s16be@44100x2"), ("WAVE", nil)] {
            let bytes = Array(sheet.replacing(/%@/, with: type).utf8)
            #expect(try list(bytes).inputs[0].track?.raw?.description == form)
        }
    }

    @Test(arguments: [
        ("TITLE x", "no track in this sheet"), ("TRACK 01 AUDIO", ":1: a track needs a number, and a FILE"),
        ("FILE a.wav WAVE\nTRACK AUDIO", ":2: a track needs a number"),
        ("FILE a.wav WAVE\nTRACK 1 AUDIO\nINDEX 00 0:0:0", ":2: track 1 has no INDEX 01"),
        ("FILE a.wav WAVE\nTRACK 1 AUDIO\nINDEX 01 0:60:0", ":3: this is not an index"),
        ("FILE a.wav WAVE\nTRACK 1 AUDIO\nINDEX 01 0:0:75", ":3: this is not an index"),
        ("FILE a.wav WAVE\nTRACK 1 AUDIO\nINDEX 01 99999999999999999999:0:0", ":3: this is not an index"),
        ("FILE a.wav WAVE\nINDEX 01 0:0:0", ":2: this is not an index of a track"),
        (
            "FILE a.wav WAVE\nTRACK 1 AUDIO\nINDEX 01 0:5:0\nTRACK 2 AUDIO\nINDEX 01 0:5:0",
            ":4: track 2 does not begin after track 1"
        ),
        (
            "FILE a.wav WAVE\n" + String(repeating: "TRACK 1 AUDIO\n", count: 100_001),
            ":100002: there are more than 100,000 entries"
        ),
        ("FILE x.cue WAVE\nTRACK 1 AUDIO\nINDEX 01 0:0:0", ":1: "), ("FILE http://x/a.wav WAVE", "is an address"),
    ])
    func `a sheet that says something impossible is one error, at its line`(text: String, problem: String) throws {
        let error = try #require(throws: SessionError.self) { try list(Array(text.utf8)) }
        #expect(error.kind == .badData && error.description.contains(problem), "\(error)")
    }
}
