import Testing

@testable import KKConvert

@Suite struct RateRatioTests {
    @Test func `two rates are a ratio in lowest terms`() {
        let ratio = RateRatio(from: 44_100, to: 48_000)
        #expect(ratio.output == 160 && ratio.input == 147)
        #expect(RateRatio(from: 48_000, to: 24_000) == RateRatio(from: 2, to: 1))
        let odd = RateRatio(from: 44_056, to: 48_000)
        #expect(odd.output == 6_000 && odd.input == 5_507)
        let halves = RateRatio(from: 11_127.5, to: 22_255)
        #expect(halves.output == 2 && halves.input == 1)
    }

    @Test func `a rate that is no whole number is the fraction that its bits are`() {
        // 44,100.1 is 6,059,978,680,972,083 · 2⁻³⁷ in Float64.
        let ratio = RateRatio(from: 44_100.1, to: 1)
        #expect(ratio.output == 1 << 37 && ratio.input == Int64(44_100.1 * 0x1p37))
        for (from, to) in [(1.0 / 3, 85.0), (0.1, 25.6), (9_999_999.9, 39_062.5)] {
            let ratio = RateRatio(from: from, to: to)
            #expect(
                ratio.output > 0 && ratio.input > 0 && abs(ratio.factor / (to / from) - 1) < 1e-15, "\(from) to \(to)")
        }
    }

    @Test func `places are whole numbers, however far`() {
        let ratio = RateRatio(from: 44_100, to: 48_000)
        #expect(ratio.place(of: 0) == (0, 0))
        #expect(ratio.place(of: 161) == (147, 147))
        #expect(ratio.place(of: 160 << 50) == (147 << 50, 0))
        #expect(ratio.outputLength(of: .max) == .max)
    }
}
