internal import KKAudio

@implementation @c public func AudioUnitGetPropertyInfo(
    _ inUnit: CCoreAudio.AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ outDataSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    answer {
        let held = try HeldUnit.of(inUnit)
        let property = try UnitProperty.all[inID].orThrow(kAudioUnitErr_InvalidProperty)
        let scope = try unitScope(inScope), size = try property.size(held, scope, Int(inElement))
        outDataSize?.pointee = UInt32(size)
        outWritable?.pointee = property.isWritable(held, scope)
    }
}

@implementation @c public func AudioUnitGetProperty(
    _ inUnit: CCoreAudio.AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ outData: UnsafeMutableRawPointer, _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer {
        let held = try HeldUnit.of(inUnit)
        let property = try UnitProperty.all[inID].orThrow(kAudioUnitErr_InvalidProperty)
        if property.get == nil && property.ask == nil { throw Status(kAudioUnitErr_PropertyNotInUse) }
        let scope = try unitScope(inScope), element = Int(inElement)
        // Without memory it is the size that is asked for.
        guard UInt(bitPattern: outData) != 0 else {
            try ioDataSize.checked().pointee = UInt32(try property.size(held, scope, element))
            return
        }
        let value: PropertyBytes?
        if let ask = property.ask {
            let question = GivenBytes(
                outData, try ioDataSize.checked().pointee, wrongSize: kAudioUnitErr_InvalidPropertyValue)
            value = try ask(held.unit, scope, element, question)
        } else {
            value = try property.get?(held.unit, scope, element)
        }
        try value?.copyBeginning(to: outData, ioDataSize)
    }
}

@implementation @c public func AudioUnitSetProperty(
    _ inUnit: CCoreAudio.AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ inData: UnsafeRawPointer?, _ inDataSize: UInt32
) -> OSStatus {
    answer {
        let held = try HeldUnit.of(inUnit)
        let property = try UnitProperty.all[inID].orThrow(kAudioUnitErr_InvalidProperty)
        let set = try property.set.orThrow(kAudioUnitErr_PropertyNotWritable)
        let given = GivenBytes(inData, inDataSize, wrongSize: kAudioUnitErr_InvalidPropertyValue)
        try set(held, unitScope(inScope), Int(inElement), given)
    }
}

@implementation @c public func AudioUnitAddPropertyListener(
    _ inUnit: CCoreAudio.AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: @escaping AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    answer {
        guard address(of: inProc) != 0 else { throw Status.parameter }
        try HeldUnit.of(inUnit).addListener(inID, inProc, inProcUserData)
    }
}

@implementation @c public func AudioUnitRemovePropertyListenerWithUserData(
    _ inUnit: CCoreAudio.AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: @escaping AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    answer { try HeldUnit.of(inUnit).removeListener(inID, inProc, inProcUserData) }
}
