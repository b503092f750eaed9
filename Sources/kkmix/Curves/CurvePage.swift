internal import KKMixing

/// A large plot on a terminal of 80 columns.
enum CurvePage {
    static func plot(_ curve: Curve, _ pen: CurvePen) throws -> [String] {
        // Eight dots from one line to the next, or six: an even number of rows. The lines are as high as the middle of
        // their labels.
        let axes = curve.axes
        var canvas = CurveCanvas(
            pen, axes, columns: 73, rows: 13, span: pen == .dots ? 49 : 37, inset: pen == .dots ? 1 : 0)
        for gain in axes.gridGains { canvas.addLine(at: gain, every: gain == 0 ? 2 : 8) }
        if axes.across == .level { canvas.addDiagonal() }
        canvas.addCurve(try curve.gains(count: canvas.dotColumns))
        for (value, gain) in curve.marks { canvas.addMark(value, gain) }
        let ticks = axes.gridGains.map { (canvas.row(of: $0), CurveAxes.levelText($0, minus: pen.minus)) }
        var lines: [String] = []
        for (row, line) in canvas.lines.enumerated() {
            let tick = ticks.first { $0.0 == row }
            lines.append(trimmed((tick.map(\.1) ?? "").right(4) + " " + (tick == nil ? pen.axis : pen.tick) + line))
        }
        var rule = Array(repeating: pen.baseline, count: canvas.columns)
        for value in axes.ticks { rule[canvas.column(of: value)] = pen.mark }
        lines.append("  dB " + pen.corner + rule.joined())
        lines.append(trimmed("  \(axes.unit.left(2))  " + labels(axes.ticks, canvas)))
        return lines
    }

    /// Values in a line below a plot, each with its middle below its place and whole.
    static func labels(_ values: [Double], _ canvas: CurveCanvas) -> String {
        var line = Array(repeating: Character(" "), count: canvas.columns)
        for value in values {
            let word = canvas.axes.text(value, minus: canvas.pen.minus)
            let start = min(max(0, canvas.column(of: value) - (word.count - 1) / 2), canvas.columns - word.count)
            for (offset, letter) in word.enumerated() { line[start + offset] = letter }
        }
        return String(line)
    }

    static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }
}
