import KKAnalysis
import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct OverflowTests {
    @Test(arguments: [1e18, 1e19, 1e25, 1e30, 1.6e38, 3.4e38] as [Float])
    func `numbers far above full scale upside down pass nowhere, and are found to be that`(level: Float) throws {
        let (high, low) = ([Float](repeating: level, count: 48_000), [Float](repeating: -level, count: 48_000))
        for tolerance in Tolerance.all {
            let result = try SoundComparator(tolerance).compare([high], [low], rate: 48_000)
            #expect(
                !result.passed && result.verdict == .transformed && result.diagnosis?.isInverted == true,
                "\(tolerance.name) \(result.missed)")
            #expect(abs((result.relativeResidual ?? 0) - 6.0206) < 0.001)
            let values = [
                result.peakResidual, result.rmsResidual, result.weightedResidual, result.deltaLoudness,
                result.deltaTruePeak, result.thirdOctave?.delta,
            ]
            #expect(values.allSatisfy { $0?.isFinite ?? true })
            #expect(
                try SoundComparator(tolerance).compare([high], [high], rate: 48_000).verdict == .samePCM || level > 1e19
            )
        }
    }

    @Test(arguments: [1e18, 1e30, 3.4e38] as [Float])
    func `a loudness, a true peak and their differences are right up to the largest number`(level: Float) throws {
        let sound = (0..<48_000).map { $0 % 3 == 2 ? -level : level }, factor = 1 / level
        let huge = try measured([sound, sound]),
            usual = try measured([sound.map { $0 * factor }, sound.map { $0 * factor }])
        let apart = Decibels(linear: Double(level)).value
        #expect(isNear(huge.loudness.integrated, (usual.loudness.integrated ?? 0) + apart, within: 0.001))
        #expect(isNear(huge.truePeak, (usual.truePeak ?? 0) + apart, within: 0.001))
        let result = try SoundComparator().compare([sound], [sound.map { 0.99 * $0 }], rate: 48_000)
        for delta in [result.deltaLoudness, result.deltaTruePeak] { #expect(abs((delta ?? 0) + 0.0873) < 0.001) }
        #expect(
            !result.passed
                && result.missed.allSatisfy {
                    if case .limit(_, _, let found?, _, _) = $0 { found.isFinite } else { false }
                })
        #expect(try SoundComparator().compare([sound], [sound], rate: 48_000).passed)
    }

    @Test func `third octaves are right where squares are too large for single precision`() throws {
        let noise = SeededNumbers.noise(48_000, seed: 1)
        let result = try SoundComparator().compare([noise.map { 1e30 * $0 }], [noise.map { 2e30 * $0 }], rate: 48_000)
        #expect(abs((result.thirdOctave?.delta ?? 0) - 6.0206) < 0.0001)
    }

    @Test func `a limit that is a sample's own level holds that sample, and the next one misses it`() throws {
        for sample in [0x1p-10, 0.1, 0.3, 1e-4, 0.7071, 0.0316228] as [Float] {
            for (value, isKept) in [(sample, true), (sample.nextUp, false)] {
                var tolerance = Tolerance(name: "border")
                tolerance[.peak] = Decibels(linear: Double(sample)).value
                var actual = [Float](repeating: 0, count: 1000)
                actual[500] = value
                let result = try SoundComparator(tolerance).compare(
                    [[Float](repeating: 0, count: 1000)], [actual], rate: 48_000)
                #expect(result.passed == isKept, "\(sample)")
                #expect((result.first == nil) == isKept)
            }
        }
    }

    @Test func `the RMS of a residual of huge samples is not above its peak`() throws {
        let sound = (0..<8_000).map { ($0 % 2 == 0 ? 3e38 : -3e38) as Float }
        let result = try SoundComparator(.default).compare([sound], [sound.map { -$0 }], rate: 8_000)
        let (rms, peak) = try (#require(result.rmsResidual), #require(result.peakResidual))
        #expect(rms <= peak && rms > 770.6)
    }
}
