internal import KKMixing

/// A curve that can be drawn: decibels over what its axes have from left to right.
struct Curve {
    let axes: CurveAxes
    /// What it is, below a plot.
    var words = ""
    /// Places that are marked.
    var marks: [(value: Double, gain: Double)] = []
    /// The decibels at each of some values.
    let gains: ([Double]) throws -> [Double]

    /// The decibels at `count` places from the left to the right.
    func gains(count: Int) throws -> [Double] {
        try gains((0..<count).map { axes.value(at: Double($0) / Double(count - 1)) })
    }
}

extension Curve {
    /// What a preset of the equaliser does at 48 kHz: the unit's own frequency response, and the gains of its bands.
    init(_ preset: EQPreset) {
        self.init(axes: .presets, marks: zip(EQPreset.frequencies, preset.gains).map { ($0, $1) }) { frequencies in
            let unit = IPodEQ()
            try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: 1), scope: .output)
            try unit.setPresentPreset(named: preset.name)
            return try unit.frequencyResponse(at: frequencies).map { Decibels(linear: $0).value }
        }
    }
}
