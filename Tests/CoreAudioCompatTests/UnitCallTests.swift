import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// What units answer, and what they leave as it is.
@Suite struct UnitCallTests {
    @Test func `an effect processes the client's sound also behind a callback that it was given`() throws {
        let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        #expect(AudioUnitSetParameter(delay, kSampleDelayParam_DelayFrames, 0, 0, 0, 0) == noErr)
        #expect(AudioUnitInitialize(delay) == noErr)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        func process() -> [Float] {
            var left = [Float](repeating: 1, count: 8), right = left
            var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
            time.mFlags = .sampleTimeValid
            left.withUnsafeMutableBufferPointer { left in
                right.withUnsafeMutableBufferPointer { right in
                    list[0] = AudioBuffer(left, numberOfChannels: 1)
                    list[1] = AudioBuffer(right, numberOfChannels: 1)
                    #expect(AudioUnitProcess(delay, &flags, &time, 8, list.unsafeMutablePointer) == noErr)
                }
            }
            return left
        }
        let ones = Array(repeating: Float(1), count: 8)
        #expect(process() == ones)
        setCallback(
            delay,
            { _, _, _, _, _, list in
                fill(list, with: 9)
                return noErr
            })
        #expect(process() == ones)
        #expect(process() == ones)
        #expect(AudioComponentInstanceDispose(delay) == noErr)
    }

    @Test func `to ask for the size of a value does not take it away`() throws {
        let output = try makeUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp(), size: UInt32 = 0
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        #expect(
            AudioUnitRender(output, &flags, &time, 0, 16, list.unsafeMutablePointer) == kAudioUnitErr_Uninitialized)
        let lastError = kAudioUnitProperty_LastRenderError
        #expect(AudioUnitGetPropertyInfo(output, lastError, 0, 0, &size, nil) == noErr && size == 4)
        #expect(AudioUnitGetPropertyInfo(output, lastError, 1, 0, &size, nil) == kAudioUnitErr_InvalidScope)
        var error: OSStatus = 0
        #expect(AudioUnitGetProperty(output, lastError, 0, 0, &error, &size) == noErr)
        #expect(error == kAudioUnitErr_Uninitialized)
        #expect(AudioComponentInstanceDispose(output) == noErr)
    }

    @Test func `a meter's peak outlives the question for its size`() throws {
        let mixer = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer)
        var on: UInt32 = 1, size: UInt32 = 0
        #expect(AudioUnitSetProperty(mixer, kAudioUnitProperty_MeteringMode, 0, 0, &on, 4) == noErr)
        setCallback(
            mixer,
            { _, _, _, _, _, list in
                fill(list, with: 0.5)
                return noErr
            })
        #expect(AudioUnitInitialize(mixer) == noErr)
        _ = render(mixer, at: 0, 64)
        let id = kAudioUnitProperty_MeterClipping
        var clipping = AudioUnitMeterClipping()
        #expect(AudioUnitGetPropertyInfo(mixer, id, 1, 0, &size, nil) == noErr)
        #expect(size == UInt32(MemoryLayout<AudioUnitMeterClipping>.stride))
        #expect(AudioUnitGetPropertyInfo(mixer, id, 0, 0, &size, nil) == kAudioUnitErr_InvalidScope)
        #expect(AudioUnitGetPropertyInfo(mixer, id, 1, 9999, &size, nil) == kAudioUnitErr_InvalidElement)
        size = UInt32(MemoryLayout<AudioUnitMeterClipping>.stride)
        #expect(AudioUnitGetProperty(mixer, id, 1, 0, &clipping, &size) == noErr)
        #expect(clipping.peakValueSinceLastCall > 0)
        #expect(AudioComponentInstanceDispose(mixer) == noErr)
    }

    @Test func `a multichannel mixer says what its buses' meters have seen`() throws {
        let mixer = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        var on: UInt32 = 1, size: UInt32 = 0
        let id = kAudioUnitProperty_MeterClipping
        for scope: AudioUnitScope in [1, 2] {
            #expect(AudioUnitSetProperty(mixer, kAudioUnitProperty_MeteringMode, scope, 0, &on, 4) == noErr)
        }
        #expect(AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Volume, 1, 0, 0.5, 0) == noErr)
        setCallback(
            mixer,
            { _, _, _, _, _, list in
                fill(list, with: 0.25)
                UnsafeMutablePointer<Float>(OpaquePointer(list!.pointee.mBuffers.mData!))[3] = -1.5
                return noErr
            })
        #expect(AudioUnitInitialize(mixer) == noErr)
        _ = render(mixer, at: 0, 64)
        #expect(AudioUnitGetPropertyInfo(mixer, id, 1, 0, &size, nil) == noErr)
        for (scope, element, peak) in [(1, 0, 1.5), (2, 0, 0.75), (1, 1, 0), (1, 0, 0)] as [(UInt32, UInt32, Float)] {
            var clipping = AudioUnitMeterClipping()
            #expect(AudioUnitGetProperty(mixer, id, scope, element, &clipping, &size) == noErr)
            #expect(clipping.peakValueSinceLastCall == peak, "scope \(scope), bus \(element)")
            #expect(!clipping.sawInfinity && !clipping.sawNotANumber)
        }
        #expect(AudioUnitGetPropertyInfo(mixer, id, 0, 0, &size, nil) == kAudioUnitErr_InvalidScope)
        #expect(AudioUnitGetPropertyInfo(mixer, id, 1, 99, &size, nil) == kAudioUnitErr_InvalidElement)
        #expect(AudioComponentInstanceDispose(mixer) == noErr)
    }

    @Test func `a source's algorithm, curve and distances are set by their numbers`() throws {
        let mixer = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_SpatialMixer)
        var size: UInt32 = 4
        for (id, new) in [
            (kAudioUnitProperty_SpatializationAlgorithm, 0), (kAudioUnitProperty_SpatialMixerAttenuationCurve, 0),
            (
                kAudioUnitProperty_SpatialMixerRenderingFlags,
                kSpatialMixerRenderingFlags_InterAuralDelay + kSpatialMixerRenderingFlags_DistanceAttenuation
            ),
        ] {
            var number: UInt32 = 1
            #expect(AudioUnitSetProperty(mixer, id, 1, 2, &number, 4) == noErr)
            number = 9
            #expect(AudioUnitSetProperty(mixer, id, 1, 2, &number, 4) == kAudioUnitErr_InvalidPropertyValue)
            #expect(AudioUnitSetProperty(mixer, id, 0, 0, &number, 4) != noErr)
            #expect(AudioUnitGetProperty(mixer, id, 1, 2, &number, &size) == noErr && number == 1)
            #expect(AudioUnitGetProperty(mixer, id, 1, 1, &number, &size) == noErr && number == new)
        }
        let id = kAudioUnitProperty_SpatialMixerDistanceParams
        var distances = MixerDistanceParams(mReferenceDistance: 2, mMaxDistance: 50, mMaxAttenuation: 30)
        size = UInt32(MemoryLayout<MixerDistanceParams>.size)
        #expect(AudioUnitSetProperty(mixer, id, 1, 2, &distances, size) == noErr)
        distances.mReferenceDistance = -1
        #expect(AudioUnitSetProperty(mixer, id, 1, 2, &distances, size) == kAudioUnitErr_InvalidPropertyValue)
        #expect(AudioUnitGetProperty(mixer, id, 1, 2, &distances, &size) == noErr)
        #expect(distances.mReferenceDistance == 2 && distances.mMaxDistance == 50 && distances.mMaxAttenuation == 30)
        #expect(AudioComponentInstanceDispose(mixer) == noErr)
    }

    /// The object's references are the client's alone, and none is made for a size.
    @Test func `a list of presets that is asked for is the client's alone`() throws {
        let equalizer = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_AUiPodEQ)
        var size: UInt32 = 0, object: UInt = 0, name: Unmanaged<NSString>?
        #expect(AudioUnitGetPropertyInfo(equalizer, kAudioUnitProperty_FactoryPresets, 0, 0, &size, nil) == noErr)
        #expect(size == 8)
        #expect(AudioUnitGetProperty(equalizer, kAudioUnitProperty_FactoryPresets, 0, 0, &object, &size) == noErr)
        #expect(CFArrayGetCount(unsafeBitCast(object, to: CCoreAudio.CFArray.self)) > 20)
        Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: object)!).release()
        #expect(AudioUnitGetProperty(equalizer, kAudioUnitProperty_ContextName, 0, 0, &name, &size) == noErr)
        weak let text = name?.takeUnretainedValue()
        #expect(text != nil)
        name?.release()
        #expect(text == nil)
        #expect(AudioComponentInstanceDispose(equalizer) == noErr)
    }

    @Test func `the number of buses is writable where a unit lets it be set`() throws {
        var size: UInt32 = 0, isWritable = false
        let count = kAudioUnitProperty_ElementCount
        let output = try makeUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        let mixer = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        for (unit, scope, expected): (AudioUnit, UInt32, Bool) in [
            (output, 1, false), (output, 2, false), (mixer, 1, true), (mixer, 2, false),
        ] {
            #expect(AudioUnitGetPropertyInfo(unit, count, scope, 0, &size, &isWritable) == noErr && size == 4)
            #expect(isWritable == expected)
        }
        #expect(AudioUnitGetPropertyInfo(mixer, kAudioUnitProperty_Latency, 0, 0, &size, &isWritable) == noErr)
        #expect(size == 8 && !isWritable)
        #expect(AudioComponentInstanceDispose(output) == noErr && AudioComponentInstanceDispose(mixer) == noErr)
    }

    final class Told { var slices: [String] = [] }

    @Test func `a notification hears of buses of two formats, each in its own`() throws {
        let splitter = try makeUnit(kAudioUnitType_FormatConverter, kAudioUnitSubType_Splitter)
        setCallback(
            splitter,
            { _, _, _, _, _, list in
                fill(list, with: 0.5)
                return noErr
            })
        var format = pcm16(channels: 2)
        #expect(AudioUnitSetProperty(splitter, kAudioUnitProperty_StreamFormat, 2, 1, &format, 40) == noErr)
        let told = Told()
        let notify: AURenderCallback = { refCon, flags, _, bus, _, list in
            guard flags.pointee.contains(.unitRenderAction_PostRender) else { return noErr }
            let list = UnsafeMutableAudioBufferListPointer(list)!
            let first =
                bus == 1
                ? Float(list[0].mData!.assumingMemoryBound(to: Int16.self).pointee) / 32768
                : list[0].mData!.assumingMemoryBound(to: Float.self).pointee
            Unmanaged<Told>.fromOpaque(refCon).takeUnretainedValue().slices.append(
                "\(bus): \(list.map(\.mDataByteSize)) \(first)")
            return noErr
        }
        let refCon = Unmanaged.passUnretained(told).toOpaque()
        #expect(AudioUnitAddRenderNotify(splitter, notify, refCon) == noErr)
        #expect(AudioUnitInitialize(splitter) == noErr)
        for turn in 0..<3 {
            _ = render(splitter, at: turn * 16, 16, bus: 1, buffers: 1)
            _ = render(splitter, at: turn * 16, 16)
        }
        #expect(told.slices == Array(repeating: ["1: [64] 0.5", "0: [64, 64] 0.5"], count: 3).flatMap { $0 })
        #expect(AudioUnitRemoveRenderNotify(splitter, notify, refCon) == noErr)
        _ = render(splitter, at: 48, 16)
        #expect(told.slices.count == 6)
        #expect(AudioUnitRemoveRenderNotify(splitter, notify, refCon) == kAudio_ParamError)
        #expect(AudioComponentInstanceDispose(splitter) == noErr)
    }

    @Test func `behind every property in the header there is one, but where it says that there is none`() throws {
        let header = try String(
            contentsOfFile: "\(Fixtures.root)/Sources/CCoreAudio/include/AudioToolbox/AudioUnitProperties.h",
            encoding: .utf8)
        let names = header.matches(of: /(kA\w+Property_\w+) = (\d+)/).map { (String($0.1), UInt32($0.2)!) }
        let none = try #require(header.firstMatch(of: /These return -10879[^}]*/)).0
        #expect(names.count > 30 && none.contains("kAudioUnitProperty_CPULoad = 6"))
        var units: [AudioUnit] = [], any = AudioComponentDescription(), component: AudioComponent?
        while let next = AudioComponentFindNext(component, &any) {
            var unit: AudioUnit?
            #expect(AudioComponentInstanceNew(next, &unit) == noErr)
            units.append(try #require(unit))
            component = next
        }
        var size: UInt32 = 0
        for (name, id) in names {
            let isThere = units.contains { unit in
                (0...2).contains { scope in
                    // A parameter with names for its values is the type of an equalizer's band.
                    [0, 1, kAUNBandEQParam_FilterType].contains { element in
                        AudioUnitGetPropertyInfo(unit, id, scope, element, &size, nil) == noErr
                    }
                }
            }
            #expect(isThere != none.contains("\(name) ="), "\(name)")
        }
        for unit in units { #expect(AudioComponentInstanceDispose(unit) == noErr) }
    }
}
