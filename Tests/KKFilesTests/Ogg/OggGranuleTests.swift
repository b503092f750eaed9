import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Granule positions are claims: a stream is as long as its packets are, begins where its first page says, and what
/// contradicts that is reported.
@Suite struct OggGranuleTests {
    private static let preSkip = 312

    private static func opened(_ pages: [[UInt8]]) throws -> (audio: [[Float]], properties: FileProperties) {
        try OggDamageTests.opened(pages.flatMap { $0 })
    }

    /// The pages with other granule positions from page `first` on, but for those of headers.
    private static func moved(_ pages: [[UInt8]], from first: Int, by frames: Int64) -> [[UInt8]] {
        pages.enumerated().map { index, page in
            index < first || Ogg.granule(page) <= 0 ? page : Ogg.page(page, granule: Ogg.granule(page) &+ frames)
        }
    }

    @Test(
        arguments: ["music.ogg", "codec-vorbis.ogg", "music.opus", "codec-opus.opus"],
        [1 << 21, 1 << 45, 1 << 61, Int64.max - 1])
    func `what the last page claims beyond its packets is a warning and no length`(name: String, claim: Int64) throws {
        let pages = Ogg.pages(try fixtureBytes(name))
        let plain = try Self.opened(pages)
        let (audio, properties) = try Self.opened(pages.dropLast() + [Ogg.page(pages[pages.count - 1], granule: claim)])
        // With its true end a page loses what fills up its last packet: a block of Vorbis, 20 ms of Opus.
        let extra = audio[0].count - plain.audio[0].count
        #expect((0..<2_048).contains(extra) && properties.frameCount == Int64(audio[0].count))
        #expect(
            properties.lengthSource == .scan
                && properties.warnings.map(\.position) == [.byte(Int64(pages.dropLast().joined().count))])
        #expect(firstDifference(audio.map { Array($0.dropLast(extra)) }, plain.audio) == nil)
    }

    @Test(
        arguments: ["music.ogg", "codec-vorbis.ogg", "codec-opus.opus"],
        [Int64.min, Int64.min + 1, -2, 0, 1, Int64.max])
    func `behind lost pages any granule position is a damaged page's`(name: String, granule: Int64) throws {
        var pages = Ogg.pages(try fixtureBytes(name))
        let last = pages.count - 1
        pages[last] = Ogg.page(pages[last], granule: granule, sequence: 99)
        let (_, properties) = try Self.opened(pages)
        #expect(!properties.warnings.isEmpty && properties.frameCount > 0 && properties.frameCount < 50_000)
    }

    @Test(arguments: ["codec-vorbis.ogg", "codec-opus.opus"])
    func `any positions on any pages end with as many frames as are promised`(name: String) throws {
        let pages = Ogg.pages(try fixtureBytes(name))
        let granules: [Int64] = [.min, .min + 1, -2, -1, 0, 1, 960, 5_000, 1 << 45, 1 << 62, .max - 2_000, .max]
        var numbers = SeededNumbers(seed: 62)
        for _ in 0..<150 {
            var damaged = pages
            for index in 2..<pages.count where numbers.next() % 2 == 0 {
                damaged[index] = Ogg.page(
                    damaged[index], granule: granules[Int(numbers.next() % UInt64(granules.count))])
            }
            do { _ = try Self.opened(damaged) } catch is AudioFileError {}
        }
    }

    @Test(
        arguments: ["music.ogg", "codec-vorbis.ogg", "music.opus", "codec-opus.opus"], [1, 312, 960, 1 << 20, 1 << 50])
    func `a stream whose positions begin anywhere gives the same sound`(name: String, offset: Int64) throws {
        let pages = Ogg.pages(try fixtureBytes(name))
        let plain = try Self.opened(pages)
        let (audio, properties) = try Self.opened(Self.moved(pages, from: 2, by: offset))
        #expect(properties.warnings.isEmpty && properties.lengthSource == .header)
        #expect(firstDifference(audio, plain.audio) == nil)
    }

    @Test(arguments: [1, 2, 3])
    func `Opus that is cut out of a longer stream is in its place, and loses nothing at its end`(dropped: Int) throws {
        let pages = Ogg.pages(try fixtureBytes("codec-opus.opus"))
        let plain = try Self.opened(pages).audio
        let start = Int(Ogg.granule(pages[1 + dropped]))
        let rip = (pages[..<2] + pages[(2 + dropped)...]).enumerated().map {
            Ogg.page($1, granule: Ogg.granule($1), sequence: $0)
        }
        let (audio, properties) = try Self.opened(rip)
        #expect(properties.warnings.isEmpty && properties.priming == Int64(Self.preSkip))
        #expect(audio[0].count == plain[0].count - start)
        // A decoder that starts in the middle gives other samples for a while (RFC 7845, section 4.6): no other place
        // is as near.
        let window = audio[0].count - 2_500..<audio[0].count - 500
        func residual(_ lag: Int) -> Float {
            window.reduce(0) { sum, frame in
                let difference = audio[0][frame] - plain[0][start + frame + lag]
                return sum + difference * difference
            }
        }
        let level = window.reduce(Float(0)) { $0 + audio[0][$1] * audio[0][$1] }
        #expect(residual(0) < 0.05 * level)
        #expect((-400...400).min { residual($0) < residual($1) } == 0)
    }

    @Test func `a stream that was joined in the middle of a packet begins with the next one`() throws {
        var pages = Ogg.pages(try fixtureBytes("codec-opus.opus"))
        let plain = try Self.opened(pages)
        // A first packet of which one byte is left, on a page that says that it goes on.
        var page = pages[2]
        let count = Int(page[26])
        page[5] |= 1
        page.insert(7, at: 27 + count)
        page.insert(1, at: 27)
        page[26] += 1
        pages[2] = Ogg.page(page, granule: Ogg.granule(page))
        let (audio, _) = try Self.opened(pages)
        #expect(firstDifference(audio, plain.audio) == nil)
    }

    @Test(arguments: ["codec-vorbis.ogg", "codec-opus.opus"], [3_000, 1 << 40])
    func `positions that step back or fall behind are reported, and nothing is lost`(name: String, back: Int64) throws {
        let pages = Self.moved(Ogg.pages(try fixtureBytes(name)), from: 2, by: 1 << 40)
        let plain = try Self.opened(pages)
        for first in 3..<pages.count - 1 {
            let stepped = Self.moved(pages, from: first, by: -back)
            let (audio, properties) = try Self.opened(stepped)
            #expect(firstDifference(audio, plain.audio) == nil, "from page \(first)")
            let place = Int64(pages[..<first].joined().count)
            #expect(properties.warnings.map(\.position) == [.byte(place)], "\(properties.warnings)")
        }
    }

    @Test(arguments: ["music.ogg", "codec-vorbis.ogg", "codec-opus.opus"], [1, 1 << 45, 1 << 61, 1 << 62, Int64.max])
    func `a page in the middle that lies is reported, and costs nothing`(name: String, granule: Int64) throws {
        let pages = Ogg.pages(try fixtureBytes(name))
        let plain = try Self.opened(pages)
        // Before the first page of audio there is none that says where it should be.
        let audible = pages.indices.filter { Ogg.granule(pages[$0]) > 0 }
        for index in audible.dropFirst().dropLast() {
            var damaged = pages
            damaged[index] = Ogg.page(pages[index], granule: granule)
            let (audio, properties) = try Self.opened(damaged)
            #expect(firstDifference(audio, plain.audio) == nil)
            #expect(properties.warnings.map(\.position) == [.byte(Int64(pages[..<index].joined().count))])
            #expect(properties.claimedFrameCount == nil)
        }
    }

    @Test(arguments: ["music.ogg", "codec-vorbis.ogg", "codec-opus.opus"])
    func `a first page that lies is reported, and cuts nothing off the start`(name: String) throws {
        var pages = Ogg.pages(try fixtureBytes(name))
        let plain = try Self.opened(pages)
        let index = try #require(pages.indices.first { Ogg.granule(pages[$0]) > 0 })
        pages[index] = Ogg.page(pages[index], granule: 1)
        let (audio, properties) = try Self.opened(pages)
        #expect(firstDifference(audio, plain.audio) == nil)
        #expect(properties.warnings.map(\.position) == [.byte(Int64(pages[..<index].joined().count))])
    }

    @Test(arguments: ["codec-vorbis.ogg", "music.ogg"], [1 << 45, 1 << 61, Int64.max])
    func `two last pages with one lie lose nothing`(name: String, granule: Int64) throws {
        let pages = Ogg.pages(try fixtureBytes(name))
        let plain = try Self.opened(pages)
        let (audio, properties) = try Self.opened(
            pages.dropLast(2) + pages.suffix(2).map { Ogg.page($0, granule: granule) })
        let extra = audio[0].count - plain.audio[0].count
        #expect(
            (0..<2_048).contains(extra) && !properties.warnings.isEmpty
                && properties.warnings.allSatisfy { $0.position != nil })
        #expect(firstDifference(audio.map { Array($0.dropLast(extra)) }, plain.audio) == nil)
    }

    @Test func `an only page that says how much of it is sound is believed, and what is left of it is decoded`() throws
    {
        let pages = Ogg.pages(try fixtureBytes("codec-opus.opus"))
        let plain = try Self.opened(pages).audio
        var only = pages[2]
        only[5] |= 4
        let said = Ogg.granule(only) - 500
        let (audio, properties) = try Self.opened(pages[..<2] + [Ogg.page(only, granule: said, sequence: 7)])
        #expect(audio[0].count == Int(said) - Self.preSkip)
        #expect(properties.warnings.map(\.position) == [.byte(Int64(pages[..<2].joined().count))])
        #expect(firstDifference(audio, plain.map { Array($0[..<audio[0].count]) }) == nil)
    }

    @Test func `more pages than sixteen bits count may contradict their packets, and none is forgotten`() throws {
        let pages = Ogg.pages(try fixtureBytes("codec-opus.opus"))
        let count = 66_000
        var bytes = pages[..<2].flatMap { $0 }
        // Packets of 120 frames, silence of CELT alone; from the second page on the positions are a second behind.
        for index in 0..<count {
            let granule = Int64(120 * (index + 1)) + (index == 0 ? 48_000 : 0)
            let head =
                Array("OggS".utf8) + [0, index == count - 1 ? 4 : 0] + [UInt8](repeating: 0, count: 8)
                + pages[0][14..<18]
            let number = (0..<4).map { UInt8(truncatingIfNeeded: (index + 2) >> (8 * $0)) }
            bytes += Ogg.page(head + number + [0, 0, 0, 0, 1, 3, 0xE0, 0xFF, 0xFE], granule: granule)
        }
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.frameCount == Int64(120 * count - Self.preSkip))
            #expect(reader.warnings.map(\.position) == [.byte(Int64(pages[..<2].joined().count + 31))])
        }
    }
}
