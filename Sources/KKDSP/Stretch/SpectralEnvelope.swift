internal import KKMath

/// The line over the peaks of a spectrum, which a voice's formants draw.
///
/// 1. The cepstrum is largest at the period of the voice, 2 … 14 ms.
/// 2. From one harmonic to the next the largest bin is found, and these peaks are joined by lines of decibels.
/// 3. That is smoothed to the true envelope: the cepstrum is kept up to half the period, and what is below the result is lifted to
///    it, until no peak is more than 1 dB above it, or eight times.
///
/// Source: A. Röbel and X. Rodet, *Efficient Spectral Envelope Estimation and its Application to Pitch Shifting and Envelope
/// Preservation*, DAFx 2005, for the true envelope and its order; D. B. Paul, *The Spectral Envelope Estimation Vocoder*, IEEE
/// Trans. ASSP 29-4, 1981, for the peaks; the range of the period, eight rounds and 100 dB of depth are kkmix's own.
///
/// ## Allocation
/// In `init` alone.
struct SpectralEnvelope {
    private let fft: RealFFT
    /// Samples of the shortest and the longest period.
    private let periods: ClosedRange<Int>
    /// Powers of two of the amplitude, for each bin: the lines between the peaks, what is smoothed, and the envelope.
    private var peaks: [Float]
    private var lifted: [Float]
    private var envelope: [Float]
    private let zeros: [Float]
    private var rest: [Float]
    private var cepstrum: [Float]

    private static let rounds = 8
    private static let decibel: Float = 0.1661

    init(size: Int, sampleRate: Double) {
        fft = RealFFT(size: size)
        let shortest = min(size / 4, max(2, Int(sampleRate / 500)))
        periods = shortest...min(size / 2 - 1, max(shortest, Int(sampleRate / 70)))
        let empty = [Float](repeating: 0, count: fft.binCount)
        (peaks, lifted, envelope, zeros, rest) = (empty, empty, empty, empty, empty)
        cepstrum = Array(repeating: 0, count: size)
    }

    /// By what each bin is multiplied so that the envelope stays where it is when all frequencies are multiplied by `pitch`:
    /// the envelope at the new place by that at the old one, within 40 dB.
    ///
    /// - Parameters:
    ///   - powers: of each bin; what stands there afterwards are the factors.
    mutating func makeFactors(_ powers: inout [Float], pitch: Double) {
        let last = fft.binCount - 1, floor = max(1e-30, Double(powers.max() ?? 0)) * 1e-10
        for bin in 0...last { lifted[bin] = Float(PortableMath.log2(max(floor, Double(powers[bin]))) / 2) }
        let period = period()
        joinPeaks(Double(fft.size) / Double(period))
        for _ in 0..<Self.rounds {
            smooth(period / 2)
            var isAbove = false
            for bin in 0...last {
                isAbove = isAbove || peaks[bin] - envelope[bin] > Self.decibel
                lifted[bin] = max(peaks[bin], envelope[bin])
            }
            if !isAbove { break }
        }
        for bin in 0...last {
            let place = min(Double(bin) * pitch, Double(last)), whole = min(Int(place), last - 1)
            let there = envelope[whole] + Float(place - Double(whole)) * (envelope[whole + 1] - envelope[whole])
            powers[bin] = Float(PortableMath.exp2(Double(min(max(there - envelope[bin], -6.64), 6.64))))
        }
    }

    /// Where the cepstrum is largest.
    private mutating func period() -> Int {
        fft.inverse(lifted, zeros, into: &cepstrum)
        var best = periods.lowerBound
        for index in periods where cepstrum[index] > cepstrum[best] { best = index }
        return best
    }

    /// Makes lines of what is lifted, from peak to peak, which are `distance` bins apart or nearly; so is what is lifted then.
    private mutating func joinPeaks(_ distance: Double) {
        var place = 0
        for bin in lifted.indices { peaks[bin] = lifted[bin] }
        while true {
            let first = place + max(1, Int((distance / 2).rounded())), end = place + Int((1.5 * distance).rounded())
            if end >= lifted.count || first > end { break }
            var peak = first
            for bin in first...end where lifted[bin] > lifted[peak] { peak = bin }
            let rise = (lifted[peak] - lifted[place]) / Float(peak - place)
            for bin in place..<peak {
                peaks[bin] = place == 0 ? lifted[peak] : lifted[place] + rise * Float(bin - place)
            }
            place = peak
        }
        if place > 0 { for bin in place..<lifted.count { peaks[bin] = lifted[place] } }
        for bin in lifted.indices { lifted[bin] = peaks[bin] }
    }

    /// The envelope of what is lifted. That is even on both sides of 0 Hz, and so is its cepstrum.
    private mutating func smooth(_ order: Int) {
        fft.inverse(lifted, zeros, into: &cepstrum)
        for index in order + 1..<fft.size - order { cepstrum[index] = 0 }
        fft.forward(cepstrum, &envelope, &rest)
    }
}

extension RealFFT {
    fileprivate func inverse(_ real: [Float], _ imaginary: [Float], into samples: inout [Float]) {
        var samples = samples.mutableSpan
        inverse(real: real.span, imaginary: imaginary.span, into: &samples)
    }

    fileprivate func forward(_ samples: [Float], _ real: inout [Float], _ imaginary: inout [Float]) {
        var real = real.mutableSpan, imaginary = imaginary.mutableSpan
        forward(samples.span, real: &real, imaginary: &imaginary)
    }
}
