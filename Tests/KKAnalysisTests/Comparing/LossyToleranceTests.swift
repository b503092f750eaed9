import KKAnalysis
import KKMath
import KKTestSupport
import Testing

/// What `lossy` takes of an encoder, and what it does not.
@Suite struct LossyToleranceTests {
    /// Tones in the middles of third octaves, at amplitudes; both sides differ. Two seconds at 44.1 kHz.
    private static func sound(_ changes: [Double: Double] = [:]) -> [[Float]] {
        let amplitudes: [(Double, Double)] = [
            (199.5, 0.3), (501.2, 0.2), (1_000, 0.2), (2_511.9, 0.1), (6_309.6, 0.03), (10_000, 0.01),
            (12_589.3, 0.004),
        ]
        return [1.0, 0.8].map { side in
            var sum = [Float](repeating: 0, count: 88_200)
            for (index, (frequency, amplitude)) in amplitudes.enumerated() {
                let level = Decibels(changes[frequency] ?? 0).linear * amplitude * side
                let tone = Tone.sine(
                    88_200, frequency: frequency, rate: 44_100, amplitude: level, phase: side * Double(index))
                for frame in sum.indices { sum[frame] += tone[frame] }
            }
            return sum
        }
    }

    private func missed(_ changes: [Double: Double]) throws -> [Limit] {
        try SoundComparator.of16Bits(.lossy).compare(Self.sound(), Self.sound(changes)).missed.compactMap { miss in
            if case .limit(let limit, _, _, _, _) = miss { limit } else { nil }
        }
    }

    @Test func `highs that an encoder moves by some decibels pass, and those that are gone do not`() throws {
        #expect(try missed([6_309.6: 1.7, 12_589.3: -5.3]) == [])
        #expect(try missed([12_589.3: -40]) == [.treble])
        #expect(try missed([10_000: -40, 12_589.3: -40]) == [.treble])
        #expect(try missed([1_000: -1.2]).contains(.thirdOctave))
    }

    @Test func `the level that LAME takes away passes, and one of 0.7 dB does not`() throws {
        for (gain, expected) in [(-0.45, []), (0.5, []), (-0.7, [Limit.level]), (0.7, [.level])] as [(Double, [Limit])]
        {
            let result = try SoundComparator.of16Bits(.lossy).compare(
                music(seconds: 2), music(seconds: 2).map { $0.map { Float(Decibels(gain).linear) * $0 } })
            #expect(
                result.missed.map { if case .limit(let limit, _, _, _, _) = $0 { limit } else { Limit.lag } }
                    == expected, "\(gain): \(result.missed)")
            #expect(abs((result.deltaLevel ?? 99) - gain) < 0.001)
        }
    }

    @Test func `a hole of 25 ms is seen wherever it is`() throws {
        let sound = music(seconds: 2)
        for start in 0..<12 {
            let first = 20_000 + 4_099 * start
            var holed = sound
            for frame in first..<first + 1_103 { holed[start % 2][frame] = 0 }
            let result = try SoundComparator.of16Bits(.lossy).compare(sound, holed)
            #expect(
                !result.passed && first..<first + 1_103 ~= Int(result.first?.frame ?? -1), "\(first): \(result.missed)")
        }
    }
}
