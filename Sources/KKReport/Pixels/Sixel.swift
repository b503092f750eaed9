/// A picture as sixel text for terminals (DEC STD 070, 9; VT340 Programmer's Reference, 14).
///
/// A letter is a column of six pixels in one colour; each band of six rows is drawn once for each of its colours.
public enum Sixel {
    /// - Parameter png: a PNG file made by kkmix; for others the result is `nil`.
    public static func text(png bytes: [UInt8]) -> String? { PNG.canvas(bytes).map(text) }

    static func text(_ canvas: Canvas) -> String {
        // Pixels are square, what is not drawn stays as it is, and the size.
        var text = Array("\u{1B}P0;1;0q\"1;1;\(canvas.width);\(canvas.height)".utf8)
        for (index, color) in canvas.palette.enumerated() {
            let parts = [color.red, color.green, color.blue].map { String((Int($0) * 100 + 127) / 255) }
            text += Array("#\(index);2;\(parts.joined(separator: ";"))".utf8)
        }
        var columns = [UInt8](repeating: 0, count: canvas.palette.count * canvas.width)
        for top in stride(from: 0, to: canvas.height, by: 6) {
            var used = [Bool](repeating: false, count: canvas.palette.count)
            for row in 0..<min(6, canvas.height - top) {
                for x in 0..<canvas.width {
                    let color = Int(canvas.pixels[(top + row) * canvas.width + x])
                    used[color] = true
                    columns[color * canvas.width + x] |= 1 << UInt8(row)
                }
            }
            for color in used.indices where used[color] {
                let range = color * canvas.width..<(color + 1) * canvas.width
                text += Array("#\(color)".utf8)
                add(columns[range], to: &text)
                text.append(UInt8(ascii: "$"))
                for index in range { columns[index] = 0 }
            }
            text.append(UInt8(ascii: "-"))
        }
        return String(decoding: text, as: UTF8.self) + "\u{1B}\\"
    }

    /// Runs of more than three as their number; what is empty at the end is left out.
    private static func add(_ columns: ArraySlice<UInt8>, to text: inout [UInt8]) {
        var place = columns.startIndex
        let end = (columns.lastIndex { $0 != 0 } ?? place - 1) + 1
        while place < end {
            var next = place + 1
            while next < end, columns[next] == columns[place] { next += 1 }
            let letter = UInt8(ascii: "?") + columns[place]
            if next - place > 3 {
                text += Array("!\(next - place)".utf8) + [letter]
            } else {
                text += [UInt8](repeating: letter, count: next - place)
            }
            place = next
        }
    }
}
