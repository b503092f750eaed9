internal import KKAudio

/// The track settings as a help page shows them: name, form and meaning, within 80 columns.
enum TrackSettingsText {
    static var text: String {
        TrackSpec.settings.map { setting in
            let name = "  \(setting.key)\(spaces(11 - setting.key.utf8.count))"
            return name + wrapped(setting.value.isEmpty ? setting.meaning : "\(setting.value) — \(setting.meaning)")
        }.joined(separator: "\n")
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
