import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// What extended files make of another number of channels.
@Suite struct ExtendedFileTests {
    /// Writes frames of 16 bits into a file of other channels, and gives the file's samples.
    private func written(_ samples: [Int16], channels: UInt32, into fileChannels: UInt32) throws -> [Int16] {
        let folder = try ScratchFolder()
        let url = NSURL(fileURLWithPath: "\(folder.root)/a.wav")
        var file: ExtAudioFileRef?, format = pcm16(channels: fileChannels), client = pcm16(channels: channels)
        #expect(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &format, nil, 1, &file) == noErr)
        #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var samples = samples, frames = UInt32(samples.count) / channels
        samples.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: Int(channels)))
            #expect(ExtAudioFileWrite(file!, frames, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(file!) == noErr && ExtAudioFileOpenURL(url, &file) == noErr)
        var heard = [Int16](repeating: 0, count: Int(frames * fileChannels))
        heard.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: Int(fileChannels)))
            #expect(ExtAudioFileRead(file!, &frames, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(file!) == noErr)
        return heard
    }

    @Test(arguments: [kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileCAFType])
    func `texts and markers are set in the AudioFile of an extended file that is written`(type: AudioFileTypeID) throws
    {
        let folder = try ScratchFolder(), url = NSURL(fileURLWithPath: "\(folder.root)/a")
        var extended: ExtAudioFileRef?, format = pcm16(channels: 1), file: AudioFileID?
        if type == kAudioFileAIFFType { format.mFormatFlags |= kAudioFormatFlagIsBigEndian }
        var size = UInt32(MemoryLayout<AudioFileID>.size)
        #expect(ExtAudioFileCreateWithURL(url, type, &format, nil, 1, &extended) == noErr)
        #expect(ExtAudioFileGetProperty(extended!, kExtAudioFileProperty_AudioFile, &size, &file) == noErr)
        var again: AudioFileID?
        #expect(ExtAudioFileGetProperty(extended!, kExtAudioFileProperty_AudioFile, &size, &again) == noErr)
        #expect(file != nil && again == file, "it is the same one")
        let texts: NSDictionary = ["title": "Spoken"]
        var object = UInt(bitPattern: Unmanaged.passUnretained(texts).toOpaque())
        #expect(AudioFileSetProperty(file!, kAudioFilePropertyInfoDictionary, 8, &object) == noErr)
        let name = Unmanaged.passRetained(NSString(string: "here"))
        defer { name.release() }
        var list = AudioFileMarkerList()
        list.mNumberMarkers = 1
        list.mMarkers.mFramePosition = 3
        list.mMarkers.mName = name
        list.mMarkers.mMarkerID = 1
        let length = UInt32(NumAudioFileMarkersToNumBytes(1))
        #expect(AudioFileSetProperty(file!, kAudioFilePropertyMarkerList, length, &list) == noErr)
        var samples: [Int16] = [1, 2, 3, 4]
        samples.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 1))
            #expect(ExtAudioFileWrite(extended!, 4, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(extended!) == noErr)
        #expect(AudioFileClose(file!) == kAudioFileNotOpenError, "it goes with its file")

        #expect(AudioFileOpenURL(url, .readPermission, 0, &file) == noErr)
        var found: Unmanaged<CFDictionary>?
        size = 8
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyInfoDictionary, &size, &found) == noErr)
        #expect(found?.takeRetainedValue()["title"] as? String == "Spoken")
        list = AudioFileMarkerList()
        size = length
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyMarkerList, &size, &list) == noErr)
        #expect(list.mNumberMarkers == 1 && list.mMarkers.mFramePosition == 3)
        #expect(list.mMarkers.mName?.takeRetainedValue() as String? == "here")
        #expect(AudioFileClose(file!) == noErr)
    }

    @Test func `the converter of a file that is read has the file's format on its side`() throws {
        let folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1, 2], [3, 4]]), to: "a.wav")
        var file: ExtAudioFileRef?, converter: AudioConverterRef?, input = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioConverterRef>.size)
        #expect(ExtAudioFileOpenURL(NSURL(fileURLWithPath: "\(folder.root)/a.wav"), &file) == noErr)
        #expect(ExtAudioFileGetProperty(file!, kExtAudioFileProperty_AudioConverter, &size, &converter) == noErr)
        let id = kAudioConverterCurrentInputStreamDescription
        size = 40
        #expect(AudioConverterGetProperty(converter!, id, &size, &input) == noErr)
        let own = pcm16(channels: 2)
        #expect(input.mFormatFlags == own.mFormatFlags && input.mBitsPerChannel == 16 && input.mBytesPerFrame == 4)
        #expect(ExtAudioFileDispose(file!) == noErr)
    }

    /// The first eight samples of the file at half its rate, of one channel.
    private func halved(_ set: (AudioConverterRef) -> Void = { _ in }) throws -> [Float] {
        let folder = try ScratchFolder()
        let sound = (0..<4000).map { (index: Int) -> [Int16] in [Int16(index % 7 * 3000), Int16(index % 5 * -3000)] }
        try folder.write(WaveFile.pcm16(sound), to: "a.wav")
        var file: ExtAudioFileRef?,
            client = AudioStreamBasicDescription(
                mSampleRate: 22050, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
                mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
                mReserved: 0)
        #expect(ExtAudioFileOpenURL(NSURL(fileURLWithPath: "\(folder.root)/a.wav"), &file) == noErr)
        let opened = try #require(file)
        #expect(ExtAudioFileSetProperty(opened, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var made: AudioConverterRef?, size = UInt32(MemoryLayout<AudioConverterRef>.size)
        #expect(ExtAudioFileGetProperty(opened, kExtAudioFileProperty_AudioConverter, &size, &made) == noErr)
        let converter = try #require(made)
        var output = AudioStreamBasicDescription(), length: UInt32 = 40
        #expect(
            AudioConverterGetProperty(converter, kAudioConverterCurrentOutputStreamDescription, &length, &output)
                == noErr)
        #expect(output.mSampleRate == 22050 && output.mChannelsPerFrame == 1)
        set(converter)
        var none: UnsafeRawPointer?
        #expect(ExtAudioFileSetProperty(opened, kExtAudioFileProperty_ConverterConfig, 8, &none) == noErr)
        var heard = [Float](repeating: 0, count: 800), frames: UInt32 = 800
        heard.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 1))
            #expect(ExtAudioFileRead(opened, &frames, &list) == noErr && frames == 800)
        }
        #expect(ExtAudioFileDispose(opened) == noErr)
        #expect(AudioConverterReset(converter) == kAudio_ParamError, "it goes with its file")
        return heard
    }

    @Test func `a reader follows what is set of its converter`() throws {
        let plain = try halved()
        let right = try halved { converter in
            var map: [Int32] = [1]
            #expect(AudioConverterSetProperty(converter, kAudioConverterChannelMap, 4, &map) == noErr)
        }
        let coarse = try halved { converter in
            var quality = UInt32(kAudioConverterQuality_Min)
            let id = kAudioConverterSampleRateConverterQuality
            #expect(AudioConverterSetProperty(converter, id, 4, &quality) == noErr)
        }
        #expect(right[100..<700].allSatisfy { $0 < 0 } && plain[100..<700].contains { $0 > 0 })
        #expect(coarse != plain && (100..<700).allSatisfy { abs(coarse[$0] - plain[$0]) < 0.2 })
    }

    @Test func `a client's channels are mixed into those of the file that it writes`() throws {
        #expect(try written([1000, 3000, -1000, 500], channels: 2, into: 1) == [2000, -250])
        #expect(try written([1000, -7], channels: 1, into: 2) == [1000, 1000, -7, -7])
    }
}
