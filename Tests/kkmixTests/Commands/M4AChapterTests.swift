import Foundation
import KKTestSupport
import Testing

/// Chapters of M4A stand in Nero's list and in a track of texts; FFmpeg reads both, Apple's players the track.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe"))) struct M4AChapterTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func shell(_ words: String) throws -> String {
        let run = try CommandRun.shell(words, in: folder.path(""))
        try #require(run.status == 0, "\(words): \(run.errorText)")
        return run.outputText
    }

    private func json(_ words: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(shell(words).utf8)) as? [String: Any])
    }

    /// As FFmpeg shows them: `0.25 Töne`.
    private func chapters(_ name: String) throws -> [String] {
        let value = try json("ffprobe -v error -show_chapters -of json \(name)")
        return try #require(value["chapters"] as? [[String: Any]]).map { chapter in
            let title = (chapter["tags"] as? [String: String])?["title"] ?? ""
            let start = try #require(Double(chapter["start_time"] as? String ?? ""))
            return "\((start * 1000).rounded() / 1000) \(title)"
        }
    }

    /// As kkmix does: `12000 Töne`.
    private func markers(_ name: String) throws -> [String] {
        let files = try #require(json("\"$KKMIX\" tags --json \(name)")["files"] as? [[String: Any]])
        return try #require(files.first?["markers"] as? [[String: Any]])
            .map { "\($0["frame"] as? Int ?? -1) \($0["name"] as? String ?? "")" }
    }

    private func streams(_ name: String) throws -> [String] {
        try shell("ffprobe -v error -show_entries stream=codec_type,codec_tag_string -of csv=p=0 \(name)")
            .split(separator: "\n").map(String.init)
    }

    private func sound(_ name: String) throws -> String {
        try shell(
            "ffmpeg -v error -i \(name) -map 0:a -c copy -f md5 - && ffmpeg -v error -i \(name) -map 0:a -f md5 - && ffprobe -v error -show_entries stream=duration -select_streams a -of csv=p=0 \(name)"
        )
    }

    @Test func `an audio book said that it was a song`() throws {
        _ = try shell("\"$KKMIX\" synth:sine:for=0.1s -q --encoding alac -o a.m4b && cp a.m4b b.m4a")
        _ = try shell("\"$KKMIX\" convert a.m4b -q --encoding alac -o c.m4a")
        for (name, brand) in [("a.m4b", "M4B "), ("c.m4a", "M4A ")] {
            #expect(folder.bytes(name)?[8..<12].elementsEqual(brand.utf8) == true, "\(name)")
            #expect(
                try json("\"$KKMIX\" info --json \(name)")["files"].map { "\($0)" }?.contains(
                    brand.trimmingCharacters(in: .whitespaces)) == true)
        }
    }

    /// The media kind of iTunes: 2 of an audio book.
    private func mediaKind(_ name: String) throws -> UInt8? {
        let bytes = Data(try #require(folder.bytes(name)))
        guard let place = bytes.range(of: Data("stik".utf8)) else { return nil }
        // The box `data`, its kind and a language come before it.
        #expect(
            bytes[place.upperBound..<place.upperBound + 16]
                == Data([0, 0, 0, 17] + "data".utf8 + [0, 0, 0, 21, 0, 0, 0, 0]))
        return bytes[place.upperBound + 16]
    }

    @Test func `an audio book was listed among the music, and a kind of one's own is kept`() throws {
        _ = try shell(
            """
            "$KKMIX" -q synth:sine:for=0.1s --encoding alac -o a.m4b
            "$KKMIX" -q synth:sine:for=0.1s --encoding alac -o song.m4a
            for kind in 1 2 10; do ffmpeg -v error -i song.m4a -c copy -metadata media_type=$kind $kind.m4a; done
            for file in 1 10 song; do "$KKMIX" convert -q $file.m4a --encoding alac -o of-$file.m4b; done
            "$KKMIX" convert -q of-10.m4b --encoding alac -o again.m4b
            "$KKMIX" convert -q a.m4b --encoding alac -o b.m4a
            "$KKMIX" tags -q again.m4b --tag title=Again
            "$KKMIX" convert a.m4b -o a.flac 2> words; ! grep stik words
            """)
        let kinds: [String: UInt8?] = [
            "a.m4b": 2, "song.m4a": nil, "1.m4a": 1, "of-1.m4b": 2, "of-song.m4b": 2, "10.m4a": 10, "of-10.m4b": 10,
            "again.m4b": 10, "b.m4a": 2,
        ]
        for (name, kind) in kinds { #expect(try mediaKind(name) == kind, "\(name)") }
    }

    /// With the first box or code of a name under another one.
    private func without(_ name: String, in file: String, as other: String) throws {
        var bytes = Data(try #require(folder.bytes(file)))
        let place = try #require(bytes.range(of: Data(name.utf8)))
        bytes.replaceSubrange(place, with: Data("free".utf8))
        try folder.write([UInt8](bytes), to: other)
    }

    @Test(arguments: ["alac", "aac"])
    func `chapters are in a track of texts, beside Nero's list, when a file is encoded`(encoding: String) throws {
        _ = try shell(
            """
            "$KKMIX" -q synth:sine:for=2s -r 48000 -o a.wav
            "$KKMIX" convert -q a.wav -o plain.m4a --encoding \(encoding)
            "$KKMIX" tags -q a.wav --chapter 12345f=Hello --chapter 1s=Töne --chapter 1.5=Bye
            "$KKMIX" convert -q a.wav -o a.m4a --encoding \(encoding)
            """)
        let wanted = ["12345 Hello", "48000 Töne", "72000 Bye"]
        #expect(try chapters("a.m4a") == ["0.257 Hello", "1.0 Töne", "1.5 Bye"])
        #expect(try streams("a.m4a").count == 2 && streams("a.m4a").last?.hasPrefix("data,text") == true)
        #expect(try sound("a.m4a") == sound("plain.m4a"))
        try without("chpl", in: "a.m4a", as: "track.m4a")
        try without("chap", in: "a.m4a", as: "list.m4a")
        for name in ["a.m4a", "track.m4a", "list.m4a"] { #expect(try markers(name) == wanted, "\(name)") }
        #expect(try chapters("track.m4a") == chapters("a.m4a"))
        _ = try shell(
            """
            cat a.m4a | "$KKMIX" convert -q - -o piped.wav --metadata none
            "$KKMIX" convert -q a.m4a -o named.wav --metadata none
            cmp piped.wav named.wav
            """)
    }

    /// Three hundred of 10 ms each.
    private func manyChapters(_ name: String, from first: Int = 0) throws -> [String] {
        let markers = (0..<300).map { "{\"frame\": \(first + 480 * $0), \"name\": \"Chapter \($0)\"}" }
        try folder.write(Array(#"{"markers": [\#(markers.joined(separator: ","))]}"#.utf8), to: "many.json")
        _ = try shell(
            "\"$KKMIX\" -q synth:sine:for=4s -r 48000 -o \(name) && \"$KKMIX\" tags -q \(name) --from-json many.json 2>&1"
        )
        return (0..<300).map { "\(first + 480 * $0) Chapter \($0)" }
    }

    @Test(arguments: ["m4a", "mp3", "flac"])
    func `chapters after the 255th were left out`(ending: String) throws {
        let wanted = try manyChapters("a.\(ending)")
        #expect(try markers("a.\(ending)") == wanted)
        #expect(try chapters("a.\(ending)").map { $0.drop { $0 != " " } } == wanted.map { $0.drop { $0 != " " } })
        _ = try shell("\"$KKMIX\" convert -q a.\(ending) -o b.m4a && \"$KKMIX\" convert -q b.m4a -o c.mp3")
        #expect(try markers("c.mp3") == wanted && chapters("b.m4a").count == 300)
        // Fewer are one table again.
        _ = try shell("\"$KKMIX\" tags -q c.mp3 --remove chapters --chapter 1s=One")
        #expect(try markers("c.mp3") == ["48000 One"])
    }

    /// Nero's list counts in one byte, and FFmpeg reads the track.
    @Test func `a list of 255 chapters kept the others from their places`() throws {
        let wanted = try manyChapters("a.m4a", from: 7)
        #expect(try markers("a.m4a") == wanted)
        let bytes = try #require(folder.bytes("a.m4a"))
        let list = try #require(Data(bytes).range(of: Data("chpl".utf8)))
        #expect(bytes[list.upperBound + 8] == 255)
    }

    @Test func `a long title was cut within a character, and cut in the track, too`() throws {
        let title = "x" + String(repeating: "ä", count: 200)
        _ = try shell("\"$KKMIX\" -q synth:sine:for=1s -o a.m4a && \"$KKMIX\" tags -q a.m4a --chapter '0=\(title)'")
        #expect(try markers("a.m4a") == ["0 \(title)"] && chapters("a.m4a") == ["0.0 \(title)"])
        try without("chap", in: "a.m4a", as: "list.m4a")
        #expect(try markers("list.m4a") == ["0 x" + String(repeating: "ä", count: 127)])
        _ = try shell("\"$KKMIX\" tags -q a.m4a --chapter '0=xy\(title.dropFirst())'")
        try without("chap", in: "a.m4a", as: "list.m4a")
        #expect(try markers("list.m4a") == ["0 xy" + String(repeating: "ä", count: 126)])
    }

    @Test(arguments: [true, false])
    func `setting chapters makes the track anew, and leaves nothing of the old one`(isFFmpegs: Bool) throws {
        _ = try shell(
            isFFmpegs
                ? "ffmpeg -v error -f lavfi -i sine=d=2:r=48000 -c:a aac a.m4a"
                : "\"$KKMIX\" -q synth:sine:for=2s -r 48000 -o a.m4a --encoding aac")
        let (bare, before) = (try #require(folder.bytes("a.m4a")).count, try sound("a.m4a"))
        _ = try shell("\"$KKMIX\" tags -q a.m4a --chapter 0=Hello --chapter 12345f=Töne")
        let once = try #require(folder.bytes("a.m4a"))
        #expect(try markers("a.m4a") == ["0 Hello", "12345 Töne"] && chapters("a.m4a") == ["0.0 Hello", "0.257 Töne"])
        #expect(try streams("a.m4a").count == 2)
        _ = try shell(
            """
            "$KKMIX" tags -q a.m4a --tag title='A title that moves the sound'
            "$KKMIX" tags -q a.m4a --chapter 1s=Bye
            """)
        #expect(try markers("a.m4a") == ["0 Hello", "12345 Töne", "48000 Bye"])
        #expect(try chapters("a.m4a") == ["0.0 Hello", "0.257 Töne", "1.0 Bye"] && streams("a.m4a").count == 2)
        #expect(try sound("a.m4a") == before)
        _ = try shell("\"$KKMIX\" tags -q a.m4a --chapter 1s= --tag title=")
        #expect(try #require(folder.bytes("a.m4a")).count == once.count)
        _ = try shell("\"$KKMIX\" tags -q a.m4a --remove chapters")
        #expect(try streams("a.m4a").count == 1 && chapters("a.m4a").isEmpty && sound("a.m4a") == before)
        if !isFFmpegs { #expect(try #require(folder.bytes("a.m4a")).count == bare) }
    }

    @Test
    func `a track of FFmpeg's, which begins with the first chapter, moved it to the start, and could not be changed`()
        throws
    {
        let notes =
            ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=250\nEND=1000\ntitle=Eins\n"
            + "[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=2000\ntitle=Zwei\n"
        try folder.write(Array(notes.utf8), to: "notes.txt")
        _ = try shell(
            "ffmpeg -v error -f lavfi -i sine=d=2:r=48000 -i notes.txt -map_metadata 1 -c:a aac a.m4a")
        #expect(try streams("a.m4a").count == 2 && markers("a.m4a") == ["12000 Eins", "48000 Zwei"])
        let before = try sound("a.m4a")
        _ = try shell("\"$KKMIX\" tags -q a.m4a --chapter 1s=Two")
        #expect(try markers("a.m4a") == ["12000 Eins", "48000 Two"] && chapters("a.m4a") == ["0.25 Eins", "1.0 Two"])
        #expect(try streams("a.m4a").count == 2 && sound("a.m4a") == before)
    }
}
