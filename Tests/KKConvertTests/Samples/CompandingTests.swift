import KKConvert
import KKPCM
import Testing

@Suite struct CompandingTests {
    /// The quantised values of ITU-T G.711 table 2a on the 16-bit scale: ±((33 + 2·place) · 2^segment − 33) · 4.
    private func uLaw(_ code: Int) -> Int {
        let bits = 255 - code
        let magnitude = ((33 + 2 * (bits % 16)) * (1 << (bits / 16 % 8)) - 33) * 4
        return bits >= 128 ? -magnitude : magnitude
    }

    /// Table 1a: in segments 0 and 1 the steps are 16, then they double; every value is the middle of its step. Even
    /// bits are inverted.
    private func aLaw(_ code: Int) -> Int {
        let bits = code ^ 0x55
        let segment = bits / 16 % 8
        let step = segment < 2 ? 16 : 16 << (segment - 1)
        let start = segment == 0 ? 0 : 256 << (segment - 1)
        let magnitude = start + bits % 16 * step + step / 2
        return bits >= 128 ? magnitude : -magnitude
    }

    private let codes = (0...255).map(UInt8.init)

    @Test func `every code has the value that the recommendation gives it`() throws {
        #expect(try unpacked(codes, as: companded("ulaw")) == [(0...255).map { Float(uLaw($0)) / 32768 }])
        #expect(try unpacked(codes, as: companded("alaw")) == [(0...255).map { Float(aLaw($0)) / 32768 }])
    }

    @Test func `published values, extremes first`() throws {
        let u = try unpacked([0x00, 0x80, 0x7F, 0xFF, 0xF0, 0x8F], as: companded("ulaw"))[0].map { Int($0 * 32768) }
        #expect(u == [-32124, 32124, 0, 0, 120, 16764])
        let a = try unpacked([0x2A, 0xAA, 0xD5, 0x55, 0x80], as: companded("alaw"))[0].map { Int($0 * 32768) }
        #expect(a == [-32256, 32256, 8, -8, 5504])
    }

    @Test(arguments: ["ulaw", "alaw"] as [FourCharCode])
    func `every code survives, up to the two zeros of µ-law`(law: FourCharCode) throws {
        for channels in [1, 2] {
            let format = companded(law, channels: channels)
            let back = try packed(unpacked(codes, as: format), as: format)
            #expect(back == codes.map { law == "ulaw" && $0 == 0x7F ? 0xFF : $0 })
        }
    }

    /// A value is the middle between its decision values, which are a step of its segment apart: tables 1a and 2a,
    /// columns 3 and 8.
    @Test(arguments: ["ulaw", "alaw"] as [FourCharCode])
    func `a sample goes to the code between whose decision values it lies`(law: FourCharCode) throws {
        let format = companded(law)
        let values = try unpacked(codes, as: format)[0]
        let samples = (0..<20_000).map { Float($0 * 2 - 20_000 + 1) / 20_100 }
        let chosen = try packed([samples], as: format)
        var wrong = 0
        for (sample, code) in zip(samples, chosen) {
            let segment = Int(law == "ulaw" ? ~code : code ^ 0x55) / 16 % 8
            let step = law == "ulaw" ? 8 << segment : 16 << max(0, segment - 1)
            if abs(values[Int(code)] - sample) > Float(step) / 65_536, sample.magnitude < 32_124.0 / 32_768 {
                wrong += 1
            }
        }
        #expect(wrong == 0)
    }

    @Test func `what is out of range is clipped and counted, silence is the positive zero`() throws {
        for (law, top, bottom, zero) in [("ulaw", 0x80, 0x00, 0xFF), ("alaw", 0xAA, 0x2A, 0xD5)]
            as [(FourCharCode, UInt8, UInt8, UInt8)]
        {
            var packer = try PCMPacker(format: companded(law))
            let bytes = packed([[2, -2, 0, -0.0, .nan, .infinity, -.infinity, 0.99]], by: &packer)
            #expect(bytes == [top, bottom, zero, zero, zero, top, bottom, top])
            #expect(packer.overloads.sampleCount == 5)
            #expect(packer.overloads.firstFrame == 0)
            #expect(packer.overloads.worst == OverloadTally.Peak(amplitude: .infinity, channel: 0, frame: 4))
        }
    }
}
