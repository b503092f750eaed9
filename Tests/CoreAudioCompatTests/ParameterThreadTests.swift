import CoreAudioCompat
import Foundation
import Testing

/// Parameters of a unit that one thread renders and others set.
@Suite struct ParameterThreadTests {
    /// Has another thread set the volume of a mixer's bus while the mixer renders.
    final class Meddler {
        var mixer: AudioUnit!
        var volume: Float = 1
        var answer: OSStatus = -1
        var seen: Float = -1

        func meddle() {
            onAnotherThread { [self] in
                answer = AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Volume, 1, 0, volume, 0)
                _ = AudioUnitGetParameter(mixer, kMultiChannelMixerParam_Volume, 1, 0, &seen)
            }
        }
    }

    private static let ones: AURenderCallback = { refCon, _, _, _, _, list in
        Unmanaged<Meddler>.fromOpaque(refCon).takeUnretainedValue().meddle()
        fill(list, with: 1)
        return noErr
    }

    @Test func `what another thread sets while a unit renders is heard in the next slice`() throws {
        let mixer = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        let meddler = Meddler()
        meddler.mixer = mixer
        setCallback(mixer, Self.ones, Unmanaged.passUnretained(meddler).toOpaque())
        #expect(AudioUnitInitialize(mixer) == noErr)
        for (index, volume) in [Float(0.5), 0.25, 1].enumerated() {
            let before: Float = [1, 0.5, 0.25][index]
            meddler.volume = volume
            #expect(render(mixer, at: index * 8, 8) == Array(repeating: before, count: 8))
            #expect(meddler.answer == noErr && meddler.seen == volume)
        }
        // What was set last is the last, whoever renders next.
        #expect(AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Volume, 1, 0, 0.75, 0) == noErr)
        #expect(render(mixer, at: 24, 8) == Array(repeating: 0.75, count: 8))
        #expect(AudioComponentInstanceDispose(mixer) == noErr)
    }

    @Test func `so it is for a unit of a graph that the head renders`() throws {
        var made: AUGraph?, mixer: AUNode = 0, head: AUNode = 0, unit: AudioUnit?, output: AudioUnit?
        var mixerKind = description(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        var headKind = description(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        #expect(NewAUGraph(&made) == noErr)
        let graph = try #require(made)
        #expect(AUGraphAddNode(graph, &mixerKind, &mixer) == noErr && AUGraphOpen(graph) == noErr)
        // One before and one after the graph was opened.
        #expect(AUGraphAddNode(graph, &headKind, &head) == noErr)
        #expect(AUGraphConnectNodeInput(graph, mixer, 0, head, 0) == noErr)
        #expect(
            AUGraphNodeInfo(graph, mixer, nil, &unit) == noErr && AUGraphNodeInfo(graph, head, nil, &output) == noErr)
        let meddler = Meddler()
        meddler.mixer = unit
        meddler.volume = 0.5
        var callback = AURenderCallbackStruct(
            inputProc: Self.ones, inputProcRefCon: Unmanaged.passUnretained(meddler).toOpaque())
        #expect(AUGraphSetNodeInputCallback(graph, mixer, 0, &callback) == noErr && AUGraphInitialize(graph) == noErr)
        #expect(render(try #require(output), at: 0, 8) == Array(repeating: 1, count: 8))
        #expect(meddler.answer == noErr && meddler.seen == 0.5)
        #expect(render(try #require(output), at: 8, 8) == Array(repeating: 0.5, count: 8))
        #expect(DisposeAUGraph(graph) == noErr)
    }

    /// Two threads that set bands of an equalizer as fast as they can, one that schedules and reads: all of them for as
    /// long as some slices take.
    @Test func `threads that set, read and schedule leave the memory of a unit whole`() throws {
        let equalizer = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ)
        setCallback(
            equalizer,
            { _, _, _, _, _, list in
                fill(list, with: 0.5)
                return noErr
            })
        #expect(AudioUnitInitialize(equalizer) == noErr)
        nonisolated(unsafe) let unit = equalizer
        let done = DispatchSemaphore(value: 0)
        for band: UInt32 in 0..<3 {
            Thread {
                for turn in 0..<10_000 {
                    let x = Float(turn % 100) / 100
                    _ = AudioUnitSetParameter(unit, kAUNBandEQParam_Frequency + band, 0, 0, 100 + 1000 * x, 0)
                    _ = AudioUnitSetParameter(unit, kAUNBandEQParam_BypassBand + band, 0, 0, x > 0.5 ? 1 : 0, 0)
                    if band == 2 && turn % 100 == 0 {
                        var value: Float = 0
                        _ = AudioUnitGetParameter(unit, kAUNBandEQParam_Frequency, 0, 0, &value)
                        _ = AudioUnitSetParameter(unit, kAUNBandEQParam_Gain, 0, 0, x, 7)
                    }
                }
                done.signal()
            }.start()
        }
        var areFinite = true
        for slice in 0..<2000 { areFinite = areFinite && render(equalizer, at: slice * 64, 64).allSatisfy(\.isFinite) }
        for _ in 0..<3 { done.wait() }
        #expect(areFinite)
        var value: Float = 0
        for band: UInt32 in 0..<3 {
            #expect(AudioUnitGetParameter(equalizer, kAUNBandEQParam_Frequency + band, 0, 0, &value) == noErr)
            #expect(value == 100 + 1000 * (Float(99) / 100))
        }
        #expect(AudioComponentInstanceDispose(equalizer) == noErr)
    }
}
