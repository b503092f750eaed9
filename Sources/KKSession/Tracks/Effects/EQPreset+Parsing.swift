public import KKDSP
internal import KKMath
internal import KKPCM

extension EQPreset {
    /// - Throws: `SessionError` for a name that no preset has, with those that may have been meant.
    public init(parsing text: String) throws(SessionError) {
        guard let preset = EQPreset(named: text) else {
            throw Self.unknown(text, otherwise: "kkmix presets lists them")
        }
        self = preset
    }

    /// - Parameter nextStep: what to do where no preset is near.
    static func unknown(_ text: String, otherwise nextStep: String) -> SessionError {
        let near = near(text).map { "'\($0)'" }
        let last = near.last ?? ""
        let meant = near.count > 1 ? "\(near.dropLast().joined(separator: ", ")) or \(last)" : last
        return SessionError(
            .usage, "'\(text)' is not an EQ preset",
            nextStep: near.isEmpty ? nextStep : "did you mean \(meant)?")
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
