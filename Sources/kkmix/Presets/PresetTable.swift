internal import KKMixing

/// The gains of the bands, a preset a line.
enum PresetTable {
    static func text(_ presets: [EQPreset]) -> String {
        MarkdownTable.text(
            ["preset", "Core Audio's name"] + EQPreset.frequencies.map(CurveAxis.hertzText),
            presets.map { preset in
                ["`\(preset.keyword)`", preset.name] + preset.gains.map(CurveAxis.gainText)
            })
    }
}
