internal import KKMath

/// The low-pass filter of a ``VarispeedConverter`` as a table: sin(x)/x under a Kaiser window, 40 frames of the lower rate to
/// either side.
///
/// Flat to 0.84 of the lower Nyquist frequency, and about 100 dB down from that frequency on: the figures of
/// `ResamplerQuality.medium`. Between the table's places, 1024 to a frame, it goes in straight lines, which is off by
/// less than 10⁻⁶. Above rate 1 the filter is stretched by the rate, so that nothing folds back.
///
/// Source: J. F. Kaiser, *Nonrecursive digital filter design using the I₀-sinh window function*, 1974.
struct VarispeedKernel {
    private static let halfLength = 40
    private static let steps = 1024
    private static let beta = 10.98
    private static let cutoff = 0.9125
    /// Input frames to either side at the highest rate, 4.
    static let reach = 4 * halfLength + 2

    private let table: [Double]

    init() {
        let length = Self.halfLength * Self.steps
        table = (0...length + 1).map { index in
            guard index < length else { return 0 }
            let time = Double(index) / Double(Self.steps)
            let angle = Double.pi * Self.cutoff * time
            let ratio = time / Double(Self.halfLength)
            let window = PortableMath.besselI0(quarterSquare: 0.25 * Self.beta * Self.beta * (1 - ratio * ratio))
            return (index == 0 ? 1 : PortableMath.sin(angle) / angle) * window
        }
    }

    /// Input frames to either side at `rate`, at least.
    func reach(at rate: Double) -> Int { Int(Double(Self.halfLength) * max(1, rate)) + 1 }

    /// Puts the weights of the frames around a place `fraction` of a frame after frame 0 to the start of `weights`.
    /// Their sum is 1, so that a constant keeps its level.
    ///
    /// - Returns: the frames that they belong to.
    func weigh(_ fraction: Double, rate: Double, into weights: inout [Double]) -> Range<Int> {
        let slowdown = max(1, rate)
        let reach = Double(Self.halfLength) * slowdown
        let frames = Int((fraction - reach).rounded(.up))..<Int((fraction + reach).rounded(.down)) + 1
        let scale = Double(Self.steps) / slowdown
        let last = Double(Self.halfLength * Self.steps)
        let count = frames.count
        let table = table.span
        var span = weights.mutableSpan
        var sum = 0.0
        for index in 0..<count {
            let place = min((Double(frames.lowerBound + index) - fraction).magnitude * scale, last)
            let step = Int(place)
            let weight = table[step] + (table[step + 1] - table[step]) * (place - Double(step))
            span[index] = weight
            sum += weight
        }
        let norm = 1 / sum
        for index in 0..<count { span[index] *= norm }
        return frames
    }

    /// The weighted sum of `samples`, in four lanes.
    static func sum(_ samples: Span<Float>, _ weights: [Double]) -> Double {
        let weights = weights.span
        let count = samples.count
        precondition(count <= weights.count, "as many weights as samples")
        var sums = SIMD4<Double>()
        var index = 0
        while index + 4 <= count {
            let four = SIMD4(
                Double(samples[index]), Double(samples[index + 1]), Double(samples[index + 2]),
                Double(samples[index + 3]))
            sums += four * SIMD4(weights[index], weights[index + 1], weights[index + 2], weights[index + 3])
            index += 4
        }
        while index < count {
            sums[index & 3] += Double(samples[index]) * weights[index]
            index += 1
        }
        return (sums[0] + sums[1]) + (sums[2] + sums[3])
    }
}
