internal import KKMixing

/// The words of a progress line, for terminals of any width: the numbers stay, the name gives way.
struct ProgressText {
    var name: String
    /// Over the sound, from 1.
    var pass = 1
    /// `nil` if nobody knows how much there will be.
    var percent: Int?
    /// What is done.
    var seconds: Double
    var speed: Double
    var secondsLeft: Double?

    func line(within columns: Int) -> String {
        let left = secondsLeft.map { "  \(timeText($0.rounded()).dropLast(4)) left" } ?? ""
        let done =
            (pass > 1 ? "pass \(pass)  " : "")
            + (percent.map { "\($0)%" } ?? "\(timeText(seconds.rounded(.down)).dropLast(4)) done")
        let whole = "\(done)  \(decimalText(speed, digits: 0))x real time\(left)"
        let room = columns - 2 - whole.utf8.count
        if room >= 8 { return "\(shortened(Voice.oneLine(name), to: room))  \(whole)" }
        for text in [whole, "\(done)  \(decimalText(speed, digits: 0))x\(left)", "\(done)\(left)", done]
        where text.utf8.count <= columns {
            return text
        }
        return ""
    }

    /// The end of a path says more than its beginning.
    private func shortened(_ name: String, to columns: Int) -> String {
        let widths = name.map(Self.columns)
        guard widths.reduce(0, +) > columns else { return name }
        var kept = 0
        var used = 1
        for width in widths.reversed() {
            used += width
            guard used <= columns else { break }
            kept += 1
        }
        return "…" + name.suffix(kept)
    }

    /// East Asian letters and pictures take two columns.
    static func columns(_ letter: Character) -> Int {
        letter.unicodeScalars.contains { $0.value >= 0x1100 && !(0x1200..<0x2E80).contains($0.value) } ? 2 : 1
    }
}
