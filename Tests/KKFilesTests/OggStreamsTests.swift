import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Of an Ogg file with several streams the first one is used, and what is left out is named.
@Suite struct OggStreamsTests {
    @Test(arguments: [
        ("music.ogg", "codec-vorbis.ogg", "Vorbis"), ("music.ogg", "speech.ogg", "Vorbis"), ("music.ogg", "music.ogg", "Vorbis"),
        ("music.opus", "codec-opus.opus", "Opus"), ("music.opus", "music.ogg", "Vorbis"), ("music.ogg", "music.opus", "Opus"),
    ])
    func `of streams in a chain the first one is used, and a warning says where the second begins`(
        first: String, second: String, codec: String
    ) throws {
        let bytes = try fixtureBytes(first)
        let plain = try OggDamageTests.opened(bytes)
        let (audio, properties) = try OggDamageTests.opened(bytes + fixtureBytes(second))
        #expect(properties.warnings.map(\.position) == [.byte(Int64(bytes.count))])
        #expect(properties.warnings[0].problem.contains(codec))
        #expect(properties.lengthSource == .header)
        #expect(firstDifference(audio, plain.audio) == nil)
        let three = try OggDamageTests.opened(bytes + fixtureBytes(second) + bytes)
        #expect(three.properties.warnings.count == 1)
        #expect(three.properties.warnings[0].problem.hasPrefix("2 more streams"))
        #expect(firstDifference(three.audio, plain.audio) == nil)
    }

    @Test func `a chain whose first stream has no end is told of twice`() throws {
        let bytes = try fixtureBytes("codec-vorbis.ogg")
        let (audio, properties) = try OggDamageTests.opened(Array(bytes[..<5_269]) + fixtureBytes("music.ogg"))
        #expect(properties.warnings.map(\.position) == [.byte(5_269), .byte(5_269)])
        #expect(audio[0].count == 11_840)
    }

    @Test(arguments: [
        ("music.ogg", "codec-vorbis.ogg"), ("codec-vorbis.ogg", "music.ogg"), ("music.opus", "codec-opus.opus"), ("music.ogg", "music.opus"),
        ("music.opus", "music.ogg"), ("codec-opus.opus", "music.opus"),
    ])
    func `of streams side by side the first one is used, and a warning says so`(first: String, second: String) throws {
        let plain = try OggDamageTests.opened(fixtureBytes(first))
        var one = try Ogg.pages(fixtureBytes(first)).map { Ogg.page($0, serial: 11) }
        var other = try Ogg.pages(fixtureBytes(second)).map { Ogg.page($0, serial: 22) }
        var mixed: [UInt8] = []
        let place = one[0].count
        while !one.isEmpty || !other.isEmpty {
            if !one.isEmpty { mixed += one.removeFirst() }
            if !other.isEmpty { mixed += other.removeFirst() }
        }
        let (audio, properties) = try OggDamageTests.opened(mixed)
        #expect(properties.warnings.map(\.position) == [.byte(Int64(place))])
        #expect(properties.warnings[0].consequence == "only the first is used")
        #expect(firstDifference(audio, plain.audio) == nil)
    }

    @Test func `a first stream that is no Vorbis and no Opus is refused by name`() throws {
        let video = Ogg.firstPage([0x80] + Array("theora".utf8) + [UInt8](repeating: 0, count: 35))
        for bytes in [video, video + (try fixtureBytes("music.ogg"))] {
            let error = Bytes.raw(bytes).openingError()
            #expect(error?.kind == .unavailable)
            #expect(error?.problem.contains("Theora") == true)
            #expect(error?.nextStep != nil)
        }
    }

    @Test func `chains and mixtures that are damaged end without a crash and deliver what they promise`() throws {
        let plain = try fixtureBytes("codec-vorbis.ogg") + fixtureBytes("codec-opus.opus") + fixtureBytes("codec-vorbis.ogg")
        var numbers = SeededNumbers(seed: 31)
        for _ in 0..<100 {
            do { _ = try OggDamageTests.opened(mutated(plain, &numbers)) } catch is AudioFileError {}
        }
    }
}
