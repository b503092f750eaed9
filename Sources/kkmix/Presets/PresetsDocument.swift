internal import KKMixing

/// `{"schema":1,"sample_rate":48000,"band_frequencies":[…],"curve_frequencies":[…],"presets":[…]}`: what `presets
/// --json` prints. `gains_db[i]` belongs to `band_frequencies[i]`, `curve_db[i]` to `curve_frequencies[i]`. The curves
/// are rounded to thousandths.
struct PresetsDocument: KeyedReport {
    private static let frequencies = (0...120).map { rounded(CurveAxes.presets.value(at: Double($0) / 120)) }
    private let presets: [Preset]

    init(_ presets: [EQPreset]) throws {
        self.presets = try presets.map {
            Preset(preset: $0, curve: try Curve($0).gains(Self.frequencies).map(Self.rounded))
        }
    }

    static func tell(_ key: inout ReportKeys<Self>) {
        key("schema") { _ in 1 }
        key("sample_rate") { _ in 48_000.0 }
        key("band_frequencies") { _ in EQPreset.frequencies }
        key("curve_frequencies") { _ in frequencies }
        key("presets", \.presets)
    }

    private struct Preset: KeyedReport {
        let preset: EQPreset
        let curve: [Double]

        static func tell(_ key: inout ReportKeys<Self>) {
            // In the unit's list of factory presets.
            key("number", \.preset.number)
            key("name", \.preset.name)
            key("keyword", \.preset.keyword)
            key("gains_db", \.preset.gains)
            key("curve_db", \.curve)
        }
    }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 + 0 }
}
