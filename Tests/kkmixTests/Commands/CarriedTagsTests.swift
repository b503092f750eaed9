import Foundation
import KKTestSupport
import Testing

/// What convert carries over beside the texts that it knows.
@Suite struct CarriedTagsTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        _ = try run("synth:sine:for=0.5s -o plain.mp3")
        let frames: [(String, String)] = [
            ("TIT2", "\u{3}Song"), ("TPE1", "\u{3}One\0Two"), ("TPUB", "\u{3}Label"), ("TCON", "\u{3}(17)"),
            ("POPM", "a@b\0\u{7F}\0\0\0\u{1}"), ("COMM", "\u{3}deu\0plain"), ("COMM", "\u{3}engabout\0other"),
        ]
        var body: [UInt8] = []
        for (id, content) in frames {
            body += Array(id.utf8)
            body += Self.synchsafe(content.utf8.count) + [0, 0]
            body += Array(content.utf8)
        }
        var file = Array("ID3\u{4}\0\0".utf8)
        file += Self.synchsafe(body.count)
        file += body
        file += try #require(folder.bytes("plain.mp3"))
        try folder.write(file, to: "source.mp3")
    }

    private static func synchsafe(_ count: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(count >> $0 & 127) }
    }

    private func run(_ line: String) throws -> CommandRun {
        let run = try CommandRun(line.split(separator: " ").map(String.init), in: folder.root)
        #expect(run.status == 0, "\(line)\n\(run.errorText)")
        return run
    }

    private func holds(_ name: String, _ text: String) throws -> Bool {
        try #require(folder.bytes(name)).contains(Array(text.utf8))
    }

    @Test(arguments: ["mp3", "wav", "aiff"])
    func `ID3 tags take what stood in others: second artists, a label, ratings, comments with a description`(
        ending: String
    ) throws {
        let run = try run("convert source.mp3 -o out.\(ending)")
        #expect(!run.errorText.contains("cannot store"))
        // The plain comment has a place of its own in WAV and AIFF.
        let language = ending == "mp3" ? ["deu\0plain"] : []
        for text in ["One\0Two", "TPUB", "Label", "POPM", "a@b", "engabout\0other"] + language {
            #expect(try holds("out.\(ending)", text), "\(text.debugDescription)")
        }
    }

    @Test(arguments: [("wav", "INAM"), ("aiff", "NAME")])
    func `players that read the ID3 tag of a WAV or AIFF alone saw no title in it`(ending: String, own: String) throws {
        _ = try run("convert source.mp3 -o out.\(ending)")
        for text in [own, "TIT2", "COMM"] { #expect(try holds("out.\(ending)", text), "\(text)") }
        let shown = try run("tags out.\(ending)").outputText
        #expect(shown.split(separator: "\n").filter { $0.hasPrefix("  title ") }.count == 1, "\(shown)")
        // Without a tag there is nothing to be read alone.
        _ = try run("convert plain.mp3 -o plain.\(ending) --tag title=Song")
        #expect(try !holds("plain.\(ending)", "TIT2"))
        _ = try run("tags out.\(ending) --tag title=Other")
        #expect(try !holds("out.\(ending)", "Song"))
    }

    @Test func `the program that made a CAF or WavPack file is no text of the sound`() throws {
        _ = try run("convert plain.mp3 -o made.caf --tag encoder=Lavf59")
        let run = try run("convert made.caf -o out.mp3")
        #expect(try !holds("out.mp3", "Lavf59") && !run.errorText.contains("cannot store"), "\(run.errorText)")
    }

    @Test(arguments: [("flac", "FLAC"), ("ogg", "Ogg"), ("m4a", "M4A"), ("wv", "WavPack")])
    func `other tags have a value for each artist, and one notice names what has no place`(
        ending: String, name: String
    ) throws {
        let run = try run("convert source.mp3 -o out.\(ending)")
        #expect(run.errorText.contains("\(name) cannot store POPM, COMM:about\n"), "\(run.errorText)")
        for text in ["One", "Two", "Label", "plain", "Rock"] { #expect(try holds("out.\(ending)", text), "\(text)") }
    }

    @Test func `the date of a WAV is no recorded date, and a genre by its number has a name`() throws {
        _ = try run("convert source.mp3 -o dated.wav --tag date=2026-11-05")
        _ = try run("convert dated.wav -o out.mp3")
        let shown = try run("tags out.mp3 --json").outputText
        #expect(shown.contains(#""year":"2026-11-05""#) && shown.contains(#""genre":"Rock""#), "\(shown)")
        #expect(try !holds("out.mp3", "TDTG") && holds("out.mp3", "TDRC"))
    }

    /// A WAV, an AIFF or a CAF with chunks, a FLAC with blocks that nothing here reads.
    private func strange(_ ending: String) throws -> String {
        _ = try run("plain.mp3 -o strange.\(ending) --tag title=Song")
        var file = try #require(folder.bytes("strange.\(ending)"))
        if ending == "caf" {
            // The audio's chunk states its length, so others may follow it.
            for name in ["midi", "free", "edct"] { file += Array(name.utf8) + [0, 0, 0, 0, 0, 0, 0, 2, 1, 2] }
        } else if ending == "aiff" {
            for name in ["APPL", "COMT", "PEAK", "APPL"] { file += Array(name.utf8) + [0, 0, 0, 2, 1, 2] }
            file.replaceSubrange(
                4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: (file.count - 8) >> (24 - 8 * $0)) })
        } else if ending == "wav" {
            for name in ["cart", "fact", "cart", "axml"] { file += Array(name.utf8) + [2, 0, 0, 0, 1, 2] }
            file.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: (file.count - 8) >> (8 * $0)) })
        } else {
            let blocks: [UInt8] = [2, 0, 0, 5] + Array("riff!".utf8) + [5, 0, 0, 3, 1, 2, 3] + [1, 0, 0, 2, 0, 0]
            file.insert(contentsOf: blocks, at: 42)
        }
        try folder.write(file, to: "strange.\(ending)")
        return "strange.\(ending)"
    }

    @Test(
        arguments: [
            ("wav", "flac", "", "not copied, because kkmix cannot read it: the chunk 'cart', the chunk 'axml'"),
            ("wav", "wav", "", "not copied, because kkmix cannot read it: the chunk 'cart', the chunk 'axml'"),
            ("aiff", "aiff", "", "not copied, because kkmix cannot read it: the chunk 'APPL', the chunk 'COMT'"),
            ("aiff", "wav", "", "not copied, because kkmix cannot read it: the chunk 'APPL', the chunk 'COMT'"),
            ("caf", "caf", "", "not copied, because kkmix cannot read it: the chunk 'midi', the chunk 'edct'"),
            (
                "flac", "au", "",
                "AU cannot store title; not copied, because kkmix cannot read it: the block APPLICATION 'riff', the block CUESHEET"
            ),
            ("flac", "flac", "--metadata title", ""), ("wav", "mp3", "--metadata none", ""),
        ])
    func `chunks and blocks that nothing reads went without a word`(
        from: String, to: String, options: String, notice: String
    ) throws {
        let name = try strange(from)
        let told = try run("convert \(name) -o out.\(to) \(options)").errorText
        #expect(told == (notice.isEmpty ? "" : "kkmix: out.\(to): \(notice)\n"), "\(told)")
        // In their own file they stay, and nobody has to be told.
        #expect(try run("tags \(name) --tag title=Other").errorText.isEmpty)
        #expect(try holds(name, ["wav": "cart", "aiff": "COMT", "caf": "edct"][from] ?? "riff!"))
    }

    /// Two others, a back cover and a front cover, as `kind description`.
    private func pictures(_ name: String) throws {
        let data = "iVBORw0KGgo="
        let list = [(0, "one"), (0, "two"), (4, "back"), (3, "")].map { kind, text in
            #"{"kind": \#(kind), "mime_type": "image/png", "description": "\#(text)", "data": "\#(data)"}"#
        }
        try folder.write(Array(#"{"pictures": [\#(list.joined(separator: ","))]}"#.utf8), to: "pictures.json")
        _ = try run("convert plain.mp3 -o \(name)")
        _ = try run("tags -q \(name) --from-json pictures.json")
    }

    private func kinds(_ name: String) throws -> [String] {
        let document = try JSONSerialization.jsonObject(with: Data(run("tags --json \(name)").output))
        let file = try #require(((document as? [String: Any])?["files"] as? [[String: Any]])?.first)
        return try #require(file["pictures"] as? [[String: Any]]).map {
            "\($0["kind"] as? Int ?? -1) \($0["description"] as? String ?? "")"
        }
    }

    @Test(
        arguments: [
            ("mp3", ["0 one", "0 two", "4 back", "3 "], ""), ("flac", ["0 one", "0 two", "4 back", "3 "], ""),
            ("ogg", ["0 one", "0 two", "4 back", "3 "], ""), ("aiff", ["0 one", "0 two", "4 back", "3 "], ""),
            ("wv", ["0 one", "4 back", "3 "], "WavPack cannot store further pictures of a kind"),
            ("m4a", ["3 ", "3 ", "3 ", "3 "], "M4A cannot store the kinds of pictures"),
        ])
    func `pictures of another kind than a cover were lost, or shown as one, without a word`(
        ending: String, wanted: [String], notice: String
    ) throws {
        for source in ["a.mp3", "a.flac"] {
            try pictures(source)
            let told = try run("convert \(source) -o out.\(ending) -f").errorText
            #expect(told == (notice.isEmpty ? "" : "kkmix: out.\(ending): \(notice)\n"), "\(told)")
            #expect(try kinds("out.\(ending)") == wanted)
        }
        let shown = try run("tags a.flac").outputText
        for line in ["picture  other, image/png", "picture  back cover, image/png", "cover    image/png"] {
            #expect(shown.contains("  \(line), 8 bytes"), "\(shown)")
        }
        // One without a kind is the cover.
        _ = try run("tags -q a.flac --remove cover")
        try folder.write(
            Array(#"{"pictures": [{"kind": 0, "mime_type": "image/png", "data": "iVBORw0KGgo="}]}"#.utf8),
            to: "one.json")
        _ = try run("tags -q a.flac --from-json one.json")
        #expect(try run("convert a.flac -o one.\(ending)").errorText.isEmpty)
    }

    @Test func `the tracks of a FLAC's cue sheet are chapters, until the file has others`() throws {
        _ = try run("convert plain.mp3 -o disc.flac")
        var file = try #require(folder.bytes("disc.flac")), sheet = [UInt8](repeating: 0, count: 395) + [2]
        for (number, offset) in [(1, 0), (2, 4410)] as [(UInt8, Int)] {
            sheet += [0, 0, 0, 0, 0, 0, UInt8(offset >> 8), UInt8(offset & 255), number]
            sheet += [UInt8](repeating: 0, count: 26) + [1] + [UInt8](repeating: 0, count: 8) + [1, 0, 0, 0]
        }
        file.insert(contentsOf: [5, 0, UInt8(sheet.count >> 8), UInt8(sheet.count & 255)] + sheet, at: 42)
        try folder.write(file, to: "disc.flac")
        let chapters = "Track 1|Track 2"
        func shown(_ name: String) throws -> String { try run("info \(name)").outputText }
        for part in chapters.split(separator: "|") { #expect(try shown("disc.flac").contains(part), "\(part)") }
        #expect(try run("convert disc.flac -o disc.m4a").errorText.isEmpty)
        #expect(try shown("disc.m4a").contains("Track 2"))
        _ = try run("tags disc.flac --tag title=Disc")
        #expect(try shown("disc.flac").contains("Track 2"))
        _ = try run("tags disc.flac --chapter 50ms=Other")
        #expect(try shown("disc.flac").contains("Other") && shown("disc.flac").contains("Track 2"))
        _ = try run("tags disc.flac --remove chapters")
        #expect(try !shown("disc.flac").contains("Other") && !shown("disc.flac").contains("Track"))
    }
}
