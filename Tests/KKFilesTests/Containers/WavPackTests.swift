import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

private func reader(_ bytes: [UInt8], strict: Bool = false) throws -> AudioFileReader {
    try AudioFileReader(InputBytes(ByteSource(bytes: bytes)), options: ReaderOptions(strict: strict))
}

/// That its samples are those it was made from, and that a seek lands on the frame, is in `FixtureTests`.
@Suite struct WavPackTests {
    /// A file of six blocks of 1000 frames and one of 615, with tags after them.
    private let bytes: [UInt8]
    private let samples: [[Float]]
    /// Where its blocks are.
    private let blocks: [Range<Int>]

    init() throws {
        bytes = try fixtureBytes("tone-16.wv")
        samples = try AudioFileReader(path: Fixtures.path("tone-s16.wav")).readAll()
        var blocks: [Range<Int>] = []
        while true {
            let place = blocks.last?.upperBound ?? 0
            guard let header = WavPackHeader(Array(bytes[place...].prefix(32))) else { break }
            blocks.append(place..<place + header.byteCount)
        }
        // What is after the last frames is a checksum of them all.
        self.blocks = Array(blocks.prefix(7))
    }

    /// The samples with some frames silent.
    private func silent(_ frames: Range<Int>) -> [[Float]] {
        samples.map { channel in channel.indices.map { frames.contains($0) ? 0 : channel[$0] } }
    }

    @Test(
        arguments: [
            ("tone-8.wv", 8), ("tone-16.wv", 16), ("tone-20.wv", 20), ("tone-24.wv", 24), ("tone-32.wv", 32),
            ("tone-f32.wv", nil), ("tone-hybrid.wv", nil),
        ] as [(String, Int?)])
    func `a file is what it says`(name: String, bits: Int?) throws {
        let properties = try AudioFileReader(path: Fixtures.path(name)).properties
        #expect(properties.fileType == .wavpack && properties.fileType.name == "WavPack")
        #expect(properties.sourceBitDepth == bits)
        #expect(properties.encodingName == (name == "tone-f32.wv" ? "f32" : "wavpack"))
        #expect(properties.frameCount == 6615 && properties.lengthSource == .header)
        #expect(properties.layout == .stereo && properties.warnings.isEmpty)
    }

    @Test func `texts of an APE tag are read`() throws {
        let tags = try reader(bytes).properties.tags.map { "\($0.key)=\($0.value)" }
        #expect(tags == ["title=Töne", "artist=kkmix", "year=2026", "track number=3/7"])
        // An ID3 tag after it says what it does not.
        var tag = [UInt8](repeating: 0, count: 128)
        tag.replaceSubrange(0..<7, with: Array("TAGSong".utf8))
        tag.replaceSubrange(63..<67, with: Array("Disc".utf8))
        let both = try reader(bytes + tag)
        #expect(both.properties.tags.map(\.value) == ["Töne", "kkmix", "2026", "3/7", "Disc"])
        #expect(both.warnings.isEmpty)
    }

    @Test func `a hybrid file without its corrections is near what it was made from`() throws {
        let heard = try AudioFileReader(path: Fixtures.path("tone-hybrid.wv")).readAll()
        for (channel, made) in zip(heard, samples) {
            let farthest = zip(channel, made).map { abs($0 - $1) }.max() ?? 1
            #expect(farthest > 0 && farthest < 0.01, "\(farthest)")
        }
    }

    @Test func `a block with a wrong byte is silent, with its frame, however it is reached`() throws {
        for (index, block) in blocks.enumerated() {
            var damaged = bytes
            damaged[block.lowerBound + block.count / 2] ^= 0x10
            let first = 1000 * index
            let expected = silent(first..<min(first + 1000, 6615))
            let file = try reader(damaged)
            #expect(try file.readAll() == expected)
            #expect(file.warnings.map(\.position) == [.frame(Int64(first))])
            try file.seek(to: Int64(first + 10))
            #expect(try file.readAll().map { $0[...] } == expected.map { $0[(first + 10)...] })
            #expect(file.warnings.count == 1)
            let strict = try reader(damaged, strict: true)
            let error = #expect(throws: AudioFileError.self) { try strict.readAll() }
            #expect(error?.position == .frame(Int64(first)))
        }
    }

    @Test func `without a block its frames are silent, and bytes between two move nothing`() throws {
        for index in 1..<6 {
            var cut = bytes
            cut.removeSubrange(blocks[index])
            let file = try reader(cut)
            #expect(try file.readAll() == silent(1000 * index..<1000 * index + 1000))
            #expect(file.warnings.map(\.problem) == ["1000 frames are missing"])
            var long = bytes
            long.insert(contentsOf: [UInt8](repeating: 0x77, count: 999), at: blocks[index].lowerBound)
            let other = try reader(long)
            #expect(try other.readAll() == samples)
            #expect(!other.warnings.isEmpty)
        }
    }

    @Test func `a size that leads into other blocks costs its own block alone`() throws {
        for step in [2, 64, 1900] {
            var damaged = bytes
            let size = blocks[2].count - 8 + step
            (damaged[blocks[2].lowerBound + 4], damaged[blocks[2].lowerBound + 5]) = (
                UInt8(size & 0xFF), UInt8(size >> 8)
            )
            let file = try reader(damaged)
            #expect(try file.readAll() == silent(2000..<3000))
            #expect(file.warnings.count == 1)
        }
    }

    @Test func `a part of a longer file begins with its own first frame`() throws {
        let file = try reader(Array(bytes[blocks[3].lowerBound...]))
        #expect(try file.readAll() == samples.map { Array($0[3000...]) })
        #expect(file.warnings.isEmpty && file.lengthSource == .scan)
    }

    @Test func `a file cut anywhere is the beginning of the whole, with a word`() throws {
        for end in stride(from: 1, to: blocks[6].upperBound, by: 61) {
            do {
                let file = try reader(Array(bytes[..<end]))
                let count = 1000 * blocks.filter { $0.upperBound <= end }.count
                #expect(file.frameCount == Int64(count))
                #expect(try file.readAll() == samples.map { Array($0[..<count]) })
                #expect(!file.warnings.isEmpty && file.properties.claimedFrameCount == 6615)
            } catch let error as AudioFileError {
                #expect(end < max(32, blocks[0].upperBound) && error.kind == .badData, "\(end): \(error)")
            }
        }
    }

    @Test func `no wrong byte becomes sound, or goes without a word`() throws {
        let small = try fixtureBytes("channels-6.wv")
        for (whole, step) in [(small, 1), (bytes, 97)] {
            let sound = try reader(whole).readAll()
            for place in stride(from: 0, to: whole.count, by: step) {
                for mask in [0xFF, 0x01, 0x80] as [UInt8] {
                    var damaged = whole
                    damaged[place] ^= mask
                    guard let file = try? reader(damaged), file.fileFormat.formatID == .wavPack else { continue }
                    let heard = try file.readAll()
                    #expect(heard.count == sound.count && heard[0].count <= sound[0].count)
                    #expect(heard == sound || !file.warnings.isEmpty, "byte \(place)")
                    let isQuiet = zip(heard, sound).allSatisfy { one, other in
                        one.count < other.count || zip(one, other).allSatisfy { $0 == $1 || $0 == 0 }
                    }
                    #expect(isQuiet, "byte \(place)")
                }
            }
        }
    }

    @Test func `numbers of a header size nothing`() throws {
        // The length: far too much, unknown, and too little.
        for (length, claimed) in [(1 << 39, Int64(1) << 39), (nil, nil), (6000, 6000)] as [(Int64?, Int64?)] {
            var changed = bytes
            let upper = UInt8((length ?? 0) >> 32)
            let lower = length.map { UInt32(truncatingIfNeeded: $0 + Int64(upper)) } ?? .max
            changed[11] = upper
            for index in 0..<4 { changed[12 + index] = UInt8(truncatingIfNeeded: lower >> (8 * UInt32(index))) }
            let file = try reader(Self.withChecksum(changed, blocks[0]))
            #expect(file.frameCount == 6615 && file.properties.claimedFrameCount == claimed)
            #expect(file.warnings.isEmpty == (length == nil))
            #expect(try file.readAll() == samples)
        }
        // A block that is said to begin an hour later.
        var late = bytes
        late[blocks[4].lowerBound + 19] = 0x10
        let file = try reader(late)
        #expect(try file.readAll() == silent(4000..<5000))
        #expect(file.warnings.count == 1)
    }

    /// The checksum at the end of a block (format.txt: all words of 16 bits before it, by threes).
    private static func withChecksum(_ bytes: [UInt8], _ block: Range<Int>) -> [UInt8] {
        var bytes = bytes
        var sum = UInt32.max
        for place in stride(from: block.lowerBound, to: block.upperBound - 6, by: 2) {
            sum = sum &* 3 &+ UInt32(bytes[place]) &+ UInt32(bytes[place + 1]) << 8
        }
        for index in 0..<4 {
            bytes[block.upperBound - 4 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
        }
        return bytes
    }

    @Test func `DSD is refused by name, and packets are not told apart`() throws {
        var dsd = bytes
        dsd[27] |= 0x80
        let error = #expect(throws: AudioFileError.self) { try reader(dsd) }
        #expect(error?.kind == .unavailable && error?.problem.contains("DSD in WavPack") == true)
        let packets = #expect(throws: AudioFileError.self) { try AudioFile(opening: bytes) }
        #expect(
            packets?.kind == .unavailable && packets?.problem == "the packets of WavPack cannot be read one by one here"
        )
    }
}
