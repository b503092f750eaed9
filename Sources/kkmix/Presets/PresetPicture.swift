internal import KKMixing

/// The presets as a picture in SVG: the same bytes for the same presets, and colours for bright and dark pages.
enum PresetPicture {
    /// All of them, small, four beside each other. The columns share the frequencies, the rows the gains.
    static func all() throws -> String {
        let across = 4, size = (width: 200.0, height: 100.0), pitch = (x: 224.0, y: 140.0)
        var body: [String] = []
        for (index, preset) in EQPreset.all.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: across)
            let (left, top) = (64 + Double(column) * pitch.x, 120 + Double(row) * pitch.y)
            let plot = CurvePlot(Curve(preset), left: left, top: top, width: size.width, height: size.height)
            body += [plot.names(preset.name, preset.keyword), plot.grid([100, 1000, 10_000])]
            if column == 0 { body.append(plot.gainTicks([6, 0, -6])) }
            if index + across >= EQPreset.all.count { body.append(plot.ticks([20, 100, 1000, 10_000])) }
            body.append(try plot.curve(points: 61, radius: 1.8))
        }
        let rows = (EQPreset.all.count + across - 1) / across
        return CurvePicture.page(
            width: 960, height: 120 + Double(rows) * pitch.y, title: "Presets of the iPod equaliser",
            subtitle: explanation, body)
    }

    /// One, large.
    static func one(_ preset: EQPreset) throws -> String {
        try CurvePicture.one(Curve(preset), title: preset.name, subtitle: explanation)
    }

    private static let explanation =
        "Gain in dB over frequency in Hz, at a sample rate of 48 kHz. The dots are the ten bands’ gains, the line is what they give together."
}
