import Foundation
import KKContainers
import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// The APE tag after MPEG audio, as mp3gain and foobar2000 write it.
@Suite struct APETagTests {
    private let folder = try! ScratchFolder()

    /// An APEv2 tag with header and footer (hydrogenaudio, APE Tags Header and APE Tag Item).
    private static func tag(_ items: [(String, String)]) -> [UInt8] {
        func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var body: [UInt8] = []
        for (name, value) in items {
            body += little(value.utf8.count) + little(0)
            body += Array(name.utf8) + [0] + Array(value.utf8)
        }
        func end(_ flags: Int) -> [UInt8] {
            let numbers = [2000, body.count + 32, items.count, flags, 0, 0].map(little).reduce([], +)
            return Array("APETAGEX".utf8) + numbers
        }
        return end(0xA000_0000) + body + end(0x8000_0000)
    }

    private func texts(_ bytes: [UInt8]) throws -> [String: String] {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.mp3")))
        let reader = try AudioFileReader(path: folder.file("a.mp3"))
        #expect(reader.properties.frameCount == 44_223 && reader.warnings.isEmpty)
        return Dictionary(uniqueKeysWithValues: reader.properties.tags.map { ($0.key, $0.value) })
    }

    private func music() throws -> [UInt8] {
        try SmallFile.read(FilePath(Fixtures.path("music.mp3")), limit: 1 << 20)
    }

    @Test func `the texts of an APE tag behind an MP3 were nobody's`() throws {
        let tag = Self.tag([("Title", "Ape"), ("replaygain_track_gain", "-6.50 dB"), ("Artist", "A\0B")])
        let read = try texts(music() + tag)
        #expect(read["title"] == "Ape" && read["replaygain_track_gain"] == "-6.50 dB")
        // What a writer keeps of several values, it keeps under the same key.
        let notes = try TaggedFile(path: FilePath(folder.file("a.mp3"))).notes
        #expect(notes.information.contains { $0.key == "title" && $0.value == "Ape" })
    }

    @Test func `items behind the 256th were lost by an edit`() throws {
        let items = (0..<300).map { ("key \($0)", "value \($0)") }
        try Data(music() + Self.tag(items)).write(to: URL(fileURLWithPath: folder.file("many.mp3")))
        let file = try TaggedFile(path: FilePath(folder.file("many.mp3")))
        var notes = file.notes
        notes.information.append(FileProperties.Tag(key: "title", value: "New"))
        try file.write(notes, temporaryFiles: TemporaryFiles())
        let bytes = try SmallFile.read(FilePath(folder.file("many.mp3")), limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(items.allSatisfy { text.contains("\($0.0)\0\($0.1)") })
    }

    @Test func `ID3v2 says it first, and ID3v1 last`() throws {
        let long = "A title of more than thirty letters, which is cut"
        var old = Array("TAG\(long.prefix(30))".utf8)
        old += [UInt8](repeating: 0, count: 128 - old.count)
        let tag = Self.tag([("Title", long), ("Album", "Ape")])
        #expect(try texts(music() + tag + old)["title"] == long)
        let frame = Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0, 3] + Array("New".utf8)
        let new = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        let read = try texts(new + music() + tag + old)
        #expect(read["title"] == "New" && read["album"] == "Ape")
    }

    @Test func `a footer that claims what is not there says nothing`() throws {
        var tag = Self.tag([("Title", "Ape")])
        tag[tag.count - 32 + 12] = 0xFF
        tag[tag.count - 32 + 15] = 0x7F
        try Data(music() + tag).write(to: URL(fileURLWithPath: folder.file("b.mp3")))
        #expect(try AudioFileReader(path: folder.file("b.mp3")).properties.tags.isEmpty)
    }
}
