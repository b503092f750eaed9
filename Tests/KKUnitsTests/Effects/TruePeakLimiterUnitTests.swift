import KKMath
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct TruePeakLimiterUnitTests {
    private func unit(_ samples: [Float], rate: Double = 48_000, ceiling: Float = -6) throws -> TruePeakLimiter {
        let unit = TruePeakLimiter()
        try unit.setStreamFormat(format(rate, 1), scope: .input)
        try unit.setParameter(TruePeakLimiter.Parameter.ceiling, ceiling)
        try unit.setRenderCallback(give([samples]), bus: 0)
        try unit.initialize()
        return unit
    }

    private func linear(_ decibels: Double) -> Double { Decibels(decibels).linear }

    /// A sine of a quarter of the rate, sampled midway between its crests and its zeros: its samples are all 3 dB below
    /// its true peak.
    private func quarter(_ level: Float, _ count: Int) -> [Float] { (0..<count).map { $0 % 4 < 2 ? level : -level } }

    @Test func `the parameters, and who made it`() {
        let infos = TruePeakLimiter().parameters(.global)
        #expect(
            infos.count == 1 && infos[0].id == 0 && infos[0].range == -24...0 && infos[0].defaultValue == -1
                && infos[0].unit == .decibels)
        let own = ComponentDescription(
            type: .effectUnit, subType: FourCharCode(rawValue: 0), manufacturer: "kkmx")
        #expect(AudioComponent.findNext(own)?.name == "kkmix: TruePeakLimiter" && AudioComponent.count(own) == 8)
    }

    @Test(arguments: [8000.0, 44_100, 96_000])
    func `what is below the ceiling comes out late by the latency, bit for bit`(rate: Double) throws {
        let sound = SeededNumbers.noise(3000, seed: 3).map { $0 * 0.1 }
        let unit = try unit(sound, rate: rate)
        let late = unit.latencyFrameCount
        #expect(abs(Double(late) - (0.005 * rate + 56)) <= 2 && unit.tailTime == 0)
        #expect(bits(try unit.rendered(3000 + late)) == bits([Array(repeating: 0, count: late) + sound]))
    }

    @Test func `what lies between the samples is what is turned down`() throws {
        // Samples at −6 dB, a true peak at −3 dB: too loud for −6 dB, though no sample is.
        let sound = quarter(Float(linear(-6)), 8000)
        let output = try unit(sound).rendered(8000)[0]
        for frame in 2000..<6000 {
            let crest =
                (Double(output[frame]) * Double(output[frame]) + Double(output[frame + 1]) * Double(output[frame + 1]))
                .squareRoot()
            #expect(crest <= linear(-6 + 0.05) && crest > linear(-6.3))
        }
    }

    @Test func `no sample is above the ceiling, not even by its rounding`() throws {
        let sound = SeededNumbers.noise(10_000, seed: 7).map { $0 * 6 }
        for ceiling in [Float(-24), -6, -1, 0] {
            let output = try unit(sound, ceiling: ceiling).rendered(10_000)[0]
            #expect(output.allSatisfy { Double($0.magnitude) <= linear(Double(ceiling)) })
            #expect(output.contains { Double($0.magnitude) > linear(Double(ceiling) - 6) })
        }
    }

    @Test func `another ceiling holds for the frames that come in from then on`() throws {
        let sound = quarter(2, 12_000)
        let unit = try unit(sound, ceiling: -3)
        let late = unit.latencyFrameCount
        var output = try unit.rendered(4000)[0]
        try unit.setParameter(TruePeakLimiter.Parameter.ceiling, -9)
        output += try unit.rendered(4000, from: 4000)[0]
        try unit.setParameter(TruePeakLimiter.Parameter.ceiling, 0)
        output += try unit.rendered(4000, from: 8000)[0]
        let rounding = 1 + 0x1p-24
        #expect(output[..<(4000 + late)].allSatisfy { Double($0.magnitude) <= linear(-3) })
        #expect(output[(4000 + late)..<8000].allSatisfy { Double($0.magnitude) <= linear(-9) * rounding })
        #expect(output.allSatisfy { Double($0.magnitude) <= 1 })
        // 3 dB below the true peaks: before, between and, a second of release later, behind.
        #expect(
            abs(Double(output[3000].magnitude) - linear(-6.01)) < 0.01
                && abs(Double(output[7000].magnitude) - linear(-12.01)) < 0.01)
        #expect(output[11_999].magnitude > output[8000].magnitude * 1.2)
        unit.reset()
        #expect(try unit.rendered(12_000)[0].allSatisfy { Double($0.magnitude) <= 1 })
    }
}
