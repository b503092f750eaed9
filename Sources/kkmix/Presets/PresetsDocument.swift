internal import KKMixing

/// `{"schema":1,"sample_rate":48000,"band_frequencies":[…],"curve_frequencies":[…],"presets":[…]}`: what `presets
/// --json` prints. `gains_db[i]` belongs to `band_frequencies[i]`, `curve_db[i]` to `curve_frequencies[i]`. The curves
/// are rounded to thousandths.
struct PresetsDocument: Codable {
    var schema = 1
    var sample_rate = 48_000.0
    var band_frequencies = EQPreset.frequencies
    var curve_frequencies: [Double]
    var presets: [Preset]

    struct Preset: Codable {
        /// In the unit's list of factory presets.
        var number: Int
        var name: String
        var keyword: String
        var gains_db: [Double]
        var curve_db: [Double]
    }

    init(_ presets: [EQPreset]) throws {
        let frequencies = (0...120).map { Self.rounded(CurveAxis.frequency(at: Double($0) / 120)) }
        curve_frequencies = frequencies
        self.presets = try presets.map { preset in
            Preset(
                number: preset.number, name: preset.name, keyword: preset.keyword, gains_db: preset.gains,
                curve_db: try CurveAxis.response(of: preset, at: frequencies).map(Self.rounded))
        }
    }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 + 0 }
}
