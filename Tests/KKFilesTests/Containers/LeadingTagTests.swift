import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Whoever opens a file says the same of it, whatever tags come before its audio and between the files that it was put
/// together from.
@Suite struct LeadingTagTests {
    private static func id3(_ frame: String, _ text: String) -> [UInt8] {
        let body = [0] + Array(text.utf8)
        let bytes = Array(frame.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
        return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes
    }

    /// A header, an item of 60 bytes and a footer.
    private static let ape: [UInt8] = {
        func mark(_ flags: UInt8) -> [UInt8] {
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 92, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, flags]
                + [UInt8](repeating: 0, count: 8)
        }
        return mark(0xA0) + [50, 0, 0, 0, 0, 0, 0, 0] + Array("k".utf8) + [0] + [UInt8](repeating: 0x41, count: 50)
            + mark(0x80)
    }()
    private static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
    private static let lyrics =
        Array("LYRICSBEGIN".utf8) + [UInt8](repeating: 0x42, count: 50) + Array("000061LYRICS200".utf8)
    private static let title = FileProperties.Tag(key: "title", value: "One"),
        artist = FileProperties.Tag(key: "artist", value: "Two")

    private static let tags: [(name: String, bytes: [UInt8], texts: [FileProperties.Tag])] = [
        ("none", [], []), ("ID3v2", id3("TIT2", "One"), [title]),
        ("two ID3v2", id3("TIT2", "One") + id3("TPE1", "Two"), [title, artist]),
        ("APE", ape, []), ("ID3v2 and APE", id3("TIT2", "One") + ape, [title]),
        ("APE between two ID3v2", id3("TIT2", "One") + ape + id3("TPE1", "Two"), [title, artist]),
        ("ID3v1 and ID3v2", id3v1 + id3("TIT2", "One"), [title]),
    ]

    private static func audio() throws -> [(type: FourCharCode, bytes: [UInt8], isDecodable: Bool)] {
        [
            ("MPG3", try fixtureBytes("mpeg-cbr-untagged.mp3"), true),
            ("adts", SmallSound.repeated(BuiltFrame.adts([UInt8](repeating: 1, count: 100)), 10), false),
            ("ac-3", SmallSound.repeated(BuiltFrame.ac3(mode: 7), 10), false),
            ("flac", BuiltFrame.flac(frames: 20), true),
        ]
    }

    private static func read(_ bytes: [UInt8]) throws -> (sound: [[Float]], properties: FileProperties) {
        try Bytes.raw(bytes).asFile { path in
            let reader = try AudioFileReader(path: path)
            return (try reader.readAll(), reader.properties)
        }
    }

    @Test(
        "what is behind tags is found by a file, a stream and a reader, with the texts of all of them",
        arguments: tags.indices)
    func opened(_ index: Int) throws {
        let (name, tags, texts) = Self.tags[index]
        for (type, audio, isDecodable) in try Self.audio() {
            let bare = try AudioFile(opening: audio)
            let file = try AudioFile(opening: tags + audio)
            #expect(file.content.typeID == type, "\(name), \(type)")
            #expect(
                file.dataFormat == bare.dataFormat
                    && file.content.dataOffset == bare.content.dataOffset + Int64(tags.count), "\(name), \(type)")
            let (packets, expected) = (try file.allPackets(), try bare.allPackets())
            #expect(
                packets.bytes == expected.bytes && packets.descriptions.count == expected.descriptions.count,
                "\(name), \(type)")
            #expect(file.content.tags == texts && file.warnings.isEmpty, "\(name), \(type)")
            let stream = try StreamRun(tags + audio)
            #expect(stream.error == nil && stream.stream.warnings.isEmpty, "\(name), \(type)")
            #expect(
                try stream.value(.fileFormat) == .code(type) && stream.format() == bare.dataFormat, "\(name), \(type)")
            #expect(stream.bytes == expected.bytes, "\(name), \(type)")
            guard case .texts(let reported) = try stream.value(.infoDictionary) else { throw StreamRun.OtherKind() }
            // A stream adds what it knows of the packets.
            #expect(reported.filter { ["title", "artist"].contains($0.key) } == texts, "\(name), \(type)")
            guard isDecodable else { continue }
            let (sound, properties) = try Self.read(tags + audio)
            #expect(properties.warnings.isEmpty, "\(name), \(type)")
            if type == "MPG3" { #expect(properties.tags == texts, "\(name)") }
            #expect(firstDifference(sound, try Self.read(audio).sound) == nil, "\(name), \(type)")
        }
    }

    @Test("an ID3 tag is one of them, though another stands before it")
    func id3Property() throws {
        let tag = Self.id3("TIT2", "One")
        let file = try AudioFile(
            opening: Self.ape + tag + Self.id3("TPE1", "Two") + (try fixtureBytes("mpeg-cbr-untagged.mp3")))
        #expect(
            try file.property(AudioFile.Property.id3Tag) == .bytes(tag) && file.number("id3o") == Int64(Self.ape.count))
    }

    @Test("a short text is no tag for its first three letters")
    func text() {
        #expect(Bytes.text("TAG,NAME\n1,kick\n").openingError()?.problem == "this is plain text, not an audio file")
        #expect(Bytes.raw(Self.id3v1).openingError()?.problem == "the file has tags but no audio")
    }

    @Test(
        "tags between two files hide nothing of the second, and are no damage",
        arguments: [id3v1, lyrics + id3v1, ape + lyrics + id3v1])
    func between(_ tags: [UInt8]) throws {
        let audio = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let count = try AudioFile(opening: audio).packetCount()
        let file = try AudioFile(opening: audio + tags + audio)
        #expect(try file.packetCount() == 2 * count)
        let (sound, properties) = try Self.read(audio + tags + audio)
        #expect(sound.first?.count == Int(2 * count * 1152))
        #expect(file.warnings.isEmpty && properties.warnings.isEmpty)
    }
}
