internal import KKMath
internal import KKPCM
internal import KKUnits

extension UnitSpec {
    /// Reads `delay`, or `delay:delay-time=300ms:feedback=20`; the parameters may have commas between them as well.
    ///
    /// A parameter is meant by its whole name, or by a part of it that no other one has: `time`.
    public init(parsing text: String) throws(SessionError) {
        let words = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "," }.map(String.init)
        let component = try Self.component(named: words[0])
        let parameters = component.makeInstance().parameters(.global).filter { !$0.isReadOnly }
        var settings: [Setting] = []
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw SessionError(
                    .usage, "'\(word)' sets no parameter of the unit '\(words[0])'",
                    nextStep: "write NAME:parameter=value:parameter=value")
            }
            let info = try Self.parameter(parts[0], of: words[0], parameters)
            guard !settings.contains(where: { $0.name == info.keyword }) else {
                throw SessionError(
                    .usage, "the unit '\(words[0])' has its '\(info.keyword)' twice", nextStep: "keep one of them")
            }
            settings.append(Setting(name: info.keyword, value: try Self.value(parts[1], of: info)))
        }
        (name, self.settings) = (component.keyword, settings)
    }

    private static func parameter(
        _ text: String, of name: String, _ parameters: [ParameterInfo]
    ) throws(SessionError) -> ParameterInfo {
        if let found = parameters.first(where: { $0.keyword == text }) { return found }
        let near = parameters.filter { "-\($0.keyword)-".contains("-\(text)-") }
        guard near.count < 2 else {
            throw SessionError(
                .usage, "'\(text)' may be several parameters of the unit '\(name)'",
                nextStep: "write one of \(near.map(\.keyword).joined(separator: ", "))")
        }
        guard let found = near.first, !text.isEmpty else { throw unknown(text, of: name, parameters) }
        return found
    }

    /// A number, with the parameter's unit behind it or not, or the name of a value.
    private static func value(_ text: String, of info: ParameterInfo) throws(SessionError) -> Float {
        let lower = text.lowercased()
        if info.unit == .boolean, let found = ["off", "on"].firstIndex(of: lower) { return Float(found) }
        if let found = info.valueKeywords.firstIndex(of: lower) { return Float(found) }
        for (ending, factor) in endings(of: info.unit) where lower.hasSuffix(ending) {
            if let number = Double(signedDecimal: lower.dropLast(ending.utf8.count)) { return Float(number * factor) }
        }
        let unit = info.unit.symbol.isEmpty ? "" : " in \(info.unit.symbol)"
        throw SessionError(
            .usage, "'\(text)' is no value of '\(info.keyword)'",
            nextStep: info.valueNames.isEmpty
                ? "write a number\(unit)" : "write one of \(info.valueKeywords.joined(separator: ", "))")
    }

    /// What may be written behind a number, and what the number is multiplied by then.
    private static func endings(of unit: ParameterUnit) -> [(String, Double)] {
        switch unit {
        case .hertz: [("khz", 1000), ("hz", 1), ("k", 1000), ("", 1)]
        case .seconds: [("ms", 0.001), ("s", 1), ("", 1)]
        case .milliseconds: [("ms", 1), ("s", 1000), ("", 1)]
        default: (unit.symbol.isEmpty ? [] : [(unit.symbol.lowercased(), 1)]) + [("", 1)]
        }
    }
}
