import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// Calls that no other test has a use for, a header in each test.
@Suite struct EveryCallTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<1000).map { [Int16($0), Int16(-$0)] }), to: "a.wav")
    }

    private func url(_ name: String) -> NSURL { NSURL(fileURLWithPath: "\(folder.root)/\(name)") }

    @Test func `components are counted and named, and units know theirs`() throws {
        var mixers = AudioComponentDescription()
        mixers.componentType = kAudioUnitType_Mixer
        var count: UInt32 = 0, component: AudioComponent?
        while let next = AudioComponentFindNext(component, &mixers) {
            var found = AudioComponentDescription(), name: Unmanaged<NSString>?
            #expect(AudioComponentGetDescription(next, &found) == noErr && found.componentType == kAudioUnitType_Mixer)
            var version: UInt32 = 7
            #expect(AudioComponentGetVersion(next, &version) == noErr && version == 0)
            #expect(AudioComponentCopyName(next, &name) == noErr && name?.takeRetainedValue().description != "")
            var unit: AudioUnit?
            #expect(AudioComponentInstanceNew(next, &unit) == noErr)
            #expect(AudioComponentInstanceGetComponent(try #require(unit)) == next)
            #expect(AudioComponentInstanceCanDo(try #require(unit), Int16(kAudioUnitRenderSelect)))
            #expect(!AudioComponentInstanceCanDo(try #require(unit), Int16(kAudioUnitProcessSelect)))
            #expect(!AudioComponentInstanceCanDo(try #require(unit), 0x7777))
            #expect(AudioComponentInstanceDispose(try #require(unit)) == noErr)
            component = next
            count += 1
        }
        #expect(count > 1 && AudioComponentCount(&mixers) == count)
    }

    @Test func `an output unit runs and stops, an effect forgets what it heard`() throws {
        let output = try makeUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        var isRunning: UInt32 = 7, size: UInt32 = 4
        #expect(AudioUnitInitialize(output) == noErr && AudioOutputUnitStart(output) == noErr)
        #expect(AudioUnitGetProperty(output, kAudioOutputUnitProperty_IsRunning, 0, 0, &isRunning, &size) == noErr)
        #expect(isRunning == 1 && AudioOutputUnitStop(output) == noErr)
        #expect(AudioUnitGetProperty(output, kAudioOutputUnitProperty_IsRunning, 0, 0, &isRunning, &size) == noErr)
        #expect(isRunning == 0)
        let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        #expect(AudioOutputUnitStart(delay) == kAudio_UnimplementedError)
        #expect(AudioUnitSetParameter(delay, kSampleDelayParam_DelayFrames, 0, 0, 4, 0) == noErr)
        setCallback(
            delay,
            { _, _, _, _, _, list in
                fill(list, with: 1)
                return noErr
            })
        #expect(AudioUnitInitialize(delay) == noErr)
        for turn in 0..<2 {
            #expect(render(delay, at: turn * 8, 8) == [0, 0, 0, 0, 1, 1, 1, 1])
            #expect(AudioUnitReset(delay, 0, 0) == noErr)
        }
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
        #expect(AudioUnitUninitialize(delay) == noErr)
        #expect(
            AudioUnitRender(delay, &flags, &time, 0, 8, list.unsafeMutablePointer) == kAudioUnitErr_Uninitialized)
        #expect(AudioComponentInstanceDispose(output) == noErr && AudioComponentInstanceDispose(delay) == noErr)
    }

    @Test func `a graph tells its nodes and interactions, and gives them up`() throws {
        var made: AUGraph?, mixer: AUNode = 0, head: AUNode = 0, node: AUNode = 0, count: UInt32 = 0, isSo = true
        var mixerKind = description(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        var headKind = description(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        #expect(NewAUGraph(&made) == noErr)
        let graph = try #require(made)
        #expect(AUGraphAddNode(graph, &mixerKind, &mixer) == noErr && AUGraphAddNode(graph, &headKind, &head) == noErr)
        #expect(AUGraphIsOpen(graph, &isSo) == noErr && !isSo)
        #expect(AUGraphOpen(graph) == noErr && AUGraphIsOpen(graph, &isSo) == noErr && isSo)
        #expect(AUGraphGetNodeCount(graph, &count) == noErr && count == 2)
        #expect(AUGraphGetIndNode(graph, 1, &node) == noErr && node == head)
        #expect(AUGraphGetIndNode(graph, 2, &node) == kAUGraphErr_NodeNotFound)
        #expect(AUGraphConnectNodeInput(graph, mixer, 0, head, 0) == noErr)
        var callback = AURenderCallbackStruct(
            inputProc: { _, _, _, _, _, list in
                fill(list, with: 1)
                return noErr
            }, inputProcRefCon: nil)
        #expect(AUGraphSetNodeInputCallback(graph, mixer, 3, &callback) == noErr)
        #expect(AUGraphCountNodeInteractions(graph, mixer, &count) == noErr && count == 2)
        var interactions = [AUNodeInteraction(), AUNodeInteraction()]
        #expect(AUGraphGetNodeInteractions(graph, head, &count, &interactions) == noErr && count == 1)
        #expect(interactions[0].nodeInteractionType == kAUNodeInteraction_Connection)
        #expect(interactions[0].nodeInteraction.connection.sourceNode == mixer)
        var all: [UInt32] = []
        #expect(AUGraphGetNumberOfInteractions(graph, &count) == noErr && count == 2)
        for index in 0..<count {
            #expect(AUGraphGetInteractionInfo(graph, index, &interactions[0]) == noErr)
            all.append(interactions[0].nodeInteractionType)
        }
        #expect(all.sorted() == [kAUNodeInteraction_Connection, kAUNodeInteraction_InputCallback])
        CAShow(UnsafeMutableRawPointer(graph))

        var told = 0, output: AudioUnit?
        let notify: AURenderCallback = { refCon, _, _, _, _, _ in
            refCon.assumingMemoryBound(to: Int.self).pointee += 1
            return noErr
        }
        #expect(AUGraphIsInitialized(graph, &isSo) == noErr && !isSo)
        #expect(AUGraphInitialize(graph) == noErr && AUGraphIsInitialized(graph, &isSo) == noErr && isSo)
        #expect(AUGraphNodeInfo(graph, head, nil, &output) == noErr)
        withUnsafeMutablePointer(to: &told) { told in
            #expect(AUGraphAddRenderNotify(graph, notify, told) == noErr)
            _ = render(output!, at: 0, 8)
            #expect(AUGraphRemoveRenderNotify(graph, notify, told) == noErr)
            _ = render(output!, at: 8, 8)
            #expect(AUGraphRemoveRenderNotify(graph, notify, told) == kAudio_ParamError)
        }
        #expect(told == 2)
        #expect(AUGraphStart(graph) == noErr && AUGraphIsRunning(graph, &isSo) == noErr && isSo)
        #expect(AUGraphStop(graph) == noErr && AUGraphIsRunning(graph, &isSo) == noErr && !isSo)
        #expect(AUGraphUninitialize(graph) == noErr)
        #expect(AUGraphDisconnectNodeInput(graph, head, 0) == noErr)
        #expect(AUGraphGetNumberOfInteractions(graph, &count) == noErr && count == 1)
        #expect(AUGraphClearConnections(graph) == noErr)
        #expect(AUGraphGetNumberOfInteractions(graph, &count) == noErr && count == 0)
        #expect(AUGraphRemoveNode(graph, mixer) == noErr)
        #expect(AUGraphGetNodeCount(graph, &count) == noErr && count == 1)
        #expect(DisposeAUGraph(graph) == noErr)
    }

    @Test func `a file's bytes, packets and user data are written, read and removed`() throws {
        var file: AudioFileID?, format = pcm16(channels: 2), size: UInt32 = 0, isWritable: Bool = true
        let kind: UInt32 = 0x7465_7374
        #expect(AudioFileCreateWithURL(url("b.caf"), kAudioFileCAFType, &format, .eraseFile, &file) == noErr)
        var samples: [Int16] = [1, -1, 2, -2, 3, -3], packets: UInt32 = 3, bytes: UInt32 = 4
        #expect(AudioFileWritePackets(file!, false, 12, nil, 0, &packets, &samples) == noErr && packets == 3)
        var third: [Int16] = [30, -30]
        #expect(AudioFileWriteBytes(file!, false, 8, &bytes, &third) == noErr && bytes == 4)
        var note: [UInt8] = [1, 2, 3]
        #expect(AudioFileSetUserData(file!, kind, 0, 3, &note) == noErr)
        #expect(AudioFileOptimize(file!) == noErr && AudioFileClose(file!) == noErr)

        #expect(AudioFileOpenURL(url("b.caf"), .readWritePermission, 0, &file) == noErr)
        var heard = [Int16](repeating: 0, count: 6)
        bytes = 12
        #expect(AudioFileReadBytes(file!, false, 0, &bytes, &heard) == noErr && bytes == 12)
        #expect(heard == [1, -1, 2, -2, 30, -30])
        var found: [UInt8] = [0, 0, 0]
        #expect(AudioFileGetUserDataSize(file!, kind, 0, &size) == noErr && size == 3)
        #expect(AudioFileGetUserData(file!, kind, 0, &size, &found) == noErr && found == note)
        #expect(AudioFileRemoveUserData(file!, kind, 0) == noErr)
        #expect(AudioFileCountUserData(file!, kind, &size) == noErr && size == 0)
        #expect(AudioFileGetPropertyInfo(file!, kAudioFilePropertyDataFormat, &size, nil) == noErr && size == 40)
        #expect(AudioFileClose(file!) == noErr)

        var extended: ExtAudioFileRef?
        #expect(ExtAudioFileOpenURL(url("a.wav"), &extended) == noErr)
        let length = kExtAudioFileProperty_FileLengthFrames
        #expect(ExtAudioFileGetPropertyInfo(extended!, length, &size, &isWritable) == noErr && size == 8)
        var place: Int64 = -1
        #expect(ExtAudioFileSeek(extended!, 300) == noErr)
        #expect(ExtAudioFileTell(extended!, &place) == noErr && place == 300)
        #expect(!isWritable && ExtAudioFileDispose(extended!) == noErr)
    }

    final class Parsed { var frames: UInt32 = 0 }

    @Test func `a stream is opened, parsed, asked and closed`() throws {
        let parsed = Parsed()
        var opened: AudioFileStreamID?, size: UInt32 = 0, isWritable = true, format = AudioStreamBasicDescription()
        #expect(
            AudioFileStreamOpen(
                Unmanaged.passUnretained(parsed).toOpaque(), { _, _, _, _ in },
                { data, _, count, _, _ in
                    Unmanaged<Parsed>.fromOpaque(data).takeUnretainedValue().frames += count
                }, kAudioFileWAVEType, &opened) == noErr)
        let stream = try #require(opened), bytes = try #require(folder.bytes("a.wav"))
        #expect(AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes, []) == noErr && parsed.frames == 1000)
        let id = kAudioFileStreamProperty_DataFormat
        #expect(AudioFileStreamGetPropertyInfo(stream, id, &size, &isWritable) == noErr && size == 40 && !isWritable)
        #expect(AudioFileStreamGetProperty(stream, id, &size, &format) == noErr && format.mChannelsPerFrame == 2)
        var offset: Int64 = -1, flags: AudioFileStreamSeekFlags = .offsetIsEstimated
        #expect(AudioFileStreamSeek(stream, 100, &offset, &flags) == noErr)
        #expect(offset == 400 && flags.isEmpty)
        #expect(AudioFileStreamClose(stream) == noErr)
        #expect(AudioFileStreamClose(stream) == kAudioFileStreamError_UnspecifiedError)
    }

    @Test func `rates are not converted in one call, however little room there is`() throws {
        var from = pcm16(channels: 1), to = from, made: AudioConverterRef?
        to.mSampleRate = from.mSampleRate * 2
        #expect(AudioConverterNew(&from, &to, &made) == noErr)
        let converter = try #require(made)
        let input: [Int16] = [0, 16384, -16384, 8192]
        for room in [8, 4000] as [UInt32] {
            var output = [UInt8](repeating: 9, count: Int(room)), size = room
            let status = AudioConverterConvertBuffer(converter, 8, input, &size, &output)
            #expect(status == kAudioConverterErr_OperationNotSupported && size == 0)
            #expect(output.allSatisfy { $0 == 9 })
        }
        #expect(AudioConverterDispose(converter) == noErr)
    }

    @Test func `converters convert what is given at once`() throws {
        var from = pcm16(channels: 1), to = from, made: AudioConverterRef?, size: UInt32 = 0, isWritable = true
        to.mFormatFlags = kAudioFormatFlagsNativeFloatPacked
        (to.mBytesPerPacket, to.mBytesPerFrame, to.mBitsPerChannel) = (4, 4, 32)
        #expect(AudioConverterNew(&from, &to, &made) == noErr)
        let converter = try #require(made)
        let largest = kAudioConverterPropertyMaximumOutputPacketSize
        #expect(AudioConverterGetPropertyInfo(converter, largest, &size, &isWritable) == noErr)
        #expect(size == 4 && !isWritable)
        var input: [Int16] = [0, 16384, -16384, 8192], output = [Float](repeating: 9, count: 4)
        let expected: [Float] = [0, 0.5, -0.5, 0.25]
        size = 16
        #expect(AudioConverterConvertBuffer(converter, 8, &input, &size, &output) == noErr && size == 16)
        #expect(output == expected)
        output = [9, 9, 9, 9]
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var source = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(input, numberOfChannels: 1))
                var result = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(output, numberOfChannels: 1))
                #expect(AudioConverterConvertComplexBuffer(converter, 4, &source, &result) == noErr)
            }
        }
        #expect(output == expected)
        #expect(AudioConverterDispose(converter) == noErr)
        var tag = kAudioChannelLayoutTag_MPEG_5_1_A
        let layout = kAudioFormatProperty_ChannelLayoutForTag
        #expect(AudioFormatGetPropertyInfo(layout, 4, &tag, &size) == noErr && size == 12 + 6 * 20)
    }

    @Test func `a converter that was reset converts as a new one`() throws {
        var from = pcm16(channels: 2), to = from, made: AudioConverterRef?
        to.mSampleRate = 48000
        #expect(AudioConverterNew(&from, &to, &made) == noErr)
        let converter = try #require(made)
        func converted() -> [Int16] {
            let frames = GivenFrames((0..<4000).map { Int16(truncatingIfNeeded: $0 * 7919) })
            var count: UInt32 = 300, output = [Int16](repeating: 0, count: 600)
            output.withUnsafeMutableBufferPointer {
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
                let status = AudioConverterFillComplexBuffer(
                    converter, GivenFrames.give, Unmanaged.passUnretained(frames).toOpaque(), &count, &list, nil)
                #expect(status == noErr && count == 300)
            }
            return output
        }
        let new = converted()
        #expect(converted() != new, "it goes on where it was")
        #expect(AudioConverterReset(converter) == noErr && converted() == new)
        #expect(AudioConverterDispose(converter) == noErr)
    }

    @Test func `a queue is primed, paused, flushed and reset, and says what it is set to`() throws {
        var pcm = pcm16(channels: 1), made: AudioQueueRef?, size: UInt32 = 0, value: Float = 0
        var buffers: [AudioQueueBufferRef?] = [nil, nil]
        #expect(AudioQueueNewOutput(&pcm, { _, _, _ in }, nil, nil, nil, 0, &made) == noErr)
        let queue = try #require(made)
        #expect(AudioQueueSetOfflineRenderFormat(queue, &pcm, nil) == noErr)
        var isMetering: UInt32 = 1
        #expect(AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &isMetering, 4) == noErr)
        #expect(AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 0.5) == noErr)
        #expect(AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &value) == noErr && value == 0.5)
        #expect(AudioQueueGetPropertySize(queue, kAudioQueueProperty_IsRunning, &size) == noErr && size == 4)

        for index in 0..<2 { #expect(AudioQueueAllocateBuffer(queue, 200, &buffers[index]) == noErr) }
        let input = buffers[0]!, output = buffers[1]!
        input.pointee.mAudioDataByteSize = 200
        let samples = input.pointee.mAudioData.assumingMemoryBound(to: Int16.self)
        for index in 0..<100 { samples[index] = Int16(index) }
        var told = 0
        let listener: AudioQueuePropertyListenerProc = { data, _, _ in
            data!.assumingMemoryBound(to: Int.self).pointee += 1
        }
        withUnsafeMutablePointer(to: &told) { told in
            let id = kAudioQueueProperty_IsRunning
            #expect(AudioQueueAddPropertyListener(queue, id, listener, told) == noErr)
            // Its own volume comes with the buffer, which is cut at both ends.
            var loud = AudioQueueParameterEvent(mID: kAudioQueueParam_Volume, mValue: 1), start = AudioTimeStamp()
            #expect(
                AudioQueueEnqueueBufferWithParameters(queue, input, 0, nil, 10, 20, 1, &loud, nil, &start) == noErr)
            #expect(start.mSampleTime == 0)
            #expect(AudioQueuePrime(queue, 0, &size) == noErr && size > 0)
            #expect(AudioQueueStart(queue, nil) == noErr && AudioQueueFlush(queue) == noErr)
            var time = AudioTimeStamp()
            time.mFlags = .sampleTimeValid
            #expect(AudioQueueOfflineRender(queue, &time, output, 50) == noErr)
            #expect(output.pointee.mAudioDataByteSize == 100)
            var levels = [AudioQueueLevelMeterState(), AudioQueueLevelMeterState()], meterSize: UInt32 = 8
            let meters = [kAudioQueueProperty_CurrentLevelMeter, kAudioQueueProperty_CurrentLevelMeterDB]
            for (index, meter) in meters.enumerated() {
                #expect(AudioQueueGetProperty(queue, meter, &levels[index], &meterSize) == noErr && meterSize == 8)
            }
            #expect(levels[0].mPeakPower == 0 && levels[1].mPeakPower == -.infinity, "no block of it is full yet")
            #expect(output.pointee.mAudioData.assumingMemoryBound(to: Int16.self)[0] == 10)
            #expect(AudioQueueReset(queue) == noErr)
            #expect(AudioQueueStop(queue, true) == noErr)
            #expect(told.pointee == 2)
            #expect(AudioQueueRemovePropertyListener(queue, id, listener, told) == noErr)
            #expect(
                AudioQueueRemovePropertyListener(queue, id, listener, told) == kAudioQueueErr_InvalidParameter)
        }
        #expect(AudioQueueFreeBuffer(queue, input) == noErr)
        #expect(AudioQueueFreeBuffer(queue, input) == kAudioQueueErr_InvalidBuffer)
        #expect(AudioQueueDispose(queue, true) == noErr)
    }
}
