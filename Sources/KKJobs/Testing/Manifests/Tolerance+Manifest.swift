internal import KKAnalysis
internal import KKMath
internal import KKPCM
internal import KKSession

/// Tolerances as a manifest writes them.
extension Tolerance {
    init(parsing name: String) throws(SessionError) {
        guard let known = Tolerance(named: name) else {
            let names = Tolerance.all.map(\.name)
            let near = NearMiss.of(name, among: names).map { "did you mean '\($0)'?" }
            throw SessionError(
                .badSession, "unknown tolerance '\(name)'",
                nextStep: near ?? "they are \(names.joined(separator: ", "))")
        }
        self = known
    }

    /// Sets one limit: `peak: -60dBFS`, `loudness: 0.5`, `lag: 20ms`, `rms: none`.
    mutating func set(_ key: String, to text: String) throws(SessionError) {
        guard let limit = Limit(rawValue: key) else {
            let names = Limit.allCases.map(\.rawValue)
            let near = NearMiss.of(key, among: names).map { "did you mean '\($0)'?" }
            throw SessionError(
                .badSession, "unknown limit '\(key)'", nextStep: near ?? "they are \(names.joined(separator: ", "))")
        }
        do {
            try set(limit, parsing: text, option: "'\(key)'")
        } catch {
            throw SessionError(.badSession, error.problem, nextStep: error.nextStep)
        }
    }
}
