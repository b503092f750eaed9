import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

private typealias Folder = KKTestSupport.ScratchFolder

private func linear(_ bits: Int, big: Bool, channels: Int = 2) -> StreamDescription {
    .linearPCM(
        sampleRate: 44_100, channels: channels, bits: bits,
        flags: big ? [.isSignedInteger, .isBigEndian] : .isSignedInteger)
}

/// What a program that shares no code with this one hears, as the samples are stored.
private func heard(_ path: String, _ order: String) throws -> [UInt8] {
    if order.hasPrefix("sox") {
        // ffmpeg takes `sowt` for 16 bits, whatever the chunk says.
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sox") else {
            return try AudioFile(opening: path).allPackets().bytes
        }
        return try CommandRun.shell(
            "/usr/bin/sox -V1 -t aiff '\(path)' -t raw -e signed -L \(order.dropFirst(4)) -", in: "/"
        ).output
    }
    let run = try CommandRun.shell("/usr/bin/ffmpeg -v error -i '\(path)' -f \(order) -c:a pcm_\(order) -", in: "/")
    #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
    return run.output
}

/// Files of the rarer kinds, opened to be changed.
@Suite struct AudioFileChangeTests {
    @Test(
        "what is added to a file of a rarer kind is all that changes in it",
        arguments: [
            "tone-sowt.aifc", "tone-fl32.aifc", "tone-ulaw.aifc", "tone-bw64.wav", "tone-rf64.wav", "tone-s16.w64",
            "codec-s16be.au", "codec-f32be.au", "tone-s8.au",
            "codec-mulaw.au", "channels-6-nolayout.wav", "channels-6-bw64.wav", "channels-6.aifc", "channels-8.w64",
        ])
    func addition(_ name: String) throws {
        let folder = try Folder()
        try folder.write(try fixtureBytes(name), to: name)
        let before = try AudioFile.fixture(name)
        let old = try before.allPackets().bytes
        let file = try AudioFile(opening: folder.path(name), permission: .readWrite)
        let added = Array(old.prefix(Int(file.dataFormat.bytesPerPacket) * 5))
        try file.writePackets(added)
        try file.writePackets(added, at: 2)
        try file.close()
        var expected = old + added
        let place = 2 * Int(before.dataFormat.bytesPerPacket)
        expected.replaceSubrange(place..<place + added.count, with: added)
        let after = try AudioFile(opening: folder.path(name))
        #expect(try after.allPackets().bytes == expected)
        #expect(
            after.fileType == before.fileType && after.dataFormat == before.dataFormat
                && after.channelLayout == before.channelLayout)
        #expect(after.warnings.isEmpty)
        if after.fileType == "NeXT" { #expect(try after.number("doff") == before.number("doff")) }
        // What says how the samples are stored is as it was, to the byte.
        if name.hasSuffix("aifc") {
            #expect(try Array(after.userData("COMM").dropFirst(6)) == Array(before.userData("COMM").dropFirst(6)))
        } else if !name.hasSuffix("au") {
            #expect(try after.userData("fmt ") == before.userData("fmt "))
        }
        let reader = try AudioFileReader(path: folder.path(name))
        let original = try AudioFileReader(path: Fixtures.path(name))
        let (sound, other) = (try reader.readAll()[0], try original.readAll()[0])
        #expect(sound.count == other.count + 5 && reader.fileLayout == original.fileLayout)
        #expect(sound[7..<other.count] == other[7...])
    }

    @Test(
        "ffmpeg hears what was added to AIFF-C, BW64 and AU",
        .enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed: nothing was read back"),
        arguments: [
            ("tone-sowt.aifc", "s16le"), ("tone-bw64.wav", "s16le"), ("codec-s16be.au", "s16be"),
            ("codec-s24be.au", "s24be"), ("tone-s16.w64", "s16le"),
        ])
    func other(_ name: String, _ order: String) throws {
        let folder = try Folder()
        try folder.write(try fixtureBytes(name), to: name)
        let file = try AudioFile(opening: folder.path(name), permission: .readWrite)
        let added = pattern(600)
        try file.writePackets(added)
        try file.close()
        #expect(try heard(folder.path(name), order) == heard(Fixtures.path(name), order) + added)
    }

    @Test(
        "ffmpeg reads new files of little-endian AIFF-C, BW64 and AU",
        .enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed: nothing was read back"))
    func creation() throws {
        let folder = try Folder()
        let kinds: [(FourCharCode, StreamDescription, String)] = [
            ("AIFC", linear(16, big: false), "s16le"), ("AIFC", linear(24, big: false), "sox -b 24"),
            ("AIFC", linear(32, big: false), "sox -b 32"),
            ("BW64", linear(16, big: false), "s16le"), ("NeXT", linear(16, big: true), "s16be"),
            ("NeXT", linear(24, big: true), "s24be"),
            ("NeXT", linear(8, big: false), "s8"),
        ]
        for (index, (type, format, order)) in kinds.enumerated() {
            let path = folder.path("\(index)")
            let bytes = pattern(Int(format.bytesPerPacket) * 333)
            let file = try AudioFile(creating: path, fileType: type, format: format)
            try file.writePackets(bytes)
            try file.close()
            let read = try AudioFile(opening: path)
            #expect(read.fileType == type && read.dataFormat == format && read.warnings.isEmpty)
            #expect(try read.allPackets().bytes == bytes)
            #expect(try heard(path, order) == bytes)
        }
    }

    @Test("the text of an AU file is its comments: of any length in a new one, later in the bytes that it has")
    func annotation() throws {
        let folder = try Folder()
        let path = folder.path("a.au")
        func text(_ value: String) -> AudioFile.PropertyValue {
            .dictionary([FileProperties.Tag(key: "comments", value: value)])
        }
        let file = try AudioFile(creating: path, fileType: "NeXT", format: linear(16, big: true))
        #expect(
            code { try file.setProperty("info", .dictionary([FileProperties.Tag(key: "title", value: "a")])) }
                == .parameter)
        try file.setProperty("info", text("a remark of 23 bytes, ä"))
        try file.writePackets(pattern(400))
        try file.close()
        #expect(try AudioFile(opening: path).property("info") == text("a remark of 23 bytes, ä"))
        #expect(try AudioFile(opening: path).number("doff") == 24 + 32)
        let change = try AudioFile(opening: path, permission: .readWrite)
        #expect(
            code { try change.setProperty("info", text("a remark of more than thirty bytes")) }
                == .operationNotSupported)
        try change.setProperty("info", text("a shorter one"))
        try change.close()
        #expect(try AudioFile(opening: path).property("info") == text("a shorter one"))
        #expect(try AudioFile(opening: path).allPackets().bytes == pattern(400))
        // The eight bytes of a fixture are kept when the text is not touched.
        try folder.write(try fixtureBytes("codec-s16be.au"), to: "b.au")
        let kept = try AudioFile(opening: folder.path("b.au"), permission: .readWrite)
        try kept.writePackets(pattern(4), at: 0)
        try kept.close()
        #expect(
            folder.bytes("b.au") == Array(try fixtureBytes("codec-s16be.au")[..<32]) + pattern(4)
                + (try fixtureBytes("codec-s16be.au"))[36...])
    }

    @Test("what cannot be changed without a loss is refused with what would be lost, and stays as it was")
    func refusals() throws {
        let folder = try Folder()
        func refusal(_ bytes: [UInt8], _ word: String) throws {
            try folder.write(bytes, to: "a")
            let error = failure { _ = try AudioFile(opening: folder.path("a"), permission: .readWrite) }
            #expect(
                error?.code == .operationNotSupported && error?.problem.contains(word) == true,
                "\(error?.problem ?? "opened")")
            #expect(folder.bytes("a") == bytes && folder.contents == ["a"])
            _ = try AudioFile(opening: folder.path("a"))
        }
        try refusal(try fixtureBytes("tone-rifx.wav"), "RIFX")
        try refusal(
            Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 10)
                + (try fixtureBytes("tone-s16.wav")), "20 bytes of tags before the WAV")
        var cut = try fixtureBytes("codec-s16be.au")
        cut.replaceSubrange(8..<12, with: [0, 0, 1, 0])
        try refusal(cut, "bytes after the audio would be lost")
        try refusal(try fixtureBytes("music.mp3"), "MPG3")
        // A turned-round AU, and samples that the head of a new file would not state.
        var turned = try fixtureBytes("codec-s16be.au")
        for start in stride(from: 0, to: 24, by: 4) {
            turned.replaceSubrange(start..<start + 4, with: turned[start..<start + 4].reversed())
        }
        try folder.write(turned, to: "a")
        #expect(code { _ = try AudioFile(opening: folder.path("a"), permission: .readWrite) } == .unsupportedDataFormat)
        #expect(
            code { _ = try AudioFile(opening: Fixtures.path("codec-ima4.aifc"), permission: .readWrite) }
                == .unsupportedDataFormat)
    }

    @Test(
        "chunks behind the audio of an AIFF-C whose COMM counts fewer frames than there are stay when the file is changed"
    )
    func behindMoreFrames() throws {
        let folder = try Folder()
        var bytes = try fixtureBytes("channels-6.aifc")
        // COMM goes to the end, and counts 100 frames fewer.
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "COMM".utf8) })
        var common = Array(bytes[place..<place + 32])
        common[13] -= 100
        bytes.removeSubrange(place..<place + 32)
        bytes += common + Array("odd ".utf8) + [0, 0, 0, 4] + Array("abcd".utf8)
        try folder.write(bytes, to: "a.aifc")
        let before = try AudioFile(opening: bytes).property("dfmt")
        let file = try AudioFile(opening: folder.path("a.aifc"), permission: .readWrite)
        try file.setProperty("info", .dictionary([FileProperties.Tag(key: "title", value: "A")]))
        try file.optimize()
        try file.close()
        let new = try AudioFile(opening: folder.path("a.aifc"))
        #expect(try new.property("dfmt") == before)
        #expect(try new.userData("odd ") == Array("abcd".utf8))
    }

    @Test(
        "Wave64 with a chunk whose GUID begins as that of the format, and ends otherwise, keeps its own format when it is changed"
    )
    func wave64ForeignFormat() throws {
        let folder = try Folder()
        var bytes = try fixtureBytes("tone-s16.w64")
        var foreign = Array(bytes[40..<80])
        foreign[13] ^= 0x40
        // 0x0101 is a format that nobody has.
        foreign.replaceSubrange(24..<26, with: [1, 1])
        bytes.insert(contentsOf: foreign, at: 40)
        try folder.write(bytes, to: "a.w64")
        let before = try AudioFile(opening: bytes).property("dfmt")
        let file = try AudioFile(opening: folder.path("a.w64"), permission: .readWrite)
        try file.setProperty("info", .dictionary([FileProperties.Tag(key: "title", value: "A")]))
        try file.optimize()
        try file.close()
        #expect(try AudioFile(opening: folder.path("a.w64")).property("dfmt") == before)
    }

    @Test("Wave64 keeps the chunks of other GUIDs, whatever is in them, and texts are read from both of its lists")
    func wave64() throws {
        let folder = try Folder()
        func chunk(_ guid: [UInt8], _ body: [UInt8]) -> [UInt8] {
            var size = HeaderBytes()
            size.little(Int64(24 + body.count))
            return guid + size.bytes + body + [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
        }
        // {ABF76256-392D-11D2-86C7-00C04F8EDB8A}, markers, and RIFF's LIST.
        let marker: [UInt8] = [
            0x56, 0x62, 0xF7, 0xAB, 0x2D, 0x39, 0xD2, 0x11, 0x86, 0xC7, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
        ]
        let list: [UInt8] = Array("list".utf8) + Wave64Parser.riffTail
        let info = Array("INFOINAM".utf8) + [6, 0, 0, 0] + Array("A name".utf8)
        var bytes = try fixtureBytes("tone-s16.w64")
        // The audio is followed by its padding.
        try #require(bytes.count % 8 == 0)
        bytes += chunk(marker, pattern(21)) + chunk(list, info)
        try folder.write(bytes, to: "a.w64")
        let file = try AudioFile(opening: folder.path("a.w64"), permission: .readWrite)
        #expect(try file.property("info") == .dictionary([FileProperties.Tag(key: "title", value: "A name")]))
        try file.writePackets(pattern(400))
        try file.close()
        let after = try #require(folder.bytes("a.w64"))
        #expect(after.indices.contains { after[$0...].starts(with: chunk(marker, pattern(21))) })
        #expect(after.indices.contains { after[$0...].starts(with: chunk(list, info)) })
        // New texts take the place of the list.
        let tags = [
            FileProperties.Tag(key: "title", value: "Ein Titel, für alle 𝄞"),
            FileProperties.Tag(key: "artist", value: "someone"),
        ]
        let change = try AudioFile(opening: folder.path("a.w64"), permission: .readWrite)
        try change.setProperty("info", .dictionary(tags))
        #expect(
            code { try change.setProperty("mkls", .markers([AudioFileMarker(framePosition: 1)], .none)) }
                == .unsupportedProperty)
        // ffmpeg looks for texts before the audio alone.
        try change.optimize()
        try change.close()
        let last = try AudioFile(opening: folder.path("a.w64"))
        #expect(try last.property("info") == .dictionary(tags))
        #expect(try AudioFileReader(path: folder.path("a.w64")).properties.tags == tags)
        let whole = try #require(folder.bytes("a.w64"))
        #expect(whole.indices.contains { whole[$0...].starts(with: chunk(marker, pattern(21))) })
        #expect(!last.content.chunks.contains { $0.id == "list" })
        if FFmpeg.isInstalled {
            let probe = try CommandRun.shell(
                "/usr/bin/ffprobe -v error -show_entries format_tags=title,artist -of csv=p=0 a.w64", in: folder.root)
            #expect(
                probe.outputText.contains("Ein Titel, für alle 𝄞") && probe.outputText.contains("someone"),
                "\(probe.outputText)")
        }
    }
}
