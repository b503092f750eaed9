@testable import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct RealFFTTests {
    static let sizes = [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]

    @Test(arguments: sizes)
    func `an impulse has a flat spectrum, turned by its place`(size: Int) {
        var samples = [Float](repeating: 0, count: size)
        samples[1] = 1
        let spectrum = spectrum(samples)
        for k in 0...size / 2 {
            let angle = 2 * 3.14159265358979323846 * Double(k) / Double(size)
            #expect((Double(spectrum.real[k]) - PortableMath.cos(angle)).magnitude < 3e-7)
            #expect((Double(spectrum.imaginary[k]) + PortableMath.sin(angle)).magnitude < 3e-7)
        }
        samples[1] = 0
        samples[0] = 1
        let first = self.spectrum(samples)
        #expect(first.real.allSatisfy { $0 == 1 } && first.imaginary.allSatisfy { $0 == 0 })
    }

    @Test(arguments: sizes)
    func `a cosine at a bin has N/2 there and nothing anywhere else; at the ends N`(size: Int) {
        for bin in Set([0, 1, size / 4, size / 2 - 1, size / 2]) {
            let samples = (0..<size).map {
                Float(PortableMath.cos(2 * 3.14159265358979323846 * Double(bin * $0 % size) / Double(size)))
            }
            let spectrum = spectrum(samples)
            for k in 0...size / 2 {
                let expected = k == bin ? Float(bin == 0 || bin == size / 2 ? size : size / 2) : 0
                #expect(
                    (spectrum.real[k] - expected).magnitude < 2e-7 * Float(size), "size \(size), bin \(bin), at \(k)")
                #expect(spectrum.imaginary[k].magnitude < 2e-7 * Float(size))
            }
        }
    }

    @Test(arguments: [4, 8, 16, 32, 64, 256, 2048])
    func `it is the sum by which a Fourier transform is defined, worked out in Float64`(size: Int) {
        let samples = noise(size, seed: 7)
        let spectrum = spectrum(samples)
        let circle = (0..<size).map { index in
            let angle = 2 * 3.14159265358979323846 * Double(index) / Double(size)
            return (PortableMath.cos(angle), PortableMath.sin(angle))
        }
        var error = 0.0, power = 0.0
        for k in 0...size / 2 {
            var real = 0.0, imaginary = 0.0
            for n in 0..<size {
                real += Double(samples[n]) * circle[k * n % size].0
                imaginary -= Double(samples[n]) * circle[k * n % size].1
            }
            let (dr, di) = (Double(spectrum.real[k]) - real, Double(spectrum.imaginary[k]) - imaginary)
            error += dr * dr + di * di
            power += real * real + imaginary * imaginary
        }
        #expect((error / power).squareRoot() < 3e-7)
    }

    @Test(arguments: [4096, 8192, 1 << 14, 1 << 16, 1 << 17, 1 << 20])
    func `so it is at some bins of the larger sizes`(size: Int) {
        let samples = noise(size, seed: 8)
        let spectrum = spectrum(samples)
        // Of white noise a bin has the power of all samples together, on the average.
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        for k in [1, 7, size / 8 + 1, size / 4, size / 4 + 3, size / 2 - 9] {
            var real = 0.0, imaginary = 0.0
            for n in 0..<size {
                // By turns, k · n / N, and only what is left of whole ones.
                let angle = 2 * 3.14159265358979323846 * Double(k * n % size) / Double(size)
                real += Double(samples[n]) * PortableMath.cos(angle)
                imaginary -= Double(samples[n]) * PortableMath.sin(angle)
            }
            let (dr, di) = (Double(spectrum.real[k]) - real, Double(spectrum.imaginary[k]) - imaginary)
            #expect(((dr * dr + di * di) / power).squareRoot() < 1e-6, "size \(size), bin \(k)")
        }
    }

    @Test(arguments: sizes + [1 << 15, 1 << 17])
    func `its bits are those of the steps made a number at a time, with every instruction set, there and back`(
        size: Int
    ) {
        let samples = noise(size, seed: 4), plain = PlainFFT(size: size)
        let there = plain.forward(samples), back = plain.inverse(there.real, there.imaginary)
        for set in InstructionSet.available {
            let transform = RealFFT(size: size, set: set)
            let found = spectrum(samples, transform)
            #expect(haveSameBits(found.real, there.real) && haveSameBits(found.imaginary, there.imaginary), "\(set)")
            var again = [Float](repeating: 9, count: size)
            var span = again.mutableSpan
            transform.inverse(real: found.real.span, imaginary: found.imaginary.span, into: &span)
            #expect(haveSameBits(again, back), "\(set)")
        }
    }

    @Test(arguments: sizes)
    func `peaks are raised to the powers of the windowed samples, and never lowered`(size: Int) {
        let first = 5, samples = noise(size + first, seed: 9), window = noise(size, seed: 10)
        let buffer = buffer(samples)
        let product = spectrum((0..<size).map { samples[first + $0] * window[$0] })
        let powers = zip(product.real, product.imaginary).map { $0 * $0 + $1 * $1 }
        let before = powers.indices.map { $0 % 3 == 0 ? powers[$0] * 2 : 0 }
        for set in InstructionSet.available {
            var peaks = before
            RealFFT(size: size, set: set).raise(&peaks, toPowersOf: buffer, channel: 0, from: first, window: window)
            #expect(haveSameBits(peaks, powers.indices.map { max(before[$0], powers[$0]) }), "\(set)")
        }
    }

    @Test(arguments: [16, 128, 4096])
    func `in peaks what is infinite or no number counts as 0, wherever it is`(size: Int) {
        let window = noise(size, seed: 12)
        for set in InstructionSet.available {
            let transform = RealFFT(size: size, set: set)
            for place in [0, 1, size / 4 + 1, size / 2, size - 1] {
                var silenced = noise(size, seed: 11)
                silenced[place] = 0
                for odd in [Float.nan, .infinity, -.infinity] {
                    var samples = silenced
                    samples[place] = odd
                    var expected = [Float](repeating: 0, count: transform.binCount), found = expected
                    transform.raise(&expected, toPowersOf: buffer(silenced), channel: 0, from: 0, window: window)
                    transform.raise(&found, toPowersOf: buffer(samples), channel: 0, from: 0, window: window)
                    #expect(haveSameBits(found, expected) && found.contains { $0 > 0 }, "\(odd) at \(place), \(set)")
                }
            }
        }
    }

    @Test(arguments: sizes + [1 << 15, 1 << 20])
    func `backwards, the samples come again`(size: Int) {
        let samples = noise(size, seed: 3)
        let transform = RealFFT(size: size)
        let there = spectrum(samples, transform)
        var back = [Float](repeating: 9, count: size)
        var span = back.mutableSpan
        transform.inverse(real: there.real.span, imaginary: there.imaginary.span, into: &span)
        let worst = zip(samples, back).map { ($0 - $1).magnitude }.max() ?? 9
        #expect(worst < 2e-6)
    }

    @Test(arguments: sizes + [1 << 17])
    func `parseval: the power of the spectrum is that of the samples`(size: Int) {
        let samples = noise(size, seed: 11)
        let spectrum = spectrum(samples)
        let inTime = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        var inBins = 0.0
        for k in 0...size / 2 {
            let power =
                Double(spectrum.real[k]) * Double(spectrum.real[k]) + Double(spectrum.imaginary[k])
                * Double(spectrum.imaginary[k])
            inBins += (k == 0 || k == size / 2 ? 1 : 2) * power
        }
        #expect((inBins / Double(size) / inTime - 1).magnitude < 1e-6)
    }

    @Test
    func `the spectrum of a sum is the sum of the spectra`() {
        let first = noise(1024, seed: 1), second = noise(1024, seed: 2)
        let sum = spectrum(zip(first, second).map { $0 + 0.5 * $1 })
        let parts = (spectrum(first), spectrum(second))
        for k in 0...512 {
            #expect((sum.real[k] - parts.0.real[k] - 0.5 * parts.1.real[k]).magnitude < 2e-4)
            #expect((sum.imaginary[k] - parts.0.imaginary[k] - 0.5 * parts.1.imaginary[k]).magnitude < 2e-4)
        }
    }

    @Test
    func `an object can be used again, and its bits are those of a fresh one`() {
        let transform = RealFFT(size: 512)
        let samples = noise(512, seed: 5)
        let first = spectrum(samples, transform)
        _ = spectrum(noise(512, seed: 6), transform)
        let second = spectrum(samples, transform)
        #expect(first.real == second.real && first.imaginary == second.imaginary)
    }

    @Test
    func `its bits are the same everywhere`() {
        let spectrum = spectrum(noise(4096, seed: 1))
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for value in spectrum.real + spectrum.imaginary { hash = (hash ^ UInt64(value.bitPattern)) &* 0x100_0000_01B3 }
        #expect(hash == 18_275_024_264_115_514_864)
    }

    /// As one question: arrays that differ would be searched for their difference at length.
    private func haveSameBits(_ first: [Float], _ second: [Float]) -> Bool {
        first.map(\.bitPattern) == second.map(\.bitPattern)
    }

    private func buffer(_ samples: [Float]) -> PCMBuffer {
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: samples.count)
        buffer.fill(channel: 0, with: samples)
        buffer.frameLength = samples.count
        return buffer
    }

    private func noise(_ count: Int, seed: UInt64) -> [Float] {
        (0..<count).map {
            Float(Int32(bitPattern: CounterHash.bits(seed: seed, channel: 0, frame: Int64($0)))) * 0x1p-31
        }
    }

    private func spectrum(_ samples: [Float], _ given: RealFFT? = nil) -> (real: [Float], imaginary: [Float]) {
        let transform = given ?? RealFFT(size: samples.count)
        var real = [Float](repeating: 0, count: transform.binCount), imaginary = real
        var re = real.mutableSpan, im = imaginary.mutableSpan
        transform.forward(samples.span, real: &re, imaginary: &im)
        return (real, imaginary)
    }
}
