import KKTestSupport
import Testing

@testable import KKReport

@Suite struct SixelTests {
    /// What a terminal draws, by the rules of DEC STD 070, 9: percents of colour, row after row.
    private static func decoded(_ text: String) throws -> (width: Int, height: Int, pixels: [[Int]?]) {
        var rest = Substring(text)
        func take(_ prefix: String) throws {
            try #require(rest.hasPrefix(prefix), "\(rest.prefix(20))")
            rest.removeFirst(prefix.count)
        }
        func numbers() -> [Int] {
            let digits = rest.prefix { $0.isNumber || $0 == ";" }
            rest.removeFirst(digits.count)
            return digits.split(separator: ";").compactMap { Int($0) }
        }
        try take("\u{1B}P0;1;0q\"")
        let head = numbers()
        try #require(head.count == 4 && head[0] == 1 && head[1] == 1)
        let (width, height) = (head[2], head[3])
        var palette: [Int: [Int]] = [:], color = 0
        var pixels = [[Int]?](repeating: nil, count: width * height)
        var (x, top) = (0, 0)
        while !rest.hasPrefix("\u{1B}\\") {
            let letter = rest.removeFirst()
            switch letter {
            case "#":
                let values = numbers()
                color = values[0]
                if values.count == 5, values[1] == 2 { palette[color] = Array(values[2...]) }
            case "$": x = 0
            case "-": (x, top) = (0, top + 6)
            default:
                let count = letter == "!" ? numbers()[0] : 1
                let bits = Int((letter == "!" ? rest.removeFirst() : letter).asciiValue ?? 0) - 63
                try #require((0..<64).contains(bits) && x + count <= width)
                for column in x..<x + count {
                    for row in 0..<6 where bits >> row & 1 == 1 {
                        try #require(top + row < height)
                        pixels[(top + row) * width + column] = palette[color]
                    }
                }
                x += count
            }
        }
        return (width, height, pixels)
    }

    private static func percents(_ canvas: Canvas) -> [[Int]?] {
        canvas.pixels.map { index in
            let color = canvas.palette[Int(index)]
            return [color.red, color.green, color.blue].map { (Int($0) * 100 + 127) / 255 }
        }
    }

    @Test func `a terminal draws the pixels of the picture`() throws {
        let sound = [Sounds.tone(1000, count: 96_000)]
        let other = [sound[0].map { $0 * 0.9 }]
        for drawing in [Sounds.picture(sound).drawing, Sounds.comparison(sound, other).drawing] {
            let canvas = Canvas(drawing)
            let drawn = try Self.decoded(try #require(Sixel.text(png: PNG.bytes(canvas))))
            #expect((drawn.width, drawn.height) == (canvas.width, canvas.height))
            #expect(drawn.pixels == Self.percents(canvas))
        }
    }

    @Test func `a file that is none of ours is not drawn`() throws {
        var drawing = Drawing(width: 7, height: 13, ground: Color(0xFFFFFF))
        drawing.fill(Box(x: 1, y: 5, width: 9, height: 9), Color(0x102030))
        let bytes = try PNG.bytes(Canvas(drawing))
        #expect(try Self.decoded(try #require(Sixel.text(png: bytes))).pixels == Self.percents(Canvas(drawing)))
        for count in bytes.indices where count < bytes.count - 12 {
            #expect(Sixel.text(png: Array(bytes[..<count])) == nil)
        }
        var deeper = bytes
        deeper[24] = 16
        var longer = bytes
        longer[33] = 0xFF
        for other in [[], deeper, longer, Array("<svg/>".utf8)] { #expect(Sixel.text(png: other) == nil) }
    }
}
