import CoreAudioCompat
import Foundation
import Testing

/// A unit's settings as a property list, and slices for a player.
@Suite struct UnitStateTests {
    private func state(_ unit: AudioUnit) -> NSDictionary? {
        var object: UInt = 0, size: UInt32 = 8
        #expect(AudioUnitGetProperty(unit, kAudioUnitProperty_ClassInfo, 0, 0, &object, &size) == noErr && size == 8)
        return UnsafeRawPointer(bitPattern: object).map { Unmanaged<NSDictionary>.fromOpaque($0).takeRetainedValue() }
    }

    private func set(_ unit: AudioUnit, _ state: NSObject?) -> OSStatus {
        var object = state.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
        return withExtendedLifetime(state) {
            AudioUnitSetProperty(unit, kAudioUnitProperty_ClassInfo, 0, 0, &object, 8)
        }
    }

    @Test func `settings go through a property list in a file into another unit`() throws {
        let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
        #expect(AudioUnitSetParameter(delay, kDelayParam_DelayTime, 0, 0, 0.25, 0) == noErr)
        let saved = try #require(state(delay))
        let file = try PropertyListSerialization.data(fromPropertyList: saved, format: .xml, options: 0)
        let read = try #require(PropertyListSerialization.propertyList(from: file, format: nil) as? [String: Any])
        #expect(Set(read.keys) == ["version", "type", "subtype", "manufacturer", "name", "data"])
        #expect(
            read[kAUPresetSubtypeKey] as? Int == Int(kAudioUnitSubType_Delay) && read["name"] as? String == "Untitled")
        // Four parameters of the global scope: each a number and the bits of a Float32, the highest byte first.
        let data = try #require(read[kAUPresetDataKey] as? Data)
        #expect(data.count == 12 + 4 * 8 && data.prefix(12) == Data([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]))
        #expect(data[20..<28] == Data([0, 0, 0, 1, 0x3E, 0x80, 0, 0]))

        let other = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
        #expect(set(other, NSDictionary(dictionary: read)) == noErr)
        var value: Float = 0
        #expect(AudioUnitGetParameter(other, kDelayParam_DelayTime, 0, 0, &value) == noErr && value == 0.25)
        #expect(state(other) == saved)
        let mixer = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        #expect(set(mixer, saved) == kAudioUnitErr_InvalidPropertyValue)
        for wrong: [String: Any] in [["type": NSNumber(value: 1)], read.merging(["data": Data([1, 2, 3])]) { $1 }] {
            #expect(set(other, NSDictionary(dictionary: wrong)) == kAudioUnitErr_InvalidPropertyValue)
        }
        #expect(set(other, nil) == kAudioUnitErr_InvalidPropertyValue)
        #expect(set(other, NSString("text")) == kAudioUnitErr_InvalidPropertyValue)
        for unit in [delay, other, mixer] { #expect(AudioComponentInstanceDispose(unit) == noErr) }
    }

    @Test func `what is no parameter comes along, and so does a preset`() throws {
        let mixer = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        var buses: UInt32 = 3, size: UInt32 = 4
        #expect(AudioUnitSetProperty(mixer, kAudioUnitProperty_ElementCount, 1, 0, &buses, 4) == noErr)
        let other = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        #expect(set(other, state(mixer)) == noErr)
        buses = 0
        #expect(
            AudioUnitGetProperty(other, kAudioUnitProperty_ElementCount, 1, 0, &buses, &size) == noErr && buses == 3)

        let equalizers = try (0..<2).map { _ in try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_GraphicEQ) }
        let name = Unmanaged.passRetained(NSString("Rock"))
        defer { name.release() }
        var preset = AUPreset(presetNumber: -1, presetName: name)
        #expect(AudioUnitSetProperty(equalizers[0], kAudioUnitProperty_PresentPreset, 0, 0, &preset, 16) == noErr)
        let saved = try #require(state(equalizers[0]))
        #expect(saved["name"] as? String == "Rock" && saved["preset-number"] as? Int == -1)
        #expect(set(equalizers[1], saved) == noErr && state(equalizers[1]) == saved)
        for unit in [mixer, other] + equalizers { #expect(AudioComponentInstanceDispose(unit) == noErr) }
    }

    @Test func `slices are heard at their places, and their flags say what became of them`() throws {
        let player = try makeUnit(kAudioUnitType_Generator, kAudioUnitSubType_ScheduledSoundPlayer)
        let memory = UnsafeMutablePointer<ScheduledAudioSlice>.allocate(capacity: 2)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        var samples: [Float] = [1, 2, 3, 4], done = 0
        let size = UInt32(MemoryLayout<ScheduledAudioSlice>.size), id = kAudioUnitProperty_ScheduleAudioSlice
        withUnsafeMutablePointer(to: &done) { done in
            samples.withUnsafeMutableBytes { bytes in
                for index in 0..<2 {
                    list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: bytes.baseAddress)
                }
                for (index, place) in ([3, 9] as [Double]).enumerated() {
                    var time = AudioTimeStamp()
                    (time.mSampleTime, time.mFlags) = (place, .sampleTimeValid)
                    memory[index] = ScheduledAudioSlice(
                        mTimeStamp: time,
                        mCompletionProc: { data, _ in data!.assumingMemoryBound(to: Int.self).pointee += 1 },
                        mCompletionProcUserData: UnsafeMutableRawPointer(done), mFlags: [], mReserved: 0,
                        mReserved2: nil, mNumberFrames: 4, mBufferList: list.unsafeMutablePointer)
                    #expect(AudioUnitSetProperty(player, id, 0, 0, memory + index, size) == noErr)
                }
                memory[1].mNumberFrames = 5
                #expect(AudioUnitSetProperty(player, id, 0, 0, memory + 1, size) == kAudio_ParamError)
                memory[1].mNumberFrames = 4
            }
            var start = AudioTimeStamp()
            (start.mSampleTime, start.mFlags) = (-1, .sampleTimeValid)
            #expect(AudioUnitSetProperty(player, kAudioUnitProperty_ScheduleStartTimeStamp, 0, 0, &start, 64) == noErr)
            #expect(AudioUnitInitialize(player) == noErr)
            #expect(render(player, at: 0, 8) == [0, 0, 0, 1, 2, 3, 4, 0])
            #expect(
                done.pointee == 1
                    && memory[0].mFlags == [.scheduledAudioSliceFlag_Complete, .scheduledAudioSliceFlag_BeganToRender])
            #expect(memory[1].mFlags == [])
            #expect(AudioUnitReset(player, 0, 0) == noErr)
            #expect(done.pointee == 2 && memory[1].mFlags == .scheduledAudioSliceFlag_Complete)
        }
        let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
        #expect(AudioUnitSetProperty(delay, id, 0, 0, memory, size) == kAudioUnitErr_InvalidProperty)
        for unit in [player, delay] { #expect(AudioComponentInstanceDispose(unit) == noErr) }
        memory.deallocate()
        free(list.unsafeMutablePointer)
    }
}
