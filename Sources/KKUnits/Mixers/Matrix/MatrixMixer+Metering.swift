internal import KKPCM

extension MatrixMixer {
    /// Whether the meters of a bus run, and in the global scope whether all of them do
    /// (`kAudioUnitProperty_MeteringMode`).
    ///
    /// See ``ChannelMeter`` for their ballistics. Input meters measure each frame when it is pulled, output meters when
    /// it is rendered.
    ///
    /// - Throws: `invalidElement`.
    public func isMetered(_ scope: Scope, element: Int = 0) throws(AudioUnitError) -> Bool {
        _ = try anyElement(scope, element)
        return switch scope {
        case .global: (inputSettings + outputSettings).allSatisfy(\.isMetered)
        case .input: inputSettings[element].isMetered
        case .output: outputSettings[element].isMetered
        }
    }

    /// Starts the meters of a bus, or in the global scope of every bus, from zero, or stops them; possible at any time.
    ///
    /// - Throws: `invalidElement`.
    public func setMetered(_ isMetered: Bool, scope: Scope, element: Int = 0) throws(AudioUnitError) {
        _ = try anyElement(scope, element)
        for index in inputs.indices where scope == .global || (scope == .input && index == element) {
            set(isMetered, &inputSettings[index], inputs[index].format)
        }
        for index in outputs.indices where scope == .global || (scope == .output && index == element) {
            set(isMetered, &outputSettings[index], outputs[index].format)
        }
        propertyDidChange(.meteringMode, scope, element)
    }

    /// What a channel's meter has seen since the last call: of an input before the mixer, of an output after it
    /// (`kAudioUnitProperty_MeterClipping`). Nothing if no meter runs.
    ///
    /// - Throws: `invalidScope` for the global scope, `invalidElement`.
    public func takeMeterClipping(_ scope: Scope, channel: Int) throws(AudioUnitError) -> MeterClipping {
        if scope == .global { throw AudioUnitError(.invalidScope, place: name, "crosspoints have no meters") }
        _ = try parameterElement(scope, channel)
        guard let (meter, index) = meter(scope, ofChannel: channel) else { return MeterClipping() }
        return meter.takeClipping(ofChannel: index, isBehind: scope == .output)
    }

    /// The meter of a channel that is counted across the buses, and the channel's number in it.
    func meter(_ scope: Scope, ofChannel number: Int) -> (meter: BusMeter, channel: Int)? {
        var channel = number
        let elements = scope == .input ? inputs : outputs
        for index in elements.indices {
            let count = elements[index].format.channelCount
            if channel < count {
                return (scope == .input ? inputSettings : outputSettings)[index].meter.map { ($0, channel) }
            }
            channel -= count
        }
        return nil
    }

    private func set(_ isMetered: Bool, _ settings: inout MixerBusSettings, _ format: StreamDescription) {
        if settings.isMetered == isMetered { return }
        settings.isMetered = isMetered
        if isInitialized { settings.openMeter(for: format) }
    }
}
