import Foundation
import KKCodecs
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

private func decoder<Result>(of bytes: [UInt8], _ body: (MPEGDecoder) throws -> Result) throws -> Result {
    try withFile(bytes) { try body(MPEGDecoder(source: ByteSource(path: FilePath($0)))) }
}

/// Decodes to the end, checks that the length promised is the length delivered, and gives what there was to say.
@discardableResult
private func delivered(_ bytes: [UInt8]) throws -> (audio: [[Float]], properties: FileProperties) {
    try decoder(of: bytes) { decoder in
        let audio = try decodeAll(decoder)
        #expect(Int64(audio[0].count) == decoder.properties.frameCount)
        #expect(decoder.warnings.isEmpty)
        return (audio, decoder.properties)
    }
}

/// An ID3v2.3 tag with one text frame and so much filling.
private func id3(_ id: String, _ text: String, filling: Int = 0, claimed: Int? = nil) -> [UInt8] {
    let body = [0] + Array(text.utf8)
    let frame = Array(id.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body + [UInt8](repeating: 0, count: filling)
    let size = claimed ?? frame.count
    return Array("ID3".utf8) + [3, 0, 0] + [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } + frame
}

@Suite struct MPEGDamageTests {
    @Test func `tags and junk around the audio change nothing in it`() throws {
        let plain = try fixtureBytes("mpeg-cbr.mp3")
        let expected = try delivered(plain)
        var numbers = SeededNumbers(seed: 3)
        let junk = (0..<3000).map { _ in UInt8(truncatingIfNeeded: numbers.next()) & 0x7F }
        let ape =
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xA0]
            + [UInt8](repeating: 0, count: 8 + 64)
        let footer =
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 0x48, 0x23, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
            + [UInt8](repeating: 0, count: 8)
        let lyrics = Array("LYRICSBEGININD0000200000016LYRICS200".utf8)
        let old = Array("TAG".utf8) + [UInt8](repeating: 0x41, count: 125)
        let variants: [(String, [UInt8])] = [
            ("an ID3v2 tag", id3("TIT2", "One") + plain),
            ("three ID3v2 tags", id3("TIT2", "One") + id3("TPE1", "Two") + id3("TALB", "Three") + plain),
            ("a huge ID3v2 tag", id3("TIT2", "One", filling: 300_000) + plain),
            ("an ID3v2 tag larger than the file", id3("TIT2", "One", claimed: 0xFFF_FFFF) + plain),
            ("junk before", junk + plain), ("zeros before", [UInt8](repeating: 0, count: 5000) + plain),
            ("junk after", plain + junk), ("APE and ID3v1 after", plain + ape + old),
            ("Lyrics3 and ID3v1 after", plain + lyrics + old),
            ("an APE footer after much text", plain + [UInt8](repeating: 0x42, count: 9000) + footer),
            (
                "an APE footer that claims too much",
                plain + Array(footer[..<12]) + [0xFF, 0xFF, 0xFF, 0x7F] + Array(footer[16...])
            ),
            ("ID3v2 after", plain + id3("TIT2", "One")),
        ]
        for (what, bytes) in variants {
            let actual = try delivered(bytes)
            #expect(firstDifference(actual.audio, expected.audio) == nil, "\(what)")
            #expect(actual.properties.priming == 1105, "\(what)")
            #expect(
                actual.properties.warnings.isEmpty || what.contains("larger"), "\(what): \(actual.properties.warnings)")
        }
    }

    @Test func `texts are read from ID3v2 and ID3v1`() throws {
        let new = try MPEGDecoder(source: ByteSource(path: FilePath(Fixtures.path("mpeg-id3v2.mp3")))).properties.tags
        for (key, value) in [
            ("title", "Title Ünïcode"), ("artist", "An Artist"), ("album", "An Album"), ("track number", "3/7"),
            ("year", "1999"),
            ("genre", "Jazz"),
            ("comments", "A comment"), ("composer", "A Composer"),
        ] { #expect(new.contains(.init(key: key, value: value)), "\(key) in \(new)") }
        let old = try MPEGDecoder(source: ByteSource(path: FilePath(Fixtures.path("mpeg-id3v1.mp3")))).properties.tags
        for (key, value) in [
            ("title", "Old Title"), ("artist", "Old Artist"), ("album", "Old Album"), ("track number", "4"),
            ("year", "1987"),
            ("comments", "Old comment"),
        ] { #expect(old.contains(.init(key: key, value: value)), "\(key) in \(old)") }
        let stacked = id3("TIT2", "One") + id3("TPE1", "Two") + (try fixtureBytes("mpeg-cbr.mp3"))
        #expect(
            try delivered(stacked).properties.tags == [
                .init(key: "title", value: "One"), .init(key: "artist", value: "Two"),
            ])
    }

    @Test func `an unsynchronised tag is stepped over and read`() throws {
        // Version 2.4 with the flag for the whole tag: a zero was put after the 0xFF of the text, UTF-16 with its mark.
        let text: [UInt8] = [1, 0xFF, 0x00, 0xFE, 0x41, 0, 0x42, 0]
        let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 2] + text
        let tag = Array("ID3".utf8) + [4, 0, 0x80, 0, 0, 0, UInt8(frame.count)] + frame
        let actual = try delivered(tag + fixtureBytes("mpeg-cbr.mp3"))
        #expect(actual.properties.frameCount == 13230)
        #expect(actual.properties.tags == [.init(key: "title", value: "AB")])
    }

    @Test func `two thousand zero bytes put in the middle are left out, with a warning`() throws {
        let plain = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let expected = try delivered(plain)
        // Between two frames nothing is lost.
        var boundary = 0
        for _ in 0..<6 {
            boundary += try #require(plain.bigEndian32(at: boundary).flatMap(MPEGFrameHeader.init)?.byteCount)
        }
        let between = try delivered(
            Array(plain[..<boundary]) + [UInt8](repeating: 0, count: 2000) + Array(plain[boundary...]))
        #expect(between.properties.lengthSource == .decoded)
        #expect(between.properties.warnings.first?.position == .byte(Int64(boundary)))
        #expect(between.properties.warnings.count == 1)
        #expect(firstDifference(between.audio, expected.audio) == nil)
    }

    @Test func `two thousand bytes overwritten with zeros cost the frames they hold, with a warning at their place`()
        throws
    {
        var bytes = try fixtureBytes("mpeg-cbr-untagged.mp3")
        let whole = try delivered(bytes).properties.frameCount
        for index in 1000..<3000 { bytes[index] = 0 }
        let damaged = try delivered(bytes)
        #expect(damaged.properties.lengthSource == .decoded)
        #expect((4...7).contains((whole - damaged.properties.frameCount) / 1152))
        #expect(damaged.properties.warnings.count == 1)
        guard case .byte(let place)? = damaged.properties.warnings.first?.position else {
            Issue.record("no place")
            return
        }
        #expect((1000...1400).contains(place))
    }

    @Test func `a file cut in the middle of a frame gives what is there and says what was claimed`() throws {
        let plain = try fixtureBytes("mpeg-cbr.mp3")
        let expected = try delivered(plain)
        let cut = try delivered(Array(plain[..<2400]))
        #expect(cut.properties.warnings.count == 2)
        #expect(cut.properties.lengthSource == .decoded)
        #expect(cut.properties.claimedFrameCount == 13230)
        #expect(cut.properties.priming == 1105)
        #expect(cut.properties.padding == nil)
        #expect(cut.properties.frameCount < 13230)
        // Layer III frames share their data, so the whole ones before the cut one are as they were.
        let sound = Int(cut.properties.frameCount) - 1152
        #expect(
            firstDifference(cut.audio.map { Array($0[..<sound]) }, expected.audio.map { Array($0[..<sound]) }) == nil)
    }

    @Test func `a header that claims a whole song does not make one`() throws {
        var bytes = try fixtureBytes("mpeg-cbr.mp3")
        let mark = try #require((0..<200).first { Array(bytes[$0..<$0 + 4]) == Array("Info".utf8) })
        bytes.replaceSubrange(mark + 8..<mark + 12, with: [0, 0, 0x27, 0x10])
        let actual = try delivered(bytes)
        #expect(actual.properties.claimedFrameCount.map { $0 > 10_000 * 1152 - 3000 } == true)
        #expect(actual.properties.frameCount == 13 * 1152 - 1105)
        #expect(actual.properties.warnings.count == 1)
    }

    @Test func `mono after stereo goes to both channels, stereo after mono is their mean`() throws {
        let stereo = try fixtureBytes("mpeg-cbr.mp3")
        let mono = try fixtureBytes("mpeg-mono.mp3")
        let two = try delivered(stereo).audio
        let one = try delivered(mono).audio
        let down = try delivered(stereo + mono)
        #expect(firstDifference(down.audio, two.map { $0 + one[0] }) == nil)
        #expect(down.properties.warnings.count == 1)
        let up = try delivered(mono + stereo)
        #expect(firstDifference(up.audio, [one[0] + zip(two[0], two[1]).map { 0.5 * ($0 + $1) }]) == nil)
        #expect(up.properties.layout == .mono)
        try decoder(of: stereo + mono) { decoder in
            for frame in [0, 13229, 13230, 20000, 26459, 26460] {
                try decoder.seek(to: Int64(frame))
                let part = try decodeAll(decoder, limit: 200_000)
                #expect(firstDifference(part, down.audio.map { Array($0[frame...]) }) == nil)
            }
        }
    }

    @Test func `two tagged files joined are two pieces without a gap`() throws {
        let bytes = try fixtureBytes("mpeg-cbr.mp3")
        let once = try delivered(bytes).audio
        #expect(firstDifference(try delivered(bytes + bytes).audio, once.map { $0 + $0 }) == nil)
    }

    @Test func `what is no MPEG audio is refused`() throws {
        var numbers = SeededNumbers(seed: 77)
        let noise = (0..<300_000).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        let pages: [[UInt8]] = [
            [], [0xFF], [0xFF, 0xFB, 0x90, 0], Array("<html>not a sound</html>".utf8),
            [UInt8](repeating: 0, count: 100_000),
            [UInt8](repeating: 0xFF, count: 100_000), noise, id3("TIT2", "Only a tag"),
            Array(try fixtureBytes("mpeg-cbr.mp3")[..<313]),
        ]
        for bytes in pages {
            let error = #expect(throws: AudioFileError.self) { try decoder(of: bytes) { _ in } }
            #expect(error?.kind == .badData)
            #expect(error?.problem.isEmpty == false)
        }
    }

    @Test func `a hundred mutations of each MP3 end, and deliver what they promise`() throws {
        for name in ["mpeg-cbr.mp3", "mpeg-vbr.mp3", "mpeg-free.mp3"] {
            let plain = try fixtureBytes(name)
            var numbers = SeededNumbers(seed: 2026)
            for round in 0..<100 {
                let bytes = mutated(plain, &numbers)
                do {
                    try decoder(of: bytes) { decoder in
                        let audio = try decodeAll(decoder)
                        #expect(Int64(audio[0].count) == decoder.properties.frameCount, "\(name), mutation \(round)")
                    }
                } catch is AudioFileError {}
            }
        }
    }
}

/// `bytes` with a few of them changed, cut out, doubled or zeroed.
func mutated(_ bytes: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<1 + Int(numbers.next() % 8) {
        let place = Int(numbers.next() % UInt64(bytes.count))
        let count = min(bytes.count - place, 1 + Int(numbers.next() % 300))
        switch numbers.next() % 6 {
        case 0, 1: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
        case 2: bytes[place] ^= 1 << UInt8(numbers.next() % 8)
        case 3: if bytes.count > count + 10 { bytes.removeSubrange(place..<place + count) }
        case 4: bytes.insert(contentsOf: Array(bytes[place..<place + count]), at: place)
        default: for index in place..<place + count { bytes[index] = 0 }
        }
    }
    return bytes
}
