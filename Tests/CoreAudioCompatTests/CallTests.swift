import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// Calls that the example programs have no use for.
@Suite struct CallTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<3000).map { [Int16($0), Int16(-$0)] }), to: "a.wav")
    }

    private func url(_ name: String) -> NSURL { NSURL(fileURLWithPath: "\(folder.root)/\(name)") }

    private func unit(_ type: OSType, _ subType: OSType) throws -> AudioUnit {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
        var unit: AudioUnit?
        #expect(AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &description)), &unit) == noErr)
        return try #require(unit)
    }

    private let stereo = AudioStreamBasicDescription(
        mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
        mFramesPerPacket: 1,
        mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)

    @Test func `a file player plays the region of a file that it is given`() throws {
        let player = try unit(kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer)
        var file: AudioFileID?
        #expect(AudioFileOpenURL(url("a.wav"), .readPermission, 0, &file) == noErr)
        #expect(AudioUnitInitialize(player) == noErr)
        let size = UInt32(MemoryLayout<AudioFileID?>.size)
        #expect(AudioUnitSetProperty(player, kAudioUnitProperty_ScheduledFileIDs, 0, 0, &file, size) == noErr)
        var region = ScheduledAudioFileRegion(
            mTimeStamp: AudioTimeStamp(), mCompletionProc: nil, mCompletionProcUserData: nil, mAudioFile: file!,
            mLoopCount: 0, mStartFrame: 1000, mFramesToPlay: .max)
        region.mTimeStamp.mFlags = .sampleTimeValid
        let regionSize = UInt32(MemoryLayout<ScheduledAudioFileRegion>.size)
        #expect(
            AudioUnitSetProperty(player, kAudioUnitProperty_ScheduledFileRegion, 0, 0, &region, regionSize) == noErr)
        var start = AudioTimeStamp()
        start.mFlags = .sampleTimeValid
        start.mSampleTime = -1
        let startSize = UInt32(MemoryLayout<AudioTimeStamp>.size)
        #expect(
            AudioUnitSetProperty(player, kAudioUnitProperty_ScheduleStartTimeStamp, 0, 0, &start, startSize) == noErr)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        #expect(AudioUnitRender(player, &flags, &time, 0, 512, list.unsafeMutablePointer) == noErr)
        #expect(Array(UnsafeBufferPointer<Float>(list[0])) == (1000..<1512).map { Float($0) / 32768 })
        #expect(AudioComponentInstanceDispose(player) == noErr && AudioFileClose(file!) == noErr)
    }

    @Test func `an effect processes the client's own buffers, with what was scheduled`() throws {
        let delay = try unit(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
        var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        #expect(AudioUnitSetParameter(delay, kSampleDelayParam_DelayFrames, 0, 0, 3, 0) == noErr)
        #expect(AudioUnitInitialize(delay) == noErr)
        var samples = (1...8).map { Float($0) }, other = samples
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        samples.withUnsafeMutableBufferPointer { left in
            other.withUnsafeMutableBufferPointer { right in
                list[0] = AudioBuffer(left, numberOfChannels: 1)
                list[1] = AudioBuffer(right, numberOfChannels: 1)
                #expect(AudioUnitProcess(delay, &flags, &time, 8, list.unsafeMutablePointer) == noErr)
            }
        }
        #expect(samples == [0, 0, 0, 1, 2, 3, 4, 5] && other == samples)
        var event = AudioUnitParameterEvent()
        event.eventType = .parameterEvent_Immediate
        event.parameter = kSampleDelayParam_DelayFrames
        event.eventValues.immediate.bufferOffset = 4
        event.eventValues.immediate.value = 3
        #expect(AudioUnitScheduleParameters(delay, &event, 1) == noErr)
        samples.withUnsafeMutableBufferPointer { left in
            other.withUnsafeMutableBufferPointer { right in
                list[0] = AudioBuffer(left, numberOfChannels: 1)
                list[1] = AudioBuffer(right, numberOfChannels: 1)
                #expect(AudioUnitProcess(delay, &flags, &time, 8, list.unsafeMutablePointer) == noErr)
            }
        }
        #expect(samples.prefix(4) == [6, 7, 8, 0] && other == samples)
        event.eventType = .parameterEvent_Ramped
        #expect(AudioUnitScheduleParameters(delay, &event, 1) == kAudio_ParamError)
        #expect(AudioUnitScheduleParameters(delay, &event, 0) == noErr)
        #expect(AudioComponentInstanceDispose(delay) == noErr)
    }

    @Test func `a parameter says what it is, and a listener hears of a property`() throws {
        let mixer = try unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        var info = AudioUnitParameterInfo(), size = UInt32(MemoryLayout<AudioUnitParameterInfo>.size)
        #expect(AudioUnitGetProperty(mixer, kAudioUnitProperty_ParameterInfo, 1, 2, &info, &size) == noErr)
        let name = withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        #expect(name.lowercased() == "pan" && info.minValue == -1 && info.maxValue == 1)
        #expect(info.flags.contains(.flag_HasCFNameString) && info.unit == .pan)
        info.cfNameString?.release()

        var heard: [UInt32] = []
        withUnsafeMutablePointer(to: &heard) { heard in
            let proc: AudioUnitPropertyListenerProc = { refCon, _, id, scope, element in
                refCon.assumingMemoryBound(to: [UInt32].self).pointee += [id, scope, element]
            }
            let id = kAudioUnitProperty_StreamFormat
            #expect(AudioUnitAddPropertyListener(mixer, id, proc, heard) == noErr)
            var format = stereo
            #expect(AudioUnitSetProperty(mixer, id, 1, 3, &format, 40) == noErr)
            #expect(AudioUnitRemovePropertyListenerWithUserData(mixer, id, proc, heard) == noErr)
            #expect(AudioUnitRemovePropertyListenerWithUserData(mixer, id, proc, heard) == kAudio_ParamError)
        }
        #expect(heard == [8, 1, 3])
        #expect(AudioComponentInstanceDispose(mixer) == noErr)
    }

    @Test func `an equaliser's factory presets are chosen by number, as a list of pointers has them`() throws {
        let equalizer = try unit(kAudioUnitType_Effect, kAudioUnitSubType_AUiPodEQ)
        var object: UInt = 0, size: UInt32 = 8
        #expect(AudioUnitGetProperty(equalizer, kAudioUnitProperty_FactoryPresets, 0, 0, &object, &size) == noErr)
        let array = unsafeBitCast(object, to: CCoreAudio.CFArray.self)
        let pointers = (0..<CFArrayGetCount(array)).map { CFArrayGetValueAtIndex(array, $0) }
        #expect(pointers.count > 20)
        let rock = try #require(
            pointers.compactMap { $0?.assumingMemoryBound(to: AUPreset.self) }.first { preset in
                guard let name = preset.pointee.presetName else { return false }
                return name.takeUnretainedValue() as String == "Rock"
            })
        var preset = rock.pointee
        size = UInt32(MemoryLayout<AUPreset>.size)
        #expect(AudioUnitSetProperty(equalizer, kAudioUnitProperty_PresentPreset, 0, 0, &preset, size) == noErr)
        var present = AUPreset()
        #expect(AudioUnitGetProperty(equalizer, kAudioUnitProperty_PresentPreset, 0, 0, &present, &size) == noErr)
        #expect(present.presetNumber == preset.presetNumber)
        present.presetName?.release()
        preset.presetNumber = 4711
        #expect(
            AudioUnitSetProperty(equalizer, kAudioUnitProperty_PresentPreset, 0, 0, &preset, size)
                == kAudioUnitErr_InvalidPropertyValue)
        var name = Unmanaged.passRetained(NSString("voice")).toOpaque()
        #expect(AudioUnitSetProperty(equalizer, kAudioUnitProperty_ContextName, 0, 0, &name, 8) == noErr)
        var found: Unmanaged<NSString>?
        #expect(AudioUnitGetProperty(equalizer, kAudioUnitProperty_ContextName, 0, 0, &found, &size) == noErr)
        #expect(found?.takeRetainedValue() == "voice")
        Unmanaged<NSString>.fromOpaque(name).release()
        #expect(AudioComponentInstanceDispose(equalizer) == noErr)
    }

    @Test func `formats and layouts say what follows from them`() throws {
        var format = AudioStreamBasicDescription(), size: UInt32 = 40
        format.mFormatID = kAudioFormatLinearPCM
        (format.mSampleRate, format.mChannelsPerFrame, format.mBitsPerChannel) = (48000, 2, 16)
        format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
        #expect(format.mBytesPerFrame == 4 && format.mBytesPerPacket == 4 && format.mFramesPerPacket == 1)
        (format.mFormatID, format.mFramesPerPacket) = (kAudioFormatAppleLossless, 0)
        #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
        #expect(format.mFramesPerPacket == 4096)
        var layout = AudioChannelLayout(), count: UInt32 = 0
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
        size = 4
        #expect(
            AudioFormatGetProperty(kAudioFormatProperty_NumberOfChannelsForLayout, 32, &layout, &size, &count) == noErr)
        #expect(count == 6)
        #expect(
            AudioFormatGetProperty(kAudioFormatProperty_NumberOfChannelsForLayout, 4, &layout, &size, &count)
                == kAudioFormatBadSpecifierSizeError)
        var mono = AudioChannelLayout(), stereo = AudioChannelLayout(), levels: [Float] = [0, 0]
        (mono.mChannelLayoutTag, stereo.mChannelLayoutTag) = (
            kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo
        )
        withUnsafePointer(to: &mono) { mono in
            withUnsafePointer(to: &stereo) { stereo in
                var pair = [mono, stereo]
                size = 8
                #expect(AudioFormatGetProperty(kAudioFormatProperty_MatrixMixMap, 16, &pair, &size, &levels) == noErr)
            }
        }
        #expect(levels == [1, 1])
        #expect(AudioFormatGetProperty(0, 0, nil, &size, &count) == kAudioFormatUnsupportedPropertyError)
        #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, nil, nil) == kAudio_ParamError)
    }

    /// Bytes that functions of the client hold.
    final class Store { var bytes: [UInt8] = [] }

    @Test func `a file whose bytes are the client's is written, read and wrapped`() throws {
        let store = Store(), data = Unmanaged.passUnretained(store).toOpaque()
        let read: AudioFile_ReadProc = { data, position, count, buffer, actual in
            let store = Unmanaged<Store>.fromOpaque(data).takeUnretainedValue()
            let part = store.bytes.dropFirst(Int(position)).prefix(Int(count))
            buffer.copyMemory(from: Array(part), byteCount: part.count)
            actual.pointee = UInt32(part.count)
            return noErr
        }
        let write: AudioFile_WriteProc = { data, position, count, buffer, actual in
            let store = Unmanaged<Store>.fromOpaque(data).takeUnretainedValue()
            let end = Int(position) + Int(count)
            if store.bytes.count < end { store.bytes += Array(repeating: 0, count: end - store.bytes.count) }
            store.bytes.replaceSubrange(
                Int(position)..<end, with: UnsafeRawBufferPointer(start: buffer, count: Int(count)))
            actual.pointee = count
            return noErr
        }
        let size: AudioFile_GetSizeProc = { Int64(Unmanaged<Store>.fromOpaque($0).takeUnretainedValue().bytes.count) }
        let setSize: AudioFile_SetSizeProc = { data, size in
            let store = Unmanaged<Store>.fromOpaque(data).takeUnretainedValue()
            store.bytes = Array(store.bytes.prefix(Int(size)))
            return noErr
        }
        var file: AudioFileID?, format = stereo
        #expect(
            AudioFileInitializeWithCallbacks(
                data, read, write, size, setSize, kAudioFileCAFType, &format, [], &file) == noErr)
        var extended: ExtAudioFileRef?
        #expect(ExtAudioFileWrapAudioFileID(file!, true, &extended) == noErr)
        var samples = (0..<200).map { Int16($0) }
        samples.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
            #expect(ExtAudioFileWrite(extended!, 100, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(extended!) == noErr)
        var note: [UInt8] = [1, 2, 3]
        #expect(AudioFileSetUserData(file!, 0x7465_7374, 0, 3, &note) == noErr)
        #expect(AudioFileClose(file!) == noErr)

        #expect(AudioFileOpenWithCallbacks(data, read, nil, size, nil, 0, &file) == noErr)
        var packets: UInt32 = 100, bytes: UInt32 = 400, heard = [Int16](repeating: 0, count: 200)
        #expect(AudioFileReadPackets(file!, false, &bytes, nil, 0, &packets, &heard) == noErr)
        #expect(heard == samples && packets == 100 && bytes == 400)
        var count: UInt32 = 0
        #expect(AudioFileCountUserData(file!, 0x7465_7374, &count) == noErr && count == 1)
        #expect(AudioFileClose(file!) == noErr)
    }

    @Test func `FLAC is written, and read back to the bit`() throws {
        var flac = AudioStreamBasicDescription()
        flac.mSampleRate = 44100
        flac.mFormatID = kAudioFormatFLAC
        flac.mFormatFlags = kAppleLosslessFormatFlag_16BitSourceData
        flac.mChannelsPerFrame = 2
        var file: ExtAudioFileRef?, client = stereo
        #expect(ExtAudioFileCreateWithURL(url("b.flac"), kAudioFileFLACType, &flac, nil, 0, &file) == noErr)
        #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var samples = (0..<10_000).map { Int16(truncatingIfNeeded: $0 * 77) }
        samples.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
            #expect(
                ExtAudioFileWriteAsync(file!, 0, nil) == noErr && ExtAudioFileWriteAsync(file!, 5000, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(file!) == noErr)
        #expect(ExtAudioFileOpenURL(url("b.flac"), &file) == noErr)
        #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var heard = [Int16](repeating: 0, count: 10_000), frames: UInt32 = 5000
        heard.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
            #expect(ExtAudioFileRead(file!, &frames, &list) == noErr && frames == 5000)
        }
        #expect(heard == samples)
        #expect(ExtAudioFileDispose(file!) == noErr)
    }

    @Test func `kinds of files are known without one`() throws {
        var size: UInt32 = 0, type = kAudioFileCAFType
        #expect(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &size) == noErr)
        var types = [UInt32](repeating: 0, count: Int(size) / 4)
        #expect(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &size, &types) == noErr)
        #expect(types.contains(kAudioFileWAVEType) && types.contains(kAudioFileMP3Type) && !types.contains(0))
        #expect(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_AvailableFormatIDs, 4, &type, &size) == noErr)
        var formats = [UInt32](repeating: 0, count: Int(size) / 4)
        #expect(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_AvailableFormatIDs, 4, &type, &size, &formats) == noErr)
        #expect(formats.contains(kAudioFormatLinearPCM))
        var object: UInt = 0
        size = 8
        #expect(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ExtensionsForType, 4, &type, &size, &object) == noErr)
        let endings = Unmanaged<NSArray>.fromOpaque(try #require(UnsafeRawPointer(bitPattern: object)))
        #expect(endings.takeRetainedValue().contains("caf"))
        var ending = UInt(bitPattern: Unmanaged.passRetained(NSString("wav")).toOpaque())
        size = 400
        #expect(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_TypesForExtension, 8, &ending, &size, &types) == noErr)
        #expect(types[..<Int(size / 4)].contains(kAudioFileWAVEType))
        Unmanaged<NSString>.fromOpaque(UnsafeRawPointer(bitPattern: ending)!).release()
        size = 4
        #expect(
            AudioFileGetGlobalInfo(kAudioFileGlobalInfo_FileTypeName, 4, &type, &size, &object)
                == kAudioFileBadPropertySizeError)
        #expect(
            AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_FileTypeName, 2, &type, &size)
                == kAudioFileBadPropertySizeError)
        #expect(AudioFileGetGlobalInfoSize(0x6168_6673, 0, nil, &size) == kAudioFileUnsupportedPropertyError)
    }
}
