internal import KKMixing

/// The presets on a terminal of 80 columns.
enum PresetPage {
    /// Three beside each other.
    static func all(_ pen: CurvePen) throws -> String {
        let columns = 22, across = 3
        var lines = [
            "The iPod equaliser's presets: 20 Hz \(pen.ellipsis) 20 kHz, dB. kkmix presets NAME shows one.", "",
        ]
        let panels = try EQPreset.all.map { try panel($0, pen, columns: columns) }
        for first in stride(from: 0, to: panels.count, by: across) {
            let group = panels[first..<min(first + across, panels.count)]
            for line in 0..<panels[first].count {
                let cells = group.map { $0[line] }.joined(separator: "   ")
                lines.append(CurvePage.trimmed(label(line - 2, pen, rows: 5) + cells))
            }
            if first + across < panels.count { lines.append("") }
        }
        return lines.joined(separator: "\n")
    }

    /// A plot of one, and its gains.
    static func one(_ preset: EQPreset, _ pen: CurvePen) throws -> String {
        let title = "\(preset.keyword): Core Audio's preset \"\(preset.name)\""
        let plot = try CurvePage.plot(Curve(preset), pen)
        return ([title, ""] + plot + ["", gains(of: preset, pen)]).joined(separator: "\n")
    }

    /// Two lines of names, the plot, and a line of frequencies.
    private static func panel(_ preset: EQPreset, _ pen: CurvePen, columns: Int) throws -> [String] {
        var canvas = CurveCanvas(pen, .presets, columns: columns, rows: 5, span: pen == .dots ? 19 : 15)
        canvas.addLine(at: 0, every: 2)
        let curve = try Curve(preset).gains(count: canvas.dotColumns)
        canvas.addArea(curve)
        canvas.addCurve(curve)
        let ticks = CurvePage.labels([20, 100, 1000, 10_000], canvas)
        let plot = canvas.lines.enumerated().map {
            [0, 2, 4].contains($0.offset) ? pen.tick + $0.element : pen.axis + $0.element
        }
        return ([" " + preset.keyword, " " + preset.name] + plot + [" " + ticks]).map { $0.left(columns + 1) }
    }

    /// What stands left of the first plot.
    private static func label(_ row: Int, _ pen: CurvePen, rows: Int) -> String {
        let gain: Double? =
            row == 0 ? CurveAxes.presets.top : row == rows / 2 ? 0 : row == rows - 1 ? CurveAxes.presets.bottom : nil
        return (gain.map { CurveAxes.levelText($0, minus: pen.minus) } ?? "").right(3) + " "
    }

    /// Two lines of ten columns.
    private static func gains(of preset: EQPreset, _ pen: CurvePen) -> String {
        let row = { (title: String, cells: [String]) in title + cells.map { $0.right(7) }.joined() }
        return row("  Hz  ", EQPreset.frequencies.map(CurveAxes.hertzText)) + "\n"
            + row(
                "  dB  ", preset.gains.map { CurveAxes.gainText($0).replacingScalars { $0 == "-" ? pen.minus : nil } })
    }
}
