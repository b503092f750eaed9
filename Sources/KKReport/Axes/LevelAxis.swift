internal import KKMath

/// What the height of a wave stands for: amplitudes up to a power of two on both sides of 0, labelled in dBFS.
struct LevelAxis: Hashable {
    /// The amplitude at the edge: 1; the power of two above the peak where it is beyond full scale; for one below −24
    /// dBFS the power of two that leaves some room above it.
    let edge: Double

    init(peak: Float) {
        var edge = 1.0
        let peak = Double(peak)
        while edge < peak && edge < 0x1p100 { edge *= 2 }
        if peak > 0 && peak < 0.0625 {
            while edge > 0x1p-24 && peak * 1.25 <= edge / 2 { edge /= 2 }
        }
        self.edge = edge
    }

    /// From the middle to the edge: how far an amplitude is on the way, at most 1.
    func part(of amplitude: Float) -> Double { min(1, max(-1, Double(amplitude) / edge)) }

    /// The levels of the edge, half and a quarter of it: 0, −6, −12.
    static func text(_ amplitude: Double) -> String { NumberText.fixed(Decibels(linear: amplitude).value, 0) }
}

/// What the height of a column of levels stands for: decibels, in steps of 20.
struct DecibelAxis: Hashable {
    let top: Double
    let bottom: Double

    /// - Parameter peak: the highest level, in dBFS; −∞ for silence.
    init(peak: Double) {
        // Silence has the usual scale.
        var top = peak > -.infinity ? -120.0 : 0
        while top < peak && top < 400 { top += 20 }
        self.top = top
        bottom = min(-100, top - 60)
    }

    /// 0 at the bottom, 1 at the top.
    func part(of level: Double) -> Double { min(1, max(0, (level - bottom) / (top - bottom))) }

    /// Levels with a text.
    func ticks(atMost count: Int) -> [Double] {
        let span = Int((top - bottom) / 20)
        let step = [1, 2, 3, 4, 6, 8].first { span / $0 <= count } ?? 100
        return (0...span / step).map { top - Double(20 * step * $0) }
    }
}

/// Ticks of a frequency axis: 1, 2 and 5 of each power of ten.
enum FrequencyTicks {
    static func within(_ range: ClosedRange<Double>) -> [(hertz: Double, text: String, isDecade: Bool)] {
        var ticks: [(Double, String, Bool)] = []
        var decade = 0.01
        while decade < range.upperBound {
            for digit in [1.0, 2, 5] {
                let hertz = decade * digit
                // 20 stands at the lowest end.
                if range.lowerBound * 0.999_999...range.upperBound ~= hertz {
                    ticks.append((hertz, text(hertz), digit == 1))
                }
            }
            decade = decade < 1 ? (decade < 0.05 ? 0.1 : 1) : decade * 10
        }
        return ticks
    }

    private static func text(_ hertz: Double) -> String {
        hertz >= 1000
            ? "\(NumberText.fixed(hertz / 1000, 0))k" : NumberText.fixed(hertz, hertz >= 1 ? 0 : hertz >= 0.1 ? 1 : 2)
    }
}
