import KKConvert
import KKPCM
import KKTestSupport
import Testing

/// Tables of codes: what must come out to the last bit.
@Suite struct AudioConverterExactnessTests {
    private static let single = StreamDescription.linearPCM(sampleRate: 48_000, channels: 1, bits: 32, flags: .isFloat)
    private static let double = StreamDescription.linearPCM(sampleRate: 48_000, channels: 1, bits: 64, flags: .isFloat)

    /// Every code of a width, or of the wide ones enough to meet every value of every byte.
    ///
    /// - Parameter isWhole: whether all of 24 bits are wanted, which are sixteen million.
    private static func codes(_ bits: Int, isWhole: Bool = true) -> [Int] {
        #if WHOLE_TABLES
        let step = bits <= 20 || bits <= 24 && isWhole ? 1 : bits <= 24 ? 61 : 65_521
        #else
        let step = bits <= 16 ? 1 : bits <= 24 ? 509 : 1_048_573
        #endif
        let half = 1 << (bits - 1)
        return Array(stride(from: -half, to: half, by: step)) + [-half, 1 - half, -1, 0, 1, half - 2, half - 1]
    }

    private static func list(_ codes: [Int], as description: StreamDescription) -> AudioBufferList {
        let bits = Int(description.bitsPerChannel), size = description.bytesPerSample
        let padding = description.formatFlags.contains(.isAlignedHigh) ? 8 * size - bits : 0
        let offset = description.formatFlags.contains(.isSignedInteger) ? 0 : 1 << (bits - 1)
        // Millions of codes: what does not change stands outside.
        let shifts = (0..<size).map { description.formatFlags.contains(.isBigEndian) ? 8 * (size - 1 - $0) : 8 * $0 }
        var bytes = [UInt8](repeating: 0, count: codes.count * size)
        for (index, shift) in shifts.enumerated() {
            var place = index
            for code in codes {
                bytes[place] = UInt8(truncatingIfNeeded: ((code &+ offset) &<< padding) &>> shift)
                place &+= size
            }
        }
        return AudioBufferList([AudioBuffer(bytes: bytes)])
    }

    @Test(
        arguments: [2, 5, 8, 12, 16, 18, 20, 24], [FormatFlags.isSignedInteger, [], [.isSignedInteger, .isBigEndian]])
    func `every code of up to 24 bits goes through Float32 and back, from any container`(
        bits: Int, flags: FormatFlags
    ) throws {
        for container in stride(from: (bits + 7) / 8 * 8, through: 32, by: 8) {
            for alignment: FormatFlags in [[], .isAlignedHigh] {
                // Packed, all of them; of other containers their bytes are at other places, and no more.
                let codes = Self.codes(bits, isWhole: container == bits && alignment.isEmpty)
                let description = integers(bits, in: container, channels: 1, flags.union(alignment))
                let bytes = Self.list(codes, as: description)
                let there = try converted(bytes, codes.count, by: AudioConverter(from: description, to: Self.single))
                let samples = there[0].samples(as: Float.self)
                #expect(
                    samples.count == codes.count
                        && zip(samples, codes).allSatisfy { $0 == Float($1) / Float(1 << (bits - 1)) })
                let back = try converted(there, codes.count, by: AudioConverter(from: Self.single, to: description))
                #expect(back == bytes)
            }
        }
    }

    @Test(arguments: [25, 28, 31, 32], [FormatFlags.isSignedInteger, [], [.isSignedInteger, .isBigEndian]])
    func `codes of more than 24 bits go through Float64 and back, and into one another`(
        bits: Int, flags: FormatFlags
    ) throws {
        let codes = Self.codes(bits)
        for alignment: FormatFlags in [[], .isAlignedHigh] {
            let description = integers(bits, in: 32, channels: 1, flags.union(alignment))
            let bytes = Self.list(codes, as: description)
            let there = try converted(bytes, codes.count, by: AudioConverter(from: description, to: Self.double))
            #expect(
                zip(there[0].samples(as: Double.self), codes).allSatisfy { $0 == Double($1) / Double(1 << (bits - 1)) })
            #expect(try converted(there, codes.count, by: AudioConverter(from: Self.double, to: description)) == bytes)
            for flags: FormatFlags in [.isBigEndian, [.isSignedInteger, .isAlignedHigh]] {
                let other = integers(bits, in: 32, channels: 1, flags)
                #expect(
                    try converted(bytes, codes.count, by: AudioConverter(from: description, to: other))
                        == Self.list(codes, as: other))
            }
        }
    }

    @Test func `a wider integer holds every code of a narrower one, and gives it back`() throws {
        for (narrow, wide) in [(8, 16), (8, 24), (8, 32), (16, 24), (16, 32), (24, 32)] {
            let codes = Self.codes(narrow)
            let one = integers(narrow, in: narrow, channels: 1), other = integers(wide, in: wide, channels: 1)
            let there = try converted(Self.list(codes, as: one), codes.count, by: AudioConverter(from: one, to: other))
            #expect(there == Self.list(codes.map { $0 << (wide - narrow) }, as: other))
            #expect(
                try converted(there, codes.count, by: AudioConverter(from: other, to: one)) == Self.list(codes, as: one)
            )
        }
    }

    @Test func `8-24 fixed point holds 16 bits exactly: a code is 512 steps`() throws {
        let fixed = StreamDescription.fixedPoint(sampleRate: 48_000, channels: 1)
        #expect(fixed.formatFlags.rawValue == 0xC2C)
        let short = integers(16, in: 16, channels: 1)
        let codes = Self.codes(16)
        let there = try converted(Self.list(codes, as: short), codes.count, by: AudioConverter(from: short, to: fixed))
        #expect(there[0].samples(as: Int32.self) == codes.map { Int32($0) * 512 })
        #expect(
            try converted(there, codes.count, by: AudioConverter(from: fixed, to: short)) == Self.list(codes, as: short)
        )
    }

    @Test func `8-24 fixed point goes from -128 to 128, and 1 is 1 shl 24`() throws {
        let fixed = StreamDescription.fixedPoint(sampleRate: 48_000, channels: 1)
        let values: [Double] = [
            1, -1, 0x1p-24, 1.5 * 0x1p-24, 2.5 * 0x1p-24, -128, -200, 128, 127.5, 1e300, -.infinity, .nan, 0,
        ]
        let there = try converted(
            AudioBufferList([AudioBuffer(samples: values)]), values.count,
            by: AudioConverter(from: Self.double, to: fixed))
        #expect(
            there[0].samples(as: Int32.self) == [
                1 << 24, -1 << 24, 1, 2, 2, .min, .min, .max, 0x7F80_0000, .max, .min, 0, 0,
            ])
        let codes: [Int32] = [.min, .max, 1 << 24, 1, -1, 0x7F80_0001]
        let list = AudioBufferList([AudioBuffer(samples: codes)])
        let back = try converted(list, codes.count, by: AudioConverter(from: fixed, to: Self.double))
        #expect(back[0].samples(as: Double.self) == [-128, 128 - 0x1p-24, 1, 0x1p-24, -0x1p-24, 127.5 + 0x1p-24])
        #expect(try converted(back, codes.count, by: AudioConverter(from: Self.double, to: fixed)) == list)
    }

    @Test func `floating point keeps its bits, NaN and infinity included`() throws {
        let singles: [UInt32] = [0, 0x8000_0000, 1, 0x3F80_0001, 0x7F80_0000, 0xFF80_0000, 0x7FC0_1234, 0x7F7F_FFFF]
        let doubles: [UInt64] = [
            0, 1 << 63, 1, 0x3FF0_0000_0000_0001, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_4321, 0x7FEF_FFFF_FFFF_FFFF,
        ]
        var swapped = Self.single
        swapped.formatFlags.insert(.isBigEndian)
        let there = try converted(
            AudioBufferList([AudioBuffer(samples: singles)]), singles.count,
            by: AudioConverter(from: Self.single, to: swapped))
        #expect(there[0].samples(as: UInt32.self) == singles.map(\.byteSwapped))
        swapped = Self.double
        swapped.formatFlags.insert(.isBigEndian)
        let wide = try converted(
            AudioBufferList([AudioBuffer(samples: doubles)]), doubles.count,
            by: AudioConverter(from: Self.double, to: swapped))
        #expect(wide[0].samples(as: UInt64.self) == doubles.map(\.byteSwapped))
    }

    @Test func `integers take the nearest code, ties to even, from the exact sample`() throws {
        // 32 bits to 16: 0x8000 is half a step; 0x7FFF_FFFF through Float32 would have been one more.
        let codes: [Int32] = [
            0x8000, 0x1_8000, 0x7FFF, 0x8001, -0x8000, -0x1_8000, 0x17FFF, .max, .min, 0x7FFE_7FFF, 0x7FFE_8000,
            0x4000_7FFF,
        ]
        let short = try converted(
            AudioBufferList([AudioBuffer(samples: codes)]), codes.count,
            by: AudioConverter(from: integers(32, in: 32, channels: 1), to: integers(16, in: 16, channels: 1)))
        #expect(short[0].samples(as: Int16.self) == [0, 2, 0, 1, 0, -2, 1, .max, .min, 0x7FFE, 0x7FFE, 0x4000])
        // 0.5 + 2^-26 of a step above a tie is above it, which Float32 cannot tell.
        let values: [Double] = [0x1.8p-15 + 0x1p-50, 0x1.8p-15 - 0x1p-50, 0.5 * 0x1p-15 + 0x1p-60]
        let fine = try converted(
            AudioBufferList([AudioBuffer(samples: values)]), 3,
            by: AudioConverter(from: Self.double, to: integers(16, in: 16, channels: 1)))
        #expect(fine[0].samples(as: Int16.self) == [2, 1, 1])
    }

    @Test func `what does not fit is counted, and NaN is silence`() throws {
        let converter = try AudioConverter(from: Self.double, to: integers(32, in: 32, channels: 1))
        let values: [Double] = [0, 1, -1, -1.5, .nan, 0.25]
        let codes = try converted(AudioBufferList([AudioBuffer(samples: values)]), 6, by: converter)[0].samples(
            as: Int32.self)
        #expect(codes == [0, .max, .min, .min, 0, 1 << 29])
        #expect(converter.overloads.sampleCount == 3 && converter.overloads.firstFrame == 1)
        #expect(converter.overloads.worst == OverloadTally.Peak(amplitude: .infinity, channel: 0, frame: 4))
        converter.reset()
        #expect(converter.overloads.sampleCount == 0)
    }
}
