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
                lines.append(trimmed(label(line - 2, pen, rows: 5) + cells))
            }
            if first + across < panels.count { lines.append("") }
        }
        return lines.joined(separator: "\n")
    }

    /// A plot of one, and its gains.
    static func one(_ preset: EQPreset, _ pen: CurvePen) throws -> String {
        // Eight dots from one line to the next, or six: an even number of rows. The lines are as high as the middle of
        // their labels.
        var canvas = CurveCanvas(pen, columns: 73, rows: 13, span: pen == .dots ? 49 : 37, inset: pen == .dots ? 1 : 0)
        for gain in CurveAxis.gridGains {
            canvas.addLine(at: gain, every: gain == 0 ? 2 : 8)
        }
        canvas.addCurve(try CurveAxis.curve(of: preset, count: canvas.dotColumns))
        for (frequency, gain) in zip(EQPreset.frequencies, preset.gains) { canvas.addMark(frequency, gain) }
        let ticks = CurveAxis.gridGains.map { (canvas.row(of: $0), text(of: $0, pen)) }
        var lines = ["\(preset.keyword): Core Audio's preset \"\(preset.name)\"", ""]
        for (row, line) in canvas.lines.enumerated() {
            let tick = ticks.first { $0.0 == row }
            lines.append(trimmed((tick.map(\.1) ?? "").right(4) + " " + (tick == nil ? pen.axis : pen.tick) + line))
        }
        let frequencies = [20.0, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]
        var rule = Array(repeating: pen.baseline, count: canvas.columns)
        for frequency in frequencies { rule[canvas.column(of: frequency)] = pen.mark }
        lines.append("  dB " + pen.corner + rule.joined())
        lines.append(trimmed("      " + labels(frequencies.map { ($0, CurveAxis.hertzText($0)) }, canvas) + " Hz"))
        lines += ["", gains(of: preset, pen)]
        return lines.joined(separator: "\n")
    }

    /// Two lines of names, the plot, and a line of frequencies.
    private static func panel(_ preset: EQPreset, _ pen: CurvePen, columns: Int) throws -> [String] {
        var canvas = CurveCanvas(pen, columns: columns, rows: 5, span: pen == .dots ? 19 : 15)
        canvas.addLine(at: 0, every: 2)
        let curve = try CurveAxis.curve(of: preset, count: canvas.dotColumns)
        canvas.addArea(curve)
        canvas.addCurve(curve)
        let ticks = labels([20, 100, 1000, 10_000].map { ($0, CurveAxis.hertzText($0)) }, canvas)
        let plot = canvas.lines.enumerated().map {
            [0, 2, 4].contains($0.offset) ? pen.tick + $0.element : pen.axis + $0.element
        }
        return ([" " + preset.keyword, " " + preset.name] + plot + [" " + ticks]).map { $0.left(columns + 1) }
    }

    /// What stands left of the first plot.
    private static func label(_ row: Int, _ pen: CurvePen, rows: Int) -> String {
        let gain: Double? = row == 0 ? CurveAxis.range : row == rows / 2 ? 0 : row == rows - 1 ? -CurveAxis.range : nil
        return (gain.map { text(of: $0, pen) } ?? "").right(3) + " "
    }

    /// Words in a line below a plot, each with its middle below its place and whole.
    private static func labels(_ words: [(Double, String)], _ canvas: CurveCanvas) -> String {
        var line = Array(repeating: Character(" "), count: canvas.columns)
        for (frequency, word) in words {
            let start = min(max(0, canvas.column(of: frequency) - (word.count - 1) / 2), canvas.columns - word.count)
            for (offset, letter) in word.enumerated() { line[start + offset] = letter }
        }
        return String(line)
    }

    /// Two lines of ten columns.
    private static func gains(of preset: EQPreset, _ pen: CurvePen) -> String {
        let row = { (title: String, cells: [String]) in title + cells.map { $0.right(7) }.joined() }
        return row("  Hz  ", EQPreset.frequencies.map(CurveAxis.hertzText)) + "\n"
            + row(
                "  dB  ", preset.gains.map { CurveAxis.gainText($0).replacingScalars { $0 == "-" ? pen.minus : nil } })
    }

    private static func text(of gain: Double, _ pen: CurvePen) -> String {
        let text = decimalText(gain.magnitude, digits: 0)
        return gain > 0 ? "+\(text)" : gain < 0 ? "\(pen.minus)\(text)" : text
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }
}
