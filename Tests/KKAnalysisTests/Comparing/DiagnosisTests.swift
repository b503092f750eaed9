import KKAnalysis
import KKMath
import KKTestSupport
import Testing

@Suite struct DiagnosisTests {
    @Test(arguments: [64, 100, 255, 256, 400, 1000, 2500, 8000, 16_000])
    func `noise at another level and upside down is that, without a shift`(count: Int) throws {
        for seed: UInt64 in 1...4 {
            let noise = SeededNumbers.noise(count, seed: seed)
            let result = try SoundComparator().compare([noise], [noise.map { -0.5 * $0 }], rate: 48_000)
            let diagnosis = try #require(result.diagnosis)
            #expect(
                result.verdict == .transformed && diagnosis.lag == 0 && diagnosis.isInverted,
                "\(count) \(seed): \(diagnosis)")
            #expect(abs(diagnosis.gain + 6.0206) < 0.0001)
            #expect(
                try SoundComparator(.loose).compare([noise], [noise.map { 0.97 * $0 }], rate: 48_000).alignment == 0)
        }
    }

    @Test(arguments: [64, 100, 400, 1000, 4000, 20_000])
    func `short noises that have nothing of one another do not pass, and nothing is said to have been done`(
        count: Int
    ) throws {
        for seed: UInt64 in 1...6 {
            let (one, other) = (SeededNumbers.noise(count, seed: seed), SeededNumbers.noise(count, seed: seed + 50))
            for tolerance in [Tolerance.lossy, .loose] {
                let result = try SoundComparator(tolerance).compare([one], [other], rate: 48_000)
                #expect(!result.passed && result.verdict == .different, "\(count) \(seed) \(result.missed)")
                #expect(result.diagnosis == nil && result.gain == nil)
                #expect(result.alignment == 0 && result.framesCompared == Int64(count))
            }
        }
    }

    /// Half a second of 441 Hz fits 440 Hz best where it is inverted and late: nobody did that to it.
    @Test func `a tone of another pitch is said to be neither late nor inverted`() throws {
        let tones = [440.0, 441].map { pitch in
            (0..<22_050).map { Float(0.5 * PortableMath.sin(2 * .pi * pitch * Double($0) / 44_100)) }
        }
        let result = try SoundComparator().compare([tones[0]], [tones[1]], rate: 44_100)
        #expect(result.verdict == .different && result.diagnosis == nil, "\(String(describing: result.diagnosis))")
    }

    /// A loop over noise that stays: a later turn of the loop may lie better over the noise.
    @Test(arguments: [true, false])
    func `a loop that is a little late was said to be late by a turn and that`(isLonger: Bool) throws {
        let turn = SeededNumbers.noise(3000, seed: 1), lag = 200
        let loop = Array(repeating: turn, count: 8).flatMap(\.self)
        let silence = [Float](repeating: 0, count: lag)
        var seed: UInt64 = 2
        while seed < 12 {
            let bed = SeededNumbers.noise(24_000 + lag, seed: seed).map { 0.2 * $0 }
            let count = isLonger ? 24_000 : 24_000 - lag
            let reference = zip(loop, bed).map { $0 + $1 }
            let actual = zip(silence + loop.prefix(count), bed).map { $0 + $1 }
            let diagnosis = try SoundComparator().compare([reference], [actual], rate: 48_000).diagnosis
            #expect(diagnosis?.lag == Int64(lag), "\(seed): \(String(describing: diagnosis))")
            seed += 1
        }
    }

    /// The best gain of a sound of which a part is another one is a little below 1, and explains nothing.
    @Test func `a part that is another sound is no level of the whole`() throws {
        let noise = SeededNumbers.noise(48_000, seed: 3), bleep = SeededNumbers.noise(2_400, seed: 4)
        let actual = Array(noise[..<12_000]) + bleep + Array(noise[14_400...])
        let result = try SoundComparator().compare([noise], [actual], rate: 48_000)
        #expect(result.verdict == .different && result.diagnosis == nil, "\(String(describing: result.diagnosis))")
        // What is nearly all of it is told still, beside the same part.
        let softer = try SoundComparator().compare([noise], [actual.map { 0.4 * $0 }], rate: 48_000)
        let gain = try #require(softer.diagnosis?.gain)
        #expect(abs(gain + 7.96) < 1, "\(gain)")
    }

    /// The rule of docs/comparing.md: -90 dBFS is the limit of a window's RMS, and what is louder than that is where a
    /// window that misses it begins to.
    @Test func `the first place may be softer than the limit of samples, where a window misses its own`() throws {
        let noise = SeededNumbers.noise(48_000, seed: 3)
        var actual = noise
        for frame in noise.indices where frame < 30_000 { actual[frame] += frame < 18 ? 0x1p-16 : 0x1p-14 * 0.75 }
        actual[30_000] += 0x1p-9
        let result = try SoundComparator().compare([noise], [actual], rate: 48_000)
        #expect(result.first?.frame == 18 && result.worst?.frame == 30_000, "\(result)")
        #expect(abs((result.first?.level ?? 0) + 86.8) < 0.1, "\(result)")
    }

    @Test(arguments: [10, -37])
    func `a short noise that is late is found to be`(lag: Int) throws {
        let noise = SeededNumbers.noise(1000 + abs(lag), seed: 3)
        let late = lag > 0 ? [Float](repeating: 0, count: lag) + noise.dropLast(lag) : Array(noise.dropFirst(-lag))
        let result = try SoundComparator().compare([noise], [late.map { 0.5 * $0 }], rate: 48_000)
        #expect(result.verdict == .transformed && result.diagnosis?.lag == Int64(lag), "\(result)")
    }

    @Test(
        arguments: [
            [1, 0, 3, 2], [1, 2, 0], [5, 4, 3, 2, 1, 0], [1, 0, 3, 2, 5, 4, 7, 6], Array((0..<12).reversed()),
        ], [0, 48])
    func `channels that have all changed places are found, without a shift and with one`(map: [Int], lag: Int) throws {
        // Beyond eight channels, all of which have moved, a shift is not looked for between them.
        guard lag == 0 || map.count <= 8 else { return }
        let sound = map.indices.map { SeededNumbers.noise(4000, seed: UInt64($0) + 1) }
        let moved = map.map { [Float](repeating: 0, count: lag) + sound[$0].dropLast(lag) }
        let diagnosis = try #require(try SoundComparator().compare(sound, moved, rate: 48_000).diagnosis)
        #expect(diagnosis.channelMap == map && diagnosis.lag == Int64(lag) && diagnosis.residual == nil)
    }
}
