internal import KKPCM

extension MultiChannelMixer {
    /// What every bus has, and after it come the meters of its channels.
    static let faderInfos = [
        ParameterInfo(
            id: Parameter.volume, name: "Volume", unit: .linearGain, range: 0...1, defaultValue: 1,
            acceptsAnyFiniteValue: true, canRamp: true),
        ParameterInfo(id: Parameter.enable, name: "Enable", unit: .boolean, range: 0...1, defaultValue: 1),
        ParameterInfo(id: Parameter.pan, name: "Pan", unit: .pan, range: -1...1, defaultValue: 0, canRamp: true),
    ]

    /// Those of the usual bus; the buses share the memory.
    static let stereoInfos = infos(channelCount: 2)

    /// From channel 1000 on the meters' numbers would meet those of the next kind, so there are none.
    private static let meteredChannelCount = 1000

    static func infoCount(channelCount: Int) -> Int { faderInfos.count + 4 * min(channelCount, meteredChannelCount) }

    static func infos(channelCount: Int) -> [ParameterInfo] {
        let kinds: [(ParameterID, String)] = [
            (Parameter.preAveragePower, "Pre Average Power"), (Parameter.prePeakHoldLevel, "Pre Peak Hold Level"),
            (Parameter.postAveragePower, "Post Average Power"), (Parameter.postPeakHoldLevel, "Post Peak Hold Level"),
        ]
        return faderInfos
            + kinds.flatMap { id, name in
                (0..<min(channelCount, meteredChannelCount)).map {
                    ParameterInfo(
                        id: id + $0, name: "\(name) \($0 + 1)", unit: .decibels, range: -120...0,
                        defaultValue: Float(ChannelMeter.floor), isReadOnly: true)
                }
            }
    }

    /// Whether the meters of a bus run (`kAudioUnitProperty_MeteringMode`). Meters that do not run read −120 dB.
    ///
    /// - Throws: `invalidScope` for the global scope, `invalidElement`.
    public func isMetered(_ scope: Scope, element: Int = 0) throws(AudioUnitError) -> Bool {
        _ = try bus(scope, element)
        return scope == .input ? inputSettings[element].isMetered : outputSettings.isMetered
    }

    /// Starts the meters of a bus from zero, or stops them; possible at any time.
    ///
    /// They measure the frames of the bus, at the output's rate; those of an idle bus do not move. See ``ChannelMeter``
    /// for their ballistics.
    ///
    /// - Throws: `invalidScope` for the global scope, `invalidElement`.
    public func setMetered(_ isMetered: Bool, scope: Scope, element: Int = 0) throws(AudioUnitError) {
        let format = try bus(scope, element).format
        if try self.isMetered(scope, element: element) == isMetered { return }
        var settings = scope == .input ? inputSettings[element] : outputSettings
        settings.isMetered = isMetered
        if isInitialized { settings.openMeter(for: format, sampleRate: outputs[0].format.sampleRate) }
        if scope == .input { inputSettings[element] = settings } else { outputSettings = settings }
        propertyDidChange(.meteringMode, scope, element)
    }

    /// What the meters of a bus's channels have seen together since the last call: of an input before its fader, of the
    /// output after it (`kAudioUnitProperty_MeterClipping`). Nothing if they do not run.
    ///
    /// - Throws: `invalidScope` for the global scope, `invalidElement`.
    public func takeMeterClipping(_ scope: Scope, element: Int = 0) throws(AudioUnitError) -> MeterClipping {
        _ = try bus(scope, element)
        let meter = scope == .input ? inputSettings[element].meter : outputSettings.meter
        return meter?.takeClipping(isBehind: scope == .output) ?? MeterClipping()
    }
}
