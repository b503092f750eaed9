public import KKFiles
internal import KKMath
public import KKPCM
public import KKUnits

/// An effect as written on the command line: a unit's name and its parameters: `delay:delay-time=300ms:feedback=20`.
///
/// Parameters that are not set have the unit's defaults.
public struct UnitSpec: Hashable, Sendable, Codable {
    /// The unit by its keyword (``KKUnits/AudioComponent/keyword``), or `ladspa:` or `lv2:` and a plug-in.
    public let name: String
    /// In the order in which they are set.
    public let settings: [Setting]
    /// The impulse-response file of a convolution, or the library of a LADSPA plug-in that is named by it; `nil` for
    /// other units.
    public private(set) var file: FilePath?
    /// The preset of a plug-in by its name, which is set before the settings; other units have its values among these.
    public let preset: String?
    /// The track whose sound controls it, by its file's name or its number, as in ``DuckSpec/track``; `nil` for none.
    public let sideChain: String?

    init(
        name: String, settings: [Setting], file: FilePath? = nil, preset: String? = nil, sideChain: String? = nil
    ) {
        (self.name, self.settings, self.file, self.preset) = (name, settings, file, preset)
        self.sideChain = sideChain
    }

    public struct Setting: Hashable, Sendable, Codable {
        /// The parameter by its keyword.
        public let name: String
        /// In the parameter's own unit; 0 for a value with a word.
        public let value: Float
        /// What a plug-in calls the value, as it is written; `nil` for a number.
        public let word: String?

        init(name: String, value: Float, word: String? = nil) {
            (self.name, self.value, self.word) = (name, value, word)
        }
    }

    mutating func replacePath<E>(_ change: (FilePath) throws(E) -> FilePath) throws(E) {
        if let path = file { file = try change(path) }
    }

    /// A new unit of this kind that is set so. A plug-in has as many channels as it takes.
    ///
    /// - Throws: `usage`; what the unit does not take; errors of the file of an impulse response.
    public func makeUnit(for format: StreamDescription) throws -> (component: AudioComponent, unit: AudioUnit) {
        let found = try plugin.map { try PluginDescription.find($0.kind, $0.word) }
        let hosted = try found.map { (plugin) throws(SessionError) in try plugin.component() }
        let component = try hosted ?? Self.component(named: name), unit = component.makeInstance()
        let fixed = hosted.flatMap { _ in unit.supportedChannelPairs.first { $0.input > 0 } }
        try setUp(
            unit, for: fixed.map { .canonical(sampleRate: format.sampleRate, channels: $0.input) } ?? format,
            try ImpulseFiles(plugin == nil ? file.map { [$0] } ?? [] : [], sampleRate: format.sampleRate), found)
        return (component, unit)
    }

    /// Sets up a unit of this kind for sound of a format, whose rate says what a frequency may be.
    ///
    /// - Throws: `formatNotSupported`, `invalidParameter`, and `invalidParameterValue` for what the unit does not take at
    ///   this rate.
    /// - Parameter description: the plug-in that it is.
    func setUp(
        _ unit: AudioUnit, for format: StreamDescription, _ impulses: ImpulseFiles,
        _ description: PluginDescription? = nil
    ) throws(AudioUnitError) {
        try unit.setStreamFormat(format, scope: .input)
        if let file, let response = impulses[file], let convolution = unit as? Convolution {
            try convolution.setImpulseResponse(response)
            try convolution.checkChannels(format.channelCount)
        }
        try unit.checkChannelPairs()
        let parameters = unit.parameters(.global)
        func sought<Found>(_ search: () throws(SessionError) -> Found) throws(AudioUnitError) -> Found {
            do {
                return try search()
            } catch {
                throw AudioUnitError(
                    .invalidParameter, kind: .usage, place: unit.name, error.problem, nextStep: error.nextStep)
            }
        }
        var settings = settings
        if let preset, let effect = unit as? EffectUnit {
            // A plug-in may call a parameter so.
            if let value = Self.number(preset), let info = parameters.first(where: { $0.keyword == "preset" }) {
                settings.append(Setting(name: info.keyword, value: value))
            } else {
                let index = try sought { () throws(SessionError) in
                    try Self.presetIndex(
                        preset, among: effect.presets, "the unit '\(name)' has no preset '\(preset)'",
                        list: "its presets are")
                }
                try unit.setPresentPreset(unit.factoryPresets[index])
            }
        }
        for setting in settings {
            let info = try sought { () throws(SessionError) in
                try Self.parameter(setting.name, of: name, parameters)
            }
            let value = try sought { () throws(SessionError) in try setting.value(of: info, description) }
            // What somebody wrote is refused where a program's value would be taken as the end of the range.
            try unit.checkParameter(info.id, value)
            try unit.setParameter(info.id, value)
        }
    }
}

extension UnitSpec {
    /// - Throws: `usage` for a name that no effect has.
    static func component(named name: String) throws(SessionError) -> AudioComponent {
        let effects = AudioComponent.all.filter { $0.description.type == .effectUnit }, plain = plain(name)
        if let found = effects.first(where: { [plain, plain.trimmed("au")].contains(Self.plain($0.keyword)) }) {
            guard found.isForMixes else {
                throw SessionError(
                    .usage, "'\(name)' is not set by parameters",
                    nextStep: "give its presets or bands to --eq, or to ::eq=")
            }
            return found
        }
        func isOne(of descriptions: [ComponentDescription]) -> Bool {
            AudioComponent.all.contains { descriptions.contains($0.description) && Self.plain($0.keyword) == plain }
        }
        let changesTime = isOne(of: [.newTimePitch, .timePitch, .varispeed])
        if isOne(of: [.stereoPanner]) {
            throw SessionError(
                .usage, "there is no unit '\(name)'", nextStep: "pan is a setting of a track: PATH::pan=-0.5")
        }
        if changesTime || TrackSpec.settings.contains(where: { $0.key == plain }) {
            throw SessionError(
                .usage, "there is no unit '\(name)'",
                nextStep: changesTime
                    ? "speed, stretch and pitch are settings of a track: PATH::stretch=1.25,pitch=-2st"
                    : "it is a setting of a track: PATH::\(plain)=…"
                        + (["compress", "eq", "reverb"].contains(plain) ? ", and of the mix: --\(plain)" : ""))
        }
        let names = effects.filter(\.isForMixes).map(\.keyword)
        let meant = NearMiss.of(name.lowercased(), among: names) ?? names.first { $0.contains(name.lowercased()) }
        throw SessionError(
            .usage, "there is no unit '\(name)'",
            nextStep: name.isEmpty
                ? nil
                : meant.map { "did you mean '\($0)'?" }
                    ?? "the units are \(names.joined(separator: ", "))")
    }

    /// Without what people write in one way or the other.
    static func plain(_ name: String) -> String {
        name.lowercased().split { $0 == "-" || $0 == " " || $0 == "_" }.joined()
    }
}

extension AudioComponent {
    /// Whether it is an effect with parameters that a mix can use; equalisers with bands and presets are set by `--eq`.
    public var isForMixes: Bool { description.type == .effectUnit && ![.iPodEQ, .nBandEQ].contains(description) }

    /// Whether a mix must name a file for it.
    var hasFile: Bool { description == .convolution }
}

extension String {
    fileprivate func trimmed(_ start: String) -> String { hasPrefix(start) ? String(dropFirst(start.count)) : self }
}

extension UnitSpec: CustomStringConvertible {
    /// As it is written on the command line.
    public var description: String {
        ([pluginName ?? name] + (plugin == nil ? file.map { ["file=\($0.text)"] } ?? [] : [])
            + (sideChain.map { ["\(Self.sideChainWord)=\($0)"] } ?? []) + (preset.map { ["preset=\($0)"] } ?? [])
            + settings.map { "\($0.name)=\($0.word ?? shortDecimalText(Double($0.value), digits: 6))" })
            .joined(separator: ":")
    }
}
