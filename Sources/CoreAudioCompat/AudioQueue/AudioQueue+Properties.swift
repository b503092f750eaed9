internal import KKAudio

@implementation @c public func AudioQueueGetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID,
    _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>
) -> OSStatus {
    answer {
        let value = try HeldQueue.of(inAQ).queue().parameter(ParameterID(rawValue: inParamID))
        try outValue.checked().pointee = value
    }
}

@implementation @c public func AudioQueueSetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ inValue: AudioQueueParameterValue
) -> OSStatus {
    answer { try HeldQueue.of(inAQ).queue().setParameter(ParameterID(rawValue: inParamID), inValue) }
}

@implementation @c public func AudioQueueGetPropertySize(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer { try outDataSize.checked().pointee = UInt32(clamping: HeldQueue.of(inAQ).bytes(inID).bytes.count) }
}

@implementation @c public func AudioQueueGetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outData: UnsafeMutableRawPointer,
    _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer {
        try HeldQueue.of(inAQ).bytes(inID).copy(
            to: outData, ioDataSize, tooSmall: kAudioQueueErr_InvalidPropertySize)
    }
}

@implementation @c public func AudioQueueSetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer, _ inDataSize: UInt32
) -> OSStatus {
    answer {
        try HeldQueue.of(inAQ).set(
            inID, GivenBytes(try inData.checked(), inDataSize, wrongSize: kAudioQueueErr_InvalidPropertySize))
    }
}

@implementation @c public func AudioQueueAddPropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: @escaping AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    answer {
        try requireFunction(inProc)
        let held = try HeldQueue.of(inAQ)
        let property = try AudioQueue.Property.allCases.first { $0.code.rawValue == inID }.orThrow(
            kAudioQueueErr_InvalidProperty)
        let token = try held.queue().addPropertyListener(property) { _, _ in
            inCallback { inProc(inUserData, inAQ, inID) }
        }
        held.listeners.append((inID, inProc, inUserData, token))
    }
}

@implementation @c public func AudioQueueRemovePropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: @escaping AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    answer {
        let held = try HeldQueue.of(inAQ)
        let index = held.listeners.firstIndex {
            $0.id == inID && $0.userData == inUserData
                && unsafeBitCast($0.proc, to: UInt.self) == unsafeBitCast(inProc, to: UInt.self)
        }
        try held.queue().removePropertyListener(
            held.listeners.remove(at: index.orThrow(kAudioQueueErr_InvalidParameter)).token)
    }
}

extension HeldQueue {
    func bytes(_ id: AudioQueuePropertyID) throws -> PropertyBytes {
        let queue = try queue()
        func flag(_ isSet: Bool) -> PropertyBytes { PropertyBytes(isSet ? 1 : 0 as UInt32) }
        switch id {
        case kAudioQueueProperty_IsRunning: return flag(queue.isRunning)
        case kAudioQueueDeviceProperty_SampleRate:
            return PropertyBytes(try queue.deviceSampleRate.orThrow(kAudioQueueErr_InvalidOfflineMode))
        case kAudioQueueDeviceProperty_NumberChannels:
            let count = try queue.deviceChannelCount.orThrow(kAudioQueueErr_InvalidOfflineMode)
            return PropertyBytes(UInt32(clamping: count))
        case kAudioQueueProperty_MagicCookie: return PropertyBytes(queue.magicCookie)
        case kAudioQueueProperty_MaximumOutputPacketSize:
            return PropertyBytes(UInt32(clamping: queue.maximumOutputPacketSize))
        case kAudioQueueProperty_StreamDescription:
            return PropertyBytes(AudioStreamBasicDescription(queue.streamDescription))
        case kAudioQueueProperty_ChannelLayout: return queue.channelLayout.bytes
        case kAudioQueueProperty_EnableLevelMetering: return flag(queue.isLevelMeteringEnabled)
        case kAudioQueueProperty_CurrentLevelMeter:
            return PropertyBytes(
                try queue.currentLevelMeter().map {
                    AudioQueueLevelMeterState(mAveragePower: $0.average, mPeakPower: $0.peak)
                })
        case kAudioQueueProperty_CurrentLevelMeterDB:
            return PropertyBytes(
                try queue.currentLevelMeter().map {
                    AudioQueueLevelMeterState(
                        mAveragePower: Float($0.decibels.average.value), mPeakPower: Float($0.decibels.peak.value))
                })
        case kAudioQueueProperty_DecodeBufferSizeFrames:
            return PropertyBytes(UInt32(clamping: queue.decodeBufferSizeFrames))
        case kAudioQueueProperty_ConverterError: return PropertyBytes(queue.converterError?.status ?? noErr)
        case kAudioQueueProperty_EnableTimePitch: return flag(queue.isTimePitchEnabled)
        case kAudioQueueProperty_TimePitchAlgorithm:
            return PropertyBytes(FourCharCode(queue.timePitchAlgorithm.rawValue).rawValue)
        case kAudioQueueProperty_TimePitchBypass: return flag(queue.isTimePitchBypassed)
        default: throw Status(kAudioQueueErr_InvalidProperty)
        }
    }

    func set(_ id: AudioQueuePropertyID, _ given: GivenBytes) throws {
        let queue = try queue()
        switch id {
        case kAudioQueueProperty_MagicCookie: try queue.setMagicCookie(try given.bytes())
        case kAudioQueueProperty_ChannelLayout:
            try queue.setChannelLayout(
                ChannelLayout(
                    given.memory.orThrow(), byteCount: given.count, wrongSize: kAudioQueueErr_InvalidPropertySize,
                    unknown: kAudioQueueErr_InvalidPropertyValue))
        case kAudioQueueProperty_EnableLevelMetering: try queue.setLevelMeteringEnabled(given.value(UInt32.self) != 0)
        case kAudioQueueProperty_DecodeBufferSizeFrames:
            try queue.setDecodeBufferSizeFrames(Int(try given.value(UInt32.self)))
        case kAudioQueueProperty_EnableTimePitch: try queue.setTimePitchEnabled(given.value(UInt32.self) != 0)
        case kAudioQueueProperty_TimePitchAlgorithm:
            let code = FourCharCode(rawValue: try given.value(UInt32.self))
            let algorithm = [AudioQueue.TimePitchAlgorithm.spectral, .timeDomain, .varispeed].first {
                FourCharCode($0.rawValue) == code
            }
            try queue.setTimePitchAlgorithm(algorithm.orThrow(kAudioQueueErr_InvalidPropertyValue))
        case kAudioQueueProperty_TimePitchBypass: try queue.setTimePitchBypassed(given.value(UInt32.self) != 0)
        default: throw Status(kAudioQueueErr_InvalidProperty)
        }
    }
}
