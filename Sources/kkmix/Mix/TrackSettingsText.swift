internal import KKMixing

/// The track settings as a help page shows them: name, form and meaning, within 80 columns.
enum TrackSettingsText {
    /// Empty unless the words may ask for help: every start of the program reads the help's text, and to lay out this
    /// part of it would take a twentieth of a short job.
    static var text: String {
        guard ProcessSetup.arguments.contains(where: mayAskForHelp) else { return "" }
        return TrackSpec.settings.map { setting in
            let name = "  \(setting.key)\(spaces(11 - setting.key.utf8.count))"
            return name + wrapped(setting.value.isEmpty ? setting.meaning : "\(setting.value) — \(setting.meaning)")
        }.joined(separator: "\n")
    }

    /// `help`, a long option that begins with an h, or a short one with an h in it: --help, -h, -vh.
    private static func mayAskForHelp(_ word: String) -> Bool {
        if word == "help" || word.hasPrefix("--h") || word.hasPrefix("-help") { return true }
        return word.hasPrefix("-") && !word.hasPrefix("--") && word.utf8.contains(0x68)
    }

    private static func wrapped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].utf8.count + 1 + word.utf8.count > 66 { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines.joined(separator: "\n" + spaces(13))
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(1, count)) }
}
