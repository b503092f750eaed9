internal import KKPCM

/// The text of an SVG file of a drawing: whole numbers, a generic font, and tiles as a picture inside (PNG in base64).
struct SVG {
    private var text: String

    /// - Throws: what ``PNG`` does, for a drawing with tiles.
    static func text(_ drawing: Drawing) throws(ReportError) -> String {
        var file = SVG(drawing)
        for mark in drawing.marks {
            switch mark {
            case .box(let box, let color):
                file.text +=
                    "<rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\" fill=\"\(hex(color))\"/>\n"
            case .band(let band, let color): file.text += "<path fill=\"\(hex(color))\" d=\"\(path(band))\"/>\n"
            case .label(let label): file.add(label)
            case .tiles(let tiles): try file.add(tiles)
            }
        }
        return file.text + "</svg>\n"
    }

    private init(_ drawing: Drawing) {
        let size =
            "width=\"\(drawing.width)\" height=\"\(drawing.height)\" viewBox=\"0 0 \(drawing.width) \(drawing.height)\""
        let time = drawing.time.map { " \(PictureTime.attribute)=\"\($0.text)\"" } ?? ""
        text = """
            <svg xmlns="http://www.w3.org/2000/svg" \(size)\(time) font-family="Helvetica, Arial, sans-serif" font-size="16" shape-rendering="crispEdges">

            """
    }

    private mutating func add(_ label: Label) {
        let anchor = label.anchor == .start ? "" : " text-anchor=\"\(label.anchor.rawValue)\""
        let weight = label.isBold ? " font-weight=\"bold\"" : ""
        text +=
            "<text x=\"\(label.x)\" y=\"\(label.y)\" fill=\"\(Self.hex(label.color))\"\(anchor)\(weight)>\(Markup.escaped(label.text))</text>\n"
    }

    private mutating func add(_ tiles: Tiles) throws(ReportError) {
        guard tiles.width > 0, tiles.height > 0 else { return }
        let picture = Base64.text(try PNG.bytes(Canvas(tiles)))
        text += """
            <image x="\(tiles.x)" y="\(tiles.y)" width="\(tiles.width)" height="\(tiles.height)" image-rendering="pixelated" \
            href="data:image/png;base64,\(picture)"/>

            """
    }

    /// What the first element of a file of ours says, without quotes in it; `nil` if it does not.
    static func attribute(_ name: String, of bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes.prefix(2_048), as: UTF8.self)
        guard text.hasPrefix("<svg "), let end = text.firstIndex(of: ">"),
            let start = text[..<end].firstRange(of: " \(name)=\"")?.upperBound,
            let close = text[start..<end].firstIndex(of: "\"")
        else { return nil }
        return String(text[start..<close])
    }

    /// Along the upper ends of the columns, and back along the lower ones; one part for each run of columns.
    static func path(_ band: Band) -> String {
        var path = ""
        var first = 0
        while first < band.spans.count {
            guard band.spans[first] != nil else {
                first += 1
                continue
            }
            var end = first
            while end < band.spans.count, band.spans[end] != nil { end += 1 }
            let run = band.spans[first..<end].compactMap { $0 }
            path += "M\(band.x + first) \(run[0].lowerBound)"
            for (index, span) in run.enumerated() {
                if index > 0, span.lowerBound != run[index - 1].lowerBound { path += "V\(span.lowerBound)" }
                if index + 1 == run.count || run[index + 1].lowerBound != span.lowerBound {
                    path += "H\(band.x + first + index + 1)"
                }
            }
            for (index, span) in run.enumerated().reversed() {
                if index + 1 == run.count || span.upperBound != run[index + 1].upperBound {
                    path += "V\(span.upperBound)"
                }
                if index == 0 || run[index - 1].upperBound != span.upperBound { path += "H\(band.x + first + index)" }
            }
            path += "Z"
            first = end
        }
        return path
    }

    static func hex(_ color: Color) -> String {
        let digits = Array("0123456789abcdef")
        return "#"
            + String([color.red, color.green, color.blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
