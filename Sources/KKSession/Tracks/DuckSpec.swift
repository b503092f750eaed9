internal import KKMath
internal import KKPCM
internal import KKUnits

/// The track under which another one is ducked, and how, as written on the command line: `voice` or
/// `voice:depth=-15dB:release=2s`.
public struct DuckSpec: Hashable, Sendable, Codable {
    /// The other track: its file's name, with or without the extension, or its number in the mix, from 1.
    public let track: String
    /// The settings of the ducker, in the order in which they are set.
    public let settings: [UnitSpec.Setting]

    /// The unit that does it.
    var unit: UnitSpec { UnitSpec(name: Self.unitName, settings: settings) }

    /// - Throws: `usage` for an unknown parameter or value of the ducker.
    public init(parsing text: String) throws(SessionError) {
        let parts = text.parts(at: ":", maxSplits: 1)
        guard !parts[0].isEmpty else {
            throw SessionError(.usage, "'duck' names no track", nextStep: "write duck=TRACK:depth=-12dB")
        }
        track = parts[0]
        settings = try UnitSpec(parsing: ([Self.unitName] + parts.dropFirst()).joined(separator: ":")).settings
    }

    /// Whether what comes after a comma, as `depth=-9dB`, is a ducker's.
    static func isSetting(_ text: String) -> Bool {
        let parts = text.parts(at: "=", maxSplits: 1)
        return parts.count == 2 && UnitSpec(name: unitName, settings: []).hasParameter(parts[0])
    }

    private static let unitName = "ducker"
}

extension DuckSpec: CustomStringConvertible {
    /// As it is written on the command line.
    public var description: String {
        ([track] + unit.description.parts(at: ":", maxSplits: 1).dropFirst()).joined(separator: ":")
    }
}
