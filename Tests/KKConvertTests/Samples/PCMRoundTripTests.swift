import KKDSP
import KKPCM
import KKTestSupport
import Testing

@testable import KKConvert

@Suite struct PCMRoundTripTests {
    /// `codes` as bytes of `width`, in one order or the other.
    private func bytes(_ codes: some Sequence<Int>, width: Int, bigEndian: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for code in codes {
            for index in 0..<width {
                bytes.append(UInt8(truncatingIfNeeded: code >> (8 * (bigEndian ? width - 1 - index : index))))
            }
        }
        return bytes
    }

    @Test func `every 8-bit code survives and means code over 128`() throws {
        let codes = Array(-128...127)
        for channels in 1...3 {
            let format = pcm(8, channels: channels)
            let bytes = bytes(codes, width: 1, bigEndian: false).prefix(256 - 256 % channels)
            let samples = try unpacked(Array(bytes), as: format)
            #expect(samples[0].first == -1)
            #expect(try packed(samples, as: format) == Array(bytes))
        }
        let samples = try unpacked([0, 127, 128, 129, 255], as: pcm(8, []))
        let expected: [Float] = [-128, -1, 0, 1, 127]
        #expect(samples == [expected.map { $0 / 128 }])
        #expect(try packed(samples, as: pcm(8, [])) == [0, 127, 128, 129, 255])
    }

    @Test(arguments: [false, true], [1, 2, 3])
    func `every 16-bit code survives and means code over 32768`(bigEndian: Bool, channels: Int) throws {
        let codes = Array(-32768...32767) + [1, 2]
        let format = pcm(16, channels: channels, bigEndian ? [.isSignedInteger, .isBigEndian] : .isSignedInteger)
        let bytes = bytes(codes, width: 2, bigEndian: bigEndian)
        let samples = try unpacked(bytes, as: format)
        var wrong = 0
        for (index, code) in codes.enumerated() where samples[index % channels][index / channels] != Float(code) / 32768
        { wrong += 1 }
        #expect(wrong == 0)
        #expect(try packed(samples, as: format) == bytes)
    }

    @Test(arguments: [false, true], [1, 2, 3])
    func `24-bit codes survive and mean code over 2 to the 23rd`(bigEndian: Bool, channels: Int) throws {
        #if WHOLE_TABLES
        let codes = Array(-8_388_608...8_388_607)
        #else
        // 509 is prime, so every value of every byte is met.
        let codes =
            Array(stride(from: -8_388_608, through: 8_388_607, by: 509)) + [-8_388_607, -1, 0, 1, 8_388_606, 8_388_607]
        #endif
        let whole = Array(codes.prefix(codes.count - codes.count % channels))
        let format = pcm(24, channels: channels, bigEndian ? [.isSignedInteger, .isBigEndian] : .isSignedInteger)
        let bytes = bytes(whole, width: 3, bigEndian: bigEndian)
        let samples = try unpacked(bytes, as: format)
        var wrong = 0
        for (index, code) in whole.enumerated()
        where samples[index % channels][index / channels] != Float(code) / 8_388_608 { wrong += 1 }
        #expect(wrong == 0)
        #expect(try packed(samples, as: format) == bytes)
    }

    @Test func `stereo of 24 bits is the same with every instruction set, at every length`() throws {
        let format = pcm(24, channels: 2)
        for count in 0..<70 {
            let noise = SeededNumbers.noise(6 * count, seed: UInt64(count)).map {
                UInt8(truncatingIfNeeded: Int($0 * 300))
            }
            var first: [[Float]]?
            for set in InstructionSet.available {
                var buffer = PCMBuffer(channelCount: 2, frameCapacity: count + 3)
                let unpacker = PCMUnpacker(format, try SampleFormat(format), set)
                unsafe unpacker.unpack(noise.span.bytes, frameCount: count, into: &buffer, at: 3)
                buffer.frameLength = count + 3
                let got = (0..<2).map { buffer.samples(ofChannel: $0) }
                #expect(got == first ?? got, "\(count) frames, \(set)")
                first = got
            }
            let wanted: [[Float]] = (0..<2).map { side in
                [0, 0, 0]
                    + (0..<count).map { frame -> Float in
                        let place = 6 * frame + 3 * side
                        let code =
                            Int(noise[place]) | Int(noise[place + 1]) << 8 | Int(Int8(bitPattern: noise[place + 2]))
                            << 16
                        return Float(code) / 8_388_608
                    }
            }
            #expect(first == wanted, "\(count) frames")
        }
    }

    @Test(arguments: [false, true], [1, 2, 3])
    func `32-bit codes are rounded once, to 24 significant bits`(bigEndian: Bool, channels: Int) throws {
        var numbers = SeededNumbers(seed: 7)
        var codes = [Int(Int32.min), Int(Int32.max), -1, 0, 1, 1 << 24, 1 << 24 + 1]
        while codes.count < 3000 {
            let code = Int(Int32(truncatingIfNeeded: numbers.next()))
            codes.append(code >> (codes.count % 32))
        }
        let format = pcm(32, channels: channels, bigEndian ? [.isSignedInteger, .isBigEndian] : .isSignedInteger)
        let samples = try unpacked(bytes(codes, width: 4, bigEndian: bigEndian), as: format)
        var wrong = 0
        for (index, code) in codes.enumerated()
        where samples[index % channels][index / channels] != Float(code) / 0x1p31 { wrong += 1 }
        #expect(wrong == 0)
        let rounded = codes.map { min(Int(Float($0)), Int(Int32.max)) }
        #expect(try packed(samples, as: format) == bytes(rounded, width: 4, bigEndian: bigEndian))
    }

    @Test(arguments: [false, true], [1, 2, 3])
    func `32-bit floats are copied bit by bit`(bigEndian: Bool, channels: Int) throws {
        let bits: [UInt32] = [
            0, 0x8000_0000, 1, 0x3F80_0000, 0x7F7F_FFFF, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0x4000_0001,
            0xC000_0001, 0x3F00_0000, 0x0080_0000,
        ]
        let format = pcm(32, channels: channels, bigEndian ? [.isFloat, .isBigEndian] : .isFloat)
        let bytes = bytes(bits.map(Int.init), width: 4, bigEndian: bigEndian)
        let samples = try unpacked(bytes, as: format)
        #expect(bits.indices.allSatisfy { samples[$0 % channels][$0 / channels].bitPattern == bits[$0] })
        #expect(try packed(samples, as: format) == bytes)
    }

    @Test(arguments: [false, true])
    func `64-bit floats are rounded to nearest when read, and exact when written`(bigEndian: Bool) throws {
        let values: [Double] = [0, -1, 0.1, 1 + 0x1p-24, 1 + 0x1p-23 + 0x1p-24, 1e300, -0.25]
        let format = pcm(64, bigEndian ? [.isFloat, .isBigEndian] : .isFloat)
        let samples = try unpacked(
            bytes(values.map { Int(bitPattern: UInt($0.bitPattern)) }, width: 8, bigEndian: bigEndian), as: format)
        #expect(samples == [[0, -1, 0.1, 1, 1 + 0x1p-22, .infinity, -0.25]])
        let back = samples[0].map { Int(bitPattern: UInt(Double($0).bitPattern)) }
        #expect(try packed(samples, as: format) == bytes(back, width: 8, bigEndian: bigEndian))
    }

    @Test func `valid bits at the top of a wider container are read at the container's width`() throws {
        let format = pcm(12, container: 16)
        let top: Float = 2047.0 / 2048
        #expect(try unpacked([0x00, 0x80, 0xF0, 0x7F, 0x10, 0x00], as: format) == [[-1, top, 0x1p-11]])
        #expect(try packed([[-1, top, 0x1.6p-11, 5]], as: format) == [0x00, 0x80, 0xF0, 0x7F, 0x10, 0x00, 0xF0, 0x7F])
        let wide = pcm(20, container: 24, [.isSignedInteger, .isBigEndian])
        let wideTop: Float = 524_287.0 / 524_288
        #expect(try unpacked([0x7F, 0xFF, 0xF0, 0x80, 0, 0], as: wide) == [[wideTop, -1]])
        #expect(try packed([[wideTop, -1]], as: wide) == [0x7F, 0xFF, 0xF0, 0x80, 0, 0])
    }

    @Test func `samples go to the nearest code, ties to even, and stop at the ends`() throws {
        let steps: [Float] = [
            0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49, 0.51, 32766.5, 32767.49, 32768, 40000, -32768, -32769, 1e30, -1e30,
            1e-37,
        ]
        let codes = try int16Values(packed([steps.map { $0 / 32768 }], as: pcm(16)))
        #expect(codes == [0, 2, 2, 0, -2, -2, 0, 1, 32766, 32767, 32767, 32767, -32768, -32768, 32767, -32768, 0])
        let top = 0x7FFF_FFFF
        let wide: [Float] = [1, -1, 2, -2, 0x1p-31, 0x1p-32]
        #expect(
            try packed([wide], as: pcm(32)) == bytes([top, -top - 1, top, -top - 1, 1, 0], width: 4, bigEndian: false))
        let fine: [Float] = [1, -1, 0x1p-24, 0x3p-24]
        #expect(try packed([fine], as: pcm(24)) == bytes([0x7F_FFFF, -0x80_0000, 0, 2], width: 3, bigEndian: false))
    }

    @Test func `frames land where they are asked to and the rest of the buffer stays`() throws {
        let unpacker = try PCMUnpacker(format: pcm(16, channels: 2))
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4)
        for channel in 0..<2 { buffer.fill(channel: channel, with: [9, 9, 9, 9]) }
        let bytes: [UInt8] = [0, 0x40, 0, 0xC0, 0, 0x20, 0, 0xE0, 1, 2, 3]
        unsafe unpacker.unpack(bytes.span.bytes, frameCount: 2, into: &buffer, at: 1)
        #expect(buffer.frameLength == 0)
        buffer.frameLength = 4
        #expect(buffer.samples(ofChannel: 0) == [9, 0.5, 0.25, 9])
        #expect(buffer.samples(ofChannel: 1) == [9, -0.5, -0.25, 9])
    }

    @Test func `formats without a conversion are refused with a next step`() {
        for format in [
            pcm(48), pcm(40, container: 64), pcm(24, .isFloat), pcm(16, channels: 0), companded(".mp3"),
            companded("ulaw", channels: 0),
        ] {
            #expect { _ = try PCMUnpacker(format: format) } throws: { ($0 as? ConvertError)?.nextStep != nil }
            #expect(throws: ConvertError.self) { _ = try PCMPacker(format: format) }
        }
        var wrong = pcm(16, channels: 2)
        wrong.bytesPerFrame = 5
        #expect(throws: ConvertError.self) { _ = try PCMUnpacker(format: wrong) }
        var planar = pcm(16, channels: 2, [.isSignedInteger, .isNonInterleaved])
        #expect(throws: ConvertError.self) { _ = try PCMUnpacker(format: planar) }
        planar.channelsPerFrame = 1
        #expect(throws: Never.self) { _ = try PCMUnpacker(format: planar) }
    }
}
