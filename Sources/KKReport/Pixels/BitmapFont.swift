/// The letters of the pictures made of pixels: those of ``GlyphSheets``, each as wide as its dots and one more, digits
/// all of one width.
///
/// A character that has no letter is an empty box.
enum BitmapFont {
    struct Glyph {
        let width: Int
        /// Nine rows from the top; bit 0 is the leftmost dot. The line is below the seventh.
        let rows: [UInt16]
    }

    /// Rows above the line.
    static let ascent = 7

    /// From one letter's first dot to the next one's, in dots, without the width.
    private static let gap = 1

    static func glyph(_ scalar: Unicode.Scalar) -> Glyph {
        table[scalar] ?? missing
    }

    /// In dots.
    static func width(of text: String) -> Int {
        max(0, text.unicodeScalars.reduce(-gap) { $0 + glyph($1).width + gap })
    }

    /// The glyphs of a text with their places, in dots.
    static func places(of text: String) -> [(x: Int, glyph: Glyph)] {
        var x = 0
        return text.unicodeScalars.map { scalar in
            let glyph = glyph(scalar)
            defer { x += glyph.width + gap }
            return (x, glyph)
        }
    }

    /// A text with its middle left out, so that it is at most so many dots wide.
    static func shortened(_ text: String, to width: Int) -> String {
        guard self.width(of: text) > width else { return text }
        let scalars = Array(text.unicodeScalars)
        // The end of a name often says more than its beginning.
        var (low, high) = (0, scalars.count)
        var best = ""
        while low <= high {
            let kept = (low + high) / 2
            let front = kept / 2
            var candidate = String.UnicodeScalarView(scalars[..<front])
            candidate.append("…")
            candidate.append(contentsOf: scalars[(scalars.count - (kept - front))...])
            if self.width(of: String(candidate)) <= width {
                best = String(candidate)
                low = kept + 1
            } else {
                high = kept - 1
            }
        }
        return best
    }

    /// Twice as many dots each way, with steps of slanted strokes filled: a dot's corner goes with its two neighbours
    /// when these agree, and the two on the other side do not.
    static func doubled(_ glyph: Glyph) -> Glyph {
        let at = { (x: Int, y: Int) -> Bool in
            glyph.rows.indices.contains(y) && (0..<glyph.width).contains(x) && glyph.rows[y] >> UInt16(x) & 1 == 1
        }
        var rows = [UInt16](repeating: 0, count: glyph.rows.count * 2)
        for y in glyph.rows.indices {
            for x in 0..<glyph.width {
                let (up, left, right, down) = (at(x, y - 1), at(x - 1, y), at(x + 1, y), at(x, y + 1))
                let corners = [
                    left == up && left != down && up != right ? up : at(x, y),
                    up == right && up != left && right != down ? right : at(x, y),
                    left == down && left != up && down != right ? left : at(x, y),
                    down == right && down != left && right != up ? right : at(x, y),
                ]
                for (index, isSet) in corners.enumerated() where isSet {
                    rows[2 * y + index / 2] |= 1 << UInt16(2 * x + index % 2)
                }
            }
        }
        return Glyph(width: glyph.width * 2, rows: rows)
    }

    private static let table: [Unicode.Scalar: Glyph] = {
        var table: [Unicode.Scalar: Glyph] = [:]
        for sheet in GlyphSheets.all {
            let lines = sheet.dots.split(separator: "\n").map { $0.split(separator: " ").map { Array($0.utf8) } }
            for (index, scalar) in sheet.characters.unicodeScalars.enumerated() {
                let rows = lines.map { line in
                    line[index].enumerated().reduce(UInt16(0)) {
                        $0 | ($1.element == UInt8(ascii: "#") ? 1 << UInt16($1.offset) : 0)
                    }
                }
                table[scalar] = trimmed(rows, scalar)
            }
        }
        return table
    }()

    private static let missing = table["\u{FFFD}"] ?? Glyph(width: 5, rows: Array(repeating: 0x1F, count: 7) + [0, 0])

    private static func trimmed(_ rows: [UInt16], _ scalar: Unicode.Scalar) -> Glyph {
        let all = rows.reduce(0, |)
        if all == 0 { return Glyph(width: 3, rows: rows) }
        if ("0"..."9").contains(scalar) { return Glyph(width: 5, rows: rows) }
        let first = UInt16(all.trailingZeroBitCount)
        return Glyph(width: 16 - all.leadingZeroBitCount - Int(first), rows: rows.map { $0 >> first })
    }
}
