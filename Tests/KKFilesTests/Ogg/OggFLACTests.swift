import KKCodecs
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// FLAC in Ogg is what FLAC is without, sample for sample, and loses what Ogg loses: the packets of its pages.
@Suite struct OggFLACTests {
    private static let pairs = [
        "codec-16", "codec-24", "tone-8", "channels-6", "channels-8",
    ].map { ("\($0).oga", "\($0).flac") }

    private static let natives = [
        "music.flac", "speech.flac", "codec-16.flac", "codec-24.flac", "codec-id5.flac", "channels-7.flac",
        "codec-unknown.flac",
    ]

    /// Eleven frames.
    private static func music() throws -> (pages: [[UInt8]], audio: [[Float]]) {
        (try Ogg.flac(fixtureBytes("music.flac")), try AudioFileReader(path: Fixtures.path("music.flac")).readAll())
    }

    /// By name, and out of a pipe.
    private static func readings(_ bytes: [UInt8], strict: Bool = false) throws -> [(AudioFileReader, [[Float]])] {
        func read(_ path: String) throws -> (AudioFileReader, [[Float]]) {
            let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: strict, readsOnce: true))
            return (reader, try reader.readAll(chunk: 777))
        }
        return [try withFile(bytes, read), try PipedBytes.with(bytes, read)]
    }

    private static func expectSame(_ bytes: [UInt8], as native: String) throws {
        let plain = try AudioFileReader(path: Fixtures.path(native))
        let audio = try plain.readAll()
        for (reader, found) in try readings(bytes, strict: true) {
            #expect(firstDifference(found, audio) == nil)
            let properties = reader.properties
            #expect(properties.fileType == .ogg && properties.streams == ["FLAC"] && reader.warnings.isEmpty)
            // Of Ogg the description leaves the frames of a packet open, as for its other codecs.
            var described = plain.properties.dataFormat
            described.framesPerPacket = 0
            #expect(properties.dataFormat == described && properties.layout == plain.fileLayout)
            #expect(properties.frameCount == plain.properties.frameCount && properties.lengthSource == .header)
            #expect(properties.sourceBitDepth == plain.properties.sourceBitDepth)
            #expect(properties.tags == plain.properties.tags)
        }
    }

    @Test(arguments: pairs) func `what encoders write is as the same sound in a FLAC file`(
        name: String, native: String
    ) throws {
        try Self.expectSame(fixtureBytes(name), as: native)
    }

    @Test(arguments: natives, [1, 3]) func `a FLAC file's blocks and frames in pages are what they were`(
        name: String, perPage: Int
    ) throws {
        try Self.expectSame(Ogg.flac(fixtureBytes(name), perPage: perPage).flatMap { $0 }, as: name)
    }

    @Test func `texts are those of a FLAC file, of several of one name the first`() throws {
        let texts = ["SOFTWARE=one", "Title=a", "TITLE=b", "ENCODER=two", "DATE=1999", "ISRC=x", "GENRE=", "ALBUM=c"]
        func count(_ value: Int) -> [UInt8] { [UInt8(value), 0, 0, 0] }
        let comment = count(0) + count(texts.count) + texts.flatMap { count($0.utf8.count) + Array($0.utf8) }
        let bytes = try fixtureBytes("music.flac")
        let frames = try #require(try AudioFile.fixture("music.flac").packetPlaces(from: 0, count: 1).first)
        var head = bytes[..<42]
        head[4] = 0
        let native = head + [0x84, 0, 0, UInt8(comment.count)] + comment + bytes[Int(frames.offset)...]
        let plain = try withFile(Array(native)) { try AudioFileReader(path: $0).properties.tags }
        let tags = try Self.readings(Ogg.flac(Array(native)).flatMap { $0 }).map(\.0.properties.tags)
        #expect(tags == [plain, plain] && plain.map(\.value) == ["a", "c", "1999", "one", "x"])
    }

    @Test func `a seek gives the samples of a straight read, over a joint too`() throws {
        let (pages, audio) = try Self.music()
        let joint = audio[0].count
        let second = pages.map { Ogg.page($0, serial: 2) }
        try withFile(pages.flatMap { $0 } + second.flatMap { $0 }) { path in
            let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: true))
            let all = audio.map { $0 + $0 }
            for frame in [0, joint + 5, joint - 1, 4_096, 4_095, joint, 17] {
                try reader.seek(to: Int64(frame))
                #expect(firstDifference(try reader.readAll(), all.map { Array($0[frame...]) }) == nil, "from \(frame)")
            }
        }
    }

    @Test(arguments: [0, 3, 9], [false, true])
    func `a page that is lost or damaged is silent, and all else is in its place`(frame: Int, isLost: Bool) throws {
        var (pages, audio) = try Self.music()
        let page = pages.count - 11 + frame
        let place = pages[..<page].joined().count
        if isLost { pages.remove(at: page) } else { pages[page][100] ^= 4 }
        for channel in audio.indices {
            for index in 0..<4_096 { audio[channel][4_096 * frame + index] = 0 }
        }
        for (reader, found) in try Self.readings(pages.flatMap { $0 }) {
            #expect(reader.warnings.map(\.position) == [.byte(Int64(place))])
            #expect(reader.warnings[0].consequence == "4096 frames of silence replace them")
            #expect(reader.properties.lengthSource == .scan)
            #expect(firstDifference(found, audio) == nil)
        }
    }

    @Test func `texts that are lost cost no sound`() throws {
        let (pages, audio) = try Self.music()
        for (reader, found) in try Self.readings(pages[0] + pages[2...].joined()) {
            #expect(reader.warnings.map(\.position) == [.byte(Int64(pages[0].count))])
            #expect(firstDifference(found, audio) == nil)
        }
    }

    @Test func `headers that are lost with the first frames leave these silent`() throws {
        var (pages, audio) = try Self.music()
        for channel in audio.indices {
            for index in 0..<8_192 { audio[channel][index] = 0 }
        }
        pages.removeSubrange(1..<pages.count - 9)
        for (reader, found) in try Self.readings(pages.flatMap { $0 }) {
            #expect(reader.warnings.map(\.consequence) == ["8192 frames of silence replace them"])
            #expect(firstDifference(found, audio) == nil)
        }
    }

    @Test func `a packet that is no sound is silent in its place`() throws {
        var (pages, audio) = try Self.music()
        let page = pages.count - 9
        pages[page][pages[page].count - 40] ^= 1
        pages[page] = Ogg.summed(pages[page])
        for channel in audio.indices {
            for index in 8_192..<12_288 { audio[channel][index] = 0 }
        }
        for (reader, found) in try Self.readings(pages.flatMap { $0 }) {
            #expect(reader.warnings.map(\.problem.isEmpty) == [false])
            #expect(firstDifference(found, audio) == nil)
        }
    }

    @Test func `a strict reader holds the sound of each stream against its checksum`() throws {
        let (pages, _) = try Self.music()
        var other = pages
        // STREAMINFO begins with byte 45 of its page, its sum with its byte 18.
        other[0][45 + 18] ^= 0x10
        other[0] = Ogg.summed(Ogg.page(other[0], serial: 2))
        let sound = pages.flatMap { $0 }, wrong = other.flatMap { Ogg.page($0, serial: 2) }
        for bytes in [wrong, sound + wrong, wrong + sound] {
            for strict in [true, false] {
                let refusal = failure { _ = try Self.readings(bytes, strict: strict) }
                #expect((refusal?.problem.contains(" MD5 ") ?? false) == strict)
            }
        }
        #expect(failure { _ = try Self.readings(sound + sound, strict: true) } == nil)
    }

    @Test func `a header that counts other frames is reported`() throws {
        var pages = try Self.music().pages
        pages[0][45 + 17] ^= 1
        pages[0] = Ogg.summed(pages[0])
        for (reader, found) in try Self.readings(pages.flatMap { $0 }) {
            #expect(found[0].count == 44_223 && reader.properties.claimedFrameCount == 44_222)
            #expect(reader.warnings.map(\.problem) == ["the header states 44222 frames, 44223 can be decoded"])
            #expect(reader.lengthSource == .scan)
        }
    }

    @Test func `other bits and other versions are refused by name`() throws {
        let pages = try Self.music().pages
        for (place, byte, words) in [(45 + 13, 3, "20 bits"), (33, 2, "version 2")] as [(Int, UInt8, String)] {
            var page = pages[0]
            page[place] = place == 33 ? byte : page[place] & 15 | byte << 4
            if place != 33 { page[45 + 12] |= 1 }
            let error = Bytes.raw(Ogg.summed(page) + pages[1...].joined()).openingError()
            #expect(
                error?.kind == .unavailable && error?.problem.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test func `a file without a frame is one without sound`() throws {
        let pages = try Self.music().pages
        var last = pages[1]
        last[5] |= 4
        let reader = try withFile(pages[0] + Ogg.summed(last)) { try AudioFileReader(path: $0) }
        #expect(reader.frameCount == 0 && reader.warnings.count == 1 && reader.properties.tags.isEmpty)
    }

    @Test func `a long one is decoded ahead, with the same samples`() throws {
        let native = try Self.long()
        let audio = try withFile(native) { try AudioFileReader(path: $0).readAll() }
        try withFile(Ogg.flac(native, perPage: 2).flatMap { $0 }) { path in
            let reader = try AudioFileReader(path: path)
            #expect(try reader.decodeAhead(on: IOWorkers(threadCount: 2), byteCount: 24 << 20))
            for frame in [0, 140_000] {
                try reader.seek(to: Int64(frame))
                #expect(firstDifference(try reader.readAll(), audio.map { Array($0[frame...]) }) == nil)
            }
        }
    }

    private static func long() throws -> [UInt8] {
        let folder = try KKTestSupport.ScratchFolder()
        let path = folder.path("long.flac")
        let writer = try AudioFileWriter(
            path: path, format: OutputFormat(container: .flac, encoding: .s16), layout: .mono, sampleRate: 48_000)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 300_000)
        buffer.frameLength = 300_000
        buffer.fill(channel: 0, at: 0, with: SeededNumbers.noise(300_000, seed: 5))
        try writer.write(buffer)
        try writer.finalize()
        return try ByteSource(path: FilePath(path)).bytes(
            at: 0, count: Int(ByteSource(path: FilePath(path)).byteCount()))
    }

    @Test func `whatever its bytes are, it ends without a crash and delivers what it promises`() throws {
        let sound = try fixtureBytes("codec-16.oga")
        var numbers = SeededNumbers(seed: 47)
        for round in 0..<150 {
            var bytes = mutated(sound, &numbers)
            // Every other time with checksums that are right, so that what is wrong is inside.
            if round % 2 == 0 {
                bytes = sound
                let place = 100 + Int(numbers.next() % UInt64(bytes.count - 100))
                bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
                bytes = Ogg.pages(bytes).flatMap { $0.count > 27 ? Ogg.summed($0) : $0 }
            }
            do {
                try withFile(bytes) { path in
                    let reader = try AudioFileReader(path: path)
                    let count = reader.frameCount
                    #expect(try reader.readAll(chunk: 1_000).allSatisfy { Int64($0.count) == count })
                }
            } catch is AudioFileError {}
        }
    }
}
