/// The lines of a text, one at a time: what is wrong in the first is found without a look at the others.
///
/// The last one is empty where the text ends with a line feed.
package struct TextLines {
    private var rest: Substring.UTF8View
    /// Of the line that was given last, from 1.
    package private(set) var number = 0
    /// Whether the last line was given.
    package private(set) var isOver = false

    /// In bytes. What is behind them is left out: no line of kkmix's own is as long.
    private static let longest = 1 << 17

    package init(_ text: String) { rest = Substring(text).utf8 }

    package mutating func next() -> Substring? {
        guard !isOver else { return nil }
        number += 1
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        let line = rest[..<(end ?? rest.endIndex)].prefix(Self.longest)
        if let end { rest = rest[rest.index(after: end)...] } else { isOver = true }
        return Substring(line)
    }
}
