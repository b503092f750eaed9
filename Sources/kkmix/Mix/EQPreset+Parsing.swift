internal import KKMixing

extension EQPreset {
    /// - Throws: `SessionError` for a name that no preset has, with those that may have been meant.
    init(parsing text: String) throws(SessionError) {
        if let preset = EQPreset(named: text) {
            self = preset
            return
        }
        let near = Self.near(text).map { "'\($0)'" }
        let last = near.last ?? ""
        let meant = near.count > 1 ? "\(near.dropLast().joined(separator: ", ")) or \(last)" : last
        throw SessionError(
            .usage, "'\(text)' is not a preset of the equaliser",
            nextStep: near.isEmpty ? "kkmix presets lists them" : "did you mean \(meant)?")
    }

    /// At most three: those that have the text in them, or else those that are a slip away.
    private static func near(_ text: String) -> [String] {
        let word = text.lowercased().replacingScalars { $0 == " " || $0 == "_" ? "-" : nil }
        let keywords = all.map(\.keyword)
        let containing = word.count > 2 ? keywords.filter { $0.contains(word) } : []
        if !containing.isEmpty { return Array(containing.prefix(3)) }
        let limit = max(1, word.count / 3)
        let slips = keywords.map { ($0, NearMiss.distance(word, $0)) }.filter { $0.1 <= limit }
        let least = slips.map(\.1).min()
        return slips.filter { $0.1 == least }.prefix(3).map(\.0)
    }
}
