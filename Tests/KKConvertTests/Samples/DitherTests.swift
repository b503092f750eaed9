import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@Suite struct DitherTests {
    private func moments(_ errors: [Double]) -> (mean: Double, power: Double) {
        let count = Double(errors.count)
        return (errors.reduce(0, +) / count, errors.reduce(0) { $0 + $1 * $1 } / count)
    }

    /// Total error in steps of 16 bits.
    private func errors(
        _ samples: [Float], dither: Dither, rate: Double = 48_000, firstFrame: Int64 = 0
    ) throws -> [Double] {
        var format = pcm(16)
        format.sampleRate = rate
        let codes = try int16Values(packed([samples], as: format, dither: dither, seed: 5, firstFrame: firstFrame))
        return zip(codes, samples).map { Double($0) - Double($1) * 32768 }
    }

    /// The mean's standard deviation is ½ / √count, the power's 0.29 / √count (0.19 % of it here).
    @Test func `triangular dither makes an error of mean zero and a quarter of a step squared, for any signal`() throws
    {
        let count = 400_000
        for (offset, firstFrame) in [(0.25, Int64(0)), (0.5, 1 << 40), (1000.1, -5_000_000)] {
            let constant = [Float](repeating: Float(offset / 32768), count: count)
            let (mean, power) = try moments(errors(constant, dither: .tpdf, firstFrame: firstFrame))
            #expect(abs(mean) < 0.004)
            #expect(abs(power / 0.25 - 1) < 0.01)
        }
        let noise = try moments(errors(SeededNumbers.noise(count, seed: 3).map { $0 * 0.5 }, dither: .tpdf))
        #expect(abs(noise.mean) < 0.004)
        #expect(abs(noise.power / 0.25 - 1) < 0.01)
    }

    @Test func `channels, seeds and frames have noise of their own`() throws {
        let quiet = [Float](repeating: 0.3 / 32768, count: 4000)
        let stereo = try int16Values(packed([quiet, quiet], as: pcm(16, channels: 2), dither: .tpdf))
        let left = stride(from: 0, to: 8000, by: 2).map { stereo[$0] }
        let right = stride(from: 1, to: 8000, by: 2).map { stereo[$0] }
        let other = try int16Values(packed([quiet], as: pcm(16), dither: .tpdf, seed: 1))
        let later = try int16Values(packed([quiet], as: pcm(16), dither: .tpdf, firstFrame: 1))
        let same = try int16Values(packed([quiet], as: pcm(16), dither: .tpdf))
        #expect(left == same)
        #expect(left != right && left != other && left != later)
        #expect(Array(left.dropFirst()) == Array(later.dropLast()))
    }

    @Test(arguments: [Dither.tpdf, .shaped], [1, 2, 5])
    func `slices make no difference`(dither: Dither, channels: Int) throws {
        var numbers = SeededNumbers(seed: 11)
        let count = 9000
        // Across the frame at which the keys of the noise change, with a silence inside.
        let start = Int64(1 << 32) - 3000
        let samples = (0..<channels).map { channel in
            SeededNumbers.noise(count, seed: UInt64(channel)).enumerated().map {
                (4000..<5000).contains($0) ? 0 : $1 * 0.01
            }
        }
        for format in [pcm(16, channels: channels), pcm(24, channels: channels), pcm(8, channels: channels, [])] {
            let whole = try packed(samples, as: format, dither: dither, seed: 3, firstFrame: start)
            var packer = try PCMPacker(format: format, dither: dither, seed: 3)
            var pieces: [UInt8] = []
            var done = 0
            while done < count {
                let length = min(count - done, Int(numbers.next() % 1500) + 1)
                pieces += packed(
                    samples.map { Array($0[done..<done + length]) }, by: &packer, firstFrame: start + Int64(done))
                done += length
            }
            #expect(pieces == whole)
        }
    }

    @Test(arguments: [Dither.tpdf, .shaped])
    func `silence stays silence, also in the midst of sound`(dither: Dither) throws {
        let silent = [Float](repeating: 0, count: 3000)
        #expect(
            try packed([silent, silent.map { -$0 }], as: pcm(16, channels: 2), dither: dither)
                == [UInt8](repeating: 0, count: 12_000))
        #expect(try packed([silent], as: pcm(8, []), dither: dither) == [UInt8](repeating: 0x80, count: 3000))
        var sound = SeededNumbers.noise(3000, seed: 1).map { $0 * 0.5 }
        for frame in 1000..<2000 { sound[frame] = 0 }
        let codes = try int16Values(packed([sound], as: pcm(16), dither: dither))
        #expect(codes[1000..<2000].allSatisfy { $0 == 0 })
        // A silent channel beside a sounding one is dithered: only silence of the whole frame is kept.
        let stereo = try int16Values(packed([sound, silent], as: pcm(16, channels: 2), dither: dither))
        #expect(stride(from: 1, to: 2000, by: 2).contains { stereo[$0] != 0 })
        #expect(stride(from: 2001, to: 4000, by: 2).allSatisfy { stereo[$0] == 0 })
    }

    /// The power of `errors` at a frequency, relative to white noise of a quarter of a step squared.
    private func spectrum(_ errors: [Double], at frequency: Double, rate: Double) -> Double {
        // Many short blocks: the mean over them is within a few tenths of a decibel.
        let size = 256
        var sum = 0.0
        var blocks = 0.0
        for start in stride(from: 0, to: errors.count - size, by: size) {
            var real = 0.0, imaginary = 0.0
            for index in 0..<size {
                let angle = 2 * Double.pi * frequency / rate * Double(index)
                let window = 0.5 - 0.5 * cosine(2 * .pi * Double(index) / Double(size))
                real += errors[start + index] * window * cosine(angle)
                imaginary += errors[start + index] * window * cosine(angle - .pi / 2)
            }
            sum += real * real + imaginary * imaginary
            blocks += 1
        }
        return sum / blocks / (Double(size) * 0.375 * 0.25)
    }

    @Test func `the shaped error is the white one through its filter`() throws {
        let samples = SeededNumbers.noise(60_000, seed: 8).map { $0 * 0.9 }
        let taps: [(rate: Double, taps: [Double])] = [
            (44_100, [2.033, -2.165, 1.959, -1.590, 0.6149]), (48_000, [2.033, -2.165, 1.959, -1.590, 0.6149]),
            (96_000, [2, -1, 0, 0, 0]),
            (16_000, [0, 0, 0, 0, 0]),
        ]
        for (rate, taps) in taps {
            let errors = try errors(samples, dither: .shaped, rate: rate)
            var white: [Double] = []
            for index in errors.indices {
                var value = errors[index]
                for tap in 0..<5 where index > tap { value += taps[tap] * white[index - 1 - tap] }
                white.append(value)
            }
            let (mean, power) = moments(white)
            #expect(white.allSatisfy { abs($0) <= 1.5 })
            #expect(abs(mean) < 0.01)
            #expect(abs(power / 0.25 - 1) < 0.02)
        }
    }

    @Test func `shaping clears the octaves to which the ear is most sensitive`() throws {
        let samples = SeededNumbers.noise(60_000, seed: 8).map { $0 * 0.9 }
        let cd = try errors(samples, dither: .shaped, rate: 44_100)
        #expect(spectrum(cd, at: 4000, rate: 44_100) < 0.02)
        #expect(spectrum(cd, at: 16_000, rate: 44_100) > 10)
        let plain = try errors(samples, dither: .tpdf, rate: 44_100)
        #expect(abs(spectrum(plain, at: 4000, rate: 44_100) - 1) < 0.3)
    }

    @Test func `full scale and beyond does not unsettle the shaper`() throws {
        var samples = [Float](repeating: 1.7, count: 5000)
        for index in samples.indices where index / 50 % 2 == 0 { samples[index] = -3 }
        samples += SeededNumbers.noise(5000, seed: 2).map { $0 * 0.5 }
        let errors = try errors(samples, dither: .shaped)
        #expect(errors[5010...].allSatisfy { abs($0) < 1.5 * 9.4 })
    }
}

private func cosine(_ x: Double) -> Double { cos(x) }
