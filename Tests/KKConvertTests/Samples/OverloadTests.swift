import KKConvert
import KKPCM
import KKTestSupport
import Testing

@Suite struct OverloadTests {
    @Test func `a sample counts when it rounds outside the codes`() throws {
        // 16 bits: 32767.5 ties to 32768, −32768.5 ties to −32768.
        let edge: [Float] = [1, -1, 32767.49, 32767.5, -32768.5, -32768.6].enumerated().map { $0 < 2 ? $1 : $1 / 32768 }
        for (sample, expected) in zip(edge, [1, 0, 0, 1, 0, 1] as [Int64]) {
            var packer = try PCMPacker(format: pcm(16))
            _ = packed([[sample]], by: &packer)
            #expect(packer.overloads.sampleCount == expected)
        }
        for format in [pcm(8), pcm(8, []), pcm(16), pcm(24), pcm(32), pcm(12, container: 16)] {
            var packer = try PCMPacker(format: format)
            _ = packed([[1, -1, 0x1.fcp-1]], by: &packer)
            #expect(packer.overloads.sampleCount == 1)
        }
    }

    @Test func `floating point formats hold everything`() throws {
        for format in [pcm(32, .isFloat), pcm(64, .isFloat)] {
            var packer = try PCMPacker(format: format, dither: .tpdf)
            _ = packed([[100, .infinity, .nan]], by: &packer)
            #expect(packer.overloads == OverloadTally())
        }
    }

    @Test func `the worst sample has its place, and of equals the earliest`() throws {
        var packer = try PCMPacker(format: pcm(16, channels: 3))
        var channels = [[Float]](repeating: [Float](repeating: 0, count: 3000), count: 3)
        channels[2][700] = -1.5
        channels[0][2000] = 3
        channels[1][1999] = -3
        channels[2][1999] = 3
        channels[1][2900] = 3
        _ = packed(channels, by: &packer, firstFrame: 10_000)
        #expect(packer.overloads.sampleCount == 5)
        #expect(packer.overloads.firstFrame == 10_700)
        #expect(packer.overloads.worst == OverloadTally.Peak(amplitude: 3, channel: 1, frame: 11_999))
    }

    @Test(arguments: [Dither.none, .tpdf, .shaped])
    func `NaN is written as silence and nothing crashes`(dither: Dither) throws {
        for format in [pcm(8, []), pcm(16), pcm(24), pcm(32)] {
            var packer = try PCMPacker(format: format, dither: dither)
            let bytes = packed(
                [[.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0]], by: &packer)
            let samples = try unpacked(bytes, as: format)[0]
            #expect(samples[0] == 0 && samples[5] == 0)
            #expect(samples[1] > 0.98 && samples[2] < -0.98 && samples[3] > 0.98 && samples[4] < -0.98)
            #expect(packer.overloads.sampleCount == 5)
            #expect(packer.overloads.worst?.amplitude == .infinity && packer.overloads.worst?.frame == 0)
        }
    }
}
