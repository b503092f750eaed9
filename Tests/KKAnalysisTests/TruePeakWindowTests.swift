import KKAnalysis
import KKPCM
import KKTestSupport
import Testing

/// Δ true peak in windows of 400 ms.
@Suite struct TruePeakWindowTests {
    private static func tolerance(_ allowed: Double = 0.2, align: Extent = .frames(0)) -> Tolerance {
        var tolerance = Tolerance(name: "true peaks alone", lag: align)
        tolerance[.truePeak] = allowed
        return tolerance
    }

    /// A second at 0.9, then one at `amplitude`, of 997 Hz at 48 kHz.
    private static func steps(_ amplitude: Double) -> [Float] {
        Tone.sine(48_000, frequency: 997, rate: 48_000, amplitude: 0.9)
            + Tone.sine(48_000, frequency: 997, rate: 48_000, amplitude: amplitude)
    }

    @Test(
        "crests in a quiet passage differ, while the loudest of the whole is elsewhere and the same",
        arguments: [(0.1, 0.5), (0.1, -0.5), (0.001, 3)])
    func quietPassage(amplitude: Double, change: Double) throws {
        let factor = change > 1 ? 1.4125375446 : change > 0 ? 1.0592537252 : 1 / 1.0592537252
        let (reference, actual) = (Self.steps(amplitude), Self.steps(amplitude * factor))
        let result = try SoundComparator(Self.tolerance()).compare([reference], [actual], rate: 48_000)
        #expect(abs(result.deltaTruePeak ?? 1) < 1e-6)
        guard case .limit(.truePeak, allowed: 0.2, let found?, let window?, channel: nil)? = result.missed.first else {
            Issue.record("\(result.missed)")
            return
        }
        #expect(abs(found - change) < 0.02 && window.lowerBound >= 48_000 - 9_600 && window.count == 19_200)
        #expect(
            result.first.map { (48_000..<57_600).contains($0.frame) } == true, "\(String(describing: result.first))")
        #expect(try SoundComparator(Self.tolerance(3.1)).compare([reference], [actual], rate: 48_000).passed)
    }

    @Test func `a crest between samples is one, though no sample stands out`() throws {
        // A quarter of the rate: samples of 0.3 all along; a phase of 45° has crests of 0.424 between them, of 0° none.
        func tone(_ phase: Double, _ amplitude: Double) -> [Float] {
            Tone.sine(24_000, frequency: 12_000, rate: 48_000, amplitude: amplitude, phase: phase)
        }
        let loud = tone(0, 0.8)
        let result = try SoundComparator(Self.tolerance(1)).compare(
            [loud + tone(.pi / 2, 0.3) + loud], [loud + tone(.pi / 4, 0.3 * 1.41421356) + loud], rate: 48_000)
        guard case .limit(.truePeak, _, let found?, _?, _)? = result.missed.first else {
            Issue.record("\(result.missed)")
            return
        }
        #expect(abs(found - 3.01) < 0.5, "\(found)")
    }

    @Test func `what dither does to near silence is no other crest`() throws {
        let noise = SeededNumbers.noise(96_000, seed: 3)
        for level in [0.0, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3] {
            let reference = Self.steps(level), actual = zip(reference, noise).map { $0 + 1.5 / 32_768 * $1 }
            let result = try SoundComparator(Self.tolerance()).compare([reference], [actual], rate: 48_000)
            #expect(result.passed, "\(level): \(result.missed)")
        }
    }

    @Test func `neither workers nor slices nor an early stop show, and a shift moves the places`() throws {
        let (reference, actual) = (Self.steps(0.1), Self.steps(0.11))
        let plain = try SoundComparator(Self.tolerance()).compare([reference], [actual], rate: 48_000)
        for seed in [1, 2] as [UInt64] {
            let pieces = try SoundComparator(Self.tolerance()).compare(
                ArraySource([reference], sampleRate: 48_000, staccato: seed),
                ArraySource([actual], sampleRate: 48_000, staccato: seed + 7))
            #expect(pieces == plain)
        }
        let late = try SoundComparator(Self.tolerance(align: .frames(500))).compare(
            [reference], [[Float](repeating: 0, count: 300) + actual], rate: 48_000)
        #expect(late.alignment == 300 && late.first?.frame == plain.first?.frame)
    }

    @Test(arguments: [1, 7, 100, 1_000, 8_000] as [Double])
    func `rates at which a window is shorter than the filter are no trouble`(rate: Double) throws {
        let count = Int(3 * rate) + 5, noise = SeededNumbers.noise(count, seed: 4)
        let changed = noise.enumerated().map { $0.offset > count / 2 ? 0.9 * $0.element : $0.element }
        #expect(try !SoundComparator(Self.tolerance(0.05)).compare([noise], [changed], rate: rate).passed)
        #expect(try SoundComparator(Self.tolerance()).compare([noise], [noise], rate: rate).passed)
    }
}
