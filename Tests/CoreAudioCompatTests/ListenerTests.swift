import CoreAudioCompat
import Foundation
import Testing

/// Who hears of parameters and properties.
@Suite struct ListenerTests {
    /// What a listener was told, as text.
    final class Ear {
        var told: [String] = []
        var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    }

    private static let parameterProc: AUParameterListenerProc = { data, object, parameter, value in
        let ear = Unmanaged<Ear>.fromOpaque(data!).takeUnretainedValue()
        ear.told.append("\(UInt(bitPattern: object)) \(parameter.pointee.mParameterID) \(value)")
    }

    private static let eventProc: AUEventListenerProc = { data, object, event, time, value in
        let ear = Unmanaged<Ear>.fromOpaque(data!).takeUnretainedValue()
        ear.told.append(
            "\(event.pointee.mEventType.rawValue) \(event.pointee.mArgument.mParameter.mParameterID) \(value)")
    }

    private let object = UnsafeMutableRawPointer(bitPattern: 7)

    private func parameter(_ unit: AudioUnit, _ id: AudioUnitParameterID) -> AudioUnitParameter {
        AudioUnitParameter(mAudioUnit: unit, mParameterID: id, mScope: 0, mElement: 0)
    }

    private func event(_ type: AudioUnitEventType, _ unit: AudioUnit, _ id: UInt32, scope: UInt32 = 0) -> AudioUnitEvent
    {
        var event = AudioUnitEvent()
        event.mEventType = type
        event.mArgument.mParameter = AudioUnitParameter(mAudioUnit: unit, mParameterID: id, mScope: scope, mElement: 0)
        return event
    }

    @Test func `a listener may be a closure, which hears what a function hears`() throws {
        let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay), queue = DispatchQueue(label: "ears")
        var time = parameter(delay, kDelayParam_DelayTime), listeners: [AUParameterListenerRef?] = [nil, nil]
        var told: [String] = []
        #expect(
            AUListenerCreateWithDispatchQueue(&listeners[0], 0.1, queue) { object, parameter, value in
                told.append("\(UInt(bitPattern: object)) \(parameter.pointee.mParameterID) \(value)")
            } == noErr)
        #expect(
            AUEventListenerCreateWithDispatchQueue(&listeners[1], 0.1, 0, queue) { object, event, time, value in
                told.append("\(UInt(bitPattern: object)) \(event.pointee.mEventType.rawValue) \(time) \(value)")
            } == noErr)
        #expect(AUListenerAddParameter(listeners[0]!, object, &time) == noErr)
        var change = event(.parameterValueChange, delay, kDelayParam_DelayTime)
        #expect(AUEventListenerAddEventType(listeners[1]!, object, &change) == noErr)
        #expect(AUParameterSet(nil, nil, &time, 0.25, 0) == noErr)
        #expect(told == ["7 1 0.25", "7 0 0 0.25"])
        for listener in listeners { #expect(AUListenerDispose(listener!) == noErr) }
        #expect(AUParameterSet(nil, nil, &time, 0.5, 0) == noErr && told.count == 2)
        #expect(AudioComponentInstanceDispose(delay) == noErr)
    }

    @Test func `a parameter that is set for others is heard by all but its sender`() throws {
        let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay), ears = [Ear(), Ear()]
        var time = parameter(delay, kDelayParam_DelayTime), feedback = parameter(delay, kDelayParam_Feedback)
        var any = parameter(delay, kAUParameterListener_AnyParameter),
            listeners: [AUParameterListenerRef?] = [nil, nil]
        for index in 0..<2 {
            #expect(
                AUListenerCreate(Self.parameterProc, ears[index].pointer, nil, nil, 0.1, &listeners[index]) == noErr)
        }
        #expect(AUListenerAddParameter(listeners[0]!, object, &time) == noErr)
        #expect(AUListenerAddParameter(listeners[1]!, object, &any) == noErr)
        #expect(AUParameterSet(nil, nil, &time, 0.25, 0) == noErr)
        // By its own listener and for the same object it is not heard; a value is what the unit made of it.
        #expect(AUParameterSet(listeners[0], object, &time, 100, 0) == noErr)
        #expect(AUParameterSet(listeners[0], nil, &feedback, 10, 0) == noErr)
        #expect(ears[0].told == ["7 1 0.25"] && ears[1].told == ["7 1 0.25", "7 1 2.0", "7 2 10.0"])
        var value: Float = 0
        #expect(AudioUnitGetParameter(delay, kDelayParam_Feedback, 0, 0, &value) == noErr && value == 10)
        // Nobody hears of what a unit is told directly, until somebody says that it has changed.
        #expect(AudioUnitSetParameter(delay, kDelayParam_DelayTime, 0, 0, 0.5, 0) == noErr)
        #expect(ears[0].told.count == 1)
        #expect(AUParameterListenerNotify(nil, nil, &any) == noErr)
        #expect(ears[0].told.last == "7 1 0.5")

        #expect(AUListenerRemoveParameter(listeners[0]!, nil, &time) == kAudio_ParamError)
        #expect(AUListenerRemoveParameter(listeners[0]!, object, &time) == noErr)
        #expect(AUParameterSet(nil, nil, &time, 1, 0) == noErr && ears[0].told.count == 2)
        time.mParameterID = 99
        #expect(AUParameterSet(nil, nil, &time, 1, 0) == kAudioUnitErr_InvalidParameter)
        for listener in listeners { #expect(AUListenerDispose(listener!) == noErr) }
        #expect(AUListenerDispose(listeners[0]!) == kAudio_ParamError)
        #expect(AudioComponentInstanceDispose(delay) == noErr)
    }

    @Test func `an event listener hears of values, gestures and properties`() throws {
        let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay), ear = Ear()
        var made: AUEventListenerRef?
        #expect(AUEventListenerCreate(Self.eventProc, ear.pointer, nil, nil, 0.1, 0.1, &made) == noErr)
        let listener = try #require(made)
        var time = parameter(delay, kDelayParam_DelayTime)
        var events = [
            event(.parameterValueChange, delay, kDelayParam_DelayTime),
            event(.beginParameterChangeGesture, delay, kDelayParam_DelayTime),
            event(.propertyChange, delay, kAudioUnitProperty_StreamFormat, scope: kAudioUnitScope_Input),
        ]
        for index in events.indices { #expect(AUEventListenerAddEventType(listener, object, &events[index]) == noErr) }
        #expect(AUEventListenerNotify(nil, nil, &events[1]) == noErr)
        #expect(AUParameterSet(nil, nil, &time, 0.75, 0) == noErr)
        var format = AudioStreamBasicDescription(), size: UInt32 = 40
        let id = kAudioUnitProperty_StreamFormat
        #expect(AudioUnitGetProperty(delay, id, kAudioUnitScope_Input, 0, &format, &size) == noErr)
        format.mSampleRate = 22050
        #expect(AudioUnitSetProperty(delay, id, kAudioUnitScope_Input, 0, &format, 40) == noErr)
        #expect(ear.told == ["1 1 1.0", "0 1 0.75", "3 8 0.0"])
        #expect(AUEventListenerRemoveEventType(listener, object, &events[2]) == noErr)
        format.mSampleRate = 44100
        #expect(AudioUnitSetProperty(delay, id, kAudioUnitScope_Input, 0, &format, 40) == noErr && ear.told.count == 3)
        #expect(AUListenerDispose(listener) == noErr)
        #expect(AUParameterSet(nil, nil, &time, 0.1, 0) == noErr && ear.told.count == 3)
        #expect(AudioComponentInstanceDispose(delay) == noErr)
        #expect(AUEventListenerAddEventType(listener, object, &events[0]) == kAudio_ParamError)
    }
}
