import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Of streams side by side one is read: the one that is asked for, and else the first that can be decoded.
@Suite struct OggChoiceTests {
    private static let names = ["codec-vorbis.ogg", "music.opus", "codec-16.oga", "music.ogg"]
    private static let skeleton = Ogg.firstPage(Array("fishead".utf8) + [UInt8](repeating: 0, count: 57))
    private static let video = Ogg.firstPage([0x80] + Array("theora".utf8) + [UInt8](repeating: 0, count: 35))

    private static func pages(_ name: String, serial: UInt8) throws -> [[UInt8]] {
        try Ogg.pages(fixtureBytes(name)).map { Ogg.page($0, serial: serial) }
    }

    private static func all() throws -> [UInt8] {
        Ogg.mixed(try names.enumerated().map { try pages($1, serial: UInt8($0 + 20)) })
    }

    private static func reader(
        _ bytes: [UInt8], _ stream: Int?, piped: Bool = false
    ) throws -> (
        reader: AudioFileReader, audio: [[Float]]
    ) {
        func read(_ path: String) throws -> (AudioFileReader, [[Float]]) {
            let reader = try AudioFileReader(
                path: path, options: ReaderOptions(strict: stream != nil, readsOnce: true, stream: stream))
            return (reader, try reader.readAll())
        }
        return piped ? try PipedBytes.with(bytes, read) : try withFile(bytes, read)
    }

    @Test(arguments: [1, 2, 3, 4], [false, true])
    func `the stream that is asked for is read as if it were alone, without a word`(number: Int, piped: Bool) throws {
        let alone = try AudioFileReader(path: Fixtures.path(Self.names[number - 1]))
        let (reader, audio) = try Self.reader(Self.all(), number, piped: piped)
        #expect(firstDifference(audio, try alone.readAll()) == nil)
        #expect(reader.warnings.isEmpty && reader.properties.tags == alone.properties.tags)
        #expect(reader.properties.dataFormat == alone.properties.dataFormat)
        #expect(reader.properties.streams == ["Vorbis", "Opus", "FLAC", "Vorbis"])
    }

    @Test(arguments: [0, 5, -1, 1_000_000_000])
    func `a number that there is not is an error that lists the streams`(number: Int) throws {
        let error = failure { _ = try Self.reader(Self.all(), number) }
        #expect(error?.kind == .usage)
        #expect(
            error?.problem
                == "stream \(number) was requested, but the file has 4: 1 Vorbis, 2 Opus, 3 FLAC, 4 Vorbis")
        #expect(error?.nextStep == "name a stream from 1 to 4")
    }

    @Test(arguments: ["music.ogg", "music.wav", "music.flac", "music.mp3"], [false, true])
    func `a file with one stream has the first alone`(name: String, piped: Bool) throws {
        let bytes = try fixtureBytes(name)
        let (_, audio) = try Self.reader(bytes, 1, piped: piped)
        #expect(firstDifference(audio, try AudioFileReader(path: Fixtures.path(name)).readAll()) == nil)
        let error = failure { _ = try Self.reader(bytes, 2, piped: piped) }
        #expect(error?.kind == .usage && error?.problem == "stream 2 was requested, but the file has one")
    }

    @Test func `what is no audio counts as none and is no word's worth, wherever it stands`() throws {
        let music = try Self.pages("music.ogg", serial: 20)
        let plain = try AudioFileReader(path: Fixtures.path("music.ogg")).readAll()
        let unknown = Ogg.page(Ogg.firstPage([9, 9, 9]), serial: 70)
        for first in [[Self.video], [Self.skeleton, Ogg.page(Self.video, serial: 60), unknown], []] {
            for last in [[], [Ogg.page(Self.video, serial: 61)]] {
                let bytes = first.flatMap { $0 } + music[0] + last.flatMap { $0 } + music[1...].joined()
                for stream in [nil, 1] {
                    let (reader, audio) = try Self.reader(bytes, stream)
                    #expect(reader.warnings.isEmpty && reader.properties.streams == ["Vorbis"])
                    #expect(firstDifference(audio, plain) == nil)
                }
            }
        }
    }

    @Test func `audio that cannot be decoded is passed over with a warning, and refused where it is asked for`() throws
    {
        let music = try Self.pages("music.ogg", serial: 20)
        var ambisonics = try Self.pages("codec-id4.opus", serial: 30)
        // The mapping family of OpusHead.
        ambisonics[0][28 + 18] = 3
        ambisonics[0] = Ogg.summed(ambisonics[0])
        let ultra = Ogg.firstPage(Array("CELT    ".utf8) + [UInt8](repeating: 0, count: 52))
        for (first, codec, kind) in [([ultra], "CELT", FailureKind.unavailable), (ambisonics, "Opus", .badData)] {
            let bytes = Ogg.mixed([first, music])
            let (reader, audio) = try Self.reader(bytes, nil)
            #expect(reader.warnings.map(\.position) == [.byte(0)])
            #expect(reader.warnings[0].problem == "a stream of \(codec) is multiplexed with the one in use")
            #expect(reader.warnings[0].consequence == "it is left out")
            #expect(firstDifference(audio, try AudioFileReader(path: Fixtures.path("music.ogg")).readAll()) == nil)
            #expect(failure { _ = try Self.reader(bytes, 1) }?.kind == kind)
            if codec == "CELT" {
                let error = failure { _ = try Self.reader(Ogg.mixed([music, first]), 2) }
                #expect(error?.problem == "stream 2 of this Ogg file is CELT, which cannot be read")
            }
            #expect(firstDifference(try Self.reader(bytes, 2).audio, audio) == nil)
        }
    }

    @Test func `in a chain the number counts in every part of it`() throws {
        let one = try Ogg.mixed([Self.pages("music.opus", serial: 1), Self.pages("music.ogg", serial: 2)])
        let other = try Ogg.mixed([Self.pages("codec-opus.opus", serial: 3), Self.pages("codec-vorbis.ogg", serial: 4)])
        let single = try Self.pages("music.ogg", serial: 5).flatMap { $0 }
        let parts = try ["music.ogg", "codec-vorbis.ogg"].map { try AudioFileReader(path: Fixtures.path($0)).readAll() }
        let (_, audio) = try Self.reader(one + other, 2)
        #expect(firstDifference(audio, parts[0].indices.map { parts[0][$0] + parts[1][$0] }) == nil)
        // Where a part has none of that number the chain ends.
        let short = try withFile(one + single) { path in
            let reader = try AudioFileReader(path: path, options: ReaderOptions(stream: 2))
            #expect(reader.warnings.count == 1)
            return try reader.readAll()
        }
        #expect(firstDifference(short, parts[0]) == nil)
    }
}
