internal import KKDSP
internal import KKPCM

/// How much later a sound is than another one, by cross-correlation: the shift at which they have most in common,
/// whatever their levels and polarities.
///
/// Up to eight stretches of the reference, spread over its length, are each correlated with the actual around the same
/// place. For every shift the sum of the products is divided by the root of both powers where the sounds meet, so that
/// a louder place is not taken for a likelier one. Of shifts as good as each other within 2·10⁻⁶ the smallest is taken,
/// 0 before all, as in a tone that repeats. Where only a part of the sound is late, a shift by more of the periods of
/// that part may be the better one by chance, so a smaller one that is nearly as good is found too.
///
/// A few frames are like any others. So the sounds must meet in half of the shorter one and in 256 frames, or in all of
/// it where it is shorter than that; a shift at which less than a thousandth of the two meets is none, as only the
/// transform's rounding would speak there; and neither is one at which the best fit of the one would leave more than −1
/// dB of the other: they have nothing in common.
///
/// Up to eight channels may have changed places: of four, any, beyond that the first two.
///
/// ## Allocation
/// For the two stretches, the transforms and the sums: some 60 bytes for each sample of the transform, which has at
/// most 2²⁰.
final class LagFinder {
    private let reference: any FrameSource
    private let actual: any FrameSource
    private let channelCount: Int
    private let reach: Int
    private let transform: RealFFT
    /// Frames of a stretch of the reference.
    private let length: Int
    /// The shifts at which enough of both meets.
    private let lags: ClosedRange<Int>
    private let total: Int64
    private let actualTotal: Int64
    private var products: [[Float]]
    /// Of what meets at each shift, and of everything that was looked at.
    private var referencePowers: [[Double]]
    private var actualPowers: [[Double]]
    private var wholeReferencePowers: [Double]
    private var wholeActualPowers: [Double]
    private let pairs: [(reference: Int, actual: Int)]

    private static let stretches: Int64 = 8
    private static let leastOverlap: Int64 = 256
    /// Of the root of both powers: what must meet.
    private static let leastShare = 1e-3
    /// The share of a power that a fit must explain: 1 − 10^(−1/10).
    private static let leastFit = 0.2057
    /// By how much a shift must be better than a smaller one: what the transform's rounding can make of everything that
    /// was looked at.
    private static let rounding = 2e-6
    /// How much more a shift may leave than the best to be nearly as good: 1 dB.
    private static let nearly = 1.26

    /// - Parameter reach: the largest shift in frames to either side; at most a quarter of the largest transform.
    init(_ reference: any FrameSource, _ actual: any FrameSource, reach: Int64) {
        self.reference = reference
        self.actual = actual
        channelCount = reference.format.channelCount
        total = reference.frameCount ?? 0
        actualTotal = actual.frameCount ?? 0
        let shorter = min(total, actualTotal), least = max(shorter / 2, min(shorter, Self.leastOverlap))
        let farthest = min(reach, Int64(RealFFT.sizes.upperBound / 4))
        lags = -Int(min(farthest, total - least))...Int(min(farthest, actualTotal - least))
        self.reach = max(-lags.lowerBound, lags.upperBound)
        let wanted = Int(min(Int64(max(2 * self.reach, 1 << 16)), total))
        var size = 1 << 12
        while size < 2 * self.reach + max(1, wanted) && size < RealFFT.sizes.upperBound { size *= 2 }
        transform = RealFFT(size: size)
        length = size - 2 * self.reach
        let count = channelCount
        pairs = (0..<count).flatMap { first in
            (0..<count).filter { $0 == first || count <= 4 || (count <= 8 && first < 2) }.map { (first, $0) }
        }
        products = pairs.map { _ in [] }
        referencePowers = Array(repeating: Array(repeating: 0, count: 2 * self.reach + 1), count: count)
        actualPowers = referencePowers
        wholeReferencePowers = Array(repeating: 0, count: count)
        wholeActualPowers = wholeReferencePowers
    }

    /// The lag: positive when the actual is late. 0 if nothing is better. And the smallest that is nearly as good.
    func find() throws -> (best: Int64, smallest: Int64) {
        guard reach > 0 else { return (0, 0) }
        let shifts = 2 * reach + 1
        products = pairs.map { _ in Array(repeating: 0, count: shifts) }
        let count = max(1, min(Self.stretches, total / Int64(max(1, length))))
        for index in 0..<count {
            let start = count == 1 ? 0 : (total - Int64(length)) * index / (count - 1)
            try add(from: start)
        }
        return best()
    }

    private func add(from start: Int64) throws {
        let count = Int(min(Int64(length), total - start))
        let spectra = try spectra(of: reference, from: start, count: count) { channel, samples in
            let sums = Self.powers(samples)
            wholeReferencePowers[channel] += sums[count]
            let (first, end) = (Int(-start), Int(actualTotal - start))
            var powers: [Double] = [], lag = lags.lowerBound
            swap(&powers, &referencePowers[channel])
            while lag <= lags.upperBound {
                let low = max(0, min(count, first - lag)), high = max(low, min(count, end - lag))
                powers[lag + reach] += sums[high] - sums[low]
                lag += 1
            }
            swap(&powers, &referencePowers[channel])
        }
        let others = try self.spectra(of: actual, from: start - Int64(reach), count: length + 2 * reach) {
            channel, samples in
            let sums = Self.powers(samples)
            wholeActualPowers[channel] += sums[samples.count]
            var powers: [Double] = [], place = lags.lowerBound + reach
            swap(&powers, &actualPowers[channel])
            while place <= lags.upperBound + reach {
                powers[place] += sums[place + count] - sums[place]
                place += 1
            }
            swap(&powers, &actualPowers[channel])
        }
        var real = [Float](repeating: 0, count: transform.binCount), imaginary = real
        var samples = [Float](repeating: 0, count: transform.size)
        for (index, pair) in pairs.enumerated() {
            let (x, y) = (spectra[pair.reference], others[pair.actual])
            var bin = 0
            while bin < transform.binCount {
                real[bin] = y.real[bin] * x.real[bin] + y.imaginary[bin] * x.imaginary[bin]
                imaginary[bin] = y.imaginary[bin] * x.real[bin] - y.real[bin] * x.imaginary[bin]
                bin += 1
            }
            var result = samples.mutableSpan
            transform.inverse(real: real.span, imaginary: imaginary.span, into: &result)
            var sums: [Float] = [], shift = 0
            swap(&sums, &products[index])
            while shift < sums.count {
                sums[shift] += result[shift]
                shift += 1
            }
            swap(&sums, &products[index])
        }
    }

    /// The sums of the squares of the first 0, 1, 2 … samples.
    private static func powers(_ samples: [Float]) -> [Double] {
        var sums = [Double](repeating: 0, count: samples.count + 1), sum = 0.0, index = 0
        while index < samples.count {
            sum += Double(samples[index]) * Double(samples[index])
            index += 1
            sums[index] = sum
        }
        return sums
    }

    /// The transforms of each channel of a stretch; frames that a source does not have are silent, as is what is not
    /// finite.
    private func spectra(
        of source: any FrameSource, from start: Int64, count: Int, _ look: (Int, [Float]) -> Void
    ) throws -> [(real: [Float], imaginary: [Float])] {
        var buffer = PCMBuffer(channelCount: channelCount, frameCapacity: transform.size)
        let missing = Int(max(0, -start))
        try source.seek(to: max(0, start))
        if missing < count {
            _ = try source.readFully(into: &buffer, at: missing, frameCount: count - missing)
        }
        buffer.frameLength = transform.size
        return (0..<channelCount).map { channel in
            var samples = buffer.samples(ofChannel: channel), frame = 0
            while frame < samples.count {
                if !samples[frame].isFinite { samples[frame] = 0 }
                frame += 1
            }
            look(channel, samples)
            var real = [Float](repeating: 0, count: transform.binCount), imaginary = real
            var re = real.mutableSpan, im = imaginary.mutableSpan
            transform.forward(samples.span, real: &re, imaginary: &im)
            return (real, imaginary)
        }
    }

    private func best() -> (best: Int64, smallest: Int64) {
        var (best, found, foundPair) = (0.0, 0, 0)
        visitLags { lag in
            for pair in pairs.indices {
                let score = score(pair, lag)
                let margin = lag == found ? 0 : score.margin
                if score.value.magnitude > best + margin {
                    (best, found, foundPair) = (score.value.magnitude, lag, pair)
                }
            }
            return true
        }
        guard found != 0, best * best >= Self.leastFit else { return (0, 0) }
        let most = Self.nearly * (1 - best * best), sign = score(foundPair, found).value.sign
        var smallest = found
        visitLags { lag in
            func score(_ lag: Int) -> Double {
                guard lags.contains(lag) else { return 0 }
                let score = self.score(foundPair, lag).value
                return score.sign == sign ? score.magnitude : 0
            }
            let here = score(lag)
            guard lag != 0, 1 - here * here <= most, here >= score(lag - 1), here >= score(lag + 1) else { return true }
            smallest = lag
            return false
        }
        return (Int64(found), Int64(smallest))
    }

    /// The possible shifts, the smallest first, until one is enough: 0, 1, −1, 2, −2 …
    private func visitLags(_ visit: (Int) -> Bool) {
        var step = 0
        while step <= 2 * reach {
            let lag = step & 1 == 0 ? -(step / 2) : step / 2 + 1
            step += 1
            guard !lags.contains(lag) || visit(lag) else { return }
        }
    }

    /// What two channels have in common at a shift, negative where it is inverted, and how much of that may be
    /// rounding. 0 where too little of both meets.
    private func score(_ index: Int, _ lag: Int) -> (value: Double, margin: Double) {
        let pair = pairs[index], place = lag + reach
        let whole = (wholeReferencePowers[pair.reference] * wholeActualPowers[pair.actual]).squareRoot()
        let met =
            (max(0, referencePowers[pair.reference][place]) * max(0, actualPowers[pair.actual][place])).squareRoot()
        guard met > Self.leastShare * whole else { return (0, 0) }
        let score = Double(products[index][place]) / met
        return score.isFinite ? (max(-1, min(1, score)), Self.rounding * whole / met) : (0, 0)
    }
}
