import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// A FLAC file by its name and the same bytes through a pipe are one sound, with the same words, however it is damaged.
@Suite struct FLACPathPipeTests {
    private struct Reading: Equatable {
        var samples: [[Float]] = []
        var warnings: [String] = []
        var refusal: FailureKind?
    }

    private static func read(_ path: String, _ options: ReaderOptions) -> Reading {
        var reading = Reading()
        let error = failure {
            let reader = try AudioFileReader(path: path, options: options)
            reading.samples = try reader.readAll()
            reading.warnings = reader.warnings.map { "\($0.position.map { "\($0)" } ?? "") \($0.problem)" }.sorted()
        }
        if let error { reading = Reading(refusal: error.kind) }
        return reading
    }

    /// - Returns: what differs.
    private static func difference(_ bytes: [UInt8]) throws -> String? {
        for isStrict in [false, true] {
            let file = try withFile(bytes) { read($0, ReaderOptions(strict: isStrict)) }
            let pipe = try PipedBytes.with(bytes) { read($0, ReaderOptions(strict: isStrict, readsOnce: true)) }
            if file.samples != pipe.samples {
                return
                    "\(file.samples.first?.count ?? 0) and \(pipe.samples.first?.count ?? 0) frames, strict: \(isStrict)"
            }
            if file.refusal != pipe.refusal {
                return "\(String(describing: file.refusal)) \(String(describing: pipe.refusal)), strict: \(isStrict)"
            }
            if file.warnings.isEmpty != pipe.warnings.isEmpty { return "\(file.warnings) \(pipe.warnings)" }
        }
        return nil
    }

    private static func frames(_ name: String) throws -> [Range<Int>] {
        try AudioFile.fixture(name).packetPlaces(from: 0, count: 1 << 16).map {
            Int($0.offset)..<Int($0.offset) + $0.byteCount
        }
    }

    @Test func `a byte of the metadata that is another`() throws {
        let whole = try fixtureBytes("tone-8.flac")
        let start = try #require(try Self.frames("tone-8.flac").first?.lowerBound)
        for place in 0..<start {
            for flip: UInt8 in place < 50 ? [0x01, 0x80, 0xFF] : [0xFF] {
                var bytes = whole
                bytes[place] ^= flip
                #expect(try Self.difference(bytes) == nil, "byte \(place), \(flip)")
            }
        }
    }

    @Test func `a byte of a frame's header that is another`() throws {
        let whole = try fixtureBytes("tone-8.flac")
        let frames = try Self.frames("tone-8.flac")
        for frame in [frames[0], frames[frames.count - 1]] {
            for place in frame.prefix(8) + frame.suffix(2) {
                var bytes = whole
                bytes[place] ^= 0x11
                #expect(try Self.difference(bytes) == nil, "byte \(place)")
            }
        }
    }

    @Test func `frames that are gone, double, exchanged or cut`() throws {
        let whole = try fixtureBytes("codec-id6.flac")
        let frames = try Self.frames("codec-id6.flac")
        let head = Array(whole[..<frames[0].lowerBound])
        let packets = frames.map { Array(whole[$0]) }
        func check(_ packets: [[UInt8]], _ name: String) throws {
            #expect(try Self.difference(head + packets.flatMap { $0 }) == nil, "\(name)")
        }
        try check(packets, "whole")
        for index in packets.indices {
            var changed = packets
            changed.remove(at: index)
            try check(changed, "\(index) gone")
            changed = packets
            changed.insert(packets[index], at: index)
            try check(changed, "\(index) double")
            changed = packets
            changed.swapAt(index, (index + 1) % packets.count)
            try check(changed, "\(index) exchanged")
            changed = packets
            changed[index].removeLast(changed[index].count / 2)
            try check(changed, "\(index) cut")
            try check(Array(packets[...index]), "ends behind \(index)")
        }
    }

    @Test func `the checksum by eights is the one by bytes, and stops where that is 0 or a header may begin`() {
        var numbers = SeededNumbers(seed: 61)
        for round in 0..<400 {
            // Few kinds of bytes, so that the checksum is 0 often: after two bytes that are the checksum themselves.
            var bytes = (0..<64).map { _ in
                UInt8(truncatingIfNeeded: numbers.next() >> 11) & (round % 2 == 0 ? 0x7F : 0xFF)
            }
            var start: UInt16 = 0
            for byte in bytes.prefix(20) { start = FLACFrameChecksum.next(start, byte) }
            let zeroAt = 20 + round % 17
            var value = start
            for byte in bytes[20..<zeroAt] { value = FLACFrameChecksum.next(value, byte) }
            bytes[zeroAt] = UInt8(value >> 8)
            bytes[zeroAt + 1] = UInt8(value & 0xFF)
            if round % 3 == 0 { bytes.replaceSubrange(20 + round % 16..<22 + round % 16, with: [0xFF, 0xF8]) }
            var (fast, place) = (start, 20)
            FLACFrameChecksum.skip(&fast, &place, to: 62, in: bytes.span)
            value = start
            for index in 20..<place {
                let isSync = bytes[index] == 0xFF && bytes[index + 1] & 0xFE == 0xF8
                #expect(!isSync && value != 0, "round \(round), byte \(index)")
                value = FLACFrameChecksum.next(value, bytes[index])
            }
            #expect(value == fast && place <= (round % 3 == 0 ? 20 + round % 16 : zeroAt + 2), "round \(round)")
        }
    }
}
