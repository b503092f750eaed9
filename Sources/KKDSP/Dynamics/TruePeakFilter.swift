internal import CLanes
internal import KKMath

/// The weights that find what lies between the samples: 16 places a frame, in two steps.
///
/// The first filter, 96 weights, gives the sample in the middle of two others; the second, 8 weights, seven places between two samples of
/// that doubled rate, where the signal fills half of the band at most and a short filter does. Both are sin(x)/x under a Kaiser window
/// (J. Kaiser, *Nonrecursive digital filter design using the I₀-sinh window function*, ISCAS 1974), scaled to keep a constant.
///
/// A sine of 0.45 of the sample rate passes a place of the grid within 1/32 of a frame of its crest, so at most 0.034 dB are missed,
/// and lower ones are missed by less; the filters themselves are flat within 0.01 dB up to there. The meter of ITU-R BS.1770-4, Annex 2, with its
/// four places a frame, misses up to 0.55 dB. Above 0.48 of the rate the first filter falls, by 6 dB at the half: what lies between samples of
/// such a signal is a matter of the filter that one takes.
struct TruePeakFilter {
    /// Frames behind a frame that have to be there before its peak is known.
    static let delay = Int(LANES_PEAK_HALF) + 2
    /// Frames before and behind the frames asked for that are read, most of them only because eight frames are worked on together.
    static let reach = Int(LANES_PEAK_REACH)

    /// As the kernel wants them.
    let weights: [Float]
    /// No reading is larger than the largest sample within reach times this.
    let worstGain: Double

    init() {
        let half = Int(LANES_PEAK_HALF), part = Int(LANES_PEAK_PART)
        let middle = Self.row(offset: 0.5, halfCount: half, beta: 5.5)
        var weights = Array(middle[half...])
        var worst = 0.0
        for place in 1...4 {
            // Weight i belongs to sample i − part + 1, the right half to those behind the place, nearest first; so does the left one, backwards.
            let row = Self.row(offset: Double(place) / 8, halfCount: part, beta: 5.5)
            let (left, right) = (Array(row[..<part].reversed()), Array(row[part...]))
            weights += zip(left, right).map { ($0 + $1) / 2 }
            if place < 4 { weights += zip(left, right).map { ($0 - $1) / 2 } }
            worst = max(worst, row.reduce(0) { $0 + $1.magnitude })
        }
        self.weights = weights.map { Float($0) }
        // The even part of the middle is used for both sides alike; a thousandth more covers the rounding of the sums.
        worstGain = 1.001 * max(1, worst) * max(1, middle.reduce(0) { $0 + $1.magnitude })
    }

    /// The weights of samples 1 − `halfCount` … `halfCount` for the place `offset` behind sample 0, which sum to 1.
    private static func row(offset: Double, halfCount: Int, beta: Double) -> [Double] {
        let row = (1 - halfCount...halfCount).map { index in
            let time = Double(index) - offset
            let ratio = time / Double(halfCount)
            let inside = 1 - ratio * ratio
            if inside <= 0 { return 0.0 }
            return PortableMath.sin(.pi * time) / (.pi * time) * PortableMath.besselI0(quarterSquare: 0.25 * beta * beta * inside)
        }
        let sum = row.reduce(0, +)
        return row.map { $0 / sum }
    }
}
