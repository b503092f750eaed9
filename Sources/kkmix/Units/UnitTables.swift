internal import KKMixing

/// What `graph --list-units` prints: each unit with its facts and its parameters, and `units` of one. The reference in
/// docs/units.md quotes every word of it.
enum UnitTables {
    static var text: String {
        let common = "Properties of every unit: " + list(AudioUnit.commonProperties)
        return ([common] + AudioComponent.all.map { section($0) }).joined(separator: "\n\n")
    }

    /// A line for each unit.
    static var overview: String {
        MarkdownTable.text(
            ["unit", "name", "component", "in a mix", "presets"],
            AudioComponent.all.map { component in
                let presets = component.makeInstance().factoryPresets.count
                return [
                    component.keyword, component.name, "\(component.description)", component.isForMixes ? "--unit" : "",
                    presets == 0 ? "" : "\(presets)",
                ]
            })
    }

    static func section(_ component: AudioComponent) -> String {
        let unit = component.makeInstance()
        var parts = ["## \(component.name)", facts(component, unit)]
        let rows = Scope.allCases.flatMap { scope in families(unit.parameters(scope), scope) }
        if !rows.isEmpty {
            parts.append(MarkdownTable.text(["id", "parameter", "scope", "range", "default", "unit"], rows))
        }
        for info in Scope.allCases.flatMap({ unit.parameters($0) }) where !info.valueNames.isEmpty {
            let line =
                "\(familyName(info.name)): "
                + info.valueNames.enumerated().map { "\($0) is \($1)" }.joined(separator: ", ")
            if !parts.contains(line) { parts.append(line) }
        }
        if !unit.factoryPresets.isEmpty {
            parts.append("Presets: " + unit.factoryPresets.map(\.name).joined(separator: ", "))
        }
        return parts.joined(separator: "\n\n")
    }

    /// What is true of a new unit, at 44,100 Hz.
    private static func facts(_ component: AudioComponent, _ unit: AudioUnit) -> String {
        let buses = [(Scope.input, "in"), (.output, "out")].map { "\(unit.elementCount($0)) \($1)" }.joined(
            separator: ", ")
        let pairs = unit.supportedChannelPairs.map(\.description).joined(separator: ", ")
        return MarkdownTable.text(
            ["fact", "of a new unit at 44100 Hz"],
            [["component", "`\(component.description)`"]]
                + (component.isForMixes ? [["in a mix", "`--unit \(component.keyword)`"]] : []) + [
                    ["buses", buses],
                    ["channels", pairs.isEmpty ? "by its own rules" : pairs],
                    ["latency", "\(unit.latencyFrameCount) frames"],
                    ["tail", unit.tailFrameCount.map { "\($0) frames" } ?? "without end"],
                    ["properties", unit.ownProperties.isEmpty ? "those of every unit" : list(unit.ownProperties)],
                ])
    }

    private static func list(_ properties: [PropertyListing]) -> String {
        properties.map { "\($0.name) \($0.id.rawValue)" }.joined(separator: ", ")
    }

    /// A row for each parameter, and one for those that every band has, or every channel: the meters.
    private static func families(_ infos: [ParameterInfo], _ scope: Scope) -> [[String]] {
        var found: [(first: ParameterInfo, name: String, count: Int)] = []
        for info in infos {
            let name = familyName(info.name)
            if let place = found.firstIndex(where: {
                $0.name == name && $0.first.isAlike(info) && $0.first.id + $0.count == info.id
            }) {
                found[place].count += 1
            } else {
                found.append((info, name, 1))
            }
        }
        return found.map { family in
            let info = family.first
            let (id, name) =
                switch family.count {
                case 1: ("\(info.id)", info.givenKeyword.map { "\(info.name), `\($0)`" } ?? info.name)
                case _ where info.isReadOnly:
                    (
                        "\(info.id) + channel",
                        family.name.hasSuffix(" n") ? String(family.name.dropLast(2)) : family.name
                    )
                case let count: ("\(info.id) … \(info.id + (count - 1))", family.name)
                }
            return [id, name, "\(scope)", range(info), number(info.defaultValue), info.unit.symbol]
        }
    }

    /// `Band n Gain` of `Band 12 Gain`.
    private static func familyName(_ name: String) -> String {
        name.split(separator: " ").map { $0.allSatisfy(\.isNumber) ? "n" : String($0) }.joined(separator: " ")
    }

    private static func range(_ info: ParameterInfo) -> String {
        let upper =
            switch info.upperBoundPerRate {
            case nil: number(info.range.upperBound)
            case 0.5: "rate / 2"
            case 1: "rate"
            case .some(let part): "\(number(part)) · rate"
            }
        return
            "\(number(info.range.lowerBound)) … \(upper)\(info.acceptsAnyFiniteValue ? ", and beyond" : "")\(info.isReadOnly ? ", read only" : "")"
    }

    /// `−20` and `0.012`, without a point where there is nothing after it.
    static func number(_ value: Float) -> String {
        let text = value == value.rounded() && value.magnitude < 1e9 ? "\(Int(value))" : "\(value)"
        return text.hasPrefix("-") ? "−" + text.dropFirst() : text
    }
}

extension ParameterInfo {
    /// Whether all but the number, the name and the group is the same.
    fileprivate func isAlike(_ other: ParameterInfo) -> Bool {
        var other = other
        other.id = id
        other.name = name
        other.clump = clump
        return self == other
    }
}
