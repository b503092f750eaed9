import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// Null where the header says that a pointer is there, as a C program can give it.
private func null<Pointer>() -> Pointer { unsafeBitCast(0 as UInt, to: Pointer.self) }

/// A pointer that nobody gave out.
private func stranger<Pointer>() -> Pointer { unsafeBitCast(0xDEAD0 as UInt, to: Pointer.self) }

/// Whatever a client gives is answered.
@Suite struct WrongArgumentTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<1000).map { [Int16($0), Int16(-$0)] }), to: "a.wav")
    }

    private func url(_ name: String) -> NSURL { NSURL(fileURLWithPath: "\(folder.root)/\(name)") }

    private func unit(_ type: OSType, _ subType: OSType) throws -> AudioUnit {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
        var unit: AudioUnit?
        let component = try #require(AudioComponentFindNext(nil, &description))
        #expect(AudioComponentInstanceNew(component, &unit) == noErr)
        return try #require(unit)
    }

    @Test func `a pointer that is none of the API's is answered by every kind of call`() {
        for wrong: OpaquePointer in [null(), stranger()] {
            var number: UInt32 = 4, size: UInt32 = 4, flag = false, value: Float = 0, frame: Int64 = 0
            #expect(AudioUnitInitialize(wrong) == kAudio_ParamError)
            #expect(AudioUnitGetProperty(wrong, kAudioUnitProperty_Latency, 0, 0, &number, &size) == kAudio_ParamError)
            #expect(AudioUnitGetParameter(wrong, 0, 0, 0, &value) == kAudio_ParamError)
            #expect(AudioComponentInstanceDispose(wrong) == kAudio_ParamError)
            #expect(AUGraphOpen(wrong) == kAudio_ParamError)
            #expect(AUGraphIsOpen(wrong, &flag) == kAudio_ParamError)
            #expect(DisposeAUGraph(wrong) == kAudio_ParamError)
            #expect(ExtAudioFileTell(wrong, &frame) == kAudio_ParamError)
            #expect(ExtAudioFileDispose(wrong) == kAudio_ParamError)
            #expect(AudioFileClose(wrong) == kAudioFileNotOpenError)
            #expect(AudioFileStreamParseBytes(wrong, 0, nil, []) == kAudioFileStreamError_UnspecifiedError)
            #expect(AudioConverterReset(wrong) == kAudio_ParamError)
            #expect(AudioQueueStart(wrong, nil) == kAudioQueueErr_QueueInvalidated)
            #expect(AudioComponentInstanceNew(wrong, null()) == kAudio_ParamError)
            var other: OpaquePointer? = wrong
            #expect(AudioComponentFindNext(other, null()) == nil)
            other = nil
        }
    }

    @Test func `what was disposed of is a stranger`() throws {
        let unit = try unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        #expect(AudioComponentInstanceDispose(unit) == noErr)
        #expect(AudioUnitInitialize(unit) == kAudio_ParamError)
        #expect(AudioComponentInstanceDispose(unit) == kAudio_ParamError)
        var graph: AUGraph?
        #expect(NewAUGraph(&graph) == noErr)
        #expect(DisposeAUGraph(graph!) == noErr)
        #expect(DisposeAUGraph(graph!) == kAudio_ParamError)
    }

    @Test func `a render's arguments are checked in the order of AUBase`() throws {
        let unit = try unit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        func render(_ bus: UInt32, _ frames: UInt32, _ buffers: UInt32, size: UInt32) -> OSStatus {
            list.count = Int(buffers)
            for index in 0..<Int(buffers) {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: size, mData: nil)
            }
            return AudioUnitRender(unit, &flags, &time, bus, frames, list.unsafeMutablePointer)
        }
        #expect(render(9, .max, 1, size: 0) == kAudioUnitErr_Uninitialized)
        #expect(AudioUnitInitialize(unit) == noErr)
        #expect(render(9, .max, 1, size: 0) == kAudioUnitErr_TooManyFramesToProcess)
        #expect(render(9, 16, 1, size: 0) == kAudioUnitErr_InvalidElement)
        #expect(render(0, 16, 1, size: 64) == kAudio_ParamError)
        #expect(render(0, 16, 2, size: 64) == kAudioUnitErr_NoConnection)
        var memory = [Float](repeating: 0, count: 4)
        memory.withUnsafeMutableBytes { bytes in
            for index in 0..<2 {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: bytes.baseAddress)
            }
            #expect(AudioUnitRender(unit, &flags, &time, 0, 16, list.unsafeMutablePointer) == kAudio_ParamError)
        }
        #expect(AudioUnitRender(unit, &flags, null(), 0, 16, list.unsafeMutablePointer) == kAudio_ParamError)
        #expect(AudioUnitRender(unit, &flags, &time, 0, 16, null()) == kAudio_ParamError)
        for wrong in [Double.nan, .infinity, 1e300] {
            time.mSampleTime = wrong
            time.mFlags = .sampleTimeValid
            #expect(render(0, 16, 2, size: 64) == kAudio_ParamError)
        }
        var first: OSStatus = 1, size: UInt32 = 4
        #expect(AudioUnitGetProperty(unit, kAudioUnitProperty_LastRenderError, 0, 0, &first, &size) == noErr)
        #expect(first == kAudioUnitErr_Uninitialized)
        #expect(
            AudioUnitGetProperty(unit, kAudioUnitProperty_LastRenderError, 0, 0, &first, &size) == noErr && first == 0)
    }

    @Test func `properties of units refuse what is too short, too many or not theirs`() throws {
        let mixer = try unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        var number = UInt32.max, size: UInt32 = 4, format = AudioStreamBasicDescription()
        #expect(
            AudioUnitSetProperty(mixer, kAudioUnitProperty_ElementCount, 1, 0, &number, 4)
                == kAudioUnitErr_InvalidPropertyValue)
        #expect(
            AudioUnitSetProperty(mixer, kAudioUnitProperty_ElementCount, 1, 0, &number, 2)
                == kAudioUnitErr_InvalidPropertyValue)
        #expect(AudioUnitSetProperty(mixer, kAudioUnitProperty_ElementCount, 1, 0, nil, 4) == kAudio_ParamError)
        #expect(
            AudioUnitSetProperty(mixer, kAudioUnitProperty_ElementCount, 9, 0, &number, 4) == kAudioUnitErr_InvalidScope
        )
        #expect(
            AudioUnitSetProperty(mixer, kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, &number, 4)
                == kAudioUnitErr_InvalidPropertyValue)
        #expect(
            AudioUnitSetProperty(mixer, kAudioUnitProperty_StreamFormat, 1, 0, &format, 40)
                == kAudioUnitErr_FormatNotSupported)
        #expect(
            AudioUnitSetProperty(mixer, kAudioUnitProperty_StreamFormat, 1, .max, &format, 40)
                == kAudioUnitErr_InvalidElement)
        #expect(AudioUnitSetProperty(mixer, 12345, 0, 0, &number, 4) == kAudioUnitErr_InvalidProperty)
        #expect(
            AudioUnitSetProperty(mixer, kAudioUnitProperty_Latency, 0, 0, &number, 4)
                == kAudioUnitErr_PropertyNotWritable)
        #expect(
            AudioUnitGetProperty(mixer, kAudioUnitProperty_SetRenderCallback, 1, 0, &number, &size)
                == kAudioUnitErr_PropertyNotInUse)
        #expect(AudioUnitSetParameter(mixer, 0, 1, 0, .nan, 0) == kAudioUnitErr_InvalidParameterValue)
        var value: Float = 0
        #expect(AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Pan, 1, 0, 3, 0) == noErr)
        #expect(AudioUnitGetParameter(mixer, kMultiChannelMixerParam_Pan, 1, 0, &value) == noErr && value == 1)
        #expect(AudioUnitSetParameter(mixer, 99, 1, 0, 1, 0) == kAudioUnitErr_InvalidParameter)
        // The first version of the structure had no last field; a client with less room gets the beginning.
        size = 36
        #expect(AudioUnitGetProperty(mixer, kAudioUnitProperty_StreamFormat, 1, 0, &format, &size) == noErr)
        #expect(size == 36 && format.mChannelsPerFrame == 2)
        #expect(AudioUnitSetProperty(mixer, kAudioUnitProperty_StreamFormat, 1, 0, &format, 36) == noErr)
    }

    @Test func `extended files refuse wrong sizes, formats and buffers`() throws {
        var file: ExtAudioFileRef?
        #expect(ExtAudioFileOpenURL(url("nowhere.wav"), &file) == kAudioFileFileNotFoundError)
        #expect(ExtAudioFileOpenURL(NSURL(string: "https://example.org/a.wav")!, &file) == kAudio_FileNotFoundError)
        #expect(ExtAudioFileOpenURL(url("a.wav"), null()) == kAudio_ParamError)
        #expect(ExtAudioFileOpenURL(url("a.wav"), &file) == noErr)
        let open = try #require(file)
        var format = AudioStreamBasicDescription(), size: UInt32 = 39
        #expect(
            ExtAudioFileGetProperty(open, kExtAudioFileProperty_FileDataFormat, &size, &format)
                == kExtAudioFileError_InvalidPropertySize)
        #expect(
            ExtAudioFileSetProperty(open, kExtAudioFileProperty_ClientDataFormat, 39, &format)
                == kExtAudioFileError_InvalidPropertySize)
        #expect(
            ExtAudioFileSetProperty(open, kExtAudioFileProperty_ClientDataFormat, 40, &format)
                == kExtAudioFileError_NonPCMClientFormat)
        format.mFormatID = kAudioFormatLinearPCM
        format.mChannelsPerFrame = .max
        format.mSampleRate = .infinity
        #expect(
            ExtAudioFileSetProperty(open, kExtAudioFileProperty_ClientDataFormat, 40, &format)
                == kExtAudioFileError_InvalidDataFormat)
        #expect(
            ExtAudioFileSetProperty(open, kExtAudioFileProperty_AudioConverter, 8, &format)
                == kExtAudioFileError_InvalidProperty)
        var frames = UInt32.max, list = AudioBufferList()
        #expect(ExtAudioFileRead(open, &frames, &list) == kAudio_ParamError && frames == 0)
        frames = .max
        var bytes = [UInt8](repeating: 0, count: 400)
        bytes.withUnsafeMutableBytes {
            list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 400, mData: $0.baseAddress))
            // As many as there is room for.
            #expect(ExtAudioFileRead(open, &frames, &list) == noErr && frames == 100)
            #expect(ExtAudioFileWrite(open, 1, &list) == kExtAudioFileError_InvalidOperationOrder)
        }
        #expect(ExtAudioFileSeek(open, -1) == kExtAudioFileError_InvalidSeek)
        #expect(ExtAudioFileSeek(open, 1001) == kExtAudioFileError_InvalidSeek)
        #expect(ExtAudioFileDispose(open) == noErr)
    }

    @Test func `files and converters refuse what they cannot do`() throws {
        var opened: AudioFileID?
        #expect(AudioFileOpenURL(url("a.wav"), AudioFilePermissions(rawValue: 77)!, 0, &opened) == kAudio_ParamError)
        #expect(AudioFileOpenURL(url("a.wav"), .readPermission, 0, &opened) == noErr)
        let file = try #require(opened)
        var size: UInt32 = 7, count: UInt64 = 0
        #expect(
            AudioFileGetProperty(file, kAudioFilePropertyAudioDataByteCount, &size, &count)
                == kAudioFileBadPropertySizeError)
        size = 8
        #expect(
            AudioFileGetProperty(file, kAudioFilePropertyAudioDataByteCount, &size, &count) == noErr && count == 4000)
        var bytes = UInt32.max, packets = UInt32.max
        #expect(
            AudioFileReadPacketData(file, false, &bytes, nil, -1, &packets, nil) == kAudioFileInvalidPacketOffsetError)
        (bytes, packets) = (.max, .max)
        #expect(AudioFileReadPacketData(file, false, &bytes, nil, 0, &packets, nil) == kAudio_ParamError)
        #expect(AudioFileClose(file) == noErr)
        #expect(AudioFileClose(file) == kAudioFileNotOpenError)

        // What is there is replaced if that is asked for.
        var existing: ExtAudioFileRef?, wave = pcm16(channels: 2)
        #expect(AudioFileCreateWithURL(url("a.wav"), kAudioFileWAVEType, &wave, [], &opened) == OSStatus(dupFNErr))
        #expect(
            ExtAudioFileCreateWithURL(url("a.wav"), kAudioFileWAVEType, &wave, nil, 0, &existing) == OSStatus(dupFNErr))

        var source = AudioStreamBasicDescription(), pcm = source, converter: AudioConverterRef?
        #expect(AudioConverterNew(&source, &pcm, &converter) == kAudioConverterErr_FormatNotSupported)
        pcm = AudioStreamBasicDescription(
            mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        #expect(AudioConverterNew(&pcm, &pcm, &converter) == noErr)
        var list = AudioBufferList(
            mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: nil))
        packets = .max
        let none: AudioConverterComplexInputDataProc = { _, _, _, _, _ in -1 }
        #expect(
            AudioConverterFillComplexBuffer(converter!, none, nil, &packets, &list, nil)
                == kAudioConverterErr_InvalidOutputSize)
        packets = 4
        #expect(AudioConverterFillComplexBuffer(converter!, none, nil, &packets, &list, nil) == kAudio_ParamError)
        var quality: UInt16 = 1
        #expect(
            AudioConverterSetProperty(converter!, kAudioConverterSampleRateConverterQuality, 2, &quality)
                == kAudioConverterErr_BadPropertySizeError)
        #expect(AudioConverterDispose(converter!) == noErr)
    }

    @Test func `queues refuse what they cannot hold`() throws {
        var pcm = AudioStreamBasicDescription(
            mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        var made: AudioQueueRef?, buffer: AudioQueueBufferRef?
        #expect(AudioQueueNewOutput(&pcm, { _, _, _ in }, nil, nil, nil, 0, &made) == noErr)
        let queue = try #require(made)
        #expect(AudioQueueAllocateBuffer(queue, .max, &buffer) == kAudio_MemFullError)
        #expect(AudioQueueAllocateBufferWithPacketDescriptions(queue, 64, .max, &buffer) == kAudio_MemFullError)
        #expect(AudioQueueAllocateBuffer(queue, 64, &buffer) == noErr)
        buffer!.pointee.mAudioDataByteSize = 65
        #expect(AudioQueueEnqueueBuffer(queue, buffer!, 0, nil) == kAudioQueueErr_InvalidBuffer)
        #expect(AudioQueueEnqueueBuffer(queue, stranger(), 0, nil) == kAudioQueueErr_InvalidBuffer)
        #expect(AudioQueueStart(queue, nil) == kAudioQueueErr_CannotStart)
        var time = AudioTimeStamp()
        #expect(AudioQueueOfflineRender(queue, &time, buffer!, 4) == kAudioQueueErr_InvalidOfflineMode)
        var timeline: AudioQueueTimelineRef?
        #expect(AudioQueueCreateTimeline(queue, &timeline) == noErr)
        #expect(AudioQueueGetCurrentTime(queue, timeline, &time, nil) == kAudioQueueErr_InvalidRunState)
        #expect(AudioQueueDisposeTimeline(queue, timeline!) == noErr)
        #expect(AudioQueueDisposeTimeline(queue, timeline!) == kAudioQueueErr_InvalidParameter)
        #expect(AudioQueueSetParameter(queue, 99, 0) == kAudioQueueErr_InvalidParameter)
        #expect(AudioQueueDispose(queue, true) == noErr)
        #expect(AudioQueueDispose(queue, true) == kAudioQueueErr_QueueInvalidated)
    }
}
