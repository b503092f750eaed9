internal import KKMixing

/// Where a frequency and a gain lie in a plot: logarithms of 20 Hz to 20 kHz from left to right, ±9 dB from the bottom
/// to the top.
enum CurveAxis {
    static let lowest = 20.0
    static let highest = 20_000.0
    /// dB at the top; the bottom is as far below 0. No preset gives more.
    static let range = 9.0
    /// dB from one line of the grid to the next.
    static let step = 3.0

    /// The gains of the grid's lines, from the top to the bottom. (A stride over Doubles would ask libm for fused
    /// products.)
    static let gridGains = (0...Int(2 * range / step)).map { range - Double($0) * step }

    /// The frequency at a part of the width, 0 … 1: three decades.
    static func frequency(at part: Double) -> Double { lowest * Decibels(60 * part).linear }

    static func part(of frequency: Double) -> Double { Decibels(linear: frequency / lowest).value / 60 }

    /// The part of the height below the top.
    static func height(of gain: Double) -> Double { (range - min(max(gain, -range), range)) / (2 * range) }

    /// `32`, `1k`.
    static func hertzText(_ frequency: Double) -> String {
        frequency < 1000 ? decimalText(frequency, digits: 0) : "\(decimalText(frequency / 1000, digits: 0))k"
    }

    /// `+3.5`, `-0.47`, `0`, for tables.
    static func gainText(_ gain: Double) -> String {
        let text = shortDecimalText(gain, digits: 2)
        return gain > 0 ? "+\(text)" : text
    }

    /// What a preset does at 48 kHz to each of some frequencies, in dB: the unit's own frequency response.
    static func response(of preset: EQPreset, at frequencies: [Double]) throws -> [Double] {
        let unit = IPodEQ()
        try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: 1), scope: .output)
        try unit.setPresentPreset(named: preset.name)
        return try unit.frequencyResponse(at: frequencies).map { Decibels(linear: $0).value }
    }

    /// The response at `count` places from the left to the right.
    static func curve(of preset: EQPreset, count: Int) throws -> [Double] {
        try response(of: preset, at: (0..<count).map { frequency(at: Double($0) / Double(count - 1)) })
    }
}
