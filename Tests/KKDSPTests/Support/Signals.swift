import KKMath
import KKTestSupport

/// Signals that are hard on a limiter.
enum Signals {
    /// Chords that come and go, with drums: sums of sines below a quarter of the rate under falling envelopes, and
    /// short noise.
    static func music(_ count: Int, seed: UInt64, level: Double) -> [Float] {
        var numbers = SeededNumbers(seed: seed)
        func draw() -> Double { Double(numbers.next() >> 11) * 0x1p-53 }
        var sum = [Double](repeating: 0, count: count)
        for _ in 0..<12 {
            let frequency = 0.002 + 0.2 * draw() * draw(), phase = 6 * draw(), start = Int(draw() * Double(count) * 0.7)
            var envelope = 0.4
            for frame in start..<count {
                sum[frame] += envelope * PortableMath.sin(2 * .pi * frequency * Double(frame - start) + phase)
                envelope *= 0.9995
            }
        }
        let noise = bandLimited(SeededNumbers.noise(count, seed: seed + 1))
        for start in stride(from: count / 9, to: count, by: count / 4) {
            var envelope = 1.0
            for frame in start..<count {
                sum[frame] += envelope * Double(noise[frame])
                envelope *= 0.99
            }
        }
        return sum.map { Float(level * $0) }
    }

    static func square(_ count: Int, period: Int, level: Float) -> [Float] {
        (0..<count).map { $0 % period < (period + 1) / 2 ? level : -level }
    }

    /// Sines that begin and end at once, up to 0.44 of the rate, with silence between them.
    static func bursts(_ count: Int, seed: UInt64) -> [Float] {
        var numbers = SeededNumbers(seed: seed)
        func draw() -> Double { Double(numbers.next() >> 11) * 0x1p-53 }
        var result: [Float] = []
        while result.count < count {
            result += sine(
                20 + Int(400 * draw()), frequency: 0.44 * draw(), phase: 6 * draw(), amplitude: 0.5 + 2 * draw())
            result += [Float](repeating: 0, count: Int(600 * draw()))
        }
        return bandLimited(Array(result[..<count]))
    }

    /// Without what is above 0.45 of the rate: above that, what lies between the samples is a matter of the filter that
    /// one takes.
    static func bandLimited(_ samples: [Float]) -> [Float] {
        let half = 100, cutoff = 0.43
        let row = (-half...half).map { index -> Double in
            let ratio = Double(index) / Double(half + 1)
            let sinc =
                index == 0 ? 2 * cutoff : PortableMath.sin(2 * .pi * cutoff * Double(index)) / (.pi * Double(index))
            return sinc * PortableMath.besselI0(8 * (1 - ratio * ratio).squareRoot()) / PortableMath.besselI0(8)
        }
        return samples.indices.map { place in
            var sum = 0.0
            for index in max(-half, place - samples.count + 1)...min(half, place) {
                sum += row[index + half] * Double(samples[place - index])
            }
            return Float(sum)
        }
    }
}
