/// The two ways to draw on a terminal: braille, whose characters have two by four dots each, and ASCII, of which three
/// characters are high, middle and low.
enum CurvePen {
    case dots, plain

    var dotsAcross: Int { self == .dots ? 2 : 1 }
    var dotsDown: Int { self == .dots ? 4 : 3 }
    var axis: String { self == .dots ? "│" : "|" }
    var tick: String { self == .dots ? "┤" : "+" }
    var corner: String { self == .dots ? "└" : "+" }
    var baseline: String { self == .dots ? "─" : "-" }
    var mark: String { self == .dots ? "┬" : "+" }
    var minus: String { self == .dots ? "−" : "-" }
    var marker: Character { self == .dots ? "●" : "o" }
    var ellipsis: String { self == .dots ? "–" : "-" }
}
