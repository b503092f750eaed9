extension CallClass {
    static let graph = [
        CallClass(
            "AVAudioEngine",
            Call.works(
                "attach(_:)", "detach(_:)", "attachedNodes", "outputNode", "inputNode", "mainMixerNode", "isRunning",
                "connect(_:to:format:)", "connect(_:to:fromBus:toBus:format:)", "connect(_:to:fromBus:format:)",
                "disconnectNodeInput(_:)", "disconnectNodeInput(_:bus:)", "disconnectNodeOutput(_:)",
                "disconnectNodeOutput(_:bus:)", "inputConnectionPoint(for:inputBus:)",
                "outputConnectionPoints(for:outputBus:)",
                "prepare()", "pause()", "stop()", "reset()",
                "enableManualRenderingMode(_:format:maximumFrameCount:)",
                "disableManualRenderingMode()", "isInManualRenderingMode", "manualRenderingMode",
                "manualRenderingFormat",
                "manualRenderingMaximumFrameCount", "manualRenderingSampleTime", "manualRenderingBlock"),
            Call.differs(
                "start()",
                "`'!dev'` without manual rendering: there is no device. -10868 for incompatible formats."),
            Call.differs(
                "renderOffline(_:to:)",
                "Throws -50 or -10874 for a buffer of another format or size, where Apple's systems raise an exception."
            ),
            Call.differs("isAutoShutdownEnabled", "Is stored but has no effect: there is no device to release."),
            Call.absent("There is no MIDI", "musicSequence", "connectMIDI(_:to:format:eventListBlock:)"),
            Call.absent("There is no device that could be another", "AVAudioEngineConfigurationChange")),
        CallClass("AVAudioConnectionPoint", Call.works("init(node:bus:)", "node", "bus")),
        CallClass(
            "AVAudioNode",
            Call.works(
                "engine", "numberOfInputs", "numberOfOutputs", "inputFormat(forBus:)", "outputFormat(forBus:)",
                "name(forInputBus:)", "name(forOutputBus:)", "reset()", "removeTap(onBus:)"),
            Call.differs("lastRenderTime", "The host time is computed from the sample time."),
            Call.differs("latency", "Only that of the unit."),
            Call.differs("outputPresentationLatency", "0: there is no device."),
            Call.differs(
                "installTap(onBus:bufferSize:format:block:)",
                "Every buffer has exactly the requested size; an incomplete last one is not delivered. A tapped node without a connection is rendered after the slice."
            ),
            Call.absent("Units are those of the C API: `AVAudioUnit.audioUnit`", "auAudioUnit")),
    ]

    static let nodes = [
        CallClass(
            "AVAudioIONode",
            Call.differs("presentationLatency", "0: there is no device."),
            Call.absent(
                "There is no device", "audioUnit", "isVoiceProcessingEnabled", "setVoiceProcessingEnabled(_:)")),
        CallClass(
            "AVAudioInputNode",
            Call.works(
                "setManualRenderingInputPCMFormat(_:inputBlock:)")),
        CallClass(
            "AVAudioMixerNode",
            Call.works("init()", "outputVolume", "nextAvailableInputBus")),
        CallClass(
            "AVAudioMixing",
            Call.works("volume", "destination(forMixer:bus:)"), Call.differs("pan", balance),
            Call.absent(
                "Sound is placed by the unit `SpatialMixer`, which has no node", "renderingAlgorithm", "rate",
                "reverbBlend",
                "obstruction",
                "occlusion", "position")),
        CallClass("AVAudioStereoMixing", Call.differs("pan", balance)),
        CallClass(
            "AVAudioMixingDestination",
            Call.works("connectionPoint", "volume", "destination(forMixer:bus:)"), Call.differs("pan", balance)),
        CallClass(
            "AVAudioSourceNode",
            Call.works("init(renderBlock:)", "init(format:renderBlock:)")),
        CallClass(
            "AVAudioSinkNode",
            Call.differs("init(receiverBlock:)", "The block is called after the slice's output, on the same thread.")),
        CallClass(
            "AVAudioPlayerNode",
            Call.works("init()"),
            buffers(
                "scheduleBuffer(_:completionHandler:)", "scheduleBuffer(_:at:options:completionHandler:)",
                "scheduleBuffer(_:completionCallbackType:completionHandler:)",
                "scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)", "scheduleBuffer(_:)",
                "scheduleBuffer(_:at:options:)", "scheduleBuffer(_:completionCallbackType:)",
                "scheduleBuffer(_:at:options:completionCallbackType:)"),
            files(
                "scheduleFile(_:at:completionHandler:)",
                "scheduleFile(_:at:completionCallbackType:completionHandler:)", "scheduleFile(_:at:)",
                "scheduleFile(_:at:completionCallbackType:)",
                "scheduleSegment(_:startingFrame:frameCount:at:completionHandler:)",
                "scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:completionHandler:)",
                "scheduleSegment(_:startingFrame:frameCount:at:)",
                "scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:)"),
            Call.works("pause()", "isPlaying", "nodeTime(forPlayerTime:)", "playerTime(forNodeTime:)"),
            Call.differs("play()", "Also before the engine is started."),
            Call.differs("play(at:)", "A host time counts from frame 0 of the engine."),
            Call.differs("stop()", "Completion handlers are called before it returns."),
            Call.differs(
                "prepare(withFrameCount:)", "Nothing is read ahead: the program waits for the file in any case.")),
    ]

    private static let balance =
        "kkmix's balance: the far side is attenuated linearly, the near side is unchanged. Apple's law is not public."

    private static let told =
        "Handlers are called on the rendering thread, after the slice with the last frame; `.dataPlayedBack` as well."

    private static func buffers(_ names: String...) -> [Call] { names.flatMap { Call.differs($0, told) } }

    private static func files(_ names: String...) -> [Call] {
        names.flatMap { Call.differs($0, told + " Mono goes to both sides of a stereo player.") }
    }

    static let units = [
        CallClass(
            "AVAudioUnit",
            Call.works("audioComponentDescription", "name", "manufacturerName"),
            Call.differs(
                "audioUnit", "The unit for the C API: parameters and properties; it is rendered by the engine."),
            Call.differs("version", "0: kkmix's units have none."),
            Call.differs(
                "instantiate(with:options:completionHandler:)",
                "Effects (`'aufx'`) and time effects; -3000 for others. The handler is called before it returns."),
            Call.differs("instantiate(with:options:)", "Effects (`'aufx'`) and time effects; -3000 for others."),
            Call.absent("There are no preset files and no AUv3 units", "loadPreset(at:)", "auAudioUnit")),
        CallClass(
            "AVAudioUnitEffect",
            Call.differs("init(audioComponentDescription:)", "Of the effects of [units.md](units.md)."),
            Call.works("bypass")),
        CallClass(
            "AVAudioUnitEQ", Call.differs("init(numberOfBands:)", "At most 64 bands."),
            Call.works("init()", "bands", "globalGain")),
        CallClass(
            "AVAudioUnitEQFilterParameters",
            Call.works("filterType", "frequency", "bandwidth", "gain", "bypass")),
        CallClass(
            "AVAudioUnitDelay", Call.works("init()", "delayTime", "feedback", "lowPassCutoff", "wetDryMix")),
        CallClass(
            "AVAudioUnitReverb",
            Call.differs(
                "loadFactoryPreset(_:)",
                "The rooms have Apple's names; their sound is kkmix's own: `Reverb2` of [units.md](units.md)."),
            Call.works("init()", "wetDryMix")),
        CallClass(
            "AVAudioUnitDistortion",
            Call.differs(
                "loadFactoryPreset(_:)",
                "The presets have Apple's names; their sound is kkmix's own: `Distortion` of [units.md](units.md)."),
            Call.works("init()", "preGain", "wetDryMix")),
        CallClass(
            "AVAudioUnitTimeEffect",
            Call.differs(
                "init(audioComponentDescription:)", "Of `'nutp'`, `'tmpt'` and `'vari'`."), Call.works("bypass")),
        CallClass(
            "AVAudioUnitTimePitch", Call.works("init()", "pitch"),
            Call.differs("rate", "A change takes effect with the next window of about 20 ms."),
            Call.differs("overlap", "A change takes effect at the next start of the engine.")),
        CallClass("AVAudioUnitVarispeed", Call.works("init()", "rate")),
    ]
}
