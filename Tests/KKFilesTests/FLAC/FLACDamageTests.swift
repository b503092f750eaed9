import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Bytes of a FLAC file that are others, gone or too many: what they held is silent, and all else is there and in its
/// place.
@Suite struct FLACDamageTests {
    /// A sound file, its frames' bytes and places, and its samples.
    struct Sound {
        let bytes: [UInt8]
        let places: [PacketPlace]
        let samples: [[Float]]

        init(_ name: String) throws {
            bytes = try fixtureBytes(name)
            places = try AudioFile.fixture(name).packetPlaces(from: 0, count: .max)
            samples = try AudioFileReader(path: Fixtures.path(name)).readAll()
        }

        /// The samples with those of some packets silent.
        func silent(_ packets: Range<Int>) -> [[Float]] {
            var samples = samples
            for place in places[packets] {
                for channel in samples.indices {
                    for frame in 0..<place.frameCount { samples[channel][Int(place.firstFrame) + frame] = 0 }
                }
            }
            return samples
        }

        func frames(_ packets: Range<Int>) -> Int { places[packets].reduce(0) { $0 + $1.frameCount } }

        /// The file with bytes changed.
        func turned(_ range: Range<Int>) -> [UInt8] {
            var bytes = bytes
            for index in range { bytes[index] ^= 0x5A }
            return bytes
        }
    }

    /// The file with these packets after its head.
    private static func cut(_ sound: Sound, _ packets: [Int]) -> [UInt8] {
        packets.reduce(into: Array(sound.bytes[..<Int(sound.places[0].offset)])) { bytes, packet in
            let place = sound.places[packet]
            bytes += sound.bytes[Int(place.offset)..<Int(place.offset) + place.byteCount]
        }
    }

    @Test(
        "Frames whose numbers begin elsewhere, begin again or come twice are all played, and a part is that of the whole",
        arguments: ["music.flac", "codec-16.flac"])
    func numbers(_ name: String) throws {
        let sound = try Sound(name)
        let all = Array(sound.places.indices)
        for packets in [Array(all[2...]), all + all, Array(all[..<2]) + all[1...]] {
            let expected = sound.samples.map { channel in
                packets.flatMap {
                    channel[
                        Int(sound.places[$0].firstFrame)..<Int(sound.places[$0].firstFrame)
                            + sound.places[$0].frameCount]
                }
            }
            try withFile(Self.cut(sound, packets)) { path in
                let reader = try AudioFileReader(path: path)
                #expect(reader.frameCount == Int64(expected[0].count), "\(packets)")
                #expect(firstDifference(try reader.readAll(chunk: 1000), expected) == nil, "\(packets)")
                for frame in [expected[0].count - 3, 5000, 4096, 9000] where frame < expected[0].count {
                    try reader.seek(to: Int64(frame))
                    #expect(
                        firstDifference(try reader.readAll(chunk: 700), expected.map { Array($0[frame...]) }) == nil,
                        "\(packets) from \(frame)")
                }
            }
        }
    }

    /// What is done to the packets `lost`, from the byte `range` on.
    private static func check(_ sound: Sound, _ bytes: [UInt8], lost: Range<Int>, _ comment: Comment) throws {
        let expected = sound.silent(lost)
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            #expect(reader.frameCount == Int64(expected[0].count), comment)
            #expect(firstDifference(try reader.readAll(chunk: 1000), expected) == nil, comment)
            #expect(reader.warnings.count == 1, comment)
            let warning = try #require(reader.warnings.first)
            let place = sound.places[lost.lowerBound]
            #expect(warning.position == .byte(place.offset), comment)
            #expect(warning.consequence == "\(sound.frames(lost)) frames of silence replace them", comment)
            for chunk in [7, 4096, 100_000] {
                #expect(
                    firstDifference(try AudioFileReader(path: path).readAll(chunk: chunk), expected) == nil,
                    "\(comment), slices of \(chunk)")
            }
            for frame in [expected[0].count - 3, 9000, 0, 4095, 12_345, 8191, 8192, 12_287] {
                try reader.seek(to: Int64(frame))
                #expect(
                    firstDifference(try reader.readAll(chunk: 500), expected.map { Array($0[frame...]) }) == nil,
                    "\(comment), from \(frame)")
            }
            #expect(reader.warnings.count == 1, comment)
            let error = failure { _ = try AudioFileReader(path: path, options: ReaderOptions(strict: true)).readAll() }
            #expect(error?.kind == .badData && error?.position == warning.position, comment)
        }
    }

    @Test(arguments: ["speech.flac", "music.flac"])
    func `turned bytes cost the frames that they are in`(name: String) throws {
        let sound = try Sound(name)
        for packet in [0, 1, 2] {
            let place = sound.places[packet]
            let start = Int(place.offset)
            let inside = [
                start + 20..<start + 21, start + place.byteCount / 2..<start + place.byteCount / 2 + 40,
                start + place.byteCount - 1..<start + place.byteCount,
            ]
            for range in inside {
                try Self.check(
                    sound, sound.turned(range), lost: packet..<packet + 1, "packet \(packet), bytes \(range)")
            }
            // The frame before it is sound, but nothing tells its end.
            for range in [start..<start + 1, start + 4..<start + 5, start..<start + place.byteCount] {
                try Self.check(
                    sound, sound.turned(range), lost: packet..<packet + 1, "packet \(packet), header \(range)")
            }
        }
        let border = Int(sound.places[2].offset)
        try Self.check(sound, sound.turned(border - 20..<border + 20), lost: 1..<3, "two packets")
    }

    @Test func `bytes that are gone or too many cost the frames that they were in, and move none`() throws {
        let sound = try Sound("music.flac")
        let place = sound.places[3]
        let middle = Int(place.offset) + place.byteCount / 2
        var bytes = sound.bytes
        bytes.removeSubrange(middle..<middle + 10)
        try Self.check(sound, bytes, lost: 3..<4, "10 bytes gone")
        bytes = sound.bytes
        bytes.removeSubrange(middle..<middle + Int(sound.places[4].byteCount))
        try Self.check(sound, bytes, lost: 3..<5, "a frame's worth of bytes gone")
        bytes = sound.bytes
        bytes.insert(contentsOf: [UInt8](repeating: 0xFF, count: 300), at: middle)
        try Self.check(sound, bytes, lost: 3..<4, "300 bytes too many")
    }

    @Test func `several damages are several warnings, each with its place`() throws {
        let sound = try Sound("music.flac")
        var bytes = sound.bytes
        for packet in [1, 4, 8] { bytes[Int(sound.places[packet].offset) + 100] ^= 1 }
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            var expected = sound.silent(1..<2)
            for packet in [4, 8] {
                let silent = sound.silent(packet..<packet + 1)
                let range =
                    Int(sound.places[packet].firstFrame)..<Int(sound.places[packet].firstFrame)
                    + sound.places[packet].frameCount
                for channel in expected.indices {
                    expected[channel].replaceSubrange(range, with: silent[channel][range])
                }
            }
            #expect(firstDifference(try reader.readAll(), expected) == nil)
            #expect(reader.warnings.map(\.position) == [1, 4, 8].map { .byte(sound.places[$0].offset) })
        }
    }

    @Test func `a damage at the end leaves what is there, and so does one with the total unknown`() throws {
        let sound = try Sound("music.flac")
        let last = try #require(sound.places.last)
        try withFile(sound.turned(Int(last.offset) + 50..<Int(last.offset) + 60)) { path in
            let reader = try AudioFileReader(path: path)
            #expect(
                firstDifference(try reader.readAll(), sound.samples.map { Array($0[..<Int(last.firstFrame)]) }) == nil)
            #expect(reader.warnings.count == 1 && reader.properties.claimedFrameCount == 44_223)
        }
        var bytes = sound.turned(Int(sound.places[5].offset) + 50..<Int(sound.places[5].offset) + 60)
        bytes[21] &= 0xF0
        for index in 22..<26 { bytes[index] = 0 }
        try Self.check(sound, bytes, lost: 5..<6, "no total")
    }

    @Test func `frames that were taken out at the start with their numbers left are no damage of sound`() throws {
        let sound = try Sound("music.flac")
        var bytes = sound.bytes
        bytes.removeSubrange(Int(sound.places[0].offset)..<Int(sound.places[2].offset))
        // Damage, so that the frames are read one by one.
        let place = sound.places[5].offset - (sound.places[2].offset - sound.places[0].offset)
        bytes[Int(place) + 100] ^= 1
        try withFile(bytes) { path in
            let reader = try AudioFileReader(path: path)
            let expected = sound.silent(5..<6).map { Array($0[Int(sound.places[2].firstFrame)...]) }
            #expect(firstDifference(try reader.readAll(), expected) == nil)
        }
    }

    /// A file with its total unknown, as one that was written to a pipe.
    private static func uncounted(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes[21] &= 0xF0
        for index in 22..<26 { bytes[index] = 0 }
        return bytes
    }

    /// Nobody has counted what is missing: only the bytes that are not a frame can tell.
    @Test func `without a total, damage up to the end is reported, by name and through a pipe`() throws {
        let sound = try Sound("music.flac")
        let whole = Self.uncounted(sound.bytes)
        let start = Int(sound.places[4].offset)
        let first = Int(sound.places[0].offset)
        func filled(from place: Int) -> [UInt8] {
            Array(whole[..<place]) + [UInt8](repeating: 0x55, count: whole.count - place)
        }
        var twice = filled(from: start + 20)
        twice[Int(sound.places[1].offset) + 100] ^= 1
        // What it is, its bytes, the packets that are left, those of them that are lost, and where the last damage
        // begins.
        let cases: [(String, [UInt8], left: Int, lost: Range<Int>, place: Int)] = [
            ("junk from a frame on", filled(from: start), 4, 0..<0, start),
            ("junk from the middle of a frame on", filled(from: start + 500), 4, 0..<0, start),
            ("a cut in a frame", Array(whole[..<(start + 500)]), 4, 0..<0, start),
            ("a cut in a header", Array(whole[..<(start + 3)]), 4, 0..<0, start),
            ("a cut in the first frame", Array(whole[..<(first + 500)]), 0, 0..<0, first),
            ("junk alone", filled(from: first), 0, 0..<0, first),
            ("a byte more", whole + [0x55], sound.places.count, 0..<0, whole.count),
            ("damage in a frame, and junk", twice, 4, 1..<2, start),
        ]
        for (name, bytes, left, lost, place) in cases {
            let end = left < sound.places.count ? Int(sound.places[left].firstFrame) : sound.samples[0].count
            let expected = sound.silent(lost).map { Array($0[..<end]) }
            func check(_ path: String, _ options: ReaderOptions) throws {
                guard end > 0 else {
                    let error = failure { _ = try AudioFileReader(path: path, options: options).readAll() }
                    #expect(error?.kind == .badData && error?.position == .byte(Int64(place)), "\(name)")
                    return
                }
                let reader = try AudioFileReader(path: path, options: options)
                let samples = try reader.readAll()
                #expect(firstDifference(samples, expected) == nil, "\(name)")
                #expect(reader.warnings.count == (lost.isEmpty ? 1 : 2), "\(name): \(reader.warnings)")
                #expect(reader.warnings.last?.position == .byte(Int64(place)), "\(name): \(reader.warnings)")
                #expect(
                    reader.warnings.last?.problem == "\(bytes.count - place) bytes are not a FLAC frame",
                    "\(name): \(reader.warnings)")
            }
            try withFile(bytes) { path in
                try check(path, ReaderOptions())
                let error = failure {
                    _ = try AudioFileReader(path: path, options: ReaderOptions(strict: true)).readAll()
                }
                #expect(error?.kind == .badData, "\(name)")
            }
            try PipedBytes.with(bytes) { try check($0, ReaderOptions(readsOnce: true)) }
            try PipedBytes.with(bytes) { path in
                let error = failure {
                    _ = try AudioFileReader(path: path, options: ReaderOptions(strict: true, readsOnce: true)).readAll()
                }
                #expect(error?.kind == .badData, "\(name)")
            }
        }
        // Nothing is wrong with a tag at the end, nor with a file of no frames.
        for bytes in [whole, whole + Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)] {
            let samples = try withFile(bytes) {
                try AudioFileReader(path: $0, options: ReaderOptions(strict: true)).readAll()
            }
            #expect(samples == sound.samples)
        }
    }
}
