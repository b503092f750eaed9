internal import KKMixing

/// One plot of a picture: a rectangle in which a preset's curve is drawn.
struct PresetPlot {
    let preset: EQPreset
    let left: Double, top: Double, width: Double, height: Double

    init(_ preset: EQPreset, left: Double, top: Double, width: Double, height: Double) {
        self.preset = preset
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    private func x(_ frequency: Double) -> String { PresetPicture.number(left + CurveAxis.part(of: frequency) * width) }

    private func y(_ gain: Double) -> String { PresetPicture.number(top + CurveAxis.height(of: gain) * height) }

    private var right: String { PresetPicture.number(left + width) }
    private var bottom: String { PresetPicture.number(top + height) }

    /// Core Audio's name on the left, the command line's on the right.
    var names: String {
        let line = PresetPicture.number(top - 9)
        return """
            <text class="name" x="\(PresetPicture.number(left))" y="\(line)">\(PresetPicture.escaped(preset.name))</text>\
            <text class="word" x="\(right)" y="\(line)">\(preset.keyword)</text>
            """
    }

    /// The ground, a line every 3 dB and at some frequencies, and 0 dB.
    func grid(hertz: [Double]) -> String {
        let (start, first) = (PresetPicture.number(left), PresetPicture.number(top))
        let gains = CurveAxis.gridGains.dropFirst().dropLast().filter { $0 != 0 }
        let across = gains.map { "M\(start) \(y($0))H\(right)" }
        let down = hertz.map { "M\(x($0)) \(first)V\(bottom)" }
        return """
            <rect class="plot" x="\(start)" y="\(first)" width="\(PresetPicture.number(width))" height="\(PresetPicture.number(height))" rx="3"/>\
            <path class="grid" d="\((across + down).joined())"/>\
            <path class="zero" d="M\(start) \(y(0))H\(right)"/>
            """
    }

    func gainTicks(_ gains: [Double]) -> String {
        gains.map { gain in
            let text = decimalText(gain.magnitude, digits: 0)
            let signed = gain > 0 ? "+\(text)" : gain < 0 ? "−\(text)" : text
            return
                "<text class=\"tick side\" x=\"\(PresetPicture.number(left - 8))\" y=\"\(y(gain))\" dy=\"4\">\(signed)</text>"
        }.joined()
    }

    func frequencyTicks(_ frequencies: [Double]) -> String {
        frequencies.map { frequency in
            let line = PresetPicture.number(top + height + 17)
            return
                "<text class=\"tick down\" x=\"\(x(frequency))\" y=\"\(line)\">\(CurveAxis.hertzText(frequency))</text>"
        }.joined()
    }

    /// The curve, what lies between it and 0 dB, and the gains of the bands.
    func curve(points: Int, radius: Double) throws -> String {
        let gains = try CurveAxis.curve(of: preset, count: points)
        let places = gains.enumerated().map { index, gain in (left + width * Double(index) / Double(points - 1), gain) }
        let path = places.map { "\(PresetPicture.number($0)) \(y($1))" }.joined(separator: "L")
        let dots = zip(EQPreset.frequencies, preset.gains).map {
            "<circle cx=\"\(x($0))\" cy=\"\(y($1))\" r=\"\(PresetPicture.number(radius))\"/>"
        }
        return """
            <path class="area" d="M\(PresetPicture.number(left)) \(y(0))L\(path)L\(right) \(y(0))Z"/>\
            <path class="curve" d="M\(path)"/>\
            <g class="dots">\(dots.joined())</g>
            """
    }
}
