internal import CLanes
internal import KKMath

/// The weights that find what lies between the samples: 16 places a frame in two steps, and the meter of the
/// recommendation.
///
/// The first filter, 96 weights, gives the sample in the middle of two others; the second, 8 weights, seven places
/// between two samples of that doubled rate, where the signal fills half of the band at most and a short filter does.
/// Both are sin(x)/x under a Kaiser window (J. Kaiser, *Nonrecursive digital filter design using the I₀-sinh window
/// function*, ISCAS 1974), scaled to keep a constant.
///
/// A sine of 0.45 of the sample rate passes a place of the grid within 1/32 of a frame of its crest, so at most 0.034
/// dB are missed, and lower ones are missed by less; the filters themselves are flat within 0.01 dB up to there. Above
/// 0.48 of the rate the first filter falls, by 6 dB at the half: what lies between the samples of such a signal is a
/// matter of the filter that one takes.
///
/// The meter of ITU-R BS.1770-4, Annex 2, with four places a frame and 12 weights for each, misses up to 0.55 dB of
/// such a sine, and reads 0.16 dB too much at a quarter of the rate. It is the one that everybody will ask, so its
/// filter is here as well, and the larger reading is the peak.
struct TruePeakFilter {
    /// Frames after a frame that must be there before its peak is known.
    static let delay = Int(LANES_PEAK_HALF) + 2
    /// Frames before and after the frames asked for that are read, most of them only because eight frames are worked on
    /// together.
    static let reach = Int(LANES_PEAK_REACH)

    /// As the kernel wants them.
    let weights: [Float]
    /// No reading is larger than the largest sample within reach times this.
    let worstGain: Double
    /// No reading is larger than the largest sample or middle within eight frames times this.
    let placeGain: Double

    init() {
        let half = Int(LANES_PEAK_HALF), part = Int(LANES_PEAK_PART)
        let middle = Self.row(offset: 0.5, halfCount: half, beta: 5.5)
        var weights = Array(middle[half...])
        var worst = 0.0
        for place in 1...4 {
            // Weight i belongs to sample i − part + 1, the right half to those after the place, nearest first; so does
            // the left one, backwards.
            let row = Self.row(offset: Double(place) / 8, halfCount: part, beta: 5.5)
            let (left, right) = (Array(row[..<part].reversed()), Array(row[part...]))
            weights += zip(left, right).map { ($0 + $1) / 2 }
            if place < 4 { weights += zip(left, right).map { ($0 - $1) / 2 } }
            worst = max(worst, row.reduce(0) { $0 + $1.magnitude })
        }
        for row in Self.annexRows {
            weights += row.map { ($0.left + $0.right) / 2 } + row.map { ($0.left - $0.right) / 2 }
            worst = max(worst, row.reduce(0) { $0 + $1.left.magnitude + $1.right.magnitude })
        }
        self.weights = weights.map { Float($0) }
        // The even part of the middle is used for both sides alike; a thousandth more covers the rounding of the sums.
        placeGain = 1.001 * max(1, worst)
        worstGain = placeGain * max(1, middle.reduce(0) { $0 + $1.magnitude })
    }

    /// The interpolation filter of ITU-R BS.1770-4, Annex 2: phases 0 and 1 of its table, or 3 and 2 backwards, as
    /// weights to the left and the right of the middle between two samples, nearest first.
    private static let annexRows: [[(left: Double, right: Double)]] = [
        [
            (0.9721679687500, 0.1373291015625), (-0.1022949218750, -0.0594482421875),
            (0.0476074218750, 0.0332031250000),
            (-0.0266113281250, -0.0196533203125), (0.0148925781250, 0.0109863281250),
            (-0.0083007812500, 0.0017089843750),
        ],
        [
            (0.7797851562500, 0.4650878906250), (-0.2003173828125, -0.1665039062500),
            (0.1015625000000, 0.0891113281250),
            (-0.0582275390625, -0.0517578125000), (0.0330810546875, 0.0292968750000),
            (-0.0189208984375, -0.0291748046875),
        ],
    ]

    /// The weights of samples 1 − `halfCount` … `halfCount` for the place `offset` after sample 0, which sum to 1.
    private static func row(offset: Double, halfCount: Int, beta: Double) -> [Double] {
        let row = (1 - halfCount...halfCount).map { index in
            let time = Double(index) - offset
            let ratio = time / Double(halfCount)
            let inside = 1 - ratio * ratio
            if inside <= 0 { return 0.0 }
            return PortableMath.sin(.pi * time) / (.pi * time)
                * PortableMath.besselI0(quarterSquare: 0.25 * beta * beta * inside)
        }
        let sum = row.reduce(0, +)
        return row.map { $0 / sum }
    }
}
