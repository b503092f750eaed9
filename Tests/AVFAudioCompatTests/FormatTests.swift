import AVFAudioCompat
import Testing

@Suite struct FormatTests {
    @Test func `a standard format is Float32, deinterleaved`() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
        let stream = format.streamDescription.pointee
        #expect(format.isStandard && !format.isInterleaved && format.commonFormat == .pcmFormatFloat32)
        #expect(stream.mFormatFlags == kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved)
        #expect(stream.mBytesPerFrame == 4 && stream.mChannelsPerFrame == 2 && format.channelLayout == nil)
        #expect(format == AVAudioFormat(streamDescription: format.streamDescription))
        #expect(format != AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
    }

    @Test func `a description without the sizes that follow from the rest was kept so`() throws {
        for (bits, isInterleaved) in [(UInt32(16), true), (24, true), (32, false)] {
            let flags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
            var short = AudioStreamBasicDescription(
                mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: isInterleaved ? flags : flags | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 0,
                mFramesPerPacket: 0, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: bits, mReserved: 0)
            let format = try #require(AVAudioFormat(streamDescription: &short))
            let whole = format.streamDescription.pointee, size = bits / 8 * (isInterleaved ? 2 : 1)
            #expect(whole.mBytesPerFrame == size && whole.mBytesPerPacket == size && whole.mFramesPerPacket == 1)
            #expect(AVAudioFormat(settings: format.settings) == format)
        }
    }

    @Test func `more than two channels want a layout`() throws {
        #expect(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 3) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 0) == nil)
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: layout)
        #expect(format.channelCount == 6 && format.channelLayout == layout)
        #expect(AVAudioFormat(streamDescription: format.streamDescription) == nil)
        #expect(AVAudioFormat(streamDescription: format.streamDescription, channelLayout: layout) == format)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelDescriptions) == nil)
    }

    @Test(
        arguments: [
            (AVAudioCommonFormat.pcmFormatFloat32, 4), (.pcmFormatFloat64, 8), (.pcmFormatInt16, 2),
            (.pcmFormatInt32, 4),
        ], [true, false]) func `settings describe the format that they are of`(
            common: (AVAudioCommonFormat, Int), interleaved: Bool
        ) throws
    {
        let format = try #require(
            AVAudioFormat(commonFormat: common.0, sampleRate: 22050, channels: 2, interleaved: interleaved))
        #expect(format.commonFormat == common.0 && format.isInterleaved == interleaved)
        #expect(Int(format.streamDescription.pointee.mBytesPerFrame) == common.1 * (interleaved ? 2 : 1))
        #expect(AVAudioFormat(settings: format.settings) == format)
    }

    @Test func `numbers of a settings dictionary may be of any type`() throws {
        let format = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: Float(8000),
                AVNumberOfChannelsKey: UInt32(1),
                AVLinearPCMBitDepthKey: NSNumber(value: 24), AVLinearPCMIsFloatKey: false,
            ]))
        #expect(format.streamDescription.pointee.mBytesPerFrame == 3 && format.commonFormat == .otherFormat)
        #expect(AVAudioFormat(settings: [:]) == nil)
        #expect(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: -1, AVNumberOfChannelsKey: 1,
            ]) == nil)
    }

    @Test func `a time with a host time tells that of another`() throws {
        let anchor = AVAudioTime(hostTime: 1_000_000_000, sampleTime: 0, atRate: 48000)
        let second = try #require(AVAudioTime(sampleTime: 48000, atRate: 48000).extrapolateTime(fromAnchor: anchor))
        #expect(second.hostTime == 2_000_000_000 && second.isHostTimeValid && second.sampleTime == 48000)
        #expect(AVAudioTime(hostTime: 500_000_000).extrapolateTime(fromAnchor: anchor)?.sampleTime == -24000)
        #expect(AVAudioTime(sampleTime: 1, atRate: 2).extrapolateTime(fromAnchor: AVAudioTime(hostTime: 1)) == nil)
        #expect(AVAudioTime.seconds(forHostTime: AVAudioTime.hostTime(forSeconds: 1.5)) == 1.5)
    }

    @Test func `a buffer's memory stays where it is`() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
        let left = try #require(buffer.floatChannelData)[0]
        left[99] = 1
        buffer.frameLength = 10
        #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 40)
        #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 400)
        #expect(buffer.audioBufferList.pointee.mBuffers.mData == UnsafeMutableRawPointer(left))
        buffer.frameLength = 100
        #expect(buffer.floatChannelData?[0] == left && left[99] == 1 && buffer.int16ChannelData == nil)
        let copy = try #require(buffer.copy() as? AVAudioPCMBuffer)
        #expect(copy.floatChannelData?[0] != left && copy.floatChannelData?[0][99] == 1 && copy.frameLength == 100)
    }

    @Test func `interleaved channels are a stride apart`() throws {
        let format = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44100, channels: 2, interleaved: true))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4))
        let channels = try #require(buffer.int16ChannelData)
        #expect(buffer.stride == 2 && channels[1] - channels[0] == 1 && buffer.floatChannelData == nil)
        #expect(buffer.audioBufferList.pointee.mNumberBuffers == 1)
    }

    @Test func `a buffer over other memory gives it back`() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 1))
        var samples: [Float] = [1, 2, 3]
        var isFreed = false
        samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 12, mData: bytes.baseAddress))
            let buffer = AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: &list) { _ in isFreed = true }
            #expect(buffer?.frameLength == 3 && buffer?.floatChannelData?[0][2] == 3 && !isFreed)
        }
        #expect(isFreed)
    }
}
