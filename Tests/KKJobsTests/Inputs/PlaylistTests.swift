import Foundation
import KKMixing
import KKTestSupport
import Testing

@testable import KKJobs

/// Which files a playlist names, and what it may not ask for.
@Suite struct PlaylistTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("cd"), withIntermediateDirectories: true)
        for name in ["a.wav", "cd/b.wav", "-", "é.wav"] { try folder.write(WaveFile.pcm16([[1]]), to: name) }
    }

    private func files(_ bytes: [UInt8], _ name: String) throws -> [String] {
        try folder.write(bytes, to: name)
        return try InputListing([FilePath(folder.path(name))]).inputs.map {
            String($0.path.text.dropFirst(folder.root.count + 1))
        }
    }

    private func files(_ text: String, _ name: String = "list.m3u") throws -> [String] {
        try files(Array(text.utf8), name)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `lines of an M3U are files from the list's folder, comments are none`(end: String) throws {
        let lines = ["\u{FEFF}#EXTM3U", "#EXTINF:1,A", "a.wav", "", "  cd/b.wav ", "cd/../a.wav", "none.wav"]
        #expect(
            try files(lines.joined(separator: end)) == ["a.wav", "cd/b.wav", "cd/../a.wav", "none.wav"],
            "what is not there fails by itself")
    }

    @Test func `a list that other systems have written is read`() throws {
        #expect(try files(#"cd\b.wav"#) == ["cd/b.wav"])
        #expect(try files([0xE9] + Array(".wav".utf8), "latin.m3u") == ["é.wav"])
        #expect(try files("file://\(folder.root)/cd/%62.wav", "list.M3U8") == ["cd/b.wav"])
        #expect(try files("file://localhost\(folder.root)/a.wav\n\(folder.root)/a.wav") == ["a.wav", "a.wav"])
    }

    @Test func `a PLS has its files by their numbers`() throws {
        let text = "[playlist]\nFile10=a.wav\nTitle10=File1=x\nfile2= cd/b.wav\nLength2=-1\nFile=x\nNumberOfEntries=2\n"
        #expect(try files(text, "list.pls") == ["cd/b.wav", "a.wav"])
        #expect(throws: SessionError.self) { try files("File1=a.wav", "list.pls") }
    }

    /// Elsewhere these words are standard input, and sounds that are made.
    @Test func `a list names files, whatever they are called`() throws {
        let inputs = try CommandRun.shell(
            "printf -- '-\\nsynth:sine:for=1s\\n' > l.m3u; $KKMIX measure l.m3u --json 2>&1 | grep -o '\"path\":[^,}]*' | sort -u",
            in: folder.root)
        #expect(inputs.outputText == "\"path\":\"./-\"\n\"path\":\"./synth:sine:for=1s\"\n", "\(inputs.errorText)")
    }

    @Test(arguments: [
        ("http://127.0.0.1:1/a.mp3", "'http://127.0.0.1:1/a.mp3' is an address"),
        ("a.wav\nHTTPS://x/", "is an address"),
        ("smb://x/a.wav", "is an address"), ("file://elsewhere/a.wav", "is an address"),
        ("file:///a%00b", "is an address"),
        ("list.m3u", "is a list itself"), ("/dev/zero", "is not a regular file"), ("a\0b", "byte 1 is not text"),
        ("#EXT-X-TARGETDURATION:10\na.ts", "one stream (HLS)"),
        (String(repeating: "a.wav\n", count: 1_000_000), "more than 100,000 entries"),
        (String(repeating: " ", count: 1 << 24) + "\n", "longer than 16777216 bytes"),
    ])
    func `a list that asks for something else is one error, at its line`(text: String, problem: String) throws {
        let error = try #require(throws: (any Error).self) { try files(text) }
        let failure = try #require(error as? any Failure)
        #expect(failure.kind == .badData && failure.description.contains(problem), "\(failure)")
        #expect(failure.place?.hasPrefix(folder.path("list.m3u")) ?? false)
    }

    @Test func `globs choose among what a list names`() throws {
        try folder.write(Array("a.wav\ncd/b.wav\n".utf8), to: "list.m3u")
        var selection = InputSelection()
        selection.include = [Glob("b*")]
        #expect(
            try InputListing([FilePath(folder.path("list.m3u"))], selection).inputs.map(\.path.name) == ["b.wav"])
    }

    /// Its files lie beside it, and would be there twice.
    @Test func `a list in a folder is left out`() throws {
        try folder.write(Array("#EXTM3U\na.wav\n".utf8), to: "cd/list.m3u")
        var selection = InputSelection()
        selection.isRecursive = true
        let listing = try InputListing([FilePath(folder.path("cd"))], selection)
        #expect(listing.inputs.map(\.path.name) == ["b.wav"])
        #expect(listing.leftOut.map(\.reason) == ["this is a playlist, not an audio file"])
    }
}
