internal import KKAnalysis
internal import KKPCM

/// Tolerances as a manifest writes them.
extension Tolerance {
    init(parsing name: String) throws(SessionError) {
        guard let known = Tolerance(named: name) else {
            let names = Tolerance.all.map(\.name)
            let near = NearMiss.of(name, among: names).map { "did you mean '\($0)'?" }
            throw SessionError(.badSession, "unknown tolerance '\(name)'", nextStep: near ?? "they are \(names.joined(separator: ", "))")
        }
        self = known
    }

    /// Sets one limit: `peak: -60dBFS`, `loudness: 0.5`, `lag: 20ms`, `rms: none`.
    mutating func set(_ key: String, to text: String) throws(SessionError) {
        guard let limit = Limit(rawValue: key) else {
            let names = Limit.allCases.map(\.rawValue)
            let near = NearMiss.of(key, among: names).map { "did you mean '\($0)'?" }
            throw SessionError(.badSession, "unknown limit '\(key)'", nextStep: near ?? "they are \(names.joined(separator: ", "))")
        }
        switch limit {
        case .lag: lag = try Self.extent(text, key)
        case .length: length = try Self.extent(text, key)
        default: self[limit] = try text == "none" ? nil : Self.number(text, key, limit.unit)
        }
    }

    private static func number(_ text: String, _ key: String, _ unit: String) throws(SessionError) -> Double {
        let hasUnit = text.lowercased().hasSuffix(unit.lowercased())
        guard let value = Double(signedDecimal: (hasUnit ? String(text.dropLast(unit.count)) : text).trimmed) else {
            throw SessionError(.badSession, "'\(text)' is not a value of '\(key)'", nextStep: "write a number of \(unit), or none")
        }
        return value
    }

    private static func extent(_ text: String, _ key: String) throws(SessionError) -> Extent {
        guard let time = try? TimeValue(parsing: text) else {
            throw SessionError(.badSession, "'\(text)' is not a value of '\(key)'", nextStep: "write a time: 50ms, or frames: 1152f")
        }
        switch time {
        case .seconds(let seconds): return .seconds(seconds)
        case .frames(let frames): return .frames(frames)
        }
    }
}
