internal import KKMixing

/// Where the points of a curve lie in a plot: logarithms of 20 Hz to 20 kHz, levels from −100 to 0 dB, or seconds from 0 on, from
/// left to right, and dB from the bottom to the top.
struct CurveAxes {
    enum Across: Equatable {
        case frequency, level
        /// Up to some seconds.
        case time(Double)
    }

    let across: Across
    /// dB at the top; the grid's six steps lead from there to the bottom.
    let top: Double
    /// dB from one line of the grid to the next.
    let step: Double

    /// For the equaliser's presets, of which none gives more.
    static let presets = CurveAxes(across: .frequency, top: 9, step: 3)
    static let levels = CurveAxes(across: .level, top: 20, step: 20)

    static func times(upTo length: Double) -> CurveAxes { CurveAxes(across: .time(length), top: 20, step: 20) }

    /// The narrowest of some that hold a response, whose depth may be without end.
    static func fitting(_ gains: [Double], across: Across) -> CurveAxes {
        let highest = gains.max() ?? 0, lowest = gains.min() ?? 0
        let all = [(9.0, 3.0), (18, 6), (12, 12), (36, 12), (60, 20)].map {
            CurveAxes(across: across, top: $0, step: $1)
        }
        return all.first { highest <= $0.top && (lowest >= $0.bottom || $0.step >= 12) } ?? all[4]
    }

    var bottom: Double { top - 6 * step }

    /// The gains of the grid's lines, from the top to the bottom. (A stride over Doubles would ask libm for fused
    /// products.)
    var gridGains: [Double] { (0...6).map { top - Double($0) * step } }

    /// What is at a part of the width, 0 … 1.
    func value(at part: Double) -> Double {
        switch across {
        case .frequency: 20 * Decibels(60 * part).linear
        case .level: 100 * part - 100
        case .time(let length): length * part
        }
    }

    func part(of value: Double) -> Double {
        switch across {
        case .frequency: Decibels(linear: value / 20).value / 60
        case .level: (value + 100) / 100
        case .time(let length): value / length
        }
    }

    /// The part of the height below the top.
    func height(of gain: Double) -> Double { (top - min(max(gain, bottom), top)) / (top - bottom) }

    /// What is written below a large plot.
    var ticks: [Double] {
        switch across {
        case .frequency: [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]
        case .level: [-100, -80, -60, -40, -20, 0]
        case .time(let length): (0...5).map { length * Double($0) / 5 }
        }
    }

    func text(_ value: Double, minus: String = "−") -> String {
        switch across {
        case .frequency: Self.hertzText(value)
        case .level: Self.levelText(value, minus: minus)
        case .time: shortDecimalText(unit == "ms" ? 1000 * value : value, digits: 1)
        }
    }

    var unit: String {
        switch across {
        case .frequency: "Hz"
        case .level: "dB"
        case .time(let length): length < 1 ? "ms" : "s"
        }
    }

    /// `32`, `1k`.
    static func hertzText(_ frequency: Double) -> String {
        frequency < 1000 ? decimalText(frequency, digits: 0) : "\(decimalText(frequency / 1000, digits: 0))k"
    }

    /// `+3`, `−6`, `0`, for axes.
    static func levelText(_ level: Double, minus: String = "−") -> String {
        let text = decimalText(level.magnitude, digits: 0)
        return level > 0 ? "+\(text)" : level < 0 ? "\(minus)\(text)" : text
    }

    /// `+3.5`, `-0.47`, `0`, for tables.
    static func gainText(_ gain: Double) -> String {
        let text = shortDecimalText(gain, digits: 2)
        return gain > 0 ? "+\(text)" : text
    }
}
