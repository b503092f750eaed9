/// Pixels with at most 256 colours, which come into the palette as they are used.
struct Canvas {
    let width: Int
    let height: Int
    /// Indices into the palette, row after row from the top.
    private(set) var pixels: [UInt8]
    private(set) var palette: [Color] = []

    init(_ drawing: Drawing) {
        (width, height) = (drawing.width, drawing.height)
        pixels = Array(repeating: 0, count: width * height)
        for mark in drawing.marks {
            switch mark {
            case .box(let box, let color): fill(box, entry(color))
            case .band(let band, let color):
                let entry = entry(color)
                for (index, span) in band.spans.enumerated() {
                    guard let span else { continue }
                    fill(Box(x: band.x + index, y: span.lowerBound, width: 1, height: span.count), entry)
                }
            case .label(let label): write(label)
            case .tiles(let tiles): add(tiles)
            }
        }
    }

    init(width: Int, height: Int, pixels: [UInt8], palette: [Color]) {
        (self.width, self.height, self.pixels, self.palette) = (width, height, pixels, palette)
    }

    /// What the tiles show alone, without anything around them; what is left as it is, is of the ground's colour.
    init(_ tiles: Tiles) {
        (width, height) = (tiles.width, tiles.height)
        pixels = Array(repeating: 0, count: width * height)
        palette = [Palette.ground]
        add(Tiles(x: 0, y: 0, width: tiles.width, indices: tiles.indices))
    }

    subscript(x: Int, y: Int) -> Color { palette[Int(pixels[y * width + x])] }

    private mutating func entry(_ color: Color) -> UInt8 {
        if let index = palette.firstIndex(of: color) { return UInt8(index) }
        guard palette.count < 256 else { return 0 }
        palette.append(color)
        return UInt8(palette.count - 1)
    }

    private mutating func fill(_ box: Box, _ entry: UInt8) {
        let left = max(0, box.x), right = min(width, box.right)
        guard left < right else { return }
        for y in max(0, box.y)..<max(max(0, box.y), min(height, box.bottom)) {
            for index in y * width + left..<y * width + right { pixels[index] = entry }
        }
    }

    private mutating func add(_ tiles: Tiles) {
        let entries = ColorMap.colors.map { entry($0) }
        for row in 0..<tiles.height where (0..<height).contains(tiles.y + row) {
            for column in 0..<tiles.width where (0..<width).contains(tiles.x + column) {
                let index = tiles.indices[row * tiles.width + column]
                if index != Tiles.none { pixels[(tiles.y + row) * width + tiles.x + column] = entries[Int(index)] }
            }
        }
    }

    private mutating func write(_ label: Label) {
        let entry = entry(label.color)
        let wide = Label.width(of: label.text)
        let left = label.anchor == .start ? label.x : label.anchor == .end ? label.x - wide : label.x - wide / 2
        let top = label.y - BitmapFont.ascent * Label.scale
        for (x, glyph) in BitmapFont.places(of: label.text) {
            let glyph = BitmapFont.doubled(glyph)
            for (row, dots) in glyph.rows.enumerated() {
                for dot in 0..<glyph.width where dots >> UInt16(dot) & 1 == 1 {
                    fill(Box(x: left + x * Label.scale + dot, y: top + row, width: 1, height: 1), entry)
                }
            }
        }
    }
}
