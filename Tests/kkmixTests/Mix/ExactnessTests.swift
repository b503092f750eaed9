import KKTestSupport
import Testing

/// What goes in at unity comes out, to the bit.
@Suite struct ExactnessTests {
    let folder = try! ScratchFolder()

    static let codes: [Int16] =
        [0, 1, -1, 32_767, -32_768, 12_345, -12_345, 255, 256, -256]
        + (0..<3_000).map { Int16(truncatingIfNeeded: $0 * 7_919) }

    private func mix(_ arguments: String...) throws -> CommandRun {
        try CommandRun(arguments + ["-o", "out.wav"], in: folder.root)
    }

    @Test func `a 16-bit file at unity is bit-identical`() throws {
        try folder.write(WaveFile.pcm16(Self.codes.map { [$0, ~$0] }), to: "a.wav")
        let run = try mix("a.wav")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(WaveFile.data(of: folder.bytes("out.wav")!) == WaveFile.data(of: folder.bytes("a.wav")!))
    }

    @Test func `a 24-bit file at unity is bit-identical`() throws {
        var numbers = SeededNumbers(seed: 24)
        let data =
            [0, 0, 0x80, 0xFF, 0xFF, 0x7F, 1, 0, 0, 0xFF, 0xFF, 0xFF]
            + (0..<9_000).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        try folder.write(WaveFile.file(format: 1, channels: 1, sampleRate: 48_000, bits: 24, data: data), to: "a.wav")
        let run = try mix("a.wav")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(WaveFile.data(of: folder.bytes("out.wav")!) == data)
    }

    @Test func `a float file at unity is bit-identical, above full scale too`() throws {
        let values: [Float] =
            [0, 1, -1, 2.5, -17, 1e-30, .leastNormalMagnitude, 0.1, -0.3] + SeededNumbers.noise(3_000, seed: 5)
        try folder.write(WaveFile.float32(values.map { [$0] }), to: "a.wav")
        let run = try mix("a.wav")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(WaveFile.samplesFloat(of: folder.bytes("out.wav")!)?.map(\.bitPattern) == values.map(\.bitPattern))
    }

    @Test func `two 16-bit files sum exactly, without dither`() throws {
        let first = Self.codes.map { $0 / 2 }
        let second = Self.codes.reversed().map { $0 / 2 }
        try folder.write(WaveFile.pcm16(first.map { [$0] }), to: "a.wav")
        try folder.write(WaveFile.pcm16(second.map { [$0] }), to: "b.wav")
        let run = try mix("a.wav", "b.wav")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(WaveFile.samples16(of: folder.bytes("out.wav")!) == zip(first, second).map { $0 + $1 })
    }

    @Test func `a track's level does not change when another one ends`() throws {
        try folder.write(WaveFile.pcm16(Array(repeating: [1_000], count: 20_000)), to: "long.wav")
        try folder.write(WaveFile.pcm16(Array(repeating: [500], count: 7_001)), to: "short.wav")
        #expect(try mix("long.wav", "short.wav").status == 0)
        #expect(
            WaveFile.samples16(of: folder.bytes("out.wav")!) == Array(repeating: 1_500, count: 7_001)
                + Array(repeating: 1_000, count: 12_999))
    }

    @Test func `mono goes to both sides of stereo at full level`() throws {
        try folder.write(WaveFile.pcm16(Array(repeating: [1_000], count: 10)), to: "mono.wav")
        try folder.write(WaveFile.pcm16(Array(repeating: [20, -30], count: 10)), to: "stereo.wav")
        #expect(try mix("mono.wav", "stereo.wav").status == 0)
        #expect(
            WaveFile.samples16(of: folder.bytes("out.wav")!)
                == Array(repeating: [1_020, 970], count: 10).flatMap { $0 })
    }

    @Test func `track settings do what they say, to the frame`() throws {
        try folder.write(WaveFile.pcm16((0..<1_000).map { [Int16($0)] }), to: "ramp.wav")
        let cases: [(String, [Int16])] = [
            ("ramp.wav::from=10f,for=3f", [10, 11, 12]),
            ("ramp.wav::from=10f,to=12f,at=2f", [0, 0, 10, 11]),
            ("ramp.wav::from=5f,for=2f,loop=2", [5, 6, 5, 6, 5, 6]),
            ("ramp.wav::from=998f", [998, 999]),
            ("ramp.wav::from=1f,for=2f,gain=3,invert", [-3, -6]),
            ("ramp.wav::from=1f,for=2f,gain=-1", [-1, -2]),
            ("ramp.wav::from=1f,for=2f,gain=-1,invert", [1, 2]),
            ("ramp.wav::from=7f,for=3f,mute", [0, 0, 0]),
        ]
        for (input, expected) in cases {
            #expect(try mix(input, "-f").status == 0)
            #expect(WaveFile.samples16(of: folder.bytes("out.wav")!) == expected, "\(input)")
        }
    }

    @Test func `solo mutes the others and keeps their time`() throws {
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
        try folder.write(WaveFile.pcm16([[10], [20]]), to: "b.wav")
        #expect(try mix("a.wav", "b.wav::solo").status == 0)
        #expect(WaveFile.samples16(of: folder.bytes("out.wav")!) == [10, 20, 0])
    }

    @Test(arguments: [("longest", 3), ("shortest", 2), ("first", 3), ("5f", 5), ("1f", 1)])
    func `the mix is as long as it is told to be`(length: String, frames: Int) throws {
        try folder.write(WaveFile.pcm16([[1], [2], [3]]), to: "a.wav")
        try folder.write(WaveFile.pcm16([[10], [20]]), to: "b.wav")
        #expect(try mix("a.wav", "b.wav", "--length", length).status == 0)
        #expect(WaveFile.samples16(of: folder.bytes("out.wav")!) == Array([11, 22, 3, 0, 0].prefix(frames)))
    }
}
