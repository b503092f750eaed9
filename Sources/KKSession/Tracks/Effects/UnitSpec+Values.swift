public import KKFiles
internal import KKMath
internal import KKPCM
public import KKUnits

extension UnitSpec.Setting {
    /// The number that it stands for: its own, or that of the value of a plug-in's parameter that has this name.
    ///
    /// - Throws: `usage` for a word that is no value's name.
    func value(of info: ParameterInfo, _ plugin: PluginDescription?) throws(SessionError) -> Float {
        guard let word else { return value }
        let points = plugin?.points(of: info) ?? []
        if let found = points.first(where: { UnitSpec.keyword($0.name) == UnitSpec.keyword(word) }) {
            return found.value
        }
        let names = points.map { UnitSpec.keyword($0.name) }
        let list = names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
        throw SessionError(
            .usage, "'\(word)' is not a value of '\(info.keyword)'",
            nextStep: NearMiss.of(word.lowercased(), among: names).map { "did you mean '\($0)'?" }
                ?? (names.isEmpty
                    ? "write a number without a unit, or on or off; kkmix plugins lists ranges and units"
                    : "write a number, or one of \(list)"))
    }
}

extension UnitSpec {
    /// What names the track that controls a unit: `gate:sidechain=kick`.
    static let sideChainWord = "sidechain"

    /// The name of a plug-in's value as it is written: small letters and digits, with a dash for what is between them.
    static func keyword(_ name: String) -> String {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}

extension PluginDescription {
    /// The values of a parameter that have names, the lowest first.
    public func points(of info: ParameterInfo) -> [Port.Point] {
        let number = Int(info.id.rawValue)
        return ports.indices.contains(number) ? ports[number].points : []
    }
}
