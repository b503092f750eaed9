internal import KKMixing

/// One plot of a picture: a rectangle in which a curve is drawn.
struct CurvePlot {
    let drawn: Curve
    let left: Double, top: Double, width: Double, height: Double

    init(_ drawn: Curve, left: Double, top: Double, width: Double, height: Double) {
        self.drawn = drawn
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    private var axes: CurveAxes { drawn.axes }

    private func x(_ value: Double) -> String { CurvePicture.number(left + axes.part(of: value) * width) }

    private func y(_ gain: Double) -> String { CurvePicture.number(top + axes.height(of: gain) * height) }

    private var right: String { CurvePicture.number(left + width) }
    private var bottom: String { CurvePicture.number(top + height) }

    /// Core Audio's name on the left, the command line's on the right.
    func names(_ name: String, _ keyword: String) -> String {
        let line = CurvePicture.number(top - 9)
        return """
            <text class="name" x="\(CurvePicture.number(left))" y="\(line)">\(CurvePicture.escaped(name))</text>\
            <text class="word" x="\(right)" y="\(line)">\(keyword)</text>
            """
    }

    /// The ground, a line for each step of dB and at some values, 0 dB, and between levels what comes out as it goes in.
    func grid(_ values: [Double]) -> String {
        let (start, first) = (CurvePicture.number(left), CurvePicture.number(top))
        let gains = axes.gridGains.dropFirst().dropLast().filter { $0 != 0 }
        let across = gains.map { "M\(start) \(y($0))H\(right)" }
        let down = values.map { "M\(x($0)) \(first)V\(bottom)" }
        let diagonal = axes.across == .level ? "M\(x(axes.bottom)) \(y(axes.bottom))L\(x(0)) \(y(0))" : ""
        return """
            <rect class="plot" x="\(start)" y="\(first)" width="\(CurvePicture.number(width))" height="\(CurvePicture.number(height))" rx="3"/>\
            <path class="grid" d="\((across + down).joined())"/>\
            <path class="zero" d="M\(start) \(y(0))H\(right)\(diagonal)"/>
            """
    }

    func gainTicks(_ gains: [Double]) -> String {
        gains.map { gain in
            "<text class=\"tick side\" x=\"\(CurvePicture.number(left - 8))\" y=\"\(y(gain))\" dy=\"4\">\(CurveAxes.levelText(gain))</text>"
        }.joined()
    }

    func ticks(_ values: [Double]) -> String {
        values.map { value in
            let line = CurvePicture.number(top + height + 17)
            return "<text class=\"tick down\" x=\"\(x(value))\" y=\"\(line)\">\(axes.text(value))</text>"
        }.joined()
    }

    /// The curve, of a response what lies between it and 0 dB, and its marks.
    func curve(points: Int, radius: Double) throws -> String {
        let gains = try drawn.gains(count: points)
        let places = gains.enumerated().map { index, gain in (left + width * Double(index) / Double(points - 1), gain) }
        let points = places.map { "\(CurvePicture.number($0)) \(y($1))" }
        var path = "", isDrawn = false
        for (index, point) in points.enumerated() {
            // What stays below the plot is not drawn.
            let isSeen = gains[max(0, index - 1)...min(index + 1, gains.count - 1)].contains { $0 >= axes.bottom }
            if isSeen { path += (isDrawn ? "L" : "M") + point }
            isDrawn = isSeen
        }
        let dots = drawn.marks.map {
            "<circle cx=\"\(x($0.value))\" cy=\"\(y($0.gain))\" r=\"\(CurvePicture.number(radius))\"/>"
        }
        let area =
            axes.across != .frequency
            ? ""
            : "<path class=\"area\" d=\"M\(CurvePicture.number(left)) \(y(0))L\(points.joined(separator: "L"))L\(right) \(y(0))Z\"/>"
        return """
            \(area)\
            <path class="curve" d="\(path)"/>\
            <g class="dots">\(dots.joined())</g>
            """
    }
}
