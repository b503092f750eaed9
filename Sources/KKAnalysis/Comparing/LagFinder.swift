internal import KKMath
internal import KKPCM

/// How much later a sound is than another one, by cross-correlation: the shift at which they have most in common, whatever their levels and polarities.
///
/// Up to eight stretches of the reference, spread over its length, are each correlated with the actual around the same place. For every shift the sum of
/// the products is divided by the root of both powers, so that a louder place is not taken for a likelier one. Of shifts as good as each other within
/// 2·10⁻⁶ the smallest is taken, as in a tone that repeats.
///
/// ## Allocation
/// For the two stretches, the transforms and the sums: some 40 bytes for each sample of the transform, which has at most 2²⁰.
final class LagFinder {
    private let reference: any FrameSource
    private let actual: any FrameSource
    private let channelCount: Int
    private let reach: Int
    private let transform: RealFFT
    /// Frames of a stretch of the reference.
    private let length: Int
    private var products: [[Float]]
    private var referencePowers: [Double]
    private var actualPowers: [[Double]]
    private let pairs: [(reference: Int, actual: Int)]

    private static let stretches: Int64 = 8

    /// - Parameter reach: the largest shift in frames to either side; at most a quarter of the largest transform.
    init(_ reference: any FrameSource, _ actual: any FrameSource, reach: Int64) {
        self.reference = reference
        self.actual = actual
        channelCount = reference.format.channelCount
        self.reach = Int(min(reach, Int64(RealFFT.sizes.upperBound / 4)))
        let wanted = Int(min(Int64(max(2 * self.reach, 1 << 16)), reference.frameCount ?? .max))
        var size = 1 << 12
        while size < 2 * self.reach + max(1, wanted) && size < RealFFT.sizes.upperBound { size *= 2 }
        transform = RealFFT(size: size)
        length = size - 2 * self.reach
        // A pair of channels may have changed places; of more, each is looked for in its own.
        let count = channelCount
        pairs = (0..<count).flatMap { first in (0..<count).filter { count <= 2 || $0 == first }.map { (first, $0) } }
        products = pairs.map { _ in [] }
        referencePowers = Array(repeating: 0, count: count)
        actualPowers = Array(repeating: Array(repeating: 0, count: 2 * self.reach + 1), count: count)
    }

    /// The lag: positive when the actual is late. 0 when nothing is better.
    func find() throws -> Int64 {
        let shifts = 2 * reach + 1
        products = pairs.map { _ in Array(repeating: 0, count: shifts) }
        let total = reference.frameCount ?? 0
        let count = max(1, min(Self.stretches, total / Int64(max(1, length))))
        for index in 0..<count {
            let start = count == 1 ? 0 : (total - Int64(length)) * index / (count - 1)
            try add(from: start)
        }
        return Int64(best())
    }

    private func add(from start: Int64) throws {
        let spectra = try spectra(of: reference, from: start, count: length) { channel, samples in
            referencePowers[channel] += samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        }
        let others = try self.spectra(of: actual, from: start - Int64(reach), count: length + 2 * reach) { [length, reach] channel, samples in
            var power = 0.0
            for index in 0..<length { power += Double(samples[index]) * Double(samples[index]) }
            for shift in 0...2 * reach {
                actualPowers[channel][shift] += max(0, power)
                guard shift < 2 * reach else { break }
                let (old, new) = (Double(samples[shift]), Double(samples[shift + length]))
                power += new * new - old * old
            }
        }
        var real = [Float](repeating: 0, count: transform.binCount), imaginary = real
        var samples = [Float](repeating: 0, count: transform.size)
        for (index, pair) in pairs.enumerated() {
            let (x, y) = (spectra[pair.reference], others[pair.actual])
            for bin in real.indices {
                real[bin] = y.real[bin] * x.real[bin] + y.imaginary[bin] * x.imaginary[bin]
                imaginary[bin] = y.imaginary[bin] * x.real[bin] - y.real[bin] * x.imaginary[bin]
            }
            var result = samples.mutableSpan
            transform.inverse(real: real.span, imaginary: imaginary.span, into: &result)
            for shift in products[index].indices { products[index][shift] += result[shift] }
        }
    }

    /// The transforms of each channel of a stretch; frames that a source does not have are silent, as is what is not finite.
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
            let samples = buffer.samples(ofChannel: channel).map { $0.isFinite ? $0 : 0 }
            look(channel, samples)
            var real = [Float](repeating: 0, count: transform.binCount), imaginary = real
            var re = real.mutableSpan, im = imaginary.mutableSpan
            transform.forward(samples.span, real: &re, imaginary: &im)
            return (real, imaginary)
        }
    }

    private func best() -> Int {
        var (best, found) = (0.0, 0)
        for distance in 0...reach {
            for lag in distance == 0 ? [0] : [distance, -distance] {
                var score = 0.0
                for (index, pair) in pairs.enumerated() {
                    let power = referencePowers[pair.reference] * actualPowers[pair.actual][lag + reach]
                    guard power > 1e-24 else { continue }
                    score = max(score, (Double(products[index][lag + reach]) / power.squareRoot()).magnitude)
                }
                if score > best + 2e-6 { (best, found) = (score, lag) }
            }
        }
        return found
    }
}
