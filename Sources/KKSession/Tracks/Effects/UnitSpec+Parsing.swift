internal import KKFiles
internal import KKMath
internal import KKPCM
public import KKUnits

extension UnitSpec {
    /// Reads `delay`, or `delay:delay-time=300ms:feedback=20`.
    ///
    /// A parameter is given by its full name or by a unique part of it: `time`. `preset=medium-hall` sets the values of
    /// a factory preset; other settings take precedence, wherever they are written. `file=room.wav` is the impulse
    /// response of a convolution, and `sidechain=voice` the track that controls a unit.
    public init(parsing text: String) throws(SessionError) {
        let words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        if let kind = PluginDescription.Kind(rawValue: words[0].lowercased()) {
            self = try Self(kind, Array(words.dropFirst()))
            return
        }
        let component = try Self.component(named: words[0])
        let unit = component.makeInstance(), parameters = Self.parameters(of: unit)
        var settings: [Setting] = [], preset: [Setting]?, file: FilePath?, sideChain: String?
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw SessionError(
                    .usage, "'\(word)' sets no parameter of the unit '\(words[0])'",
                    nextStep: "write NAME:parameter=value:parameter=value")
            }
            if Self.plain(parts[0]) == "preset", let effect = unit as? EffectUnit, !effect.presets.isEmpty {
                guard preset == nil else {
                    throw SessionError(
                        .usage, "the unit '\(words[0])' has two presets", nextStep: "keep one of them")
                }
                preset = try Self.preset(
                    parts[1], of: effect, "the unit '\(component.keyword)' has no preset '\(parts[1])'",
                    list: "its presets are")
                continue
            }
            if component.hasFile, Self.plain(parts[0]) == "file" {
                guard file == nil, !parts[1].isEmpty else {
                    throw SessionError(
                        .usage, "the unit '\(words[0])' has \(file == nil ? "no name" : "two names") of a file",
                        nextStep: "write one: file=room.wav")
                }
                file = FilePath(parts[1])
                continue
            }
            if Self.plain(parts[0]) == Self.sideChainWord {
                sideChain = try Self.sideChain(parts[1], sideChain, of: component.keyword, unit)
                continue
            }
            let info = try Self.parameter(parts[0], of: component.keyword, parameters)
            guard !settings.contains(where: { $0.name == info.keyword }) else {
                throw SessionError(
                    .usage, "the unit '\(words[0])' has '\(info.keyword)' twice", nextStep: "keep one of them")
            }
            settings.append(Setting(name: info.keyword, value: try Self.value(parts[1], of: info)))
        }
        if component.hasFile, file == nil {
            throw SessionError(
                .usage, "the unit '\(words[0])' has no impulse response",
                nextStep: "name its file: \(component.keyword):file=room.wav")
        }
        self.init(
            name: component.keyword,
            settings: (preset ?? []).filter { kept in !settings.contains { $0.name == kept.name } } + settings,
            file: file, sideChain: sideChain)
    }

    /// The track of a side chain.
    ///
    /// - Throws: `usage` for a second one, for none, and for a unit that has no side chain.
    private static func sideChain(
        _ track: String, _ other: String?, of name: String, _ unit: AudioUnit
    ) throws(SessionError) -> String {
        try checkSideChain(of: unit, name)
        guard other == nil, !track.isEmpty else {
            throw SessionError(
                .usage, "the unit '\(name)' has \(other == nil ? "no name" : "two names") of a track in its side chain",
                nextStep: "write one: sidechain=TRACK")
        }
        return track
    }

    /// - Throws: `usage` for a unit that has no side chain.
    static func checkSideChain(of unit: AudioUnit, _ name: String) throws(SessionError) {
        if unit.elementCount(.input) > EffectUnit.keyBus { return }
        throw SessionError(
            .usage, "the unit '\(name)' has no side chain",
            nextStep: "leave 'sidechain' out, or use one that has: \(keyed.joined(separator: ", "))")
    }

    /// The units that another track may control.
    private static var keyed: [String] {
        AudioComponent.all.filter(\.isForMixes).filter {
            $0.makeInstance().elementCount(.input) > EffectUnit.keyBus
        }.map(\.keyword)
    }

    /// The parameters of a unit, as written on the command line.
    public static func parameterKeywords(of component: AudioComponent) -> [String] {
        let unit = component.makeInstance()
        return parameters(of: unit).map(\.keyword) + (unit.factoryPresets.isEmpty ? [] : ["preset"])
            + (component.hasFile ? ["file"] : [])
    }

    private static func parameters(of unit: AudioUnit) -> [ParameterInfo] {
        unit.parameters(.global).filter { !$0.isReadOnly }
    }

    /// Whether a unit of this kind has such a parameter.
    func hasParameter(_ text: String) -> Bool {
        guard let unit = try? Self.component(named: name).makeInstance() else { return false }
        return (try? Self.parameter(text, of: name, unit.parameters(.global))) != nil
    }

    static func parameter(
        _ text: String, of name: String, _ parameters: [ParameterInfo]
    ) throws(SessionError) -> ParameterInfo {
        if let found = parameters.first(where: { plain($0.keyword) == plain(text) }) { return found }
        let near = text.isEmpty ? [] : parameters.filter { "-\($0.keyword)-".contains("-\(text.lowercased())-") }
        let names = { (infos: [ParameterInfo]) in
            infos.prefix(8).map(\.keyword).joined(separator: ", ") + (infos.count > 8 ? ", …" : "")
        }
        guard near.count < 2 else {
            throw SessionError(
                .usage, "'\(text)' may be several parameters of the unit '\(name)'",
                nextStep: "write one of \(names(near))")
        }
        if let found = near.first { return found }
        throw SessionError(
            .usage, "the unit '\(name)' has no parameter '\(text)'",
            nextStep: NearMiss.of(text, among: parameters.map(\.keyword)).map { "did you mean '\($0)'?" }
                ?? "its parameters are \(names(parameters))")
    }

    /// A number, with the parameter's unit after it or not, or the name of a value.
    private static func value(_ text: String, of info: ParameterInfo) throws(SessionError) -> Float {
        let lower = text.lowercased()
        let number = info.unit.endings.lazy.compactMap { ending, factor in
            lower.hasSuffix(ending)
                ? Double(signedDecimal: lower.dropLast(ending.utf8.count)).map { Float($0 * factor) } : nil
        }.first
        switch info.unit {
        case .boolean:
            if ["on", "true", "1"].contains(lower) { return 1 }
            if ["off", "false", "0"].contains(lower) { return 0 }
        case .indexed where !info.valueNames.isEmpty:
            if let found = info.valueKeywords.firstIndex(where: { plain($0) == plain(text) }) { return Float(found) }
        case .indexed, .sampleFrames:
            if let number, number == number.rounded(), isInRange(number, info) { return number }
        default:
            if let number, isInRange(number, info) { return number }
        }
        throw SessionError(.usage, "'\(text)' is not a value of '\(info.keyword)'", nextStep: "write \(info.wanted)")
    }

    /// Ends that depend on the rate are checked when the rate is known.
    private static func isInRange(_ value: Float, _ info: ParameterInfo) -> Bool {
        if info.acceptsAnyFiniteValue { return value.isFinite }
        return value >= info.range.lowerBound && (info.upperBoundPerRate != nil || value <= info.range.upperBound)
    }
}

extension ParameterInfo {
    /// What its value may be: `0 to 2 s; 300ms is possible`.
    fileprivate var wanted: String {
        switch unit {
        case .boolean: return "on or off"
        case .indexed where !valueNames.isEmpty: return "one of \(valueKeywords.joined(separator: ", "))"
        case .indexed, .sampleFrames:
            return "a whole number from \(text(range.lowerBound)) to \(text(range.upperBound))"
        default:
            if acceptsAnyFiniteValue { return "a number" }
            let top = upperBoundPerRate == nil ? text(range.upperBound) : "half the rate of the mix"
            let also = unit == .seconds ? "; 300ms is 0.3" : unit == .hertz ? "; 1.5k is 1500" : ""
            return "\(text(range.lowerBound)) to \(top)\(unit.symbol.isEmpty ? "" : " \(unit.symbol)")\(also)"
        }
    }

    private func text(_ value: Float) -> String { shortDecimalText(Double(value), digits: 6) }
}

extension ParameterUnit {
    /// What may be written after a number, and what the number is multiplied by then.
    fileprivate var endings: [(String, Double)] {
        switch self {
        case .hertz: [("khz", 1000), ("hz", 1), ("k", 1000), ("", 1)]
        case .seconds: [("ms", 0.001), ("s", 1), ("", 1)]
        case .milliseconds: [("ms", 1), ("s", 1000), ("", 1)]
        case .decibels: [("dbtp", 1), ("dbfs", 1), ("db", 1), ("", 1)]
        case .octaves: [("octaves", 1), ("oct", 1), ("", 1)]
        default: (symbol.isEmpty ? [] : [(symbol.lowercased(), 1)]) + [("", 1)]
        }
    }
}
