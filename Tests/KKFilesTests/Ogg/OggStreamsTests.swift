import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// Streams one after another are played so, where they agree; of others the first one is used, and what is left out is
/// named.
@Suite struct OggStreamsTests {
    @Test(arguments: [
        ("music.ogg", "codec-id3.ogg", "Vorbis"), ("music.ogg", "speech.ogg", "Vorbis"),
        ("codec-opus.opus", "codec-id3.opus", "Opus"),
        ("music.opus", "music.ogg", "Vorbis"), ("music.ogg", "music.opus", "Opus"),
    ])
    func `of streams in a chain that differ the first one is used, and a warning says where the second begins`(
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

    @Test(arguments: [
        ("music.ogg", "codec-vorbis.ogg"), ("music.ogg", "music.ogg"), ("music.opus", "codec-opus.opus"),
        ("codec-opus.opus", "music.opus"),
    ])
    func `streams in a chain that agree are played one after another, each as by itself`(
        first: String, second: String
    ) throws {
        let names = [first, second, first]
        let parts = try names.map { try OggDamageTests.opened(fixtureBytes($0)).audio }
        let bytes = try names.flatMap { try fixtureBytes($0) }
        let (audio, properties) = try OggDamageTests.opened(bytes)
        let expected = audio.indices.map { channel in parts.flatMap { $0[channel] } }
        #expect(properties.warnings.isEmpty && properties.lengthSource == .header)
        #expect(firstDifference(audio, expected) == nil)
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            let joint = parts[0][0].count
            for frame in [joint + parts[1][0].count + 5, joint - 700, joint, 3] {
                try reader.seek(to: Int64(frame))
                #expect(
                    firstDifference(try reader.readAll(), expected.map { Array($0[frame...]) }) == nil, "from \(frame)")
            }
        }
    }

    /// A decoder, and what tells how long packets sound, take a hundred kilobytes.
    @Test(arguments: ["codec-id3.ogg", "codec-id3.opus"])
    func `of a chain's streams none keeps a decoder, and the first alone its texts`(name: String) throws {
        let pages = try Ogg.pages(fixtureBytes(name))
        let bytes = (0..<40).flatMap { link in pages.flatMap { Ogg.page($0, serial: UInt8(link + 1)) } }
        let scan = try OggScan(ByteSource(bytes: bytes, name: name), start: 0)
        #expect(scan.streams.count == 40 && scan.warnings.isEmpty)
        for (index, stream) in scan.streams.enumerated() {
            #expect(stream.decoded != nil && stream.comment.isEmpty == (index > 0))
            for child in Mirror(reflecting: stream).children {
                let mirror = Mirror(reflecting: child.value)
                let inner: Any? = mirror.displayStyle == .optional ? mirror.children.first?.value : child.value
                let isObject = inner.map { Mirror(reflecting: $0).displayStyle == .class } ?? false
                #expect(!isObject, "\(child.label ?? "")")
            }
        }
    }

    @Test func `however often pages are lost, no more is kept of it than is reported`() {
        var timeline = OggTimeline(isExact: true, sampleRate: 48_000, longestPacket: 5_760)
        for place in 0..<1_000 as Range<Int64> {
            timeline.lose(.init(place: place, words: "lost"), before: 0, frames: 0, byteCount: 0)
            if place % 2 == 1 { timeline.finish() }
        }
        #expect(timeline.problems.count == [FileWarning].mostPlaces + 1)
    }

    @Test func `a chain whose first stream has no end is reported once, and goes on`() throws {
        let bytes = try fixtureBytes("codec-vorbis.ogg")
        let second = try OggDamageTests.opened(fixtureBytes("music.ogg")).audio
        let (audio, properties) = try OggDamageTests.opened(Array(bytes[..<5_269]) + fixtureBytes("music.ogg"))
        #expect(properties.warnings.map(\.position) == [.byte(5_269)])
        #expect(firstDifference(audio.map { Array($0[11_840...]) }, second) == nil)
    }

    @Test(arguments: [
        ("music.ogg", "codec-vorbis.ogg"), ("codec-vorbis.ogg", "music.ogg"), ("music.opus", "codec-opus.opus"),
        ("music.ogg", "music.opus"),
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

    @Test func `a file without audio that can be read is refused by the name of its first stream`() throws {
        let video = Ogg.firstPage([0x80] + Array("theora".utf8) + [UInt8](repeating: 0, count: 35))
        let ultra = Ogg.firstPage(Array("CELT    ".utf8) + [UInt8](repeating: 0, count: 52))
        for (bytes, codec) in [(video, "Theora"), (ultra, "CELT"), (Ogg.page(video, serial: 9) + ultra, "CELT")] {
            let error = Bytes.raw(bytes).openingError()
            #expect(error?.kind == .unavailable)
            #expect(error?.problem.contains(codec) == true)
            #expect(error?.nextStep != nil)
        }
    }

    @Test func `chains and mixtures that are damaged end without a crash and deliver what they promise`() throws {
        let plain =
            try fixtureBytes("codec-vorbis.ogg") + fixtureBytes("codec-opus.opus") + fixtureBytes("codec-vorbis.ogg")
        var numbers = SeededNumbers(seed: 31)
        for _ in 0..<100 {
            do { _ = try OggDamageTests.opened(mutated(plain, &numbers)) } catch is AudioFileError {}
        }
    }
}
