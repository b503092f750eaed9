import Foundation
import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// What belongs to a sound on its way through the program: shown, set, carried over, cut and moved with the sound.
@Suite struct TagsTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(_ words: String, status: Int32 = 0) throws -> CommandRun {
        let run = try CommandRun.shell("\"$KKMIX\" \(words)", in: folder.path(""))
        try #require(run.status == status, "\(words): \(run.errorText)\(run.outputText)")
        return run
    }

    private func shell(_ words: String) throws -> String {
        let run = try CommandRun.shell(words, in: folder.path(""))
        try #require(run.status == 0, "\(words): \(run.errorText)")
        return run.outputText
    }

    private func json(_ words: String) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(run("tags --json \(words)").output))
        let files = try #require((value as? [String: Any])?["files"] as? [[String: Any]])
        return try #require(files.first)
    }

    /// A second at 48 kHz with chapters at 0, 250 and 600 ms, a loop, and the words of a broadcast file.
    private func source() throws {
        _ = try run("synth:sine:for=1s -r 48000 -c stereo -o source.wav --encoding s16 -f")
        let notes = """
            {"tags":{"title":"An episode","artist":"Me","originator":"A recorder","time reference":"480000"},
             "markers":[{"frame":0,"name":"Hello"},{"frame":12000,"name":"Töne"},{"frame":28800,"name":"Bye"}],
             "regions":[{"loop":true,"markers":[{"frame":12000},{"frame":24000}]}]}
            """
        try Data(notes.utf8).write(to: URL(fileURLWithPath: folder.path("notes.json")))
        _ = try run("tags -q source.wav --from-json notes.json")
        let cover = "ffmpeg -v error -y -f lavfi -i color=red:s=16x16:d=1 -frames:v 1 cover.png"
        _ = try shell(cover)
    }

    private func chapters(_ name: String) throws -> [(Double, String)] {
        let text = try shell("ffprobe -v error -show_chapters -of json \(name)")
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require(value?["chapters"] as? [[String: Any]]).map { chapter in
            let title = (chapter["tags"] as? [String: String])?["title"] ?? ""
            return (Double(chapter["start_time"] as? String ?? "") ?? -1, title)
        }
    }

    @Test func `a document of another rate put its chapters at other times`() throws {
        try source()
        _ = try run("source.wav -r 22050 --length 1s -o copy.wav --encoding s16 -f")
        _ = try shell("\"$KKMIX\" tags --json source.wav | \"$KKMIX\" tags -q copy.wav --from-json -")
        let notes = try json("copy.wav")
        func frames(_ markers: Any?) -> [Double] {
            (markers as? [[String: Any]] ?? []).map { $0["frame"] as? Double ?? -1 }
        }
        #expect(frames(notes["markers"]) == [0, 5_513, 13_230])
        let region = try #require((notes["regions"] as? [[String: Any]])?.first)
        #expect(frames(region["markers"]) == [5_513, 11_025])
        #expect((notes["tags"] as? [String: String])?["time reference"] == "220500")
    }

    @Test func `a mistaken list of tags lost them all`() throws {
        try source()
        for word in ["1", "form:1", "title,2"] {
            #expect(try run("source.wav -o copy.wav --metadata \(word)", status: 64).errorText.contains("from:1"))
        }
    }

    @Test func `what is not there to be taken out is noticed, and a file that does not change is not written`() throws {
        try source()
        _ = try shell("touch -d 2020-01-01 source.wav")
        let run = try run("tags source.wav --remove titel --chapter 0:00.5= --remove regions")
        #expect(run.errorText.contains("there is no titel to remove; did you mean 'title'?"), "\(run.errorText)")
        #expect(run.errorText.contains("there is no chapter at 0:00.500 to remove"), "\(run.errorText)")
        #expect(try shell("stat -c %y source.wav").hasPrefix("2020-01-01"))
        let other = try self.run("tags source.wav --tag titel=Name --tag MyKey=1").errorText
        #expect(other.contains("'titel' is a new name; did you mean 'title'?"), "\(other)")
        #expect(!other.contains("MyKey"))
        let number = try self.run("tags source.wav --tag track=abc --tag year=2026-05-01 --tag disc=1/2").errorText
        #expect(
            number == "kkmix: source.wav: 'abc' is no track number: players expect 3 or 3/12\n", "\(number)")
        let one = try self.run("tags source.wav --remove chapter").errorText
        #expect(one.contains("there is no chapter to remove; did you mean 'chapters'?"), "\(one)")
    }

    @Test(arguments: ["tags source.wav", "convert source.wav -o out.flac", "source.wav -o out.flac"])
    func `a picture that was given as a tag became a text`(words: String) throws {
        try source()
        for name in ["cover", "Picture"] {
            let text = try shell(
                "\"$KKMIX\" \(words) -q --tag \(name)=cover.png 2>&1 || echo $?; \"$KKMIX\" tags source.wav | grep -c png || true"
            )
            #expect(text.contains("; write --cover FILE\n64\n0"), "\(text)")
        }
    }

    @Test(.enabled(if: FFmpegPrograms.areInstalled), arguments: ["mp3", "m4a", "ogg", "opus", "flac", "wav"])
    func `chapters, cover and words of an episode reach every format that has them, and FFmpeg reads them there`(
        ending: String
    ) throws {
        try source()
        let encoding = ending == "m4a" ? "--encoding alac" : ""
        let converted = try run("convert source.wav -o out.\(ending) --cover cover.png \(encoding)")
        let names = try shell("ffprobe -v error -show_entries format_tags:stream_tags -of json out.\(ending)")
        #expect(names.contains("An episode") && names.contains("A recorder"), "\(names)")
        // FFmpeg reads no cue points of WAV, and no chapters of FLAC.
        if ending != "wav", ending != "flac" {
            let chapters = try chapters("out.\(ending)")
            #expect(chapters.map(\.1) == ["Hello", "Töne", "Bye"])
            #expect(zip(chapters.map(\.0), [0, 0.25, 0.6]).allSatisfy { abs($0 - $1) < 0.0011 }, "\(chapters)")
        }
        // It takes the picture for a stream of video.
        let video = try shell(
            "ffmpeg -v error -y -i out.\(ending) -map 0:v -f rawvideo -pix_fmt rgb24 - | md5sum; ffmpeg -v error -i cover.png -f rawvideo -pix_fmt rgb24 - | md5sum"
        ).split(separator: "\n")
        #expect(video.count == 2 && video[0] == video[1], "\(video)")
        #expect(converted.errorText.contains("cannot store loops") == (ending != "wav"), "\(converted.errorText)")
        let markers = try #require(try json("out.\(ending)")["markers"] as? [[String: Any]])
        #expect(markers.compactMap { $0["frame"] as? Int } == [0, 12000, 28800])
        try checkInfo("out.\(ending)", markers)
    }

    /// `info` knows covers and chapters as `tags` does, and `split` cuts at them.
    private func checkInfo(_ name: String, _ markers: [[String: Any]]) throws {
        let document = try JSONSerialization.jsonObject(with: Data(run("info --json \(name)").output))
        let file = try #require(((document as? [String: Any])?["files"] as? [[String: Any]])?.first)
        #expect(file["markers"] as? NSArray == markers as NSArray)
        let picture = try #require((file["pictures"] as? [[String: Any]])?.first)
        #expect(picture["mime_type"] as? String == "image/png" && picture["data"] == nil)
        let brief = try run("info \(name)").outputText
        #expect(brief.contains("3 (0:00.000 Hello, 0:00.250 Töne, 0:00.600 Bye)"), "\(brief)")
        #expect(brief.contains("1 (image/png, "), "\(brief)")
        let whole = try run("info -v \(name)").outputText
        #expect(whole.contains("frame 12,000 Töne") && whole.contains("  cover  "), "\(whole)")
        let pieces = try run("split \(name) --at chapters -o pieces/ --format wav -n").outputText
        #expect(pieces.split(separator: "\n").count == 3, "\(pieces)")
    }

    @Test func `places follow another rate, and the part that is played`() throws {
        try source()
        _ = try run("convert source.wav -o half.aiff -r 24000")
        let half = try json("half.aiff")
        #expect((half["markers"] as? [[String: Any]])?.compactMap { $0["frame"] as? Int } == [0, 6000, 14400])
        let loop = try #require((half["regions"] as? [[String: Any]])?.first?["markers"] as? [[String: Any]])
        #expect(loop.compactMap { $0["frame"] as? Int } == [6000, 12000])
        _ = try run("convert source.wav -o half.wav -r 24000")
        #expect((try json("half.wav")["tags"] as? [String: String])?["time reference"] == "240000")
        _ = try run("source.wav::from=100ms,to=500ms,at=1s synth:sine:for=2s -o part.wav --metadata from:1 -r 48000")
        let part = try json("part.wav")
        let markers = try #require(part["markers"] as? [[String: Any]])
        #expect(markers.compactMap { $0["frame"] as? Int } == [48_000 + 12_000 - 4800])
        #expect(markers.first?["name"] as? String == "Töne")
        #expect((part["tags"] as? [String: String])?["time reference"] == String(480_000 + 4800 - 48_000))
        let none = try run("source.wav -o none.wav")
        #expect(try (json("none.wav")["tags"] as? [String: String])?.isEmpty == true && none.errorText.isEmpty)
    }

    @Test func `a piece of a split has its own markers alone, and the time of day at which it begins`() throws {
        try source()
        _ = try run("split source.wav --at markers -o pieces/")
        let pieces = try ["01", "02", "03"].map { try json("pieces/source-\($0).wav") }
        let names = pieces.map { ($0["markers"] as? [[String: Any]])?.compactMap { $0["name"] as? String } }
        #expect(names == [["Hello"], ["Töne"], ["Bye"]])
        let times = pieces.map { ($0["tags"] as? [String: String])?["time reference"] }
        #expect(times == ["480000", "492000", "508800"])
    }

    @Test(
        arguments: [
            ("convert source.wav --tag album=X", true), ("convert source.wav --normalize peak:-1dBFS", false),
            ("convert source.wav --loudness -20LUFS", false), ("convert source.wav --trim silence:-60dB", false),
            ("convert source.wav -c stereo", false), ("mix source.wav --metadata from:1", true),
            ("mix source.wav::pan=-1 --metadata from:1", false), ("mix source.wav::speed=2 --metadata from:1", false),
        ])
    func `a measured level is kept with the sound that was measured, and with no other`(
        options: String, isKept: Bool
    ) throws {
        _ = try run("synth:sine:for=1s -r 48000 -o source.wav --tag replaygain_track_gain='-3.00 dB'")
        _ = try run("\(options) -o out.flac")
        let tags = try json("out.flac")["tags"] as? [String: String]
        #expect((tags?["replaygain_track_gain"] != nil) == isKept, "\(options)")
    }

    /// The packets as they are stored, without what surrounds them, by another program.
    private func packets(_ name: String) throws -> String {
        try shell("ffmpeg -v error -i \(name) -map 0:a -c copy -f md5 -")
    }

    @Test(
        .enabled(if: FFmpegPrograms.areInstalled),
        arguments: ["mp3", "m4a", "ogg", "opus", "flac", "wav", "aiff", "wv"])
    func `setting words and a cover changes no packet`(ending: String) throws {
        try source()
        let encoding = ending == "m4a" ? "--encoding alac" : ""
        _ = try run("convert source.wav -o out.\(ending) --metadata none \(encoding)")
        let before = try packets("out.\(ending)")
        _ = try run("tags out.\(ending) --tag title='Another title' --tag mood=calm --cover cover.png")
        #expect(try packets("out.\(ending)") == before)
        let facts = try json("out.\(ending)")
        #expect(facts["tags"] as? [String: String] == ["title": "Another title", "mood": "calm"])
        let picture = try #require((facts["pictures"] as? [[String: Any]])?.first)
        let cover = try Data(contentsOf: URL(fileURLWithPath: folder.path("cover.png")))
        #expect(picture["data"] as? String == cover.base64EncodedString())
        #expect(picture["mime_type"] as? String == "image/png" && picture["kind"] as? Int == 3)
        _ = try run("tags out.\(ending) --remove all")
        #expect(try packets("out.\(ending)") == before)
        let bare = try json("out.\(ending)")
        #expect(bare["tags"] as? [String: String] == [:] && (bare["pictures"] as? [Any])?.isEmpty == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root).filter { $0.hasPrefix(".") } == [])
    }

    @Test(arguments: ["mp3", "m4a", "ogg", "opus", "flac", "wav", "aiff", "caf", "wv"])
    func `a name that nobody knows came in small or in capital letters`(ending: String) throws {
        let encoding = ending == "m4a" ? "--encoding alac" : ""
        func has(_ texts: String...) -> Bool {
            let bytes = Data(folder.bytes("a.\(ending)") ?? [])
            return texts.allSatisfy { bytes.range(of: Data($0.utf8)) != nil }
        }
        _ = try run(
            "synth:sine:for=100ms -o a.\(ending) \(encoding) --tag MyKey=one --tag otherKey=two --tag TITLE=A")
        #expect(has("MyKey", "otherKey") && !has("TITLE\0"))
        #expect((try json("a.\(ending)")["tags"] as? [String: String])?["title"] == "A")
        _ = try run("tags -q a.\(ending) --tag SomeKey=three --tag MYKEY=four --remove otherkey --tag title=B")
        #expect(has("SomeKey", "MYKEY") && !has("MyKey") && !has("otherKey"))
        let tags = try #require(try json("a.\(ending)")["tags"] as? [String: String])
        let lower = Dictionary(uniqueKeysWithValues: tags.map { ($0.key.lowercased(), $0.value) })
        #expect(lower == ["title": "B", "somekey": "three", "mykey": "four"], "\(tags)")
        // In small letters the spelling of the file stays, and goes on to the next one.
        _ = try run("tags -q a.\(ending) --tag somekey=five")
        _ = try run("convert a.\(ending) -o b.caf -f")
        #expect((try json("b.caf")["tags"] as? [String: String])?["SomeKey"] == "five")
    }

    @Test(.enabled(if: FFmpegPrograms.areInstalled), arguments: ["m4a", "opus", "flac"])
    func `the name of the program that made a file is there once, however often it is edited`(ending: String) throws {
        _ = try shell("ffmpeg -v error -y -f lavfi -i sine=d=1 -ar 48000 made.\(ending)")
        for title in ["One", "Two"] { _ = try run("tags -q made.\(ending) --tag title=\(title)") }
        let bytes = try #require(folder.bytes("made.\(ending)"))
        let name: [UInt8] = ending == "m4a" ? [0xA9] + Array("too".utf8) : Array("encoder=".utf8)
        let places = bytes.indices.filter {
            bytes[$0...].prefix(name.count).map { (65...90).contains($0) ? $0 + 32 : $0 } == name
        }
        #expect(places.count == 1)
    }

    @Test func `what is printed of one file sets another`() throws {
        try source()
        _ = try run("tags -q source.wav --cover cover.png")
        _ = try run("convert source.wav -o copy.wav --metadata none")
        _ = try shell("\"$KKMIX\" tags --json source.wav | \"$KKMIX\" tags -q copy.wav --from-json -")
        var (one, other) = (try json("source.wav"), try json("copy.wav"))
        (one["path"], other["path"]) = (nil, nil)
        #expect(one as NSDictionary == other as NSDictionary)
        let text = try run("tags copy.wav").outputText
        for word in ["title", "An episode", "Töne", "loop", "image/png"] { #expect(text.contains(word), "\(text)") }
    }

    @Test func `what cannot be set is one error, and the file stays as it was`() throws {
        try source()
        _ = try run("convert source.wav -o a.au --metadata none")
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.au")))
        let refused = try run("tags a.au --tag title=x", status: 69)
        #expect(refused.errorText.contains("a.au") && refused.errorText.split(separator: "\n").count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("a.au"))) == before)
        _ = try run("tags none.wav --tag title=x", status: 66)
        _ = try run("tags notes.json --tag title=x", status: 65)
        _ = try run("tags source.wav --tag title", status: 64)
        _ = try run("tags source.wav --cover notes.json", status: 65)
        _ = try run("tags source.wav --from-json cover.png", status: 65)
        _ = try shell("cat source.wav | \"$KKMIX\" tags -")
        let pipe = try CommandRun.shell("cat source.wav | \"$KKMIX\" tags - --tag title=x", in: folder.path(""))
        #expect(pipe.status == 64)
        let stays = try json("-n source.wav --tag title=Dry")
        #expect((stays["tags"] as? [String: String])?["title"] == "Dry" && stays["changed"] as? Bool == true)
        #expect((try json("source.wav")["tags"] as? [String: String])?["title"] == "An episode")
    }

    @Test(
        .enabled(if: FFmpegPrograms.areInstalled),
        arguments: [
            ("wma", "wmav2", "Song"), ("avi", "pcm_s16le", "Song"), ("tta", "tta", "Song"), ("ac3", "ac3", nil),
        ])
    func `a file that is read alone ended with a bug of kkmix's`(ending: String, codec: String, title: String?) throws {
        _ = try shell("ffmpeg -v error -f lavfi -i sine=d=1:r=44100 -c:a \(codec) -metadata title=Song a.\(ending)")
        #expect((try json("a.\(ending)")["tags"] as? [String: String])?["title"] == title)
        let refused = try run("tags a.\(ending) --tag title=x", status: 69).errorText
        #expect(refused.contains("can be read but not changed"), "\(refused)")
    }

    @Test(
        arguments: [
            (#"{"chapters": []}"#, "unknown key 'chapters': did you mean 'markers'?"),
            (#"{"marker": []}"#, "unknown key 'marker': did you mean 'markers'?"),
            (#"{"markers": [{"frame": 0, "nam": "A"}]}"#, "unknown key 'nam' in markers[0]: did you mean 'name'?"),
            (#"{"markers": [{"frame": 0}, {"frame": "x"}]}"#, "markers[1].frame is not a number"),
            (#"{"markers": [{"name": "x"}]}"#, "markers[0] has no 'frame'"),
            (#"{"markers": 5}"#, "markers is not a list"), (#"{"tags": {"title": 5}}"#, "tags.title is not text"),
            (#"{"files": [{"instrument": {"base_note": 300}}]}"#, "out of range"),
            ("{", "this is not JSON"),
        ])
    func `a slip in a document of tags was stepped over, or told in a programmer's words`(
        document: String, words: String
    ) throws {
        _ = try run("synth:sine:for=0.1s -o a.wav")
        try Data(document.utf8).write(to: URL(fileURLWithPath: folder.path("notes.json")))
        let refused = try run("tags a.wav --from-json notes.json", status: 65).errorText
        #expect(refused.contains("notes.json"), "\(refused)")
        let parts = words.components(separatedBy: ": did")
        #expect(refused.contains(parts[0]) && (parts.count < 2 || refused.contains("did" + parts[1])), "\(refused)")
        #expect(!refused.contains("Swift") && !refused.contains("codingPath"), "\(refused)")
    }

    @Test(
        arguments: [
            (
                #"{"markers": [{"frame": 0}, {"frame": 96000, "name": "Bye"}]}"#,
                "markers[1] ('Bye'), at 0:02.000, is after"
            ),
            (#"{"markers": [{"frame": -1}]}"#, "markers[0] is at frame -1.0"),
            (#"{"markers": [{"frame": 1e300}]}"#, "markers[0], at ?, is after"),
            (#"{"regions": [{"markers": [{"frame": 0}, {"frame": 48100}]}]}"#, "regions[0].markers[1], at 0:01.002"),
        ])
    func `a place outside the sound was written`(document: String, words: String) throws {
        _ = try run("synth:sine:for=1s -r 48000 -o a.wav")
        let before = folder.bytes("a.wav")
        try Data(document.utf8).write(to: URL(fileURLWithPath: folder.path("notes.json")))
        let refused = try run("tags a.wav --from-json notes.json", status: 65).errorText
        #expect(refused.contains("a.wav") && refused.contains(words), "\(refused)")
        if !words.contains("-1") { #expect(refused.contains("the sound is 0:01.000 long"), "\(refused)") }
        #expect(folder.bytes("a.wav") == before)
        // NaN and infinity are not JSON.
        try Data(#"{"markers": [{"frame": NaN}]}"#.utf8).write(to: URL(fileURLWithPath: folder.path("notes.json")))
        _ = try run("tags a.wav --from-json notes.json", status: 65)
    }

    @Test(
        .enabled(if: FFmpegPrograms.areInstalled),
        arguments: ["mp3", "m4a", "ogg", "opus", "flac", "wav", "aiff", "caf"])
    func `chapters are set by their times`(ending: String) throws {
        let encoding = ending == "m4a" ? "--encoding alac" : ""
        _ = try run("synth:sine:for=2s -r 48000 -o a.\(ending) \(encoding)")
        func chapters() throws -> [String] {
            try #require(json("a.\(ending)")["markers"] as? [[String: Any]])
                .map { "\($0["frame"] as? Int ?? -1) \($0["name"] as? String ?? "")" }
        }
        let audio = try packets("a.\(ending)")
        _ = try run("tags -q a.\(ending) --chapter 1.5s=Bye --chapter 0=Hello --chapter 12000f=a=b")
        #expect(try chapters() == ["0 Hello", "12000 a=b", "72000 Bye"])
        _ = try run("tags -q a.\(ending) --chapter 0:00.250=Talk --chapter 0=")
        #expect(try chapters() == ["12000 Talk", "72000 Bye"])
        _ = try run("tags -q a.\(ending) --remove chapters --chapter 2s=End")
        #expect(try chapters() == ["96000 End"])
        let late = try run("tags a.\(ending) --chapter 0:03=Late", status: 64).errorText
        #expect(late.contains("'Late', at 0:03.000, is after the end") && late.contains("0:02.0"), "\(late)")
        for slip in ["Title", "=Title", "x=Title", "-1=Title"] {
            _ = try run("tags a.\(ending) --chapter '\(slip)'", status: 64)
        }
        #expect(try chapters() == ["96000 End"])
        #expect(try packets("a.\(ending)") == audio)
    }

    @Test func `the manual has the table of places that the program prints`() throws {
        let table = try run("formats --notes").outputText
        let page = try String(contentsOfFile: "\(Fixtures.root)/docs/tags.md", encoding: .utf8)
        #expect(page.contains(table), "docs/tags.md lacks:\n\(table)")
    }
}

private enum FFmpegPrograms {
    static let areInstalled = ["ffmpeg", "ffprobe"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
}
