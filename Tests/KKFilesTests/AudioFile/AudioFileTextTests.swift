import Foundation
import KKCodecs
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

private let big = StreamDescription.linearPCM(
    sampleRate: 44_100, channels: 2, bits: 16, flags: [.isSignedInteger, .isBigEndian])
private let little = StreamDescription.linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger)

private func text(_ key: String, _ value: String) -> FileProperties.Tag { FileProperties.Tag(key: key, value: value) }

/// A tag of one version, of frames that are there already.
private func tag(_ version: UInt8, flags: UInt8 = 0, _ frames: [UInt8]...) -> [UInt8] {
    let body = Array(frames.joined())
    return Array("ID3".utf8) + [version, 0, flags] + [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) } + body
}

/// A frame of versions 2.3 and 2.4: they count the same below 128 bytes.
private func frame(_ id: String, _ content: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    Array(id.utf8) + [0, 0, 0, UInt8(content.count), 0, flags] + content
}

@Suite struct AudioFileTextTests {
    /// Music, Picard and others set the tag alone; TagLib does so in AIFF.
    @Test(arguments: [false, true])
    func `a title that another program had set in the ID3 tag was hidden by the old one in the chunks`(
        isAIFF: Bool
    ) throws {
        let id3 = Bytes.raw(
            tag(4, frame("TIT2", [3] + Array("new".utf8)), frame("TPE1", [3] + Array("me".utf8))))
        let older = Bytes.raw(tag(4, frame("TIT2", [3] + Array("older".utf8))))
        let file =
            isAIFF
            ? AIFF.file(
                "AIFF", AIFF.common(frames: 4), AIFF.chunk("NAME", .text("old!")), AIFF.chunk("(c) ", .text("mine")),
                AIFF.sound(AIFF.samples(4)), AIFF.chunk("ID3 ", id3), AIFF.chunk("id3 ", older))
            : Wave.file(
                "RIFF", Wave.format(),
                Wave.chunk(
                    "LIST",
                    Bytes.text("INFO") + Wave.chunk("INAM", .text("old!")) + Wave.chunk("ICOP", .text("mine"))),
                Wave.chunk("data", Wave.samples(4)), Wave.chunk("id3 ", id3), Wave.chunk("ID3 ", older))
        let texts = try NotedFile(ByteSource(bytes: file.all, name: "a")).notes.information
        #expect(
            texts.map { "\($0.key) \($0.value)" } == ["title new", "copyright mine", "artist me"])
    }

    @Test func `a new artist left the old second one where it was`() {
        var texts = [text("artist", "one"), text("title", "Song"), text("artist", "two")]
        texts.set(text("artist", "one"))
        #expect(texts.count == 3)
        texts.set(text("Artist", "three"))
        #expect(texts == [text("Artist", "three"), text("title", "Song")])
    }

    @Test("the texts of an ID3 tag are read in every encoding and version, as the documents say") func versions() {
        let texts = ID3Texts.read(
            tag(
                4, frame("TIT2", [3] + Array("für alle".utf8)), frame("TPE1", [0, 0x4E, 0xE4, 0x68]),
                frame("TALB", [1, 0xFF, 0xFE, 0x41, 0, 0xDF, 0]),
                frame("TCOM", [2, 0, 0x42, 0x04, 0x1F]), frame("TIT2", [3] + Array("another".utf8)),
                frame("APIC", [1, 2, 3]),
                frame("COMM", [3] + Array("engiTunNORM\0 0000".utf8)), frame("COMM", [3] + Array("deu\0ein Wort".utf8)),
                frame("TCOP", [0, 0, 0, 4, 3] + Array("2020".utf8), flags: 0x01), frame("TSRC", [3, 1], flags: 0x08),
                frame("TBPM", [3] + Array("120".utf8) + [0])))
        #expect(
            texts == [
                text("title", "für alle"), text("artist", "Näh"), text("album", "Aß"), text("composer", "BП"),
                text("copyright", "2020"), text("tempo", "120"),
                text("comments", "ein Wort"),
            ])
        // 2.2 has three letters and three bytes of size; 2.3 an extended header, and one unsynchronisation for all of
        // it.
        #expect(ID3Texts.read(tag(2, Array("TT2".utf8) + [0, 0, 3, 0, 0x4F, 0x6B])) == [text("title", "Ok")])
        #expect(
            ID3Texts.read(tag(3, flags: 0x40, [0, 0, 0, 6, 0, 0, 0, 0, 0, 0], frame("TIT2", [0, 0x4F, 0x6B]))) == [
                text("title", "Ok")
            ])
        #expect(
            ID3Texts.read(tag(3, flags: 0x80, Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 1, 0xFF, 0, 0xFE, 0x41, 0])) == [
                text("title", "A")
            ])
        // What is cut off, no tag, and a size that leads nowhere give what is there.
        let two = tag(3, frame("TIT2", [0, 0x4F, 0x6B]), frame("TPE1", [0, 0x4F, 0x6B]))
        #expect(ID3Texts.read(Array(two.dropLast())) == [text("title", "Ok")])
        #expect(
            ID3Texts.read([]).isEmpty && ID3Texts.read(Array("ID3".utf8)).isEmpty
                && ID3Texts.read(tag(9, frame("TIT2", [0, 65]))).isEmpty)
        for count in two.indices { _ = ID3Texts.read(Array(two[..<count])) }
        #expect(ID3Texts.read(tag(3, Array("TIT2".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 65])).isEmpty)
    }

    @Test("the texts of fixtures that lame wrote are those that it was given, as libmpg123 and ffprobe read them")
    func ofLame() throws {
        let version2 = [
            text("encoding application", "LAME 64bits version 3.100 (http://lame.sf.net)"),
            text("title", "Title Ünïcode"),
            text("artist", "An Artist"), text("album", "An Album"), text("track number", "3/7"), text("year", "1999"),
            text("genre", "Jazz"), text("composer", "A Composer"),
            text("comments", "A comment"),
        ]
        let version1 = [
            text("title", "Old Title"), text("artist", "Old Artist"), text("album", "Old Album"), text("year", "1987"),
            text("comments", "Old comment"), text("track number", "4"),
        ]
        for (name, expected) in [("mpeg-id3v2.mp3", version2), ("mpeg-id3v1.mp3", version1)] {
            #expect(try AudioFileReader(path: Fixtures.path(name)).properties.tags == expected)
            #expect(try AudioFile.fixture(name).property("info") == .dictionary(expected))
        }
    }

    @Test("of several tags around MPEG audio the first text of each kind counts") func several() throws {
        var version1 =
            Array("TAGOld".utf8) + [UInt8](repeating: 0, count: 57) + [0x41, 0x6C, 0xE9, 0x20, 0]
            + [UInt8](repeating: 0, count: 60)
        version1[126] = 7
        let audio = Array(try fixtureBytes("mpeg-id3v1.mp3").dropLast(128))
        for (bytes, title) in [
            (tag(4, frame("TIT2", [3] + Array("New".utf8))) + audio + version1, "New"), (audio + version1, "Old"),
            (tag(4, frame("TIT2", [3])) + tag(3, frame("TIT2", [0, 0x4E])) + audio + version1, "N"),
        ] {
            let expected = [text("title", title), text("album", "Alé"), text("track number", "7")]
            #expect(try Bytes(all: bytes).asFile { try AudioFileReader(path: $0).properties.tags } == expected)
        }
    }

    @Test("a stream tells the texts of the ID3 tag before it, in any portions", arguments: [1, 7, 1000, 1 << 20])
    func stream(_ portion: Int) throws {
        let bytes = try fixtureBytes("mpeg-id3v2.mp3")
        let expected = try AudioFileReader(path: Fixtures.path("mpeg-id3v2.mp3")).properties.tags
        let stream = try AudioFileStream { _, _ in }
        var rest = bytes[...]
        while !rest.isEmpty {
            try stream.parse(rest.prefix(portion))
            rest = rest.dropFirst(portion)
        }
        try stream.parse([])
        guard case .texts(let texts) = try stream.property(.infoDictionary) else {
            throw CocoaError(.featureUnsupported)
        }
        for tag in expected { #expect(texts.contains(tag), "\(tag)") }
        // And of a chunk before the audio of a container.
        let memory = MemoryFile()
        let file = try AudioFile(creating: memory.callbacks, fileType: "WAVE", format: little)
        try file.setUserData("id3 ", tag(3, frame("TIT2", [0, 0x4F, 0x6B])))
        try file.writePackets(pattern(400))
        try file.close()
        let wave = try AudioFileStream { _, _ in }
        try wave.parse(memory.bytes)
        try wave.parse([])
        guard case .texts(let waveTexts) = try wave.property(.infoDictionary) else {
            throw CocoaError(.featureUnsupported)
        }
        #expect(waveTexts.contains(text("title", "Ok")))
    }

    @Test("the ID3 chunk of AIFF and WAV is the tag and its texts, before the container's own") func chunks() throws {
        let folder = try KKTestSupport.ScratchFolder()
        let bytes = tag(
            3, frame("TIT2", [0, 0x4F, 0x6B]), frame("TPE1", [0, 0x4D, 0x65]),
            frame("TCON", [0, 0x4A, 0x61, 0x7A, 0x7A]))
        for (type, format, name) in [
            ("AIFF", big, "a.aiff"), ("AIFC", little, "b.aifc"), ("WAVE", little, "c.wav"), ("RF64", little, "d.wav"),
        ] as [(FourCharCode, StreamDescription, String)] {
            for isLate in [false, true] {
                let file = try AudioFile(creating: folder.path(name), fileType: type, format: format, flags: .eraseFile)
                if isLate { try file.writePackets(pattern(400)) }
                try file.setProperty("info", .dictionary([text("title", "the container's")]))
                #expect(code { try file.setProperty("id3t", .bytes([1, 2, 3])) } == .parameter)
                try file.setProperty("id3t", .bytes(bytes))
                #expect(try file.property("id3t") == .bytes(bytes))
                if !isLate { try file.writePackets(pattern(400)) }
                try file.close()
                let read = try AudioFile(opening: folder.path(name))
                #expect(try read.property("id3t") == .bytes(bytes), "\(type)")
                #expect(try #require(folder.bytes(name))[Int(try read.number("id3o"))...].starts(with: bytes))
                #expect(
                    try read.property("info")
                        == .dictionary([text("title", "Ok"), text("artist", "Me"), text("genre", "Jazz")]))
                #expect(try AudioFileReader(path: folder.path(name)).properties.tags == read.content.tags)
                #expect(try read.allPackets().bytes == pattern(400))
            }
            if FFmpeg.isInstalled {
                // ffmpeg takes no more texts of WAV after a LIST.
                let plain = try AudioFile(
                    creating: folder.path("plain"), fileType: type, format: format, flags: .eraseFile)
                try plain.writePackets(pattern(400))
                try plain.setProperty("id3t", .bytes(bytes))
                try plain.close()
                let probe = try CommandRun.shell(
                    "/usr/bin/ffprobe -v error -show_entries format_tags=artist,genre -of csv=p=0 plain",
                    in: folder.root)
                #expect(
                    probe.outputText.contains("Me") && probe.outputText.contains("Jazz"), "\(name): \(probe.outputText)"
                )
            }
            // Taken out again.
            let file = try AudioFile(opening: folder.path(name), permission: .readWrite)
            try file.setProperty("id3t", .bytes([]))
            try file.close()
            #expect(
                try AudioFile(opening: folder.path(name)).property("info")
                    == .dictionary([text("title", "the container's")]))
        }
        let caf = try AudioFile(creating: MemoryFile().callbacks, fileType: "caff", format: little)
        #expect(code { try caf.setProperty("id3t", .bytes(bytes)) } == .unsupportedProperty)
    }
}

/// What comes before the frames of FLAC that are written as packets.
@Suite struct AudioFileFLACTests {
    private func part(_ count: Int, cookie: ([UInt8]) -> [UInt8] = { $0 }) throws -> (memory: MemoryFile, frames: Int64)
    {
        let source = try AudioFile.fixture("codec-16.flac")
        let all = try source.allPackets(room: 1 << 17)
        let memory = MemoryFile()
        let file = try AudioFile(creating: memory.callbacks, fileType: "flac", format: source.dataFormat)
        try file.setProperty("mgic", .bytes(cookie(try #require(source.magicCookie))))
        var descriptions = Array(all.descriptions.prefix(count))
        for index in descriptions.indices where source.dataFormat.framesPerPacket == 0 {
            descriptions[index].variableFrames = Int(
                try source.frame(ofPacket: Int64(index + 1)) - source.frame(ofPacket: Int64(index)))
        }
        let frames = try count >= all.descriptions.count ? source.frameCount() : source.frame(ofPacket: Int64(count))
        try file.writePackets(Array(all.bytes.prefix(descriptions.reduce(0) { $0 + $1.byteCount })), descriptions)
        try file.close()
        return (memory, frames)
    }

    @Test("STREAMINFO counts the frames that were written, and has no checksum of others") func total() throws {
        let whole = try part(.max)
        #expect(try FLACStreamInfo(Array(whole.memory.bytes[8..<42])).frameCount == whole.frames)
        #expect(Array(whole.memory.bytes[26..<42]) == Array(try fixtureBytes("codec-16.flac")[26..<42]))
        let two = try part(2)
        #expect(
            try FLACStreamInfo(Array(two.memory.bytes[8..<42])).frameCount == two.frames && two.frames > 0
                && two.frames < whole.frames)
        #expect(two.memory.bytes[26..<42].allSatisfy { $0 == 0 })
        // A cookie of a stream that did not know its length, and STREAMINFO with its header and in a box.
        let forms: [([UInt8]) -> [UInt8]] = [
            { bytes in
                var bytes = bytes;
                for index in 0..<5 {
                    bytes[bytes.count - 21 + index] = index == 0 ? bytes[bytes.count - 21] & 0xF0 : 0
                }; return bytes
            },
            { [0x80, 0, 0, 34] + $0 }, { [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0, 0x80, 0, 0, 34] + $0 },
        ]
        for form in forms {
            let made = try part(.max, cookie: form)
            #expect(try FLACStreamInfo(Array(made.memory.bytes[8..<42])).frameCount == whole.frames)
            #expect(made.memory.bytes.dropFirst(42) == whole.memory.bytes.dropFirst(42))
        }
    }

    @Test(
        "flac's own test passes on a part of a file, and ffprobe tells its length",
        .enabled(
            if: FFmpeg.isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/bin/flac"),
            "flac or ffmpeg is not installed: nothing was read back"))
    func otherPrograms() throws {
        let folder = try KKTestSupport.ScratchFolder()
        let two = try part(2)
        try folder.write(two.memory.bytes, to: "a.flac")
        let test = try CommandRun.shell("/usr/bin/flac -t -s a.flac", in: folder.root)
        // It warns of the checksum that is not there.
        #expect(test.status == 0, "\(test.errorText)")
        let probe = try CommandRun.shell(
            "/usr/bin/ffprobe -v error -show_entries stream=duration_ts -of csv=p=0 a.flac", in: folder.root)
        #expect(probe.outputText == "\(two.frames)\n")
        #expect(try AudioFileReader(path: folder.path("a.flac")).frameCount == two.frames)
    }
}
