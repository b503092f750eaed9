import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

private let short = StreamDescription.linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger)
private let bigShort = StreamDescription.linearPCM(
    sampleRate: 44_100, channels: 2, bits: 16, flags: [.isSignedInteger, .isBigEndian])
private let aac = StreamDescription(sampleRate: 48_000, formatID: "aac ", framesPerPacket: 1024, channelsPerFrame: 2)

private func tag(_ key: String, _ value: String) -> FileProperties.Tag { FileProperties.Tag(key: key, value: value) }

private let markers = [
    AudioFileMarker(framePosition: 10, name: "ten", id: 1),
    AudioFileMarker(framePosition: 20, name: "twenty, très", id: 2),
]

/// A file in memory, written and closed.
private func made(
    _ type: FourCharCode, _ format: StreamDescription, _ body: (AudioFile) throws -> Void
) throws -> MemoryFile {
    let memory = MemoryFile()
    let file = try AudioFile(creating: memory.callbacks, fileType: type, format: format)
    try body(file)
    try file.close()
    return memory
}

@Suite struct AudioFilePropertyTests {
    @Test("markers and texts are read back from every kind of file that has them, set before the audio or behind it")
    func annotations() throws {
        let tags = [tag("title", "a title"), tag("artist", "someone"), tag("comments", "ä")]
        let kinds: [(FourCharCode, StreamDescription)] = [
            ("WAVE", short), ("RF64", short), ("AIFF", bigShort), ("caff", short),
        ]
        for (type, format) in kinds {
            for isLate in [false, true] {
                let memory = try made(type, format) { file in
                    if isLate { try file.writePackets(pattern(400)) }
                    try file.setProperty("mkls", .markers(markers, .none))
                    try file.setProperty("info", .dictionary(tags))
                    if !isLate { try file.writePackets(pattern(400)) }
                }
                let file = try AudioFile(opening: memory.bytes)
                #expect(try file.property("mkls") == .markers(markers, .none), "\(type)")
                #expect(try file.property("info") == .dictionary(tags), "\(type)")
                #expect(try file.allPackets().bytes == pattern(400))
                #expect(try file.number("optm") == (isLate ? 0 : 1))
                #expect(file.warnings.isEmpty)
                // What reads these files beside AudioFile sees the same.
                let source = ByteSource(bytes: memory.bytes)
                let probe = try FormatProbe(source)
                let container = try Container(source, fileType: probe.fileType, start: probe.start)
                #expect(container.properties.markers.map(\.name) == markers.map(\.name))
                #expect(container.tags == tags)
            }
        }
    }

    @Test("regions are read back from CAF with all their fields, and from WAVE as loops") func regions() throws {
        let region = AudioFileRegion(
            id: 7, name: "verse", flags: [.loopEnable, .playForward],
            markers: [
                AudioFileMarker(framePosition: 5, name: "from", id: 8, type: .regionStart),
                AudioFileMarker(framePosition: 50, name: "to", id: 9, type: .regionEnd),
            ])
        let caf = try made("caff", short) { file in
            try file.setProperty("rgls", .regions([region]))
            try file.writePackets(pattern(400))
        }
        #expect(try AudioFile(opening: caf.bytes).property("rgls") == .regions([region]))
        let wave = try made("WAVE", short) { file in
            try file.setProperty("rgls", .regions([region]))
            try file.writePackets(pattern(400))
        }
        guard case .regions(let loops) = try AudioFile(opening: wave.bytes).property("rgls") else {
            throw CocoaError(.featureUnsupported)
        }
        #expect(loops.count == 1)
        #expect(loops[0].flags == region.flags)
        #expect(loops[0].markers.map(\.framePosition) == [5, 50])
    }

    @Test("a layout stays with the order of the file's bytes") func layouts() throws {
        let six = StreamDescription.linearPCM(
            sampleRate: 48_000, channels: 6, bits: 16, flags: [.isSignedInteger, .isBigEndian])
        let film = ChannelLayout([.left, .center, .right, .leftSurround, .rightSurround, .lfe])
        for type: FourCharCode in ["caff", "AIFF"] {
            for layout in [film, .fiveOne] {
                let memory = try made(type, six) { file in
                    try file.setProperty("cmap", .layout(layout))
                    try file.writePackets(pattern(120))
                }
                let file = try AudioFile(opening: memory.bytes)
                #expect(try file.property("cmap") == .layout(layout))
                #expect(try file.allPackets().bytes == pattern(120))
            }
        }
        let wave = StreamDescription.linearPCM(sampleRate: 48_000, channels: 6, bits: 16, flags: .isSignedInteger)
        let memory = try made("WAVE", wave) { file in
            #expect(code { try file.setProperty("cmap", .layout(film)) } == .parameter)
            #expect(code { try file.setProperty("cmap", .layout(.stereo)) } == .parameter)
            try file.setProperty("cmap", .layout(.fiveOne))
            try file.writePackets(pattern(120))
        }
        #expect(try AudioFile(opening: memory.bytes).property("cmap") == .layout(.fiveOne))
    }

    @Test("a packet table's numbers are taken when they are all frames, and -50 otherwise") func packetTable() throws {
        let memory = try made("caff", aac) { file in
            try file.writePackets(pattern(30), descriptions(3, 10))
            #expect(try file.packetTableInfo() == PacketTableInfo(validFrames: 3072))
            let wrong = PacketTableInfo(validFrames: 3000, primingFrames: 100, remainderFrames: 0)
            #expect(code { try file.setProperty("pnfo", .packetTableInfo(wrong)) } == .parameter)
            try file.setProperty(
                "pnfo", .packetTableInfo(PacketTableInfo(validFrames: 760, primingFrames: 2112, remainderFrames: 200)))
        }
        let file = try AudioFile(opening: memory.bytes)
        #expect(
            try file.packetTableInfo() == PacketTableInfo(validFrames: 760, primingFrames: 2112, remainderFrames: 200))
        #expect(try file.estimatedDuration() == 760.0 / 48_000)
        #expect(try CAFFile(ByteSource(bytes: memory.bytes)).audio.byteCount == 30)
    }

    @Test("reserved room takes the packet table; without it, optimize moves everything before the audio")
    func optimization() throws {
        func file(_ seconds: Double) throws -> MemoryFile {
            try made("caff", aac) { file in
                if seconds > 0 { try file.setProperty("rsrv", .seconds(seconds)) }
                try file.writePackets(pattern(5000), descriptions(50, 100))
                if seconds > 0 { #expect(code { try file.setProperty("rsrv", .seconds(1)) } == .operationNotSupported) }
            }
        }
        let reserved = try file(2), plain = try file(0)
        #expect(try AudioFile(opening: reserved.bytes).number("optm") == 1)
        #expect(try AudioFile(opening: plain.bytes).number("optm") == 0)
        #expect(try AudioFile(opening: reserved.bytes).allPackets() == AudioFile(opening: plain.bytes).allPackets())
        let changed = try AudioFile(opening: plain.callbacks, permission: .readWrite)
        try changed.optimize()
        #expect(try changed.number("optm") == 1)
        #expect(try changed.allPackets().bytes == pattern(5000))
        try changed.close()
        let after = try AudioFile(opening: plain.bytes)
        #expect(try after.number("optm") == 1)
        #expect(try after.allPackets() == AudioFile(opening: reserved.bytes).allPackets())
        #expect(after.warnings.isEmpty)
        // And a file by its path, on a copy.
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(try file(0).bytes, to: "a.caf")
        let path = try AudioFile(opening: folder.path("a.caf"), permission: .readWrite)
        try path.optimize()
        #expect(folder.bytes("a.caf") == (try file(0).bytes))
        try path.close()
        #expect(folder.bytes("a.caf") == plain.bytes)
        #expect(folder.contents == ["a.caf"])
    }

    @Test("chunks of any name are kept, read, set and taken out; those of the container are its own") func userData()
        throws
    {
        let kinds: [(FourCharCode, StreamDescription)] = [
            ("WAVE", short), ("W64f", short), ("AIFF", bigShort), ("caff", short),
        ]
        for (type, format) in kinds {
            let memory = try made(type, format) { file in
                try file.setUserData("abcd", [1, 2, 3])
                try file.writePackets(pattern(400))
                try file.setUserData("abcd", at: 1, [4])
                try file.setUserData("efgh", [5, 6])
                try file.removeUserData("efgh")
                #expect(code { try file.removeUserData("efgh") } == .invalidChunk)
                #expect(code { try file.setUserData("abcd", at: 3, []) } == .invalidChunk)
                for id: FourCharCode in ["data", "fmt ", "COMM", "desc", "SSND"]
                where code(of: { try file.setUserData(id, []) }) == nil {
                    // Each is another container's, and free here.
                    try file.removeUserData(id)
                }
            }
            let file = try AudioFile(opening: memory.bytes)
            #expect(try file.userDataCount("abcd") == 2, "\(type)")
            #expect(try file.userData("abcd") == [1, 2, 3])
            #expect(try file.userData("abcd", at: 1) == [4])
            #expect(code { _ = try file.userData("abcd", at: 2) } == .invalidChunk)
            #expect(try file.allPackets().bytes == pattern(400))
            guard case .codes(let ids) = try file.property("chid") else { throw CocoaError(.featureUnsupported) }
            #expect(ids.filter { $0 == "abcd" }.count == 1)
        }
    }

    @Test("a file that is opened to be changed keeps what nobody changes") func change() throws {
        let folder = try KKTestSupport.ScratchFolder()
        for name in ["chunks-before.wav", "chunks-after.wav", "strings.caf", "tone-s16.aiff", "odd-padded.wav"] {
            try folder.write(try fixtureBytes(name), to: name)
            let before = try AudioFile.fixture(name)
            let file = try AudioFile(opening: folder.path(name), permission: .readWrite)
            try file.setUserData("mine", [1, 2, 3, 4, 5])
            let added = Array(pattern(Int(file.dataFormat.bytesPerPacket) * 3))
            try file.writePackets(added)
            #expect(folder.bytes(name) == (try fixtureBytes(name)))
            try file.close()
            let after = try AudioFile(opening: folder.path(name))
            #expect(try after.allPackets().bytes == before.allPackets().bytes + added, "\(name)")
            #expect(try after.userData("mine") == [1, 2, 3, 4, 5])
            #expect(after.content.markers == before.content.markers)
            #expect(after.content.tags == before.content.tags)
            #expect(after.content.regions == before.content.regions)
            for chunk in before.content.chunks
            where !["JUNK", "junk", "ds64", "COMM", "FVER", "fmt ", "fact", "free"].contains(chunk.id) {
                #expect(try after.userData(chunk.id) == before.userData(chunk.id), "\(name) \(chunk.id)")
            }
        }
        #expect(folder.contents.count == 5)
    }

    @Test("with deferred sizes off, the file is complete after every write") func sizes() throws {
        let memory = MemoryFile()
        let file = try AudioFile(creating: memory.callbacks, fileType: "WAVE", format: short)
        try file.setProperty("dszu", .number(0))
        for count in 1...3 {
            try file.writePackets(pattern(40))
            #expect(try AudioFile(opening: memory.bytes).packetCount() == Int64(count * 10))
        }
        #expect(try file.number("dszu") == 0)
    }

    @Test("every property is answered, or 'pty?' says that the file has none; what cannot be set says so")
    func everyProperty() throws {
        for name in ["tone-s16.wav", "mpeg-id3v2.mp3", "codec-alac.caf", "codec-24.flac", "tone-f32.wav"] {
            let file = try AudioFile.fixture(name)
            for id in AudioFile.Property.all
            where !["pkfr", "frpk", "pkby", "bypk", "pkrl", "pind", "nind", "pkdp"].contains(id) {
                let problem = code { _ = try file.property(id) }
                #expect(problem == nil || problem == .unsupportedProperty, "\(name) \(id)")
            }
            #expect(code { _ = try file.property("abcd") } == .unsupportedProperty)
        }
        #expect(try AudioFile.fixture("codec-24.flac").number("sbtd") == 24)
        #expect(try AudioFile.fixture("tone-f32.wav").number("sbtd") == -32)
        guard case .bytes(let id3) = try AudioFile.fixture("mpeg-id3v2.mp3").property("id3t") else {
            throw CocoaError(.featureUnsupported)
        }
        #expect(id3.starts(with: "ID3".utf8))
        guard case .dictionary(let tags) = try AudioFile.fixture("mpeg-id3v2.mp3").property("info") else {
            throw CocoaError(.featureUnsupported)
        }
        #expect(tags == (try AudioFileReader(path: Fixtures.path("mpeg-id3v2.mp3")).properties.tags))
        let file = try AudioFile(creating: MemoryFile().callbacks, fileType: "caff", format: short)
        #expect(code { try file.setProperty("dfmt", .description(short)) } == .unsupportedProperty)
        #expect(code { try file.setProperty("mgic", .number(1)) } == .badPropertySize)
        #expect(code { try file.setProperty("id3t", .bytes([])) } == .unsupportedProperty)
        let wave = try AudioFile(creating: MemoryFile().callbacks, fileType: "WAVE", format: short)
        #expect(code { try wave.setProperty("mgic", .bytes([1])) } == .unsupportedProperty)
        #expect(code { try wave.setProperty("info", .dictionary([tag("a key of its own", "x")])) } == .parameter)
        #expect(
            code { try wave.setProperty("mkls", .markers([AudioFileMarker(framePosition: 0.5)], .none)) } == .parameter)
        try wave.close()
    }

    @Test("an ID3 tag stands before the packets of a stream that is written") func id3() throws {
        let source = try AudioFile.fixture("mpeg-id3v2.mp3")
        guard case .bytes(let tag) = try source.property("id3t") else { throw CocoaError(.featureUnsupported) }
        let all = try source.allPackets()
        let memory = try made("MPG3", source.dataFormat) { file in
            try file.setProperty("id3t", .bytes(tag))
            try file.writePackets(all.bytes, all.descriptions)
            #expect(code { try file.setProperty("id3t", .bytes(tag)) } == .operationNotSupported)
        }
        #expect(memory.bytes == tag + all.bytes)
        #expect(try AudioFile(opening: memory.bytes).property("id3t") == .bytes(tag))
    }

    @Test(
        "ffmpeg reads the files with markers, texts and chunks of one's own",
        .enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed: nothing was read back"))
    func otherPrograms() throws {
        let folder = try KKTestSupport.ScratchFolder()
        let kinds: [(String, FourCharCode, StreamDescription)] = [
            ("a.wav", "WAVE", short), ("b.wav", "RF64", short), ("c.w64", "W64f", short), ("d.aiff", "AIFF", bigShort),
            ("e.caf", "caff", short),
            ("f.caf", "caff", bigShort),
        ]
        for (name, type, format) in kinds {
            let file = try AudioFile(creating: folder.path(name), fileType: type, format: format)
            try file.setUserData("abcd", [1, 2, 3])
            try file.writePackets(pattern(4000))
            if type != "W64f" {
                try file.setProperty("mkls", .markers(markers, .none))
                try file.setProperty("info", .dictionary([tag("title", "a title")]))
            }
            try file.close()
            let order = format == bigShort ? "s16be" : "s16le"
            let run = try CommandRun.shell(
                "/usr/bin/ffmpeg -v error -i \(name) -f \(order) -c:a pcm_\(order) -", in: folder.root)
            #expect(run.output == pattern(4000), "\(name): \(run.errorText)")
            if type != "W64f" {
                let probe = try CommandRun.shell(
                    "/usr/bin/ffprobe -v error -show_entries format_tags=title -of csv=p=0 \(name)", in: folder.root)
                #expect(probe.outputText == "a title\n", "\(name)")
            }
        }
    }
}
