internal import KKMixing

/// A rectangle of characters with dots in them.
struct CurveCanvas {
    let pen: CurvePen
    let axes: CurveAxes
    let columns: Int
    let rows: Int
    /// The height of the range of gains, in dots, and 1: an even number of steps, so that 0 dB is on a dot.
    let span: Int
    /// Dots above the top of the range.
    let inset: Int
    private var dots: [[Bool]]
    private var marks: [Int: Character] = [:]
    /// The row of characters that has a broken line through its middle.
    private var brokenRow: Int?

    init(_ pen: CurvePen, _ axes: CurveAxes, columns: Int, rows: Int, span: Int, inset: Int = 0) {
        (self.pen, self.axes) = (pen, axes)
        (self.columns, self.rows, self.span, self.inset) = (columns, rows, span, inset)
        dots = Array(repeating: Array(repeating: false, count: columns * pen.dotsAcross), count: rows * pen.dotsDown)
    }

    var dotColumns: Int { columns * pen.dotsAcross }

    /// Dots below the top.
    func place(of gain: Double) -> Int { inset + Int((axes.height(of: gain) * Double(span - 1)).rounded()) }

    func row(of gain: Double) -> Int { place(of: gain) / pen.dotsDown }

    func column(of value: Double) -> Int {
        Int((axes.part(of: value) * Double(dotColumns - 1)).rounded()) / pen.dotsAcross
    }

    /// A dotted line. The plain pen has one for 0 dB alone, broken, and only where no curve is.
    mutating func addLine(at gain: Double, every: Int) {
        guard pen == .dots else {
            if gain == 0 { brokenRow = row(of: 0) }
            return
        }
        for column in stride(from: 0, to: dotColumns, by: every) { dots[place(of: gain)][column] = true }
    }

    /// A curve of as many points as there are columns of dots, without holes where it is steep, and without what is below.
    mutating func addCurve(_ gains: [Double]) {
        var last: Int?
        for (column, gain) in gains.prefix(dotColumns).enumerated() {
            let place = place(of: gain)
            dots[place][column] = dots[place][column] || gain >= axes.bottom
            if let last, pen == .dots, abs(place - last) > 1 {
                let middle = (place + last) / 2
                for step in min(place, last)...max(place, last) {
                    dots[step][(step < middle) == (last < place) ? column - 1 : column] = true
                }
            }
            last = place
        }
    }

    /// A dotted line from corner to corner, on which what comes out is what goes in.
    mutating func addDiagonal() {
        guard pen == .dots else { return }
        for column in stride(from: 0, to: dotColumns, by: 4) {
            dots[place(of: axes.value(at: Double(column) / Double(dotColumns - 1)))][column] = true
        }
    }

    /// Fills what lies between a curve and 0 dB, with the pen that has dots for it.
    mutating func addArea(_ gains: [Double]) {
        guard pen == .dots else { return }
        let middle = place(of: 0)
        for (column, gain) in gains.prefix(dotColumns).enumerated() {
            for row in min(middle, place(of: gain))...max(middle, place(of: gain)) { dots[row][column] = true }
        }
    }

    /// A mark in the place of a character.
    mutating func addMark(_ value: Double, _ gain: Double) {
        marks[row(of: gain) * columns + column(of: value)] = pen.marker
    }

    var lines: [String] {
        (0..<rows).map { row in String((0..<columns).map { marks[row * columns + $0] ?? character(row, $0) }) }
    }

    /// Where the dots of a braille character are, by the bits of Unicode's block 28xx.
    private static let braille = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1)].map {
        (down: $0.0, across: $0.1)
    }

    private func character(_ row: Int, _ column: Int) -> Character {
        let top = row * pen.dotsDown, left = column * pen.dotsAcross
        if pen == .plain {
            let ground: Character = row == brokenRow && column % 4 == 0 ? "-" : " "
            return dots[top][left] ? "'" : dots[top + 1][left] ? "-" : dots[top + 2][left] ? "." : ground
        }
        var pattern: UInt32 = 0
        for (bit, place) in Self.braille.enumerated() where dots[top + place.down][left + place.across] {
            pattern |= 1 << UInt32(bit)
        }
        return Unicode.Scalar(0x2800 + pattern).map { pattern == 0 ? " " : Character($0) } ?? " "
    }
}
