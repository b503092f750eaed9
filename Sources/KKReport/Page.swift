/// What all pictures share: margins, the title above, the time axis below, the panels between.
struct Page {
    var drawing: Drawing
    /// Where panels are, from left to right.
    let plot: Box

    static let left = 96
    /// Room for the legend of levels.
    static let right = 88
    static let footer = 34
    static let smallest = (width: 320, height: 200)
    static let largest = 8192

    /// The pixels from left to right in which sound is drawn: what overviews and spectrograms should have as columns.
    static func plotWidth(_ width: Int) -> Int { max(1, width - left - right) }

    /// - Parameters:
    ///   - title: in bold.
    ///   - lines: below it.
    ///   - gap: pixels between the title and the lines, where something else stands.
    ///   - legendWidth: what is left free at the right end of the lines.
    init(width: Int, height: Int, title: String, lines: [String], gap: Int = 0, legendWidth: Int = 0) {
        drawing = Drawing(width: width, height: height, ground: Palette.paper)
        let header = Self.header(lineCount: lines.count) + gap
        plot = Box(x: Self.left, y: header, width: Self.plotWidth(width), height: max(0, height - header - Self.footer))
        drawing.write(title, x: 16, y: 28, .start, Palette.title, bold: true, width: width - 32)
        for (index, line) in lines.enumerated() {
            drawing.write(
                line, x: 16, y: 28 + gap + Label.height * (index + 1), .start, Palette.text,
                width: width - 32 - legendWidth)
        }
    }

    static func header(lineCount: Int) -> Int { 42 + Label.height * lineCount }

    /// The ground of a panel with lines at the ticks of time.
    mutating func panel(_ box: Box, _ time: TimeAxis) {
        drawing.fill(box, Palette.ground)
        for x in ticks(time).map(\.x) { drawing.fill(Box(x: x, y: box.y, width: 1, height: box.height), Palette.grid) }
    }

    /// The texts of the time axis, below `y`.
    mutating func timeAxis(_ time: TimeAxis, below y: Int) {
        var free = 0
        for tick in ticks(time) {
            drawing.fill(Box(x: tick.x, y: y, width: 1, height: 5), Palette.line)
            let half = Label.width(of: tick.text) / 2
            let x = min(max(tick.x, half + 2), drawing.width - half - 2)
            guard x - half >= free else { continue }
            drawing.write(tick.text, x: x, y: y + 24, .middle)
            free = x + half + 12
        }
    }

    /// Where time runs: from line to line, and of which axis.
    func pictureTime(_ stretches: [(top: Int, bottom: Int, axis: TimeAxis)]) -> PictureTime {
        let (width, height) = (Double(max(1, drawing.width)), Double(max(1, drawing.height)))
        return PictureTime(
            left: Double(plot.x) / width, right: Double(plot.right) / width,
            stretches: stretches.map {
                .init(
                    top: Double($0.top) / height, bottom: Double($0.bottom) / height, start: $0.axis.start,
                    duration: $0.axis.duration)
            })
    }

    private func ticks(_ time: TimeAxis) -> [(x: Int, text: String)] {
        time.ticks(atMost: max(2, plot.width / 96)).map { tick in
            (plot.x + min(plot.width - 1, Int((time.part(of: tick.seconds) * Double(plot.width)).rounded())), tick.text)
        }
    }

    /// A text left of a panel, with its middle at `y`.
    mutating func sideTick(_ text: String, y: Int, within box: Box) {
        let line = min(max(y + 7, box.y + 14), box.bottom)
        drawing.write(text, x: box.x - 8, y: line, .end)
    }

    /// What the two blues of a wave are, at the right end of the plot.
    mutating func waveLegend(y: Int) {
        var x = plot.right
        for (name, color) in [("RMS", Palette.rms), ("peak", Palette.peak)] {
            drawing.write(name, x: x, y: y, .end)
            x -= Label.width(of: name) + 8 + 22
            drawing.fill(Box(x: x, y: y - 13, width: 22, height: 12), color)
            x -= 20
        }
    }

    /// The name of a channel, left of its lane.
    mutating func laneName(_ text: String, _ box: Box) {
        drawing.write(text, x: 12, y: box.y + box.height / 2 + 7, .start, Palette.title, bold: true, width: 44)
    }
}
