import KKConvert
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct ConverterTests {
    private func converter(
        _ channels: [[Float]], rate: Double = 48_000, to outputRate: Double = 48_000, outputChannels: Int? = nil
    ) throws -> Converter {
        let unit = Converter()
        unit.quality = .fast
        try unit.setStreamFormat(format(rate, channels.count), scope: .input)
        try unit.setStreamFormat(format(outputRate, outputChannels ?? channels.count), scope: .output)
        try unit.setRenderCallback(give(channels), bus: 0)
        return unit
    }

    @Test func `the same format passes untouched`() throws {
        let track = (0..<2).map { SeededNumbers.noise(3000, seed: $0) }
        let unit = try converter(track)
        try unit.initialize()
        #expect(bits(try unit.rendered(3000, .random(1))) == bits(track))
    }

    @Test func `mono goes to both sides, and the sides meet in the middle`() throws {
        let wider = try converter([[1, 0.5, -2]], outputChannels: 2)
        try wider.initialize()
        #expect(try wider.rendered(4) == [[1, 0.5, -2, 0], [1, 0.5, -2, 0]])
        let narrower = try converter([[1, 0.5], [0, 0.5]], outputChannels: 1)
        try narrower.initialize()
        #expect(try narrower.rendered(3) == [[0.5, 0.5, 0]])
    }

    @Test func `another rate is the rate converter's work, to the bit`() throws {
        let track = (0..<2).map { SeededNumbers.noise(4410, seed: $0) + Array(repeating: 0, count: 8000) }
        let expected = try ResampledSource(ArraySource(track, sampleRate: 44_100), sampleRate: 48_000, quality: .fast)
            .readAll()
        let unit = try converter(track, rate: 44_100, to: 48_000)
        try unit.initialize()
        #expect(bits(try unit.rendered(4800)) == bits(expected.map { Array($0[..<4800]) }))
        #expect(expected[0][..<4800].contains { abs($0) > 0.1 })
    }

    @Test(arguments: Cut.all)
    func `slices change no bit, in either direction`(cut: Cut) throws {
        let track = (0..<2).map { SeededNumbers.noise(3000, seed: $0) }
        let cases: [(from: Double, to: Double, channels: Int)] = [(44_100, 48_000, 1), (48_000, 32_000, 6)]
        for (from, to, channels) in cases {
            func converted(_ cut: Cut) throws -> [[UInt32]] {
                let unit = try converter(track, rate: from, to: to, outputChannels: channels)
                try unit.initialize()
                return bits(try unit.rendered(2500, cut))
            }
            #expect(try converted(cut) == converted(.every(1000)))
        }
    }

    @Test func `the slices of the input change no bit either`() throws {
        let track = (0..<2).map { SeededNumbers.noise(3000, seed: $0) }
        for channels in [1, 2, 6] {
            func converted(_ slice: Int) throws -> [[UInt32]] {
                let unit = try converter(track, rate: 44_100, to: 48_000, outputChannels: channels)
                try unit.setMaximumFramesPerSlice(slice)
                try unit.initialize()
                return bits(try unit.rendered(2500, .every(min(slice, 1000))))
            }
            let whole = try converted(4096)
            #expect(try [1, 63, 100].allSatisfy { try converted($0) == whole })
        }
    }

    @Test func `the input is pulled from frame zero, in slices that the unit above can give`() throws {
        let unit = try converter([[0]], rate: 96_000, to: 8000)
        try unit.setMaximumFramesPerSlice(100)
        var expected: Int64 = 0
        var isGapless = true, longest = 0
        try unit.setRenderCallback(
            { _, time, _, frames, _ in
                if time.sampleTime != expected || time.sampleRate != 96_000 { isGapless = false }
                expected += Int64(frames)
                longest = max(longest, frames)
            }, bus: 0)
        try unit.initialize()
        _ = try unit.rendered(1000, .every(100), from: 5000)
        #expect(isGapless && longest <= 100 && expected >= 12_000)
    }

    @Test func `a reset begins again`() throws {
        let unit = try converter([SeededNumbers.noise(2000, seed: 1)], rate: 44_100, to: 48_000)
        try unit.initialize()
        let first = try unit.rendered(1500)
        unit.reset()
        #expect(bits(try unit.rendered(1500)) == bits(first))
    }

    @Test func `an idle input and an input's error stop the render`() throws {
        struct Trouble: Error {}
        let unit = try converter([[0]], rate: 44_100, to: 48_000)
        try unit.setRenderCallback(nil, bus: 0)
        try unit.initialize()
        #expect(code { _ = try unit.rendered(10) } == .noConnection)
        try unit.setRenderCallback({ _, _, _, _, _ in throw Trouble() }, bus: 0)
        #expect(throws: Trouble.self) { try unit.rendered(10) }
    }
}
