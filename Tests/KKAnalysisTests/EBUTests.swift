import KKAnalysis
import KKMath
import KKPCM
import KKTestSupport
import Testing

/// The test signals of EBU Tech 3341 and 3342 that are tones, made here as their tables say.
@Suite struct EBUTests {
    @Test(
        "Tech 3341, cases 1 to 5: the whole is -23 or -33 LUFS, whatever quiet tones surround it",
        arguments: [
            ([(-23, 20)], -23), ([(-33, 20)], -33), ([(-36, 10), (-23, 60), (-36, 10)], -23),
            ([(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23), ([(-26, 20), (-20, 20.1), (-26, 20)], -23),
        ] as [([(Double, Double)], Double)])
    func integrated(steps: [(Double, Double)], expected: Double) {
        let tone = Tone.steps(steps.map { (level: $0.0, seconds: $0.1) })
        let loudness = loudness([tone, tone])
        #expect(isNear(loudness.integrated, expected, within: 0.1))
        if steps.count == 1 {
            #expect(isNear(loudness.momentaryMaximum, expected, within: 0.1))
            #expect(isNear(loudness.shortTermMaximum, expected, within: 0.1))
        }
    }

    @Test("Tech 3341, case 6: 5.0 with a level for each place is -23 LUFS, and an LFE changes nothing")
    func surround() {
        let levels: [Double] = [-28, -28, -24, -30, -30]
        let tones = levels.map { Tone.steps([(level: $0, seconds: 20)]) }
        #expect(isNear(loudness(tones, layout: .fiveZero).integrated, -23, within: 0.1))
        var more = tones
        more.insert(Tone.steps([(level: -3, seconds: 20)]), at: 3)
        #expect(loudness(more, layout: .fiveOne) == loudness(tones, layout: .fiveZero))
    }

    @Test("Tech 3341, case 9: tones in turn of 1.34 and 1.66 s are -23 LUFS in every 3 s")
    func shortTerm() {
        let tone = Tone.steps((0..<5).flatMap { _ in [(level: -20.0, seconds: 1.34), (level: -30.0, seconds: 1.66)] })
        let loudness = loudness([tone, tone])
        #expect(isNear(loudness.shortTermMaximum, -23, within: 0.1))
        #expect(isNear(loudness.range, 0, within: 0.1))
    }

    /// A build without optimisation tries a few places of case 11, which are minutes long, and that of scripts/test all
    /// of them.
    #if WHOLE_TABLES
    private static let rises = Array(0..<20)
    #else
    private static let rises = [1, 7, 13, 19]
    #endif

    @Test("Tech 3341, case 11: rising tones of 3 s are found wherever they begin", arguments: rises)
    func shortTermRises(index: Int) {
        let rising = Tone.rising(index, shift: 0.15, length: 3)
        #expect(isNear(loudness([rising, rising]).shortTermMaximum, Double(index) - 38, within: 0.1))
    }

    @Test("Tech 3341, case 10: 3 s of tone are found wherever they begin", arguments: 0..<20)
    func shortTermPlaces(index: Int) {
        let silence = -Double.infinity
        let tone = Tone.steps([
            (level: silence, seconds: Double(index) * 0.15), (level: -23, seconds: 3), (level: silence, seconds: 1),
        ])
        #expect(isNear(loudness([tone, tone]).shortTermMaximum, -23, within: 0.1))
    }

    @Test("Tech 3341, case 12: tones in turn of 180 and 220 ms are -23 LUFS in every 400 ms")
    func momentary() {
        let tone = Tone.steps((0..<25).flatMap { _ in [(level: -20.0, seconds: 0.18), (level: -30.0, seconds: 0.22)] })
        #expect(isNear(loudness([tone, tone]).momentaryMaximum, -23, within: 0.1))
    }

    @Test("Tech 3341, cases 13 and 14: 400 ms of tone are found wherever they begin", arguments: 0..<20)
    func momentaryPlaces(index: Int) {
        let silence = -Double.infinity
        let tone = Tone.steps([
            (level: silence, seconds: Double(index) * 0.02), (level: -23, seconds: 0.4), (level: silence, seconds: 1),
        ])
        #expect(isNear(loudness([tone, tone]).momentaryMaximum, -23, within: 0.1))
        let rising = Tone.rising(index, shift: 0.02, length: 0.4)
        #expect(isNear(loudness([rising, rising]).momentaryMaximum, Double(index) - 38, within: 0.1))
    }

    @Test(
        "Tech 3341, cases 15 to 19: true peaks of sines whose samples miss their crests",
        arguments: [
            (4, 0, 0.5, -6), (4, 45, 0.5, -6), (6, 60, 0.5, -6), (8, 67.5, 0.5, -6), (4, 45, 1.41, 3),
        ] as [(Double, Double, Double, Double)])
    func truePeak(divisor: Double, degrees: Double, amplitude: Double, expected: Double) throws {
        // Softly in and out, as the standard's files have it: an edge has crests of its own.
        let sine = Tone.sine(48_000, frequency: 1 / divisor, rate: 1, amplitude: amplitude, phase: degrees * .pi / 180)
        let samples = sine.enumerated().map { $1 * min(1, Float(min($0, 47_999 - $0)) / 2000) }
        let peak = try #require(try measured([samples, samples]).truePeak)
        #expect((expected - 0.4...expected + 0.2).contains(peak), "\(peak) dBTP")
    }

    /// A sixth of the rate at half of full scale, and in its middle one cycle of a quarter of the rate at full scale;
    /// made at four times the rate, cut to the band, and every fourth sample taken, from the first, second, third or
    /// fourth on.
    @Test(
        "Tech 3341, cases 20 to 23: the crest of one loud cycle is 0 dBTP, wherever the samples fall", arguments: 0..<4)
    func truePeakOfCycle(offset: Int) throws {
        var wave = Tone.sine(24 * 200, frequency: 1 / 24.0, rate: 1, amplitude: 0.5)
        wave += Tone.sine(16, frequency: 1 / 16.0, rate: 1) + wave
        // Softly in and out.
        wave = wave.enumerated().map { $1 * min(1, Float(min($0, wave.count - 1 - $0)) / 1200) }
        let half = 96, cutoff = 0.25 / 2
        let row = (-half...half).map { index -> Double in
            let ratio = Double(index) / Double(half + 1)
            let sinc =
                index == 0 ? 2 * cutoff : PortableMath.sin(2 * .pi * cutoff * Double(index)) / (.pi * Double(index))
            return sinc * PortableMath.besselI0(6 * (1 - ratio * ratio).squareRoot()) / PortableMath.besselI0(6)
        }
        let samples = stride(from: half + offset, to: wave.count - half, by: 4).map { place -> Float in
            Float(row.indices.reduce(0.0) { $0 + row[$1] * Double(wave[place + $1 - half]) })
        }
        let peak = try #require(try measured([samples, samples]).truePeak)
        #expect((-0.4...0.2).contains(peak), "\(peak) dBTP")
    }

    @Test(
        "Tech 3342, cases 1 to 4: the range is the distance of the tones that count",
        arguments: [
            ([-20, -30], 10), ([-20, -15], 5), ([-40, -20], 20), ([-50, -35, -20, -35, -50], 15),
        ] as [([Double], Double)])
    func range(levels: [Double], expected: Double) {
        let tone = Tone.steps(levels.map { (level: $0, seconds: 20) })
        #expect(isNear(loudness([tone, tone]).range, expected, within: 1))
    }
}
