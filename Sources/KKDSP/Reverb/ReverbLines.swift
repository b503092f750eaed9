internal import KKMath

/// The sixteen delay lines of a room: how long they are, and which way up they are fed and heard.
struct ReverbLines {
    /// In frames: primes, each longer than the one before.
    private(set) var lengths = SIMD16<Int32>(repeating: 1)
    /// 1 or −1, for what goes into a line, and for what is heard of it. They are not the same: as the matrix is
    /// symmetric, every way through the lines and the way back would add up, and a channel hear itself twice as loud as
    /// the others.
    private(set) var signsIn = SIMD16<Float>(repeating: 1)
    private(set) var signsOut = SIMD16<Float>(repeating: 1)

    init() {}

    /// The first and the last line have the lengths `shortest` and `longest`, in frames, or the next primes. The others
    /// are in between, about the same ratio apart, each up to 0.4 of a step from its place.
    init(from shortest: Double, to longest: Double, seed: Int) {
        let random = CounterHash(seed: UInt64(truncatingIfNeeded: seed), channel: 0, frame: 0)
        let ratio = PortableMath.log2(longest / shortest), count = ReverbKernel.lineCount
        var last: Int32 = 1
        for line in 0..<count {
            let isEnd = line == 0 || line == count - 1
            let shift = isEnd ? 0 : 0.8 * (Double(random.bits(UInt32(line))) * 0x1p-32 - 0.5)
            let length = shortest * PortableMath.exp2(ratio * (Double(line) + shift) / Double(count - 1))
            last = Self.prime(from: max(last + 1, Int32(length.rounded())))
            lengths[line] = last
            let bits = random.bits(UInt32(count + line))
            signsIn[line] = bits & 1 == 0 ? 1 : -1
            signsOut[line] = bits & 2 == 0 ? 1 : -1
        }
    }

    /// The signs of the lines of one of several channels, every so many lines; 0 for the others.
    func ends(ofChannel channel: Int, of count: Int) -> (input: SIMD16<Float>, output: SIMD16<Float>) {
        var ends = (input: SIMD16<Float>(), output: SIMD16<Float>())
        for line in stride(from: channel, to: ReverbKernel.lineCount, by: count) {
            (ends.input[line], ends.output[line]) = (signsIn[line], signsOut[line])
        }
        return ends
    }

    /// The first prime that is no smaller than `number`, which is at least 2.
    private static func prime(from number: Int32) -> Int32 {
        var candidate = number
        while !isPrime(candidate) { candidate += 1 }
        return candidate
    }

    private static func isPrime(_ number: Int32) -> Bool {
        var divisor: Int32 = 2
        while divisor * divisor <= number {
            if number % divisor == 0 { return false }
            divisor += 1
        }
        return true
    }
}

/// What the lines of a room lose: y ← feed · x + pole · y, for each.
///
/// A line of M frames loses M/T of 60 dB, with T the frames of the decay, at 0 Hz and at half the sample rate: with k₀
/// and k₁ the factors, the pole is (k₀ − k₁)/(k₀ + k₁) and the feed k₀ (1 − pole). (Jot and Chaigne, equations 12 and
/// 13, from those two instead of the decay's slope.) No filter rings longer than the sound decays: where the pole would
/// have it do so, it is the pole that falls by 60 dB in T, and the other end decays more slowly than was asked.
struct ReverbFilters {
    private(set) var feeds = SIMD16<Float>()
    private(set) var poles = SIMD16<Float>()
    /// The power of what comes out of a filter where noise of the power 1 goes into every line, and the lines feed one
    /// another: the mean over the frequencies of |H|² / (1 − |H|²).
    private(set) var power = 1.0

    init() {}

    /// - Parameters: the frames in which the sound falls by 60 dB.
    init(_ lines: ReverbLines, decayAt0Hz: Double, atNyquist: Double) {
        // log₂ 10⁻³
        let sixty = -9.965784284662087
        let highest = PortableMath.exp2(sixty / decayAt0Hz), lowest = -PortableMath.exp2(sixty / atNyquist)
        var sums = SIMD16<Double>()
        for line in 0..<ReverbKernel.lineCount {
            let length = Double(lines.lengths[line]) * sixty
            let low = PortableMath.exp2(length / decayAt0Hz), high = PortableMath.exp2(length / atNyquist)
            let pole = low + high > 0 ? max(lowest, min((low - high) / (low + high), highest)) : 0
            let feed = low * (1 - pole)
            (feeds[line], poles[line]) = (Float(feed), Float(pole))
            // In one expression the compiler looks for its types for seven seconds.
            let energy = feed * feed, turn = 2 * pole, sum = 1 + pole * pole
            sums += energy / (sum - turn * Self.cosines)
        }
        let squares = sums / Double(ReverbKernel.lineCount)
        power = max((squares / (1 - squares)).sum() / 16, 1e-6)
    }

    /// Of sixteen frequencies from 0 to half the sample rate.
    private static let cosines: SIMD16<Double> = {
        var cosines = SIMD16<Double>()
        for index in 0..<16 { cosines[index] = PortableMath.cos(.pi * (Double(index) + 0.5) / 16) }
        return cosines
    }()
}
