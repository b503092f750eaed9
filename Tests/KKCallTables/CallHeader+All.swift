extension CallHeader {
    /// Every call of these headers that Apple's have, and whether it is there.
    package static let all: [CallHeader] =
        [components, units, listeners, outputUnits, graphs] + fileHeaders + soundHeaders

    private static let device = "There is no device. The program requests the frames"
    private static let pulled = "Describe what the unit is to do as a graph, or by callbacks"

    private static let components = CallHeader(
        "Audio components", "AudioToolbox/AudioComponent.h",
        Call.works(
            "AudioComponentFindNext", "AudioComponentCount", "AudioComponentCopyName", "AudioComponentGetDescription"),
        Call.works("AudioComponentInstanceNew", "AudioComponentInstanceDispose", "AudioComponentInstanceGetComponent"),
        Call.differs("AudioComponentGetVersion", "0: kkmix's units have none."),
        Call.works("AudioComponentInstanceCanDo"),
        Call.absent("Units of one's own are Swift: `AudioComponent` of KKAudio", "AudioComponentRegister"),
        Call.absent("`AudioComponentInstanceNew` does not wait for anything", "AudioComponentInstantiate"))

    private static let units = CallHeader(
        "Audio Units", "AudioToolbox/AUComponent.h",
        Call.works("AudioUnitInitialize", "AudioUnitUninitialize"),
        Call.differs("AudioUnitReset", "The whole unit is reset, whichever scope and element are given."),
        Call.works("AudioUnitGetPropertyInfo"),
        Call.differs(
            "AudioUnitGetProperty",
            "ClassInfo is AUBase's property list, with an additional kkmix key for settings that are not parameters. Every parameter has strings for its values."
        ),
        Call.differs(
            "AudioUnitSetProperty",
            "A slice of ScheduleAudioSlice is read when it is scheduled. A bus takes any linear PCM; "
                + "inside everything is Float32. Without a device, an enabled input element has no source: -10876 at AudioUnitInitialize."
        ),
        Call.works("AudioUnitAddPropertyListener", "AudioUnitRemovePropertyListenerWithUserData"),
        Call.works("AudioUnitGetParameter"),
        Call.differs(
            "AudioUnitSetParameter",
            "A value out of range is limited to the nearest end, and this value is returned afterwards; -66743 for a value that is not finite. An offset in the buffer needs an initialized unit."
        ),
        Call.differs(
            "AudioUnitScheduleParameters",
            "A parameter that cannot follow a ramp is -50; events of one call are checked together."),
        Call.differs(
            "AudioUnitRender",
            "Callbacks get the sample time that it is called with, and what follows from it: the host time is nanoseconds since sample time 0, the rate scalar 1, word clock and SMPTE time are not valid. A callback whose sound is over sets kAudioOfflineUnitRenderAction_Complete; the flag comes back when all of them are, and the tails."
        ),
        Call.differs(
            "AudioUnitProcess",
            "Only for effects, -4 for other units. From the first call, input bus 0 gets its frames from this call, not from a connection."
        ),
        Call.differs(
            "AudioUnitAddRenderNotify",
            "Changes by a notification are heard if the bus has Float32, deinterleaved; in other formats it gets a copy."
        ),
        Call.works("AudioUnitRemoveRenderNotify"),
        Call.absent(
            "`AudioUnitRemovePropertyListenerWithUserData` has taken its place", "AudioUnitRemovePropertyListener"),
        Call.absent(pulled, "AudioUnitProcessMultiple"))

    private static let listeners = CallHeader(
        "Listeners of units", "AudioToolbox/AudioUnitUtilities.h",
        Call.differs("AUListenerCreate", told), Call.differs("AUEventListenerCreate", told),
        Call.works("AUListenerDispose", "AUListenerAddParameter", "AUListenerRemoveParameter"),
        Call.works("AUEventListenerAddEventType", "AUEventListenerRemoveEventType"),
        Call.works("AUParameterSet", "AUParameterListenerNotify", "AUEventListenerNotify"),
        Call.differs("AUListenerCreateWithDispatchQueue", inPlace),
        Call.differs("AUEventListenerCreateWithDispatchQueue", inPlace),
        Call.absent(
            "`ParameterStringFromValue` and `ParameterValueFromString` of a unit", "AUParameterFormatValue",
            "AUParameterValueFromLinear", "AUParameterValueToLinear"))

    private static let told =
        "There is no run loop: the listener is called for every change, by the function that makes it, before that returns; the host time is 0."

    private static let inPlace =
        "Only in Swift, as C has no blocks here. The closure is called by the function that makes the change, before that returns, on the same thread; the queue is not used."

    private static let outputUnits = CallHeader(
        "Output units", "AudioToolbox/AudioOutputUnit.h",
        Call.differs(
            "AudioOutputUnitStart",
            "Sets IsRunning. \(device) with `AudioUnitRender`, also from a unit that was not started."),
        Call.works("AudioOutputUnitStop"))

    private static let graphs = CallHeader(
        "AUGraph", "AudioToolbox/AUGraph.h",
        Call.works("NewAUGraph"),
        Call.differs(
            "DisposeAUGraph",
            "Inside a callback it is -10863, as are Close, Initialize, Uninitialize, Start and an Update that waits: they would wait for the slice."
        ),
        Call.works(
            "AUGraphAddNode", "AUGraphRemoveNode", "AUGraphGetNodeCount", "AUGraphGetIndNode", "AUGraphNodeInfo"),
        Call.works(
            "AUGraphConnectNodeInput", "AUGraphSetNodeInputCallback", "AUGraphDisconnectNodeInput",
            "AUGraphClearConnections"),
        Call.works("AUGraphGetNumberOfInteractions", "AUGraphCountNodeInteractions"),
        Call.differs(
            "AUGraphGetInteractionInfo",
            "For an input callback it returns node and bus; the callback's pointers are null."
        ),
        Call.differs("AUGraphGetNodeInteractions", "The same."),
        Call.works("AUGraphUpdate", "AUGraphOpen", "AUGraphClose", "AUGraphInitialize", "AUGraphUninitialize"),
        Call.differs("AUGraphStart", "\(device): `AudioUnitRender` of the output node's unit."),
        Call.works("AUGraphStop", "AUGraphIsOpen", "AUGraphIsInitialized", "AUGraphIsRunning"),
        Call.works("AUGraphAddRenderNotify", "AUGraphRemoveRenderNotify"),
        Call.differs(
            "CAShow",
            "To standard output, with numbers instead of pointers, so that two runs print the same. Only for graphs."),
        Call.absent("There is no clock to hold the work against", "AUGraphGetCPULoad", "AUGraphGetMaxCPULoad"),
        Call.absent(
            "A graph has nodes alone", "AUGraphNewNodeSubGraph", "AUGraphGetNodeInfoSubGraph", "AUGraphIsNodeSubGraph"),
        Call.absent(
            "`AUGraphAddNode` and `AUGraphNodeInfo` have taken their place", "AUGraphNewNode", "AUGraphGetNodeInfo"),
        Call.absent("`CAShow` prints to standard output", "CAShowFile"))
}
