internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKUnits

/// An effect as a person writes it: a unit's name, and what its parameters are set to: `delay:delay-time=300ms:feedback=20`.
///
/// What is not set has the unit's default.
public struct UnitSpec: Hashable, Sendable, Codable {
    /// The unit by its keyword (``KKUnits/AudioComponent/keyword``).
    public let name: String
    /// In the order in which they are set.
    public let settings: [Setting]

    public struct Setting: Hashable, Sendable, Codable {
        /// The parameter by its keyword.
        public let name: String
        /// In the parameter's own unit.
        public let value: Float
    }

    /// - Throws: `usage` for a name that no effect has.
    static func component(named name: String) throws(SessionError) -> AudioComponent {
        let effects = AudioComponent.all.filter { $0.description.type == .effectUnit }
        if let found = effects.first(where: { $0.keyword == name }) { return found }
        let names = effects.map(\.keyword)
        throw SessionError(
            .usage, "there is no unit '\(name)'",
            nextStep: NearMiss.of(name, among: names).map { "did you mean '\($0)'?" }
                ?? "the units are \(names.joined(separator: ", "))")
    }

    /// Sets up a unit of this kind, whose format is known.
    ///
    /// - Throws: `invalidParameter`, and `invalidParameterValue` for what the unit does not take at its rate.
    func apply(to unit: AudioUnit) throws(AudioUnitError) {
        let parameters = unit.parameters(.global)
        for setting in settings {
            guard let info = parameters.first(where: { $0.keyword == setting.name }) else {
                throw AudioUnitError(.invalidParameter, place: unit.name, "there is no parameter '\(setting.name)'")
            }
            try unit.setParameter(info.id, setting.value)
        }
    }

    static func unknown(_ parameter: String, of name: String, _ parameters: [ParameterInfo]) -> SessionError {
        let names = parameters.filter { !$0.isReadOnly }.map(\.keyword)
        return SessionError(
            .usage, "the unit '\(name)' has no parameter '\(parameter)'",
            nextStep: NearMiss.of(parameter, among: names).map { "did you mean '\($0)'?" }
                ?? (names.isEmpty ? "leave it out" : "its parameters are \(names.joined(separator: ", "))"))
    }
}

extension UnitSpec: CustomStringConvertible {
    /// As it is written on the command line.
    public var description: String {
        ([name] + settings.map { "\($0.name)=\(shortDecimalText(Double($0.value), digits: 6))" }).joined(separator: ":")
    }
}
