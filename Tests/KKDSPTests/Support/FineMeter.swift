import KKMath

func portableSine(_ x: Double) -> Double { PortableMath.sin(x) }

/// A meter that shares nothing with the limiter's: 20 places a frame, Float64, one filter of 128 weights for each
/// place.
struct FineMeter {
    private static let half = 64
    private static let places = 20
    private let rows: [[Double]]

    init() {
        rows = (0..<Self.places).map { place in
            let offset = Double(place) / Double(Self.places)
            let row = (1 - Self.half...Self.half).map { index -> Double in
                let time = Double(index) - offset
                let inside = 1 - (time / Double(Self.half)) * (time / Double(Self.half))
                if time == 0 { return 1 }
                return inside <= 0
                    ? 0
                    : PortableMath.sin(.pi * time) / (.pi * time) * PortableMath.besselI0(8.0 * inside.squareRoot())
                        / PortableMath.besselI0(8.0)
            }
            let sum = row.reduce(0, +)
            return row.map { $0 / sum }
        }
    }

    /// The largest magnitude of the reconstructed signal, which is silent before its first and after its last sample.
    func peak(_ samples: [Float]) -> Double {
        let padded =
            [Double](repeating: 0, count: Self.half) + samples.map(Double.init)
            + [Double](repeating: 0, count: Self.half)
        return unsafe padded.withUnsafeBufferPointer { x in
            var largest = 0.0
            for start in 0..<x.count - 2 * Self.half {
                // Only where one of the samples around is loud: far from any, no crest is the largest.
                var near = 0.0
                for k in Self.half - 9...Self.half + 8 { near = unsafe max(near, abs(x[start + k])) }
                if near < 0.7 * largest { continue }
                for row in rows {
                    unsafe row.withUnsafeBufferPointer { row in
                        var sum = 0.0
                        for k in 0..<2 * Self.half { unsafe sum += row[k] * x[start + k] }
                        if abs(sum) > largest { largest = abs(sum) }
                    }
                }
            }
            return largest
        }
    }
}

/// The meter of ITU-R BS.1770-4, Annex 2: its table, at four places a frame, as it stands there.
enum AnnexMeter {
    private static let first = [
        0.0017089843750, 0.0109863281250, -0.0196533203125, 0.0332031250000, -0.0594482421875, 0.1373291015625,
        0.9721679687500, -0.1022949218750, 0.0476074218750, -0.0266113281250, 0.0148925781250, -0.0083007812500,
    ]
    private static let second = [
        -0.0291748046875, 0.0292968750000, -0.0517578125000, 0.0891113281250, -0.1665039062500, 0.4650878906250,
        0.7797851562500, -0.2003173828125, 0.1015625000000, -0.0582275390625, 0.0330810546875, -0.0189208984375,
    ]

    static func peak(_ samples: [Float]) -> Double {
        let phases = [first, second, second.reversed(), first.reversed()]
        let x = [Double](repeating: 0, count: 11) + samples.map(Double.init) + [Double](repeating: 0, count: 11)
        var largest = 0.0
        for end in 11..<x.count {
            for phase in phases {
                var sum = 0.0
                for k in 0..<12 { sum += phase[k] * x[end - k] }
                largest = max(largest, sum.magnitude)
            }
        }
        return largest
    }
}
