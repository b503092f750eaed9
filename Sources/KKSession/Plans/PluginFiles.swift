public import KKFiles
internal import KKMath
public import KKPCM
public import KKUnits

/// The plug-ins that a session names, as components.
struct PluginFiles {
    private var plugins: [(name: String, plugin: PluginDescription, component: AudioComponent)] = []
    /// Which of several with one label were taken.
    private(set) var notices: [String] = []

    /// Looks for them among those of this system.
    ///
    /// - Throws: `noInput` for one that is not there, `usage` for one that is no effect; `unavailable` where none can be
    ///   played.
    init(_ session: Session) throws {
        for (name, plugin) in try session.namedPlugins() {
            // By its label here, and by its number there.
            let number = plugin.subType, known = plugins.first { $0.component.description.subType == number }
            guard known.map({ $0.plugin == plugin }) ?? true else {
                throw SessionError(
                    .usage,
                    "the plug-in '\(plugin.label)' has the number \(number.rawValue), which another one has as well",
                    nextStep: "render one of them first, and the other one behind it")
            }
            plugins.append((name, plugin, try known?.component ?? plugin.component()))
            if let doubt = plugin.doubt(name) { notices.append(doubt) }
        }
    }

    var components: [AudioComponent] { plugins.map(\.component) }

    /// The plug-in that a unit of the session is.
    func plugin(of spec: UnitSpec) -> PluginDescription? {
        spec.pluginName.flatMap { name in plugins.first { $0.name == name }?.plugin }
    }

    /// What a unit of the session is, a plug-in or one of kkmix's own.
    func component(of spec: UnitSpec) throws(SessionError) -> AudioComponent {
        if let name = spec.pluginName, let plugin = plugins.first(where: { $0.name == name }) {
            return plugin.component
        }
        return try UnitSpec.component(named: spec.name)
    }
}

extension Session {
    /// The plug-ins of its units, each once.
    ///
    /// - Throws: what ``KKFiles/PluginDescription/find(_:_:)`` throws.
    public func plugins() throws -> [PluginDescription] { try namedPlugins().map(\.plugin) }

    fileprivate func namedPlugins() throws -> [(name: String, plugin: PluginDescription)] {
        var found: [(name: String, plugin: PluginDescription)] = []
        for spec in allUnits {
            guard let (kind, word) = spec.plugin, let name = spec.pluginName,
                !found.contains(where: { $0.name == name })
            else { continue }
            found.append((name, try PluginDescription.find(kind, word)))
        }
        return found
    }
}

extension FourCharCode {
    /// The manufacturers of plug-ins.
    public static let ladspa: FourCharCode = "LDSP", lv2: FourCharCode = "LV2 "
}

extension PluginProcess: EffectProcessor {}

extension PluginDescription {
    /// The plug-in of this system that somebody means by a LADSPA label or number, by a library and a label,
    /// `./mine.so:amp`, by an LV2 URI or by the end of one.
    ///
    /// - Throws: `noInput` where there is none, `usage` where there are several; `unavailable` where none can be looked at.
    public static func find(_ kind: Kind, _ word: String) throws -> PluginDescription {
        var found: [PluginDescription]
        var near: String?
        if kind == .lv2 {
            found = try PluginCatalog.lv2(word)
            if let whole = found.first(where: { $0.label == word }) { found = [whole] }
            if found.isEmpty, let all = try? PluginCatalog.lv2() {
                let labels = all.map(\.label)
                near =
                    NearMiss.of(word, among: labels.map { String($0.split { "/#:".contains($0) }.last ?? "") })
                    ?? NearMiss.of(word, among: labels)
            }
        } else if let colon = word.lastIndex(of: ":") {
            let file = FilePath(String(word[..<colon]))
            guard file.isFile else {
                throw SessionError(
                    .noInput, "there is no such library of plug-ins", place: file, nextStep: "check the name")
            }
            let plugins = try PluginCatalog.plugins(of: file)
            let label = String(word[word.index(after: colon)...])
            found = plugins.filter { $0.label == label }
            near = NearMiss.of(label, among: plugins.map(\.label))
        } else {
            let (plugin, labels) = try PluginCatalog().ladspa(word)
            found = plugin.map { [$0] } ?? []
            if found.isEmpty { near = NearMiss.of(word, among: labels) }
        }
        if found.count == 1 { return found[0] }
        let kindName = kind == .lv2 ? "LV2" : "LADSPA"
        throw found.isEmpty
            ? SessionError(
                .noInput, "there is no \(kindName) plug-in '\(word)'",
                nextStep: near.map { "did you mean '\($0)'?" }
                    ?? "kkmix plugins lists those that there are; \(kindName)_PATH says where they are")
            : SessionError(
                .usage, "'\(word)' is the end of several URIs",
                nextStep: "write one of them: \(found.prefix(4).map(\.label).joined(separator: ", "))")
    }

    /// That others have its label, if it was found by that alone, and what they are called.
    public func doubt(_ name: String) -> String? {
        guard name == unitName else { return nil }
        let others = PluginCatalog().namesakes(of: self).map { "ladspa:\($0):\(label)" }
        guard !others.isEmpty else { return nil }
        return "\(name): this is the one in \(file); to use another: \(others.joined(separator: ", "))"
    }

    /// The name of the unit that it is in a mix.
    public var unitName: String { "\(kind.rawValue):\(label)" }

    /// Its number, or one made of its URI by FNV-1a.
    fileprivate var subType: FourCharCode {
        if kind == .ladspa { return FourCharCode(rawValue: id) }
        return FourCharCode(rawValue: label.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
    }

    /// The plug-in as a unit: `'aufx'`, its number, and `'LDSP'` or `'LV2 '`.
    ///
    /// - Parameter program: the `kkmix-plugin-host` that it plays in; `nil` is the one beside this program.
    /// - Throws: `usage` for one that is no effect.
    public func component(program: FilePath? = nil) throws(SessionError) -> AudioComponent {
        if let lack {
            throw SessionError(
                .unavailable, "the plug-in '\(label)' needs \(lack), which kkmix does not have", place: file,
                nextStep: "leave it out")
        }
        guard isEffect, subType.rawValue != 0 else {
            throw SessionError(
                .usage,
                "the plug-in '\(label)' has \(countText(Int64(audioInputs.count), "input")) and "
                    + countText(Int64(audioOutputs.count), "output"),
                place: file, nextStep: "use one with the same number of inputs and outputs")
        }
        let description = ComponentDescription(
            type: .effectUnit, subType: subType, manufacturer: kind == .lv2 ? .lv2 : .ladspa)
        let count = audioInputs.count, parameters = parameters, presets = effectPresets
        return AudioComponent(description, "\(kind == .lv2 ? "LV2" : "LADSPA"): \(label)", keyword: unitName) {
            [self] in
            HostedEffect(
                description, parameters: parameters, presets: presets, hasSideChain: !sideChains.isEmpty,
                channelPairs: [count == 1 ? .same : ChannelPair(input: count, output: count)]
            ) { format, values, state in
                try PluginProcess(
                    self, sampleRate: format.sampleRate, channelCount: format.channelCount, values: values,
                    state: state, program: program)
            }
        }
    }

    /// Its controls, numbered by their ports.
    public var parameters: [ParameterInfo] {
        var parameters: [ParameterInfo] = []
        for number in controls {
            var info = ports[number].parameter(number)
            if parameters.contains(where: { $0.keyword == info.keyword }) {
                info.name += " \(number)"
                info.givenKeyword = info.givenKeyword.map { "\($0)-\(number)" }
            }
            parameters.append(info)
        }
        return parameters
    }

    /// Its presets, as far as they go: a value beyond the range is the end of it. What has the name of an earlier one gets a
    /// number.
    package var effectPresets: [EffectPreset] {
        let infos = Dictionary(parameters.map { (Int($0.id.rawValue), $0) }) { first, _ in first }
        var found: [EffectPreset] = []
        var names: Set<String> = []
        for preset in presets {
            var name = preset.name, number = 2
            while !names.insert(UnitSpec.plain(name)).inserted {
                (name, number) = ("\(preset.name) \(number)", number + 1)
            }
            let values = preset.values.compactMap { value in
                infos[value.port].map { info in
                    let isFree = info.acceptsAnyFiniteValue || info.upperBoundPerRate != nil
                    let top = isFree ? value.value : min(value.value, info.range.upperBound)
                    return (info.id, isFree ? top : max(info.range.lowerBound, top))
                }
            }
            found.append(EffectPreset(name, "", values, state: preset.state))
        }
        return found
    }
}

extension PluginDescription.Port {
    /// The range and the default that the hint stands for.
    ///
    /// Source: ladspa.org, `LADSPA_PortRangeHintDescriptor`.
    fileprivate func parameter(_ number: Int) -> ParameterInfo {
        func has(_ flag: UInt32) -> Bool { hint & flag != 0 }
        let perRate: Float = has(8) ? 44_100 : 1
        var low: Float? = has(1) && lower.isFinite ? lower * perRate : nil
        var high: Float? = has(2) && upper.isFinite ? upper * perRate : nil
        if has(4) { (low, high) = (0, 1) }
        if let bottom = low, let top = high, bottom > top { (low, high) = (nil, nil) }
        let bottom = low ?? min(-1e6, high ?? 0), top = high ?? max(1e6, low ?? 0)
        let value: Float =
            switch hint & 0x3C0 {
            case 0x40: bottom
            case 0x80: between(bottom, top, 0.25)
            case 0xC0: between(bottom, top, 0.5)
            case 0x100: between(bottom, top, 0.75)
            case 0x140: top
            case 0x240: 1
            case 0x280: 100
            case 0x2C0: 440
            default: defaultValue.map { $0 * perRate } ?? 0
            }
        let isOpen = low == nil || high == nil
        let isNamed =
            has(0x20) && (bottom, top) == (0, Float(points.count - 1))
            && points.map(\.value) == points.indices.map { Float($0) }
        return ParameterInfo(
            id: ParameterID(rawValue: UInt32(number)), name: name.isEmpty ? symbol : name,
            keyword: symbol.isEmpty ? nil : symbol,
            unit: has(4) ? .boolean : has(0x20) ? .indexed : Self.units[unit] ?? .generic,
            range: bottom...top, defaultValue: max(bottom, min(has(0x20) ? value.rounded() : value, top)),
            upperBoundPerRate: has(8) && high != nil ? upper : nil, acceptsAnyFiniteValue: isOpen,
            valueNames: isNamed ? points.map(\.name) : [])
    }

    /// Those of LV2's vocabulary that Core Audio has.
    private static let units: [String: ParameterUnit] = [
        "db": .decibels, "hz": .hertz, "s": .seconds, "ms": .milliseconds, "pc": .percent, "cent": .cents,
        "semitone12TET": .relativeSemiTones, "oct": .octaves, "degree": .degrees, "bpm": .beatsPerMinute,
        "beat": .beats, "m": .meters, "frame": .sampleFrames, "midiNote": .midiNoteNumber,
    ]

    /// A part of the way, in octaves where the port counts in them.
    private func between(_ low: Float, _ high: Float, _ part: Double) -> Float {
        let (low, high) = (Double(low), Double(high))
        guard hint & 0x10 != 0, low > 0 else { return Float(low + part * (high - low)) }
        return Float(low * PortableMath.exp2(part * PortableMath.log2(high / low)))
    }
}
