internal import KKAudio

@implementation @c public func AudioUnitInitialize(_ inUnit: CCoreAudio.AudioUnit) -> OSStatus {
    answer { try HeldUnit.of(inUnit).unit.initialize() }
}

@implementation @c public func AudioUnitUninitialize(_ inUnit: CCoreAudio.AudioUnit) -> OSStatus {
    answer { try HeldUnit.of(inUnit).unit.uninitialize() }
}

@implementation @c public func AudioUnitReset(
    _ inUnit: CCoreAudio.AudioUnit, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement
) -> OSStatus {
    answer { try HeldUnit.of(inUnit).unit.reset() }
}

@implementation @c public func AudioOutputUnitStart(_ ci: CCoreAudio.AudioUnit) -> OSStatus {
    answer { try outputUnit(ci).start() }
}

@implementation @c public func AudioOutputUnitStop(_ ci: CCoreAudio.AudioUnit) -> OSStatus {
    answer { try outputUnit(ci).stop() }
}

private func outputUnit(_ unit: CCoreAudio.AudioUnit) throws -> GenericOutput {
    try (HeldUnit.of(unit).unit as? GenericOutput).orThrow(kAudio_UnimplementedError)
}

// MARK: Parameters

/// - Throws: `invalidScope` for a scope that no unit has here.
func unitScope(_ scope: AudioUnitScope) throws -> Scope {
    try Scope(rawValue: scope).orThrow(kAudioUnitErr_InvalidScope)
}

@implementation @c public func AudioUnitGetParameter(
    _ inUnit: CCoreAudio.AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ outValue: UnsafeMutablePointer<AudioUnitParameterValue>
) -> OSStatus {
    answer {
        let place = ParameterPlace(
            id: ParameterID(rawValue: inID), scope: try unitScope(inScope), element: Int(inElement))
        try outValue.checked().pointee = HeldUnit.of(inUnit).parameters.value(at: place)
    }
}

@implementation @c public func AudioUnitSetParameter(
    _ inUnit: CCoreAudio.AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ inValue: AudioUnitParameterValue, _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
    answer {
        let parameters = try HeldUnit.of(inUnit).parameters
        let id = ParameterID(rawValue: inID), scope = try unitScope(inScope)
        if inBufferOffsetInFrames == 0 {
            try parameters.set(ParameterPlace(id: id, scope: scope, element: Int(inElement)), to: inValue)
        } else {
            try parameters.schedule([
                ParameterEvent(
                    id, scope: scope, element: Int(inElement),
                    .immediate(offset: Int(inBufferOffsetInFrames), value: inValue))
            ])
        }
    }
}

@implementation @c public func AudioUnitScheduleParameters(
    _ inUnit: CCoreAudio.AudioUnit, _ inParameterEvent: UnsafePointer<AudioUnitParameterEvent>,
    _ inNumParamEvents: UInt32
) -> OSStatus {
    answer {
        let parameters = try HeldUnit.of(inUnit).parameters
        if inNumParamEvents == 0 { return }
        let events = UnsafeBufferPointer(start: try inParameterEvent.checked(), count: Int(inNumParamEvents))
        try parameters.schedule(events.map { try ParameterEvent($0) })
    }
}

extension ParameterEvent {
    init(_ event: AudioUnitParameterEvent) throws {
        let change: Change
        switch event.eventType {
        case .parameterEvent_Immediate:
            let immediate = event.eventValues.immediate
            change = .immediate(offset: Int(immediate.bufferOffset), value: immediate.value)
        case .parameterEvent_Ramped:
            let ramp = event.eventValues.ramp
            change = .ramped(
                offset: Int(ramp.startBufferOffset), frameCount: Int(ramp.durationInFrames), from: ramp.startValue,
                to: ramp.endValue)
        default: throw Status.parameter
        }
        self.init(
            ParameterID(rawValue: event.parameter), scope: try unitScope(event.scope), element: Int(event.element),
            change)
    }
}

// MARK: Rendering

@implementation @c public func AudioUnitRender(
    _ inUnit: CCoreAudio.AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inOutputBusNumber: UInt32, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
) -> OSStatus {
    answer {
        let held = try HeldUnit.of(inUnit)
        try held.render(
            ioActionFlags, try inTimeStamp.checked().pointee, inOutputBusNumber, inNumberFrames, try ioData.checked())
    }
}

@implementation @c public func AudioUnitProcess(
    _ inUnit: CCoreAudio.AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
) -> OSStatus {
    answer {
        let held = try HeldUnit.of(inUnit)
        try held.process(ioActionFlags, try inTimeStamp.checked().pointee, inNumberFrames, try ioData.checked())
    }
}

@implementation @c public func AudioUnitAddRenderNotify(
    _ inUnit: CCoreAudio.AudioUnit, _ inProc: @escaping AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    answer {
        guard address(of: inProc) != 0 else { throw Status.parameter }
        try HeldUnit.of(inUnit).addNotify(inProc, inProcUserData)
    }
}

@implementation @c public func AudioUnitRemoveRenderNotify(
    _ inUnit: CCoreAudio.AudioUnit, _ inProc: @escaping AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    answer { try HeldUnit.of(inUnit).removeNotify(inProc, inProcUserData) }
}
