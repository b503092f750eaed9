import KKConvert
import KKPCM
import KKTestSupport
import Testing

/// Every sort of description to every other, against a second implementation and against bytes written by hand.
@Suite struct AudioConverterFormatTests {
    /// Values that meet every byte, the ends of the range and what lies beyond them.
    private static func values(_ count: Int, seed: UInt64) -> [Double] {
        var numbers = SeededNumbers(seed: seed)
        let ends: [Double] = [0, 1, -1, 1.25, -1.25, 0x1p-31, -0x1p-31, 0.5, 130, -130]
        return ends + (0..<count - ends.count).map { _ in Double(Int64(bitPattern: numbers.next())) * 0x1p-63 * 1.1 }
    }

    @Test func `every pair of descriptions is as exact values have it`() throws {
        let sorts = everySort()
        #expect(sorts.count > 100)
        let channels = [Self.values(24, seed: 1), Self.values(24, seed: 2)]
        var wrong: [String] = []
        for from in sorts {
            let source = ReferenceFormat(description: from)
            let input = source.list(channels)
            let exact = source.values(input)
            for to in sorts {
                let expected = ReferenceFormat(description: to).list(exact)
                let output = try converted(input, 24, by: AudioConverter(from: from, to: to))
                if output != expected { wrong.append("\(from) → \(to)") }
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: [1, 3, 6])
    func `any number of channels is the same`(channels: Int) throws {
        let sorts = everySort(channels: channels)
        let values = (0..<channels).map { Self.values(600, seed: UInt64($0)) }
        var wrong: [String] = []
        for (index, from) in sorts.enumerated() {
            let to = sorts[(index * 7 + 3) % sorts.count]
            let source = ReferenceFormat(description: from)
            let input = source.list(values)
            let output = try converted(input, 600, by: AudioConverter(from: from, to: to))
            if output != ReferenceFormat(description: to).list(source.values(input)) { wrong.append("\(from) → \(to)") }
        }
        #expect(wrong == [])
    }

    private func bytes(_ input: [[UInt8]], _ from: StreamDescription, _ to: StreamDescription) throws -> [[UInt8]] {
        let width = from.isInterleaved ? from.channelCount : 1
        let list = AudioBufferList(input.map { AudioBuffer(channelCount: width, bytes: $0) })
        return try converted(list, input[0].count / Int(from.bytesPerFrame), by: AudioConverter(from: from, to: to))
            .buffers.map(\.bytes)
    }

    @Test func `byte order, interleaving and alignment, by hand`() throws {
        let little = integers(16, in: 16), big = integers(16, in: 16, [.isSignedInteger, .isBigEndian])
        #expect(try bytes([[0x34, 0x12, 0x78, 0x56]], little, big) == [[0x12, 0x34, 0x56, 0x78]])
        let planes = integers(16, in: 16, [.isSignedInteger, .isNonInterleaved])
        #expect(try bytes([[1, 2, 3, 4, 5, 6, 7, 8]], little, planes) == [[1, 2, 5, 6], [3, 4, 7, 8]])
        #expect(try bytes([[1, 2, 5, 6], [3, 4, 7, 8]], planes, big) == [[2, 1, 4, 3, 6, 5, 8, 7]])

        let packed = integers(24, in: 24, channels: 1)
        let low = integers(24, in: 32, channels: 1),
            high = integers(24, in: 32, channels: 1, [.isSignedInteger, .isAlignedHigh])
        #expect(try bytes([[0x56, 0x34, 0x92]], packed, low) == [[0x56, 0x34, 0x92, 0xFF]])
        #expect(try bytes([[0x56, 0x34, 0x92]], packed, high) == [[0, 0x56, 0x34, 0x92]])
        #expect(try bytes([[0x56, 0x34, 0x92, 0xFF]], low, high) == [[0, 0x56, 0x34, 0x92]])
        let bigLow = integers(24, in: 32, channels: 1, [.isSignedInteger, .isBigEndian])
        #expect(try bytes([[0, 0x56, 0x34, 0x12]], high, bigLow) == [[0, 0x12, 0x34, 0x56]])

        let twelveLow = integers(12, in: 16, channels: 1),
            twelveHigh = integers(12, in: 16, channels: 1, [.isSignedInteger, .isAlignedHigh])
        #expect(try bytes([[0x00, 0xF8, 0xFF, 0x07]], twelveLow, twelveHigh) == [[0x00, 0x80, 0xF0, 0x7F]])
        let twelveOffset = integers(12, in: 16, channels: 1, [.isBigEndian])
        #expect(
            try bytes([[0x00, 0xF8, 0xFF, 0x07, 0, 0]], twelveLow, twelveOffset) == [
                [0x00, 0x00, 0x0F, 0xFF, 0x08, 0x00]
            ])
        #expect(
            try bytes([[0x80, 0x00, 0xFF]], integers(8, in: 8, channels: 1, []), integers(8, in: 8, channels: 1)) == [
                [0, 0x80, 0x7F]
            ])
        let fixed = integers(16, in: 16, channels: 1, fraction: 12, [.isSignedInteger, .isBigEndian])
        #expect(
            try bytes([[0x10, 0x00, 0xF8, 0x00, 0x7F, 0xFF]], fixed, twelveHigh) == [
                [0xF0, 0x7F, 0x00, 0xC0, 0xF0, 0x7F]
            ])
    }

    @Test func `bits above low-aligned samples are ignored`() throws {
        let low = integers(12, in: 16, channels: 1)
        let expected = try bytes([[0xFF, 0x07, 0x00, 0x08]], low, integers(16, in: 16, channels: 1))
        #expect(try bytes([[0xFF, 0xA7, 0x00, 0xF8]], low, integers(16, in: 16, channels: 1)) == expected)
        #expect(expected == [[0xF0, 0x7F, 0x00, 0x80]])
    }

    @Test func `the companded codes are converted, too`() throws {
        let law = companded("ulaw"), wide = integers(16, in: 16, channels: 1, rate: 8_000)
        let codes = (0...255).map { UInt8($0) }
        let there = try bytes([codes], law, wide)
        // Two codes of µ-law stand for zero; the negative one comes back as the positive.
        #expect(try bytes(there, wide, law) == [codes.map { $0 == 0x7F ? 0xFF : $0 }])
    }

    @Test func `descriptions that mean nothing are refused by number`() {
        let good = integers(16, in: 16)
        var packed = integers(12, in: 16)
        packed.formatFlags.insert(.isPacked)
        var odd = good
        odd.bytesPerFrame = 5
        odd.bytesPerPacket = 5
        var packets = good
        packets.framesPerPacket = 2
        var fraction = integers(16, in: 16, [])
        fraction.formatFlags.fractionBits = 8
        var foreign = good
        foreign.formatID = "QDM2"
        let wrong = [
            packed, odd, packets, fraction, foreign, integers(48, in: 48), integers(24, in: 24, .isFloat),
            integers(16, in: 16, channels: 0),
        ]
        for description in wrong {
            #expect(code { _ = try AudioConverter(from: description, to: good) } == .formatNotSupported)
            #expect(code { _ = try AudioConverter(from: good, to: description) } == .formatNotSupported)
        }
        // What is decoded is not always encoded.
        let mp3 = StreamDescription(
            sampleRate: 48_000, formatID: .mpegLayer2, framesPerPacket: 1152, channelsPerFrame: 2)
        #expect(code { _ = try AudioConverter(from: good, to: mp3) } == .formatNotSupported)
        #expect(code { _ = try AudioConverter(from: mp3, to: good) } == nil)
        #expect(
            code { _ = try AudioConverter(from: integers(8, in: 8, channels: 1025), to: good) } == .formatNotSupported)
        #expect(AudioConverterError.Code.formatNotSupported.rawValue == 1_718_449_215)
    }
}
