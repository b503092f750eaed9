import KKFuzzTargets
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// The damage that `scripts/fuzz --structured` does: it must get past checksums, and be the same every time.
@Suite struct StructuredMutatorTests {
    private static let names = [
        "codec-id3.opus", "codec-vorbis.ogg", "codec-16.oga", "tone-8.flac", "channels-6-flac.caf",
        "channels-6-alac.caf",
        "mpeg-crc.mp3", "mpeg-in-caf.caf",
        "channels-6.wav", "channels-6.w64", "channels-6.aifc", "channels-6.au", "codec-opus.caf",
        "channels-6.m4a", "codec-alac.m4b", "codec-alac-fragments.mp4",
    ]

    private func damaged(_ bytes: [UInt8], _ seed: UInt64) throws -> [UInt8] {
        var mutator = StructuredMutator(seed: seed)
        let damaged = mutator.damaged(bytes, limit: 1 << 15)
        return try #require(damaged)
    }

    @Test(
        "a file of every kind is damaged, by one seed always in the same way, and by most in ways of their own",
        arguments: names)
    func damages(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        var kinds: Set<[UInt8]> = []
        for seed in 0..<20 as Range<UInt64> {
            let one = try damaged(bytes, seed)
            #expect(try damaged(bytes, seed) == one)
            kinds.insert(one)
        }
        #expect(kinds.count > 15 && kinds.contains { $0 != bytes })
    }

    @Test(
        "what is damaged once does not die at the probe, and a third of it is read: else nothing behind the headers were tested",
        arguments: names)
    func reaches(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        let isOgg = bytes.starts(with: "OggS".utf8)
        let target = try #require(FuzzTarget.all.first { $0.name == (isOgg ? "reader" : "file") })
        let scratch = try KKTestSupport.ScratchFolder()
        var counts: [FuzzReach: Int] = [:]
        for seed in 0..<200 as Range<UInt64> {
            let damaged = try damaged(bytes, seed)
            if isOgg { try scratch.write(damaged, to: "input") }
            counts[
                try target.run(FuzzInput(bytes: damaged, path: scratch.path("input"), folder: scratch.root)), default: 0
            ] += 1
        }
        let (unknown, read) = (counts[.unknown, default: 0], counts[.read, default: 0])
        #expect(unknown < 40 && read > 66, "of 200 \(unknown) are unknown, and \(read) are read")
    }

    @Test(
        "the pages of a damaged Ogg file have right checksums, and another granule position in many",
        arguments: ["codec-id3.opus", "codec-vorbis.ogg"])
    func pages(_ name: String) throws {
        let bytes = try fixtureBytes(name)
        func granules(_ bytes: [UInt8]) throws -> [Int64] {
            let source = ByteSource(bytes: bytes)
            var granules: [Int64] = []
            var place: Int64 = 0
            while case .page(let page) = try OggPage.find(in: source, at: place) {
                granules.append(page.granule)
                place = page.end
            }
            return granules
        }
        let whole = try granules(bytes)
        let found = try (0..<100 as Range<UInt64>).map { try granules(try damaged(bytes, $0)) }
        // A segment table that is changed has the pages after it elsewhere, and one that is cut has none.
        #expect(found.count { $0.count >= whole.count } > 40)
        #expect(found.count { $0.count == whole.count && $0 != whole } > 15)
    }

    @Test("the frames of a damaged FLAC file have right checksums, where they are not cut or moved")
    func frames() throws {
        let bytes = try fixtureBytes("tone-8.flac")
        let places = try AudioFile(opening: bytes).packetPlaces(from: 0, count: 100)
        var (changed, sound) = (0, 0)
        for seed in 0..<200 as Range<UInt64> {
            let other = try damaged(bytes, seed)
            guard other.count == bytes.count else { continue }
            for place in places {
                let range = Int(place.offset)..<Int(place.offset) + place.byteCount
                guard other[range] != bytes[range] else { continue }
                changed += 1
                if other[range].reduce(0, FLACFrameChecksum.next) == 0 { sound += 1 }
            }
        }
        #expect(changed > 30 && 4 * sound > 3 * changed, "\(sound) of \(changed)")
    }
}
