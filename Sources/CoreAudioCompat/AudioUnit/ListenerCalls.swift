internal import KKAudio

@implementation @c public func KKListenerCreate(
    _ inProc: @escaping AUParameterListenerProc, _ inUserData: UnsafeMutableRawPointer?,
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>
) -> OSStatus {
    create(inProc, HeldListener.Proc.parameter, inUserData, outListener)
}

@implementation @c public func KKEventListenerCreate(
    _ inProc: @escaping AUEventListenerProc, _ inUserData: UnsafeMutableRawPointer?,
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>
) -> OSStatus {
    create(inProc, HeldListener.Proc.event, inUserData, outListener)
}

/// The listener of a parameter's value, as a closure.
public typealias AUParameterListenerBlock = (
    _ inObject: UnsafeMutableRawPointer?, _ inParameter: UnsafePointer<AudioUnitParameter>,
    _ inValue: AudioUnitParameterValue
) -> Void

/// The listener of an event, as a closure.
public typealias AUEventListenerBlock = (
    _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>, _ inEventHostTime: UInt64,
    _ inParameterValue: AudioUnitParameterValue
) -> Void

/// - Parameter inDispatchQueue: is not used: the block is called by the function that tells it, before that returns.
public func AUListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>, _ inNotificationInterval: Float32,
    _ inDispatchQueue: DispatchQueue, _ inBlock: @escaping AUParameterListenerBlock
) -> OSStatus {
    answer { try outListener.checked().pointee = HeldListeners.all.add(HeldListener(.parameterBlock(inBlock))) }
}

/// - Parameter inDispatchQueue: is not used: the block is called by the function that tells it, before that returns.
public func AUEventListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>, _ inNotificationInterval: Float32,
    _ inValueChangeGranularity: Float32, _ inDispatchQueue: DispatchQueue, _ inBlock: @escaping AUEventListenerBlock
) -> OSStatus {
    answer { try outListener.checked().pointee = HeldListeners.all.add(HeldListener(.eventBlock(inBlock))) }
}

private func create<Proc>(
    _ proc: Proc, _ kind: (Proc) -> HeldListener.Proc, _ userData: UnsafeMutableRawPointer?,
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>
) -> OSStatus {
    answer {
        try requireFunction(proc)
        let out = try outListener.checked()
        out.pointee = HeldListeners.all.add(HeldListener(kind(proc), userData))
    }
}

@implementation @c public func AUListenerDispose(_ inListener: AUParameterListenerRef) -> OSStatus {
    answer { try HeldListeners.all.remove(inListener) }
}

@implementation @c public func AUListenerAddParameter(
    _ inListener: AUParameterListenerRef, _ inObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    answer { try HeldListeners.all.listener(inListener).add(.of(inParameter.checked().pointee), inObject) }
}

@implementation @c public func AUListenerRemoveParameter(
    _ inListener: AUParameterListenerRef, _ inObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    answer { try HeldListeners.all.listener(inListener).remove(.of(inParameter.checked().pointee), inObject) }
}

@implementation @c public func AUParameterSet(
    _ inSendingListener: AUParameterListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>, _ inValue: AudioUnitParameterValue,
    _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
    answer {
        let own = try inParameter.checked().pointee
        let status = AudioUnitSetParameter(
            own.mAudioUnit, own.mParameterID, own.mScope, own.mElement, inValue, inBufferOffsetInFrames)
        if status != noErr { throw Status(status) }
        // What lies ahead in the slice cannot be read yet.
        HeldListeners.all.tell(
            .of(own), from: inSendingListener, inSendingObject, value: inBufferOffsetInFrames > 0 ? inValue : nil)
    }
}

@implementation @c public func AUParameterListenerNotify(
    _ inSendingListener: AUParameterListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
    _ inParameter: UnsafePointer<AudioUnitParameter>
) -> OSStatus {
    answer { HeldListeners.all.tell(.of(try inParameter.checked().pointee), from: inSendingListener, inSendingObject) }
}

@implementation @c public func AUEventListenerAddEventType(
    _ inListener: AUEventListenerRef, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    answer { try HeldListeners.all.listener(inListener).add(inEvent.checked().pointee, inObject) }
}

@implementation @c public func AUEventListenerRemoveEventType(
    _ inListener: AUEventListenerRef, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    answer { try HeldListeners.all.listener(inListener).remove(inEvent.checked().pointee, inObject) }
}

@implementation @c public func AUEventListenerNotify(
    _ inSendingListener: AUEventListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
    _ inEvent: UnsafePointer<AudioUnitEvent>
) -> OSStatus {
    answer { HeldListeners.all.tell(try inEvent.checked().pointee, from: inSendingListener, inSendingObject) }
}

extension AudioUnitEvent {
    fileprivate static func of(_ parameter: AudioUnitParameter) -> AudioUnitEvent {
        var event = AudioUnitEvent()
        event.mEventType = .parameterValueChange
        event.mArgument.mParameter = parameter
        return event
    }
}
