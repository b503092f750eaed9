/// The first line about one of many, a case or a job: what became of it, in colour, its name, and why.
struct StatusLine {
    private let markWidth: Int
    private let nameWidth: Int
    private let usesColor: Bool

    init(_ names: [String], markWidth: Int, color: String?) {
        self.markWidth = markWidth
        // Long names stand out of line rather than push all others to the right.
        nameWidth = min(32, names.map(\.count).max() ?? 0)
        usesColor = Voice.usesColor(color, isTerminal: Terminal.isOutputTerminal)
    }

    /// `FAIL   voice-eq  different: …`
    func text(_ word: String, _ hue: String, _ name: String, _ reason: String) -> String {
        let mark = word.left(markWidth, gap: 1), name = Voice.oneLine(name).left(nameWidth)
        return "\(usesColor ? "\u{1B}[\(hue)m\(mark)\u{1B}[0m" : mark)\(name)  \(Voice.oneLine(reason))"
    }
}
