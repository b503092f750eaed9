import CoreAudioCompat
import Foundation
import Testing

/// Properties whose question is in the structure that the answer comes in, and what callbacks are told.
@Suite struct UnitPropertyTests {
    private func unit(_ type: OSType, _ subType: OSType) throws -> AudioUnit {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
        var unit: AudioUnit?
        #expect(AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &description)), &unit) == noErr)
        return try #require(unit)
    }

    /// Asks a property that takes its question along.
    private func ask<Question: BitwiseCopyable>(
        _ unit: AudioUnit, _ id: AudioUnitPropertyID, _ question: inout Question
    ) -> OSStatus {
        var size = UInt32(MemoryLayout<Question>.size)
        return AudioUnitGetProperty(unit, id, 0, 0, &question, &size)
    }

    private func text(_ string: Unmanaged<CFString>?) -> String? {
        string.map { $0.takeRetainedValue() as String }
    }

    private func literal(_ text: String) -> Unmanaged<CFString> {
        .passRetained(NSString(string: text))
    }

    @Test func `a unit renders offline, and does not take anything else`() throws {
        let delay = try unit(kAudioUnitType_Effect, kAudioUnitSubType_Delay), id = kAudioUnitProperty_OfflineRender
        var isOffline: UInt32 = 7
        #expect(ask(delay, id, &isOffline) == noErr && isOffline == 1)
        #expect(AudioUnitSetProperty(delay, id, 0, 0, &isOffline, 4) == noErr)
        isOffline = 0
        #expect(AudioUnitSetProperty(delay, id, 0, 0, &isOffline, 4) == kAudioUnitErr_InvalidPropertyValue)
        #expect(ask(delay, id, &isOffline) == noErr && isOffline == 1)
        #expect(AudioComponentInstanceDispose(delay) == noErr)
    }

    @Test func `names of parameters and presets are strings of Foundation`() throws {
        let reverb = try unit(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2)
        var info = AudioUnitParameterInfo(), size = UInt32(MemoryLayout<AudioUnitParameterInfo>.size)
        #expect(
            AudioUnitGetProperty(
                reverb, kAudioUnitProperty_ParameterInfo, 0, kReverb2Param_DecayTimeAt0Hz, &info, &size) == noErr)
        #expect(info.cfNameString?.takeRetainedValue() as String? == "Decay Time at 0 Hz" && info.unitName == nil)
        var preset = AUPreset(presetNumber: 8, presetName: nil)
        #expect(AudioUnitSetProperty(reverb, kAudioUnitProperty_PresentPreset, 0, 0, &preset, 16) == noErr)
        #expect(ask(reverb, kAudioUnitProperty_PresentPreset, &preset) == noErr)
        #expect(preset.presetName?.takeRetainedValue() as String? == "Cathedral")
        #expect(AudioComponentInstanceDispose(reverb) == noErr)
    }

    @Test func `a parameter's value is a string, and a string its value`() throws {
        let equalizer = try unit(kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ)
        var value: Float = 440
        withUnsafePointer(to: &value) {
            var question = AudioUnitParameterStringFromValue(inParamID: 3000, inValue: $0, outString: nil)
            #expect(ask(equalizer, kAudioUnitProperty_ParameterStringFromValue, &question) == noErr)
            #expect(text(question.outString) == "440 Hz")
        }
        var current = AudioUnitParameterStringFromValue(inParamID: 3000, inValue: nil, outString: nil)
        #expect(ask(equalizer, kAudioUnitProperty_ParameterStringFromValue, &current) == noErr)
        #expect(text(current.outString) == "1000 Hz")
        let typed = literal("2.5 dB"), wrong = literal("loud")
        var back = AudioUnitParameterValueFromString(inParamID: 4000, inString: typed, outValue: 0)
        #expect(ask(equalizer, kAudioUnitProperty_ParameterValueFromString, &back) == noErr && back.outValue == 2.5)
        back.inString = wrong
        #expect(
            ask(equalizer, kAudioUnitProperty_ParameterValueFromString, &back) == kAudioUnitErr_InvalidParameterValue)
        typed.release()
        wrong.release()
        #expect(
            AudioUnitSetProperty(equalizer, kAudioUnitProperty_ParameterValueFromString, 0, 0, &back, 24)
                == kAudioUnitErr_PropertyNotWritable)

        var info = AudioUnitParameterInfo(), size = UInt32(MemoryLayout<AudioUnitParameterInfo>.size)
        #expect(AudioUnitGetProperty(equalizer, kAudioUnitProperty_ParameterInfo, 0, 3002, &info, &size) == noErr)
        #expect(info.clumpID == 3 && info.flags.contains(.flag_HasClump) && info.flags.contains(.flag_CanRamp))
        info.cfNameString?.release()
        #expect(AudioUnitGetProperty(equalizer, kAudioUnitProperty_ParameterInfo, 0, 1002, &info, &size) == noErr)
        #expect(!info.flags.contains(.flag_CanRamp))
        info.cfNameString?.release()
        var name = AudioUnitParameterNameInfo(inID: 3, inDesiredLength: -1, outName: nil)
        #expect(ask(equalizer, kAudioUnitProperty_ParameterClumpName, &name) == noErr && text(name.outName) == "Band 3")
        name.inDesiredLength = 4
        #expect(ask(equalizer, kAudioUnitProperty_ParameterClumpName, &name) == noErr && text(name.outName) == "Band")
        name.inID = 99
        #expect(ask(equalizer, kAudioUnitProperty_ParameterClumpName, &name) == kAudioUnitErr_InvalidPropertyValue)
        #expect(AudioComponentInstanceDispose(equalizer) == noErr)
    }

    @Test func `bins of a frequency response are filled up to the first that is not used`() throws {
        let filter = try unit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        var size: UInt32 = 0, isWritable = true
        #expect(
            AudioUnitGetPropertyInfo(filter, kAudioUnitProperty_FrequencyResponse, 0, 0, &size, &isWritable) == noErr)
        #expect(size == 1024 * 16 && !isWritable)
        var bins = [0.0, 6900, -1, 100].map { AudioUnitFrequencyResponseBin(mFrequency: $0, mMagnitude: 7) }
        size = UInt32(bins.count * 16)
        #expect(AudioUnitGetProperty(filter, kAudioUnitProperty_FrequencyResponse, 0, 0, &bins, &size) == noErr)
        #expect(abs(bins[0].mMagnitude - 1) < 1e-9 && abs(bins[1].mMagnitude - 1) < 1e-6, "0 dB at the cutoff")
        #expect(bins[2].mMagnitude == 7 && bins[3].mMagnitude == 7 && size == 64)
        let delay = try unit(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
        #expect(
            AudioUnitGetPropertyInfo(delay, kAudioUnitProperty_FrequencyResponse, 0, 0, &size, nil)
                == kAudioUnitErr_InvalidProperty)
        #expect(AudioComponentInstanceDispose(filter) == noErr && AudioComponentInstanceDispose(delay) == noErr)
    }

    @Test func `a bus tells the tags of its layouts`() throws {
        let filter = try unit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        var tags = [UInt32](repeating: 0, count: 16), size: UInt32 = 64
        #expect(
            AudioUnitGetProperty(filter, kAudioUnitProperty_SupportedChannelLayoutTags, 1, 0, &tags, &size) == noErr)
        #expect(size == 28 && tags[0] == kAudioChannelLayoutTag_Stereo)
        #expect(AudioComponentInstanceDispose(filter) == noErr)
    }

    @Test func `units without factory presets do not have the property`() throws {
        for subType in [kAudioUnitSubType_LowPassFilter, kAudioUnitSubType_GraphicEQ, kAudioUnitSubType_SampleDelay] {
            let effect = try unit(kAudioUnitType_Effect, subType)
            var object: UInt = 0, size: UInt32 = 8
            #expect(
                AudioUnitGetProperty(effect, kAudioUnitProperty_FactoryPresets, 0, 0, &object, &size)
                    == kAudioUnitErr_InvalidProperty)
            var preset = AUPreset(presetNumber: 0, presetName: nil)
            size = UInt32(MemoryLayout<AUPreset>.size)
            #expect(
                AudioUnitSetProperty(effect, kAudioUnitProperty_PresentPreset, 0, 0, &preset, size)
                    == kAudioUnitErr_InvalidPropertyValue)
            preset = AUPreset(presetNumber: -1, presetName: literal("Mine"))
            #expect(AudioUnitSetProperty(effect, kAudioUnitProperty_PresentPreset, 0, 0, &preset, size) == noErr)
            preset.presetName?.release()
            preset = AUPreset()
            #expect(AudioUnitGetProperty(effect, kAudioUnitProperty_PresentPreset, 0, 0, &preset, &size) == noErr)
            #expect(preset.presetNumber == -1 && text(preset.presetName) == "Mine")
            #expect(AudioComponentInstanceDispose(effect) == noErr)
        }
    }

    @Test func `an input element is enabled, has a callback, and no source without a device`() throws {
        let output = try unit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        var flag: UInt32 = 1, size: UInt32 = 4
        let proc: AURenderCallback = { _, _, _, _, _, _ in noErr }
        var callback = AURenderCallbackStruct(inputProc: proc, inputProcRefCon: nil)
        let callbackSize = UInt32(MemoryLayout<AURenderCallbackStruct>.size)
        for element: UInt32 in [0, 1] {
            #expect(
                AudioUnitSetProperty(
                    output, kAudioOutputUnitProperty_SetInputCallback, 0, element, &callback, callbackSize) == noErr)
        }
        #expect(
            AudioUnitGetProperty(output, kAudioOutputUnitProperty_SetInputCallback, 0, 1, &callback, &size)
                == kAudioUnitErr_PropertyNotInUse)
        #expect(AudioUnitSetProperty(output, kAudioOutputUnitProperty_EnableIO, 1, 1, &flag, 4) == noErr)
        flag = 0
        #expect(AudioUnitGetProperty(output, kAudioOutputUnitProperty_EnableIO, 1, 1, &flag, &size) == noErr)
        #expect(flag == 1 && AudioUnitInitialize(output) == kAudioUnitErr_NoConnection)
        #expect(AudioComponentInstanceDispose(output) == noErr)
    }

    /// What a callback was told, and where its sound ends.
    private final class Source {
        var end: Double
        var stamps: [AudioTimeStamp] = []
        var isNotified = false

        init(end: Double) { self.end = end }
    }

    @Test func `a callback that is over lets the others go on, and the last one completes the render`() throws {
        let mixer = try unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        let sources = [Source(end: 100), Source(end: 700)]
        for (bus, source) in sources.enumerated() {
            var callback = AURenderCallbackStruct(
                inputProc: { refCon, flags, time, _, frames, list in
                    let source = Unmanaged<Source>.fromOpaque(refCon).takeUnretainedValue()
                    source.stamps.append(time.pointee)
                    let left = source.end - time.pointee.mSampleTime
                    for buffer in UnsafeMutableAudioBufferListPointer(list)! {
                        for index in 0..<Int(frames) { UnsafeMutableBufferPointer<Float>(buffer)[index] = 1 }
                    }
                    if left <= Double(frames) {
                        flags.pointee.insert(.offlineUnitRenderAction_Complete)
                        let buffers = UnsafeMutableAudioBufferListPointer(list)!
                        for index in buffers.indices { buffers[index].mDataByteSize = UInt32(left) * 4 }
                    }
                    return noErr
                }, inputProcRefCon: Unmanaged.passUnretained(source).toOpaque())
            let size = UInt32(MemoryLayout<AURenderCallbackStruct>.size)
            #expect(
                AudioUnitSetProperty(mixer, kAudioUnitProperty_SetRenderCallback, 1, UInt32(bus), &callback, size)
                    == noErr)
        }
        #expect(AudioUnitInitialize(mixer) == noErr)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        var sum: [Float] = [], slices = 0, time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        while slices < 10 {
            var flags = AudioUnitRenderActionFlags()
            for index in list.indices { list[index].mData = nil }
            #expect(AudioUnitRender(mixer, &flags, &time, 0, 256, list.unsafeMutablePointer) == noErr)
            sum += Array(UnsafeBufferPointer<Float>(list[0]))
            slices += 1
            time.mSampleTime += 256
            if flags.contains(.offlineUnitRenderAction_Complete) { break }
        }
        #expect(slices == 3)
        #expect(sum == (0..<768).map { ($0 < 100 ? 1 : 0) + ($0 < 700 ? 1 : 0) })
        #expect(sources.map(\.stamps.count) == [1, 3])
        let stamp = sources[1].stamps[2]
        #expect(stamp.mSampleTime == 512 && stamp.mRateScalar == 1 && stamp.mHostTime == 11_609_977)
        #expect(stamp.mFlags == [.sampleTimeValid, .hostTimeValid, .rateScalarValid])
        #expect(AudioComponentInstanceDispose(mixer) == noErr)
    }
}
