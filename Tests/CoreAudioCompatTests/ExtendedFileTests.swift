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
