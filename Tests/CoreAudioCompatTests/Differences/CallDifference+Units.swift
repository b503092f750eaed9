import CoreAudioCompat
import Foundation
import Testing

extension CallDifference {
    private static let ones: AURenderCallback = { _, _, _, _, _, list in
        fill(list, with: 1)
        return noErr
    }

    private static let writesTwo: AURenderCallback = { _, flags, _, _, _, list in
        if flags.pointee.contains(.unitRenderAction_PostRender) { fill(list, with: 2) }
        return noErr
    }

    static let units = [
        CallDifference("AudioUnitReset") {
            let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
            #expect(AudioUnitSetParameter(delay, kSampleDelayParam_DelayFrames, 0, 0, 4, 0) == noErr)
            setCallback(delay, ones)
            #expect(AudioUnitInitialize(delay) == noErr)
            for turn in 0..<2 {
                #expect(render(delay, at: turn * 8, 8) == [0, 0, 0, 0, 1, 1, 1, 1])
                #expect(AudioUnitReset(delay, 3, 9) == noErr)
            }
            #expect(AudioComponentInstanceDispose(delay) == noErr)
        },
        CallDifference("AudioUnitGetProperty") {
            var any = AudioComponentDescription(), component: AudioComponent?, count = 0
            let list = kAudioUnitProperty_ParameterList, string = kAudioUnitProperty_ParameterStringFromValue
            while let next = AudioComponentFindNext(component, &any) {
                var made: AudioUnit?
                #expect(AudioComponentInstanceNew(next, &made) == noErr)
                let unit = try #require(made)
                for scope: UInt32 in 0..<3 {
                    var size: UInt32 = 0
                    let isThere = AudioUnitGetPropertyInfo(unit, list, scope, 0, &size, nil) == noErr
                    guard isThere, size > 0 else { continue }
                    var parameters = [UInt32](repeating: 0, count: Int(size) / 4)
                    #expect(AudioUnitGetProperty(unit, list, scope, 0, &parameters, &size) == noErr)
                    for id in parameters {
                        var question = AudioUnitParameterStringFromValue(inParamID: id, inValue: nil, outString: nil)
                        size = UInt32(MemoryLayout<AudioUnitParameterStringFromValue>.size)
                        #expect(AudioUnitGetProperty(unit, string, scope, 0, &question, &size) == noErr)
                        try #require(question.outString).release()
                        count += 1
                    }
                }
                #expect(AudioComponentInstanceDispose(unit) == noErr)
                component = next
            }
            #expect(count > 100)
        },
        CallDifference("AudioUnitSetProperty") {
            let player = try makeUnit(kAudioUnitType_Generator, kAudioUnitSubType_ScheduledSoundPlayer)
            let slice = UnsafeMutablePointer<ScheduledAudioSlice>.allocate(capacity: 1)
            let list = AudioBufferList.allocate(maximumBuffers: 2)
            let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4)
            samples.initialize(repeating: 1)
            for index in 0..<2 { list[index] = AudioBuffer(samples, numberOfChannels: 1) }
            var time = AudioTimeStamp()
            time.mFlags = .sampleTimeValid
            slice.initialize(
                to: ScheduledAudioSlice(
                    mTimeStamp: time, mCompletionProc: { _, _ in }, mCompletionProcUserData: nil, mFlags: [],
                    mReserved: 0, mReserved2: nil, mNumberFrames: 4, mBufferList: list.unsafeMutablePointer))
            let size = UInt32(MemoryLayout<ScheduledAudioSlice>.size)
            #expect(AudioUnitSetProperty(player, kAudioUnitProperty_ScheduleAudioSlice, 0, 0, slice, size) == noErr)
            samples.update(repeating: 9)
            time.mSampleTime = -1
            #expect(AudioUnitSetProperty(player, kAudioUnitProperty_ScheduleStartTimeStamp, 0, 0, &time, 64) == noErr)
            #expect(AudioUnitInitialize(player) == noErr)
            #expect(render(player, at: 0, 4) == [1, 1, 1, 1])
            #expect(AudioComponentInstanceDispose(player) == noErr)
            slice.deallocate()
            samples.deallocate()
            free(list.unsafeMutablePointer)
        },
        CallDifference("AudioUnitSetParameter") {
            let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay), id = kDelayParam_DelayTime
            var value: Float = 0
            #expect(AudioUnitSetParameter(delay, id, 0, 0, 0.5, 4) == kAudioUnitErr_Uninitialized)
            #expect(AudioUnitSetParameter(delay, id, 0, 0, .infinity, 0) == kAudioUnitErr_InvalidParameterValue)
            #expect(AudioUnitSetParameter(delay, id, 0, 0, .nan, 0) == kAudioUnitErr_InvalidParameterValue)
            #expect(AudioUnitSetParameter(delay, id, 0, 0, 100, 0) == noErr)
            #expect(AudioUnitGetParameter(delay, id, 0, 0, &value) == noErr && value == 2)
            #expect(AudioUnitInitialize(delay) == noErr)
            #expect(AudioUnitSetParameter(delay, id, 0, 0, 0.5, 4) == noErr)
            #expect(AudioComponentInstanceDispose(delay) == noErr)
        },
        CallDifference("AudioUnitScheduleParameters") {
            let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
            setCallback(delay, ones)
            #expect(AudioUnitInitialize(delay) == noErr)
            var good = AudioUnitParameterEvent(), value: Float = 0
            (good.eventType, good.parameter) = (.parameterEvent_Immediate, kDelayParam_DelayTime)
            good.eventValues.immediate.value = 0.125
            var wrong = good
            wrong.parameter = 99
            for (events, answer, expected): ([AudioUnitParameterEvent], OSStatus, Float) in [
                ([good, wrong], kAudioUnitErr_InvalidParameter, 1), ([good], noErr, 0.125),
            ] {
                #expect(AudioUnitScheduleParameters(delay, events, UInt32(events.count)) == answer)
                _ = render(delay, at: 0, 8)
                #expect(AudioUnitGetParameter(delay, kDelayParam_DelayTime, 0, 0, &value) == noErr && value == expected)
            }
            #expect(AudioComponentInstanceDispose(delay) == noErr)
        },
        CallDifference("AudioUnitRender") {
            let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
            var told = AudioTimeStamp()
            withUnsafeMutablePointer(to: &told) { told in
                setCallback(
                    delay,
                    { data, _, time, _, _, list in
                        data.assumingMemoryBound(to: AudioTimeStamp.self).pointee = time.pointee
                        fill(list, with: 1)
                        return noErr
                    }, told)
                #expect(AudioUnitInitialize(delay) == noErr)
                _ = render(delay, at: 88200, 8)
            }
            #expect(told.mSampleTime == 88200 && told.mHostTime == 2_000_000_000 && told.mRateScalar == 1)
            #expect(told.mFlags == [.sampleTimeValid, .hostTimeValid, .rateScalarValid])
            #expect(AudioComponentInstanceDispose(delay) == noErr)
        },
        CallDifference("AudioUnitProcess") {
            let list = AudioBufferList.allocate(maximumBuffers: 2)
            var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
            time.mFlags = .sampleTimeValid
            for (type, subType) in [
                (kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer),
                (kAudioUnitType_Output, kAudioUnitSubType_GenericOutput),
                (kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter),
                (kAudioUnitType_Generator, kAudioUnitSubType_ScheduledSoundPlayer),
            ] {
                let unit = try makeUnit(type, subType)
                #expect(AudioUnitInitialize(unit) == noErr)
                #expect(
                    AudioUnitProcess(unit, &flags, &time, 8, list.unsafeMutablePointer) == kAudio_UnimplementedError)
                #expect(AudioComponentInstanceDispose(unit) == noErr)
            }
            free(list.unsafeMutablePointer)
        },
        CallDifference("AudioUnitAddRenderNotify") {
            let splitter = try makeUnit(kAudioUnitType_FormatConverter, kAudioUnitSubType_Splitter)
            var format = pcm16(channels: 2), flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
            time.mFlags = .sampleTimeValid
            setCallback(splitter, ones)
            #expect(AudioUnitSetProperty(splitter, kAudioUnitProperty_StreamFormat, 2, 1, &format, 40) == noErr)
            #expect(AudioUnitAddRenderNotify(splitter, writesTwo, nil) == noErr)
            #expect(AudioUnitInitialize(splitter) == noErr)
            #expect(render(splitter, at: 0, 4) == [2, 2, 2, 2])
            var heard = [Int16](repeating: 7, count: 8)
            heard.withUnsafeMutableBufferPointer {
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
                #expect(AudioUnitRender(splitter, &flags, &time, 1, 4, &list) == noErr)
            }
            #expect(heard == Array(repeating: .max, count: 8))
            #expect(AudioComponentInstanceDispose(splitter) == noErr)
        },
    ]
}
