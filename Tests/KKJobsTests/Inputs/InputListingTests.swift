import Foundation
import KKMixing
import KKTestSupport
import Testing

/// What the words of a command stand for: folders, patterns, and what is left out.
@Suite struct InputListingTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for place in ["in/b/deep", "in/a", "in/.hidden"] {
            try FileManager.default.createDirectory(atPath: folder.path(place), withIntermediateDirectories: true)
        }
        let sound = WaveFile.pcm16([[1], [2]])
        // `/` comes after `.`, and so a.wav before what is in a.
        for name in ["a.wav", "a/2.wav", "a/10.wav", "b/deep/x", "b/é.wav", "Z.wav", ".hidden/h.wav", ".h.wav"] {
            try folder.write(sound, to: "in/\(name)")
        }
        try folder.write(Array("a text".utf8), to: "in/b/notes.txt")
    }

    private func list(
        _ names: String..., change: (inout InputSelection) -> Void = { $0.isRecursive = true }
    ) throws -> InputListing {
        var selection = InputSelection()
        change(&selection)
        return try InputListing(names.map { FilePath($0.isEmpty ? folder.root : folder.path($0)) }, selection)
    }

    private func names(_ listing: InputListing) -> [String] {
        listing.inputs.map { String($0.path.text.dropFirst(folder.root.count + 1)) }
    }

    @Test func `a folder stands for its sounds, in the order of their bytes`() throws {
        let listing = try list("in")
        #expect(
            names(listing) == [
                "in/Z.wav", "in/a.wav", "in/a/10.wav", "in/a/2.wav", "in/b/deep/x", "in/b/é.wav",
            ])
        #expect(listing.inputs.map(\.subfolder) == ["", "", "a", "a", "b/deep", "b"])
        #expect(listing.leftOut.map(\.reason) == ["this is plain text, not an audio file"])
    }

    @Test func `what is called as sounds are is an input, whatever is in it`() throws {
        try folder.write(Array("<html>".utf8), to: "in/a/lost.MP3")
        #expect(names(try list("in/a")) == ["in/a/10.wav", "in/a/2.wav", "in/a/lost.MP3"])
    }

    @Test func `what is no sound is an input where it is named`() throws {
        #expect(names(try list("in/b/notes.txt", "in/none.wav")) == ["in/b/notes.txt", "in/none.wav"])
    }

    @Test func `globs choose by name, by path, and whole folders`() throws {
        func chosen(_ include: [String], _ exclude: [String] = []) throws -> [String] {
            let listing = try list("in") {
                $0.isRecursive = true
                ($0.include, $0.exclude) = (include.map { Glob($0) }, exclude.map { Glob($0) })
            }
            return names(listing).map { String($0.dropFirst(3)) }
        }
        #expect(try chosen(["[ab].wav", "x"]) == ["a.wav", "b/deep/x"])
        #expect(try chosen(["a/*"]) == ["a/10.wav", "a/2.wav"])
        #expect(try chosen([], ["b", "Z*"]) == ["a.wav", "a/10.wav", "a/2.wav"])
        #expect(try chosen(["*.wav"], ["a/1*"]) == ["Z.wav", "a.wav", "a/2.wav", "b/é.wav"])
        #expect(throws: SessionError.self) { try chosen(["*.flac"]) }
        // Of what is named, too: a shell may have made names of a pattern.
        #expect(names(try list("in/a.wav", "in/Z.wav") { $0.exclude = [Glob("Z*")] }) == ["in/a.wav"])
    }

    @Test func `links lead round in no circle, and to files they are followed`() throws {
        for (link, target) in [("in/b/up", ".."), ("in/self", "self"), ("in/one.lnk", "a.wav"), ("gone.wav", "none")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(link == "gone.wav" ? "in/a/gone.wav" : link), withDestinationPath: target)
        }
        let listing = try list("in")
        #expect(names(listing).contains("in/one.lnk") && names(listing).contains("in/a/gone.wav"))
        #expect(listing.inputs.count == 8)
        #expect(
            listing.leftOut.map(\.reason).sorted() == [
                "this is a link to a folder", "this is plain text, not an audio file",
                "this link points to nothing",
            ])
    }

    /// Nobody writes to it, and whoever opens it waits without end.
    @Test func `a pipe in a folder is not opened`() throws {
        _ = try CommandRun.shell("mkfifo in/a/pipe.wav", in: folder.root)
        #expect(try list("in/a").leftOut.map(\.reason) == ["this is not a regular file"])
    }

    @Test func `a pattern is expanded where no file has its name`() throws {
        #expect(names(try list("i?/[a-z].wav")) == ["in/a.wav"])
        #expect(names(try list("in/*/*.wav")) == ["in/a/10.wav", "in/a/2.wav", "in/b/é.wav"])
        #expect(try list("in/*/*.wav").inputs.allSatisfy { $0.subfolder.text.isEmpty && $0.isFound })
        try folder.write(WaveFile.pcm16([[1]]), to: "in/?.wav")
        #expect(names(try list("in/?.wav")) == ["in/?.wav"], "a file of this very name")
        #expect(throws: SessionError.self) { try list("in/*.ogg") }
        let flat = try list("in/*") { _ in }
        #expect(names(flat) == ["in/?.wav", "in/Z.wav", "in/a.wav"] && flat.leftOut.count == 2)
        #expect(names(try list("in/*")).count == 7, "folders that match are looked into")
    }

    @Test func `a folder alone is refused with the option that takes it`() throws {
        let error = try #require(throws: SessionError.self) { try list("in") { _ in } }
        #expect(error.kind == .noInput && error.nextStep?.contains("--recursive") == true)
    }

    /// They would be inputs the next time.
    @Test func `the folder of the outputs is not looked into`() throws {
        let besides = FilePath(folder.path("in/b/"))
        #expect(
            names(
                try list("in") {
                    $0.isRecursive = true
                    $0.besides = besides
                }) == ["in/Z.wav", "in/a.wav", "in/a/10.wav", "in/a/2.wav"])
    }
}
