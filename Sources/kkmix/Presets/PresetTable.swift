internal import KKMixing

/// The gains of the bands, a preset a line.
enum PresetTable {
    static func text(_ presets: [EQPreset]) -> String {
        MarkdownTable.text(
            ["preset", "Core Audio's name"] + EQPreset.frequencies.map(CurveAxes.hertzText),
            presets.map { preset in
                ["`\(preset.keyword)`", preset.name] + preset.gains.map(CurveAxes.gainText)
            })
    }
}
