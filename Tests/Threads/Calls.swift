import CoreAudioCompat

private func check(_ status: OSStatus, _ what: String) throws {
    try require(status == noErr, "\(what): \(status)")
}

private func kind(_ type: OSType, _ subType: OSType) -> AudioComponentDescription {
    AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
}

private let half: AURenderCallback = { _, _, _, _, frames, list in
    guard let list else { return noErr }
    for buffer in UnsafeMutableAudioBufferListPointer(list) {
        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
        for frame in 0..<Int(frames) { samples?[frame] = 0.5 }
    }
    return noErr
}

/// A mixer and an equalizer in a graph, whose units' pointers other threads have.
func renderByCalls() throws {
    var made: AUGraph?, mixer: AUNode = 0, equalizer: AUNode = 0, head: AUNode = 0
    try check(NewAUGraph(&made), "NewAUGraph")
    guard let made else { throw Trouble(words: "no graph") }
    nonisolated(unsafe) let graph = made
    var kinds = [
        kind(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer),
        kind(kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ),
        kind(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput),
    ]
    try check(AUGraphAddNode(graph, &kinds[0], &mixer), "mixer")
    try check(AUGraphAddNode(graph, &kinds[1], &equalizer), "equalizer")
    try check(AUGraphAddNode(graph, &kinds[2], &head), "head")
    try check(AUGraphOpen(graph), "open")
    try check(AUGraphConnectNodeInput(graph, mixer, 0, equalizer, 0), "connect")
    try check(AUGraphConnectNodeInput(graph, equalizer, 0, head, 0), "connect")
    var units = [AudioUnit?](repeating: nil, count: 3)
    try check(AUGraphNodeInfo(graph, mixer, nil, &units[0]), "info")
    try check(AUGraphNodeInfo(graph, equalizer, nil, &units[1]), "info")
    try check(AUGraphNodeInfo(graph, head, nil, &units[2]), "info")
    guard let first = units[0], let second = units[1], let last = units[2] else { throw Trouble(words: "no unit") }
    nonisolated(unsafe) let (mixing, equalizing, output) = (first, second, last)
    var callback = AURenderCallbackStruct(inputProc: half, inputProcRefCon: nil)
    try check(AUGraphSetNodeInputCallback(graph, mixer, 0, &callback), "callback")
    try check(AUGraphInitialize(graph), "initialize")
    let node = mixer

    try beside([
        { meanwhile in
            var turn = 0
            meanwhile.repeated {
                turn += 1
                let value = Float(turn % 100) / 100
                try check(AudioUnitSetParameter(mixing, kMultiChannelMixerParam_Volume, 1, 0, value, 0), "set")
                try check(
                    AudioUnitSetParameter(equalizing, kAUNBandEQParam_Frequency, 0, 0, 100 + 1000 * value, 0), "set")
            }
        },
        { meanwhile in
            meanwhile.repeated {
                var value: Float = 0
                try check(AudioUnitGetParameter(mixing, kMultiChannelMixerParam_Volume, 1, 0, &value), "get")
                try require((0...1).contains(value), "a volume of \(value)")
                var event = AudioUnitParameterEvent()
                event.scope = kAudioUnitScope_Input
                event.parameter = kMultiChannelMixerParam_Pan
                event.eventType = .parameterEvent_Immediate
                event.eventValues.immediate.value = value
                _ = AudioUnitScheduleParameters(mixing, &event, 1)
            }
        },
        { meanwhile in
            meanwhile.repeated {
                var callback = AURenderCallbackStruct(inputProc: half, inputProcRefCon: nil)
                try check(AUGraphSetNodeInputCallback(graph, node, 1, &callback), "callback")
                try check(AUGraphUpdate(graph, nil), "update")
                try check(AUGraphDisconnectNodeInput(graph, node, 1), "disconnect")
                var isUpdated: Bool = false
                let status = AUGraphUpdate(graph, &isUpdated)
                try require(status == noErr, "update: \(status)")
                if !isUpdated { try check(AUGraphUpdate(graph, nil), "update") }
            }
        },
        { meanwhile in
            meanwhile.repeated {
                // Objects of its own: what a process has of them together is guarded.
                var own: AUGraph?, listener: AUEventListenerRef?
                try check(NewAUGraph(&own), "NewAUGraph")
                try check(AUEventListenerCreate({ _, _, _, _, _ in }, nil, nil, nil, 0, 0, &listener), "listener")
                if let listener {
                    var event = AudioUnitEvent()
                    event.mEventType = .parameterValueChange
                    event.mArgument.mParameter = AudioUnitParameter(
                        mAudioUnit: mixing, mParameterID: kMultiChannelMixerParam_Enable, mScope: 1, mElement: 0)
                    try check(AUEventListenerAddEventType(listener, nil, &event), "event")
                    var parameter = event.mArgument.mParameter
                    try check(AUParameterSet(nil, nil, &parameter, 1, 0), "AUParameterSet")
                    try check(AUListenerDispose(listener), "dispose")
                }
                if let own { try check(DisposeAUGraph(own), "DisposeAUGraph") }
            }
        },
    ]) {
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        var stamp = AudioTimeStamp()
        stamp.mFlags = .sampleTimeValid
        for _ in 0..<1500 {
            for channel in 0..<2 { list[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 256 * 4, mData: nil) }
            var flags = AudioUnitRenderActionFlags()
            try check(AudioUnitRender(output, &flags, &stamp, 0, 256, list.unsafeMutablePointer), "render")
            stamp.mSampleTime += 256
            sched_yield()
        }
    }
    try check(DisposeAUGraph(graph), "DisposeAUGraph")
}
