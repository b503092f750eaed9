import Foundation
import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// Words about the sound on their way through the program.
@Suite struct TextTests {
    private static let words: [(name: String, key: String, text: String)] = [
        ("title", "title", "Töne; 'quoted'"), ("artist", "artist", "Me"), ("album", "album", "An Album"),
        ("date", "year", "2021"), ("track", "track number", "3/9"), ("genre", "genre", "Jazz"),
        ("comment", "comments", "Hi there"), ("composer", "composer", "J. S. Bach"), ("copyright", "copyright", "© Me"),
    ]

    private static func tags(_ path: String) throws -> [String: String] {
        Dictionary(
            try AudioFileReader(path: path).properties.tags.map {
                ($0.key == "recorded date" ? "year" : $0.key, $0.value)
            }
        ) { first, _ in first }
    }

    private static func convert(_ words: String, in folder: ScratchFolder) throws -> CommandRun {
        try CommandRun.shell("\"$KKMIX\" convert \(words)", in: folder.path(""))
    }

    /// A file with all words, in a format that holds them.
    private static func source(in folder: ScratchFolder) throws -> String {
        let tags = words.map { "--tag \($0.name)=\"\($0.text)\"" }.joined(separator: " ")
        let run = try convert("\(Fixtures.path("music.wav")) -o source.mp3 \(tags)", in: folder)
        try #require(run.status == 0, "\(run.errorText)")
        return folder.path("source.mp3")
    }

    @Test(arguments: OutputContainer.allCases.filter { $0 != .raw })
    func `a converted file has the words of its input that its format holds, and a word about the others`(
        container: OutputContainer
    ) throws {
        let folder = try ScratchFolder()
        _ = try Self.source(in: folder)
        let run = try Self.convert("source.mp3 -o out.\(container.rawValue) --format \(container.rawValue)", in: folder)
        #expect(run.status == 0)
        let format = OutputFormat(container: container, encoding: .s16)
        let held = Self.words.filter { format.holdsText($0.key) }
        #expect(
            try Self.tags(folder.path("out.\(container.rawValue)")).filter { $0.key != "encoding application" }
                == Dictionary(uniqueKeysWithValues: held.map { ($0.key, $0.text) }))
        let lost = Self.words.map(\.key).filter { !format.holdsText($0) }
        #expect(run.errorText.contains("cannot store") == !lost.isEmpty)
        #expect(lost.filter(run.errorText.contains).count == min(lost.count, 8))
        #expect(run.errorText.contains(" and others") == (lost.count > 8))
    }

    @Test(arguments: ["wav", "aiff", "caf", "flac", "ogg", "opus", "mp3"])
    func `FFmpeg reads the title and the artist`(ending: String) throws {
        let folder = try ScratchFolder()
        _ = try Self.source(in: folder)
        #expect(try Self.convert("source.mp3 -o out.\(ending)", in: folder).status == 0)
        let run = try CommandRun.shell(
            "ffprobe -v error -show_entries format_tags:stream_tags -of json out.\(ending)", in: folder.path(""))
        #expect(
            run.outputText.contains(#": "Töne; 'quoted'""#) && run.outputText.contains(#": "Me""#), "\(run.outputText)")
    }

    @Test(arguments: ["wav", "w64", "rf64", "aiff", "caf", "flac", "ogg", "mp3"])
    func `words change nothing of the sound`(ending: String) throws {
        let folder = try ScratchFolder()
        _ = try Self.source(in: folder)
        #expect(try Self.convert("source.mp3 -o with.\(ending)", in: folder).status == 0)
        #expect(try Self.convert("source.mp3 -o without.\(ending) --metadata none", in: folder).status == 0)
        let (with, without) = (folder.path("with.\(ending)"), folder.path("without.\(ending)"))
        #expect(try Self.tags(without)["title"] == nil && Self.tags(with)["title"] != nil)
        #expect(try AudioFileReader(path: with).readAll() == AudioFileReader(path: without).readAll())
    }

    @Test func `the tag of an MP3 that goes into a pipe stands before its sound`() throws {
        let folder = try ScratchFolder()
        _ = try Self.source(in: folder)
        #expect(try Self.convert("source.mp3 -o - --format mp3 > piped.mp3", in: folder).status == 0)
        #expect(try Self.tags(folder.path("piped.mp3"))["composer"] == "J. S. Bach")
        #expect(try AudioFileReader(path: folder.path("piped.mp3")).warnings.isEmpty)
    }

    @Test func `words are chosen, set and left out`() throws {
        let folder = try ScratchFolder()
        _ = try Self.source(in: folder)
        #expect(
            try Self.convert(
                "source.mp3 -o out.flac --metadata title,album --tag album= --tag artist=You --tag artist=Them",
                in: folder
            ).status == 0)
        #expect(try Self.tags(folder.path("out.flac")) == ["title": "Töne; 'quoted'", "artist": "Them"])
        for mistake in ["--metadata title,,album", "--tag title", "--tag =x", "--metadata from:0"] {
            let run = try Self.convert("source.mp3 -o no.flac \(mistake)", in: folder)
            #expect(run.status == 64 && !FileManager.default.fileExists(atPath: folder.path("no.flac")), "\(mistake)")
        }
    }

    @Test func `a mix has no words unless somebody says whose`() throws {
        let folder = try ScratchFolder()
        let source = try Self.source(in: folder)
        func mix(_ words: String) throws -> [String: String] {
            let run = try CommandRun.shell(
                "\"$KKMIX\" \(Fixtures.path("speech.wav")) \(source) -o mix.wav -f \(words)", in: folder.path(""))
            try #require(run.status == 0, "\(run.errorText)")
            return try Self.tags(folder.path("mix.wav"))
        }
        #expect(try mix("").isEmpty && mix("--metadata from:1").isEmpty)
        #expect(try mix("--metadata from:2")["album"] == "An Album")
        #expect(try mix("--tag title=Mixed") == ["title": "Mixed"])
        let run = try CommandRun.shell(
            "\"$KKMIX\" \(source) -o no.wav --metadata from:2", in: folder.path(""))
        #expect(run.status == 64 && run.errorText.contains("there is no input 2"))
    }
}
