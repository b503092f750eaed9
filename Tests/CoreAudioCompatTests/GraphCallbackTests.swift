import CoreAudioCompat
import KKTestSupport
import Testing

/// What a callback of a graph may do, and what it hears.
@Suite struct GraphCallbackTests {
    final class Client {
        var graph: AUGraph!
        var answers: [OSStatus] = []
        var told: [AudioUnitRenderActionFlags] = []
    }

    /// What a callback must come back to.
    final class Nested {
        var unit: AudioUnit!
        var answers: [OSStatus] = []
    }

    @Test func `a callback that renders its own unit or converts with its own converter is refused`() throws {
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_GenericOutput,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let nested = Nested()
        #expect(AudioComponentInstanceNew(AudioComponentFindNext(nil, &description)!, &nested.unit) == noErr)
        var callback = AURenderCallbackStruct(
            inputProc: { refCon, flags, time, bus, frames, list in
                let nested = Unmanaged<Nested>.fromOpaque(refCon).takeUnretainedValue()
                let own = AudioBufferList.allocate(maximumBuffers: 2)
                nested.answers = [
                    AudioUnitRender(nested.unit, flags, time, 0, frames, own.unsafeMutablePointer),
                    AudioUnitUninitialize(nested.unit),
                ]
                own.unsafeMutablePointer.deallocate()
                return noErr
            }, inputProcRefCon: Unmanaged.passUnretained(nested).toOpaque())
        let size = UInt32(MemoryLayout<AURenderCallbackStruct>.size)
        #expect(AudioUnitSetProperty(nested.unit, kAudioUnitProperty_SetRenderCallback, 1, 0, &callback, size) == noErr)
        #expect(AudioUnitInitialize(nested.unit) == noErr)
        var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        _ = AudioUnitRender(nested.unit, &flags, &time, 0, 8, list.unsafeMutablePointer)
        #expect(nested.answers == [kAudioUnitErr_CannotDoInCurrentContext, noErr])
        // It left when its slice was done.
        #expect(
            AudioUnitRender(nested.unit, &flags, &time, 0, 8, list.unsafeMutablePointer) == kAudioUnitErr_Uninitialized)
        #expect(AudioComponentInstanceDispose(nested.unit) == noErr)

        var pcm = AudioStreamBasicDescription(
            mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        var converter: AudioConverterRef?
        #expect(AudioConverterNew(&pcm, &pcm, &converter) == noErr)
        let input: AudioConverterComplexInputDataProc = { converter, packets, list, _, _ in
            var count: UInt32 = 1
            let none: AudioConverterComplexInputDataProc = { _, _, _, _, _ in noErr }
            let isRefused =
                AudioConverterFillComplexBuffer(converter, none, nil, &count, list, nil)
                == kAudioConverterErr_OperationNotSupported && AudioConverterReset(converter) != noErr
            packets.pointee = 0
            return isRefused ? noErr : -1
        }
        var samples: [Float] = [0, 0, 0, 0], count: UInt32 = 4
        samples.withUnsafeMutableBufferPointer {
            var output = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 1))
            #expect(
                AudioConverterFillComplexBuffer(converter!, input, nil, &count, &output, nil) == noErr && count == 0)
        }
        #expect(AudioConverterDispose(converter!) == noErr)
    }

    @Test func `a callback that would wait for its own slice is refused, its error stops the render`() throws {
        var graph: AUGraph?, mixer: AUNode = 0, head: AUNode = 0
        var mixerKind = AudioComponentDescription(
            componentType: kAudioUnitType_Mixer, componentSubType: kAudioUnitSubType_MultiChannelMixer,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        var headKind = mixerKind
        headKind.componentType = kAudioUnitType_Output
        headKind.componentSubType = kAudioUnitSubType_GenericOutput
        #expect(NewAUGraph(&graph) == noErr)
        #expect(AUGraphAddNode(graph!, &mixerKind, &mixer) == noErr)
        #expect(AUGraphAddNode(graph!, &headKind, &head) == noErr)
        #expect(AUGraphAddNode(graph!, &headKind, &head) == kAUGraphErr_OutputNodeErr)
        #expect(AUGraphConnectNodeInput(graph!, mixer, 0, head, 0) == noErr)
        let client = Client()
        client.graph = graph
        let refCon = Unmanaged.passUnretained(client).toOpaque()
        var callback = AURenderCallbackStruct(
            inputProc: { refCon, _, time, bus, frames, list in
                let client = Unmanaged<Client>.fromOpaque(refCon).takeUnretainedValue()
                client.answers = [
                    AUGraphUninitialize(client.graph), AUGraphUpdate(client.graph, nil), DisposeAUGraph(client.graph),
                    AUGraphInitialize(client.graph), AUGraphStart(client.graph), AUGraphClose(client.graph),
                ]
                guard let buffers = UnsafeMutableAudioBufferListPointer(list) else { return kAudio_ParamError }
                for buffer in buffers {
                    let samples = UnsafeMutableBufferPointer<Float>(buffer)
                    for index in samples.indices { samples[index] = Float(time.pointee.mSampleTime) + Float(index) }
                }
                return time.pointee.mSampleTime >= 100 ? 4711 : noErr
            }, inputProcRefCon: refCon)
        #expect(AUGraphSetNodeInputCallback(graph!, mixer, 0, &callback) == noErr)
        #expect(AUGraphInitialize(graph!) == kAUGraphErr_CannotDoInCurrentContext)
        #expect(AUGraphOpen(graph!) == noErr && AUGraphInitialize(graph!) == noErr)
        #expect(
            AUGraphAddRenderNotify(
                graph!,
                { refCon, flags, _, _, _, list in
                    let client = Unmanaged<Client>.fromOpaque(refCon).takeUnretainedValue()
                    client.told.append(flags.pointee)
                    return list == nil ? kAudio_ParamError : noErr
                }, refCon) == noErr)

        var unit: AudioUnit?
        #expect(AUGraphNodeInfo(graph!, head, nil, &unit) == noErr)
        var again: AudioUnit?
        #expect(AUGraphNodeInfo(graph!, head, nil, &again) == noErr && again == unit)
        var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        // Without memory of the client's own it is given the unit's.
        #expect(AudioUnitRender(unit!, &flags, &time, 0, 8, list.unsafeMutablePointer) == noErr)
        #expect(list.allSatisfy { Array(UnsafeBufferPointer<Float>($0)) == (0..<8).map { Float($0) } })
        #expect(client.answers == Array(repeating: kAUGraphErr_CannotDoInCurrentContext, count: 6))
        time.mSampleTime = 100
        #expect(AudioUnitRender(unit!, &flags, &time, 0, 8, list.unsafeMutablePointer) == 4711)
        #expect(client.told.map { $0.contains(.unitRenderAction_PreRender) } == [true, false, true, false])
        #expect(client.told[3].contains([.unitRenderAction_PostRender, .unitRenderAction_PostRenderError]))

        var running: DarwinBoolean = false, count: UInt32 = 0
        #expect(AUGraphStart(graph!) == noErr && AUGraphIsRunning(graph!, &running) == noErr && running.boolValue)
        #expect(AUGraphGetNumberOfInteractions(graph!, &count) == noErr && count == 2)
        #expect(AUGraphStop(graph!) == noErr && AUGraphClose(graph!) == noErr)
        #expect(AudioUnitInitialize(unit!) == kAudio_ParamError)
        #expect(DisposeAUGraph(graph!) == noErr)
    }
}
