internal import KKMixing

/// Draws pictures in a terminal that can.
struct TerminalPictures {
    enum Choice: String, CaseIterable {
        case auto, kitty, iterm, sixel, none
    }

    private let form: Choice

    init(_ choice: Choice) {
        form = choice == .auto ? (Terminal.isOutputTerminal ? Self.own : .none) : choice
    }

    /// What `KKMIX_PICTURES` says, or else by the variables with which terminals name themselves. A terminal is not
    /// asked: what it answers late, or half, would be read as somebody's answer.
    private static var own: Choice {
        if let said = Terminal.variable("KKMIX_PICTURES").flatMap(Choice.init), said != .auto { return said }
        let program = Terminal.variable("TERM_PROGRAM") ?? "", kind = Terminal.variable("TERM") ?? ""
        if Terminal.variable("KITTY_WINDOW_ID") != nil || kind.contains("kitty")
            || ["ghostty", "WezTerm"].contains(program)
        {
            return .kitty
        }
        if ["iTerm.app", "vscode", "mintty"].contains(program) { return .iterm }
        // Konsole from 22.04 on.
        let konsole = Terminal.variable("KONSOLE_VERSION").flatMap { Int($0) } ?? 0
        let isSixel = ["foot", "mlterm", "contour", "yaft"].contains { kind == $0 || kind.hasPrefix("\($0)-") }
        return isSixel || konsole >= 220_400 ? .sixel : .none
    }

    /// Longer ones are left to their files.
    private static let longest = 8 << 20

    /// Draws a PNG; nothing where the terminal cannot, or it cannot be read.
    func draw(_ path: FilePath) {
        guard form != .none, let bytes = try? SmallFile.read(path, limit: Self.longest) else { return }
        switch form {
        case .kitty: Terminal.print(Self.kitty(Base64.text(bytes)))
        case .iterm: Terminal.print("\u{1B}]1337;File=inline=1;size=\(bytes.count):\(Base64.text(bytes))\u{7}")
        case .sixel: if let text = Sixel.text(png: bytes) { Terminal.print(text) }
        case .auto, .none: return
        }
    }

    /// The kitty graphics protocol: a PNG (f=100) that is shown at once (a=T), in parts of at most 4,096 letters.
    /// Source: sw.kovidgoyal.net/kitty/graphics-protocol
    private static func kitty(_ text: String) -> String {
        var rest = Substring(text)
        var result = ""
        var isFirst = true
        while !rest.isEmpty {
            let part = rest.prefix(4_096)
            rest = rest.dropFirst(part.count)
            let keys = (isFirst ? "a=T,f=100,q=2," : "") + "m=\(rest.isEmpty ? 0 : 1)"
            result += "\u{1B}_G\(keys);\(part)\u{1B}\\"
            isFirst = false
        }
        return result
    }
}
