import KKAnalysis
import KKMath
import KKPCM
import KKTestSupport

/// Something like music, 16 bits, stereo: a few decaying harmonic notes, a bass, and a noise on the beat, with
/// different sides.
func music(seconds: Double = 4, rate: Double = 44_100, seed: UInt64 = 1, pitch: Double = 1) -> [[Float]] {
    let count = Int(seconds * rate)
    var sides = [[Float]](repeating: [Float](repeating: 0, count: count), count: 2)
    let noise = [SeededNumbers.noise(count, seed: seed), SeededNumbers.noise(count, seed: seed + 1)]
    let notes = [220.0, 277.18, 329.63, 440, 246.94, 311.13, 369.99, 493.88]
    let period = Int(rate / 4)
    for index in 0..<count {
        let beat = index / period, inBeat = Double(index % period) / rate
        let decay = PortableMath.exp2(-8 * inBeat), click = PortableMath.exp2(-60 * inBeat)
        let time = Double(index) / rate
        for side in 0..<2 {
            let note = notes[(beat * (side == 0 ? 3 : 5) + side) % notes.count]
            var value = 0.12 * PortableMath.sin(2 * .pi * 55 * time) + 0.08 * PortableMath.sin(2 * .pi * 82.41 * time)
            for harmonic in 1...5 {
                value +=
                    0.2 / Double(harmonic) * decay
                    * PortableMath.sin(2 * .pi * pitch * note * Double(harmonic) * time + Double(side))
            }
            value += (0.2 * click + 0.1) * Double(noise[side][index])
            sides[side][index] = Float((value * 32_768).rounded()) / 32_768
        }
    }
    return sides
}

extension SoundComparator {
    static func of16Bits(_ tolerance: Tolerance = .default) -> SoundComparator {
        var comparator = SoundComparator(tolerance)
        comparator.referenceBits = 16
        return comparator
    }

    func compare(_ reference: [[Float]], _ actual: [[Float]], rate: Double = 44_100) throws -> Comparison {
        try compare(ArraySource(reference, sampleRate: rate), ArraySource(actual, sampleRate: rate))
    }
}
