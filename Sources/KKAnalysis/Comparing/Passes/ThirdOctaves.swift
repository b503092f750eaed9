internal import KKDSP
internal import KKMath
internal import KKPCM

/// A long-term spectrum in third octaves: Welch's method (P. Welch, *The Use of Fast Fourier Transform for the
/// Estimation of Power Spectra*, 1967), a Hann window at the start of every fifth of a second, of the longest power of
/// two that fits in half of it; the powers of all channels together.
///
/// Bands are those of IEC 61260-1, base ten, from 50 Hz to 20 kHz: middles at 1000 · 10^(n/10) Hz. A bin that two bands
/// share is divided by its width.
final class ThirdOctaves {
    private let spectra: SpectralPowers
    private let sampleRate: Double
    private(set) var count = 0

    private static let numbers = -13...13

    /// - Parameter hop: frames in a tenth of a second.
    init(sampleRate: Double, hop: Int) {
        var size = 64
        while 2 * size <= min(hop, RealFFT.sizes.upperBound) { size *= 2 }
        spectra = SpectralPowers(size: size)
        self.sampleRate = sampleRate
    }

    /// Takes the frames at the start of every second hop in the buffer; what is shorter than a window is skipped.
    func add(_ buffer: borrowing PCMBuffer, hop: Int) {
        var start = 0
        while start + spectra.size <= buffer.frameLength {
            for channel in 0..<buffer.channelCount { spectra.add(buffer, channel: channel, from: start) }
            count += 1
            start += 2 * hop
        }
    }

    /// The middles of the bands that lie within the sound's own.
    var frequencies: [Double] { Self.numbers.map(Self.middle).filter { $0 * Self.edge < sampleRate / 2 } }

    private static func middle(_ number: Int) -> Double {
        1000 * PortableMath.exp2(Double(number) * 0.332192809488736234787032)
    }
    private static let edge = PortableMath.exp2(0.332192809488736234787032 / 2)

    /// The mean powers of the bands in a window, one for each of ``frequencies``.
    var bands: [Double] {
        let width = sampleRate / Double(spectra.size)
        let powers = spectra.powers
        return frequencies.map { middle in
            let low = middle / Self.edge / width, high = middle * Self.edge / width
            var sum = 0.0
            for bin in max(1, Int(low - 0.5))...min(powers.count - 1, Int(high + 0.5)) {
                sum += powers[bin] * max(0, min(high, Double(bin) + 0.5) - max(low, Double(bin) - 0.5))
            }
            return sum / Double(max(1, count))
        }
    }

    /// The mean power of all there is, from 0 Hz to half of the rate.
    private var total: Double { spectra.powers.reduce(0, +) / Double(max(1, count)) }

    /// How the bands differ from those of a reference.
    struct Differences {
        /// The largest of the bands at most 15 dB below the strongest, and of those from 5 to 12.5 kHz at most 50 dB
        /// below it; the actual's less the reference's.
        var largest: Comparison.Band?
        var treble: Comparison.Band?
        /// Of the bands up to 4 kHz at most 15 dB below the strongest, taken together.
        var level: Double?
    }

    /// The differences to `reference`, of bands that are above −90 dBFS on one side; `nil` without any.
    ///
    /// - Parameter separately: whether the treble does not count in ``Differences/largest``.
    func differences(from reference: ThirdOctaves, treble separately: Bool) -> Differences {
        let (own, other, middles) = (bands, reference.bands, frequencies)
        // A sine at full scale has 1.5 / 16 in all its bins together. And far below the whole there is nothing but what
        // the transform rounds.
        let least = max(1e-9 / 16 * 1.5, 1e-11 * max(total, reference.total))
        /// Encoders keep or cut what is above 14 kHz as they like: where they are judged by the treble it does not
        /// count.
        let judged = middles.indices.filter { !separately || middles[$0] < Self.trebleEnds }
        let strongest = judged.reduce(least) { max($0, own[$1], other[$1]) }
        func worst(_ indices: [Int], below share: Double) -> Comparison.Band? {
            let gate = max(least, strongest * share)
            var worst: Comparison.Band?
            for index in indices where max(own[index], other[index]) >= gate {
                // A band that is gone counts as one 20 dB below the gate.
                let delta = Self.level(max(own[index], gate * 0.01) / max(other[index], gate * 0.01))
                if abs(delta) > abs(worst?.delta ?? 0) || worst == nil {
                    worst = Comparison.Band(frequency: middles[index], delta: delta)
                }
            }
            return worst
        }
        let high = middles.indices.filter { middles[$0] > Self.trebleBegins && middles[$0] < Self.trebleEnds }
        let low = middles.indices.filter { middles[$0] <= Self.trebleBegins }
        var found = Differences()
        found.largest = worst(separately ? low : judged, below: Self.mainShare)
        found.treble = worst(high, below: 1e-5)
        let main = low.filter { max(own[$0], other[$0]) >= max(least, strongest * Self.mainShare) }
        if !main.isEmpty {
            found.level = Self.level(
                max(least, main.reduce(0) { $0 + own[$1] }) / max(least, main.reduce(0) { $0 + other[$1] }))
        }
        return found
    }

    /// Between the bands of 4 and of 5 kHz, Hz.
    private static let trebleBegins = 4_500.0
    /// Between those of 12.5 and of 16 kHz, Hz.
    private static let trebleEnds = 14_100.0
    /// −15 dB.
    private static let mainShare = 0.0316227766

    private static func level(_ ratio: Double) -> Double { 3.010299956639811952137389 * PortableMath.log2(ratio) }
}
