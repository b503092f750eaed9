internal import KKMath
internal import KKPCM

/// Measures the windows of a fingerprint while frames go by; slices of any size give the same levels.
///
/// The bands are split off one by one from the bottom, each by a Butterworth low-pass of second order (R.
/// Bristow-Johnson, *Audio EQ Cookbook*), and what it leaves goes on to the next; neighbours overlap.
///
/// ## Allocation
/// In `init`, and an entry per window and channel.
final class FingerprintMeter {
    let crossovers: [Double]
    private(set) var levels: [Fingerprint.Levels] = []
    private let sampleRate: Double
    private var channels: [Channel]
    private var position: Int64 = 0
    private var window = 0

    init(sampleRate: Double, channelCount: Int) {
        self.sampleRate = sampleRate
        crossovers = Fingerprint.crossovers.filter { $0 < 0.45 * sampleRate }
        let splits = crossovers.map { Split(frequency: $0, sampleRate: sampleRate) }
        channels = Array(repeating: Channel(splits: splits), count: channelCount)
    }

    func add(_ buffer: borrowing PCMBuffer) {
        var offset = 0
        while offset < buffer.frameLength {
            let end = Fingerprint.start(ofWindow: window + 1, sampleRate: sampleRate)
            let count = Int(min(Int64(buffer.frameLength - offset), end - position))
            for channel in channels.indices {
                buffer.withChannel(channel) { samples in
                    for index in offset..<offset + count { channels[channel].add(samples[index]) }
                }
            }
            offset += count
            position += Int64(count)
            if position == end { closeWindow() }
        }
    }

    func finish() {
        if position > Fingerprint.start(ofWindow: window, sampleRate: sampleRate) { closeWindow() }
    }

    private func closeWindow() {
        for channel in channels.indices { levels.append(channels[channel].close()) }
        window += 1
    }

    private struct Channel {
        var splits: [Split]
        /// Sums of squares: of the whole, and of each band from the bottom.
        var square = 0.0
        var bandSquares: [Double]
        var peak: Float = 0
        var count = 0
        var sketch = 0.0
        /// Of the signs: a linear congruential generator (D. Knuth, *The Art of Computer Programming* 2, 3.3.4). It
        /// goes on from window to window, so that a residual that repeats meets other signs in each, and cannot hide in
        /// all of them.
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15

        init(splits: [Split]) {
            self.splits = splits
            bandSquares = Array(repeating: 0, count: splits.count + 1)
        }

        mutating func add(_ sample: Float) {
            peak = max(peak, sample.magnitude)
            count += 1
            var rest = Double(sample)
            square += rest * rest
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            sketch += state >> 63 == 0 ? rest : -rest
            for index in splits.indices {
                let low = splits[index].next(rest)
                bandSquares[index] += low * low
                rest -= low
            }
            bandSquares[splits.count] += rest * rest
        }

        mutating func close() -> Fingerprint.Levels {
            let level = { (square: Double, count: Int) in Self.level((square / Double(max(1, count))).squareRoot()) }
            let levels = Fingerprint.Levels(
                sketch: Self.sketch(sketch, count), rms: level(square, count), peak: Self.level(Double(peak)),
                bands: bandSquares.map { level($0, count) })
            (square, peak, count, sketch) = (0, 0, 0, 0)
            for index in bandSquares.indices { bandSquares[index] = 0 }
            return levels
        }

        /// As it will be printed: to a millionth, and what is far above full scale in full.
        private static func sketch(_ sum: Double, _ count: Int) -> Double {
            let value = sum / Double(max(1, count)).squareRoot()
            guard value.magnitude < 1e9 else { return value.isFinite ? value : 0 }
            let rounded = (value * 1_000_000).rounded() / 1_000_000
            return rounded == 0 ? 0 : rounded
        }

        /// As it will be printed: what is written and read again is the same.
        private static func level(_ amplitude: Double) -> Double {
            let value = (Decibels(linear: amplitude).value * 100).rounded() / 100
            return value >= Fingerprint.quietest ? value : -.infinity
        }
    }

    /// A low-pass, transposed direct form II.
    private struct Split {
        let b: Double
        let a1: Double
        let a2: Double
        var s1 = 0.0
        var s2 = 0.0

        init(frequency: Double, sampleRate: Double) {
            let angle = 2 * Double.pi * frequency / sampleRate
            let (cosine, alpha) = (PortableMath.cos(angle), PortableMath.sin(angle) * 0.7071067811865476)
            let a0 = 1 + alpha
            b = (1 - cosine) / 2 / a0
            a1 = -2 * cosine / a0
            a2 = (1 - alpha) / a0
        }

        mutating func next(_ x: Double) -> Double {
            let y = b * x + s1
            s1 = 2 * b * x - a1 * y + s2
            s2 = b * x - a2 * y
            // Far below anything that is printed; smaller numbers still would be slow.
            if s1.magnitude < 1e-30 { s1 = 0 }
            if s2.magnitude < 1e-30 { s2 = 0 }
            return y
        }
    }
}
