/// A picture before it is pixels or SVG: marks in whole pixels, each over those before it. The upper left corner is 0,
/// 0.
struct Drawing {
    let width: Int
    let height: Int
    private(set) var marks: [Mark] = []
    /// Where time runs in it.
    var time: PictureTime?

    enum Mark {
        case box(Box, Color)
        case band(Band, Color)
        case label(Label)
        case tiles(Tiles)
    }

    init(width: Int, height: Int, ground: Color) {
        (self.width, self.height) = (width, height)
        fill(Box(x: 0, y: 0, width: width, height: height), ground)
    }

    mutating func fill(_ box: Box, _ color: Color) {
        if box.width > 0 && box.height > 0 { marks.append(.box(box, color)) }
    }

    /// Four lines of one pixel, inside the box.
    mutating func frame(_ box: Box, _ color: Color) {
        fill(Box(x: box.x, y: box.y, width: box.width, height: 1), color)
        fill(Box(x: box.x, y: box.bottom - 1, width: box.width, height: 1), color)
        fill(Box(x: box.x, y: box.y, width: 1, height: box.height), color)
        fill(Box(x: box.right - 1, y: box.y, width: 1, height: box.height), color)
    }

    mutating func add(_ band: Band, _ color: Color) { marks.append(.band(band, color)) }

    mutating func add(_ tiles: Tiles) { marks.append(.tiles(tiles)) }

    /// - Parameters:
    ///   - y: the line that letters stand on.
    ///   - width: where the text is longer, its middle is left out.
    mutating func write(
        _ text: String, x: Int, y: Int, _ anchor: Label.Anchor = .start, _ color: Color = Palette.text,
        bold: Bool = false, width: Int? = nil
    ) {
        let plain = Label.printable(text)
        let room = width.map { max(0, $0) / Label.scale }
        let fitting = room.map { BitmapFont.shortened(plain, to: $0) } ?? plain
        if !fitting.isEmpty {
            marks.append(.label(Label(text: fitting, x: x, y: y, anchor: anchor, color: color, isBold: bold)))
        }
    }
}

struct Box {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var right: Int { x + width }
    var bottom: Int { y + height }
}

/// A run of pixels in each of some columns, side by side.
struct Band {
    /// The first column.
    let x: Int
    /// From the upper pixel to after the lower one; `nil` for a column without any.
    let spans: [Range<Int>?]
}

struct Label {
    enum Anchor: String { case start, middle, end }

    let text: String
    let x: Int
    let y: Int
    let anchor: Anchor
    let color: Color
    /// Where the font has bold letters: in SVG. The bitmap font has none, and a letter drawn twice is a smear.
    let isBold: Bool

    /// Pixels in a dot of the font.
    static let scale = 2
    /// From line to line.
    static let height = 22

    /// The width in pixels that a text takes in a picture made of pixels. In SVG it takes about as much or less.
    static func width(of text: String) -> Int { BitmapFont.width(of: text) * scale }

    /// Control characters, and what Unicode keeps out of texts, as a sign for what cannot be shown: a name may hold
    /// anything.
    static func printable(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                scalars.append("\u{FFFD}")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}

/// A rectangle of colours of the ``ColorMap``, a pixel each; rows from the top.
struct Tiles {
    let x: Int
    let y: Int
    let width: Int
    /// Indices, row after row; 255 is a pixel left as it is.
    let indices: [UInt8]

    static let none = UInt8.max
    var height: Int { width > 0 ? indices.count / width : 0 }
}

/// The colours of the pictures but for the levels': blue and orange, which nearly everyone tells apart, on light
/// ground.
enum Palette {
    static let paper = Color(0xFFFFFF)
    static let ground = Color(0xF3F5F8)
    static let grid = Color(0xD9DEE5)
    static let line = Color(0x8E99A6)
    static let text = Color(0x3A424C)
    static let title = Color(0x11161C)
    static let peak = Color(0x8AB8E6)
    static let rms = Color(0x1F5E9E)
    static let reference = Color(0xA9C6E4)
    static let actual = Color(0xC2410C)
    static let difference = Color(0xF2A26B)
    static let differenceRMS = Color(0xB63D0A)
    static let alarm = Color(0xC4161C)
    static let good = Color(0x0B5CAD)
}
