import CoreAudioCompat
import KKTestSupport
import Testing

/// Of linear PCM the sizes follow from the rest: every call takes a description without them.
@Suite struct ShortDescriptionCallTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func url(_ name: String) -> NSURL { NSURL(fileURLWithPath: "\(folder.root)/\(name)") }

    /// Linear PCM without the sizes that follow from the rest, and the bytes of its frames.
    struct Short: Sendable, CustomStringConvertible {
        let description: String
        let flags: AudioFormatFlags
        let bits: UInt32
        let frame: UInt32

        var format: AudioStreamBasicDescription {
            AudioStreamBasicDescription(
                mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: 0,
                mFramesPerPacket: 0, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: bits, mReserved: 0)
        }

        func expectWhole(_ found: AudioStreamBasicDescription) {
            #expect(
                found.mBytesPerFrame == frame && found.mBytesPerPacket == frame && found.mFramesPerPacket == 1,
                "\(description)")
        }

        private static let packed = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        static let interleaved = [
            Short(description: "16 bits", flags: packed, bits: 16, frame: 4),
            Short(description: "24 bits", flags: packed, bits: 24, frame: 6),
            Short(
                description: "Float32", flags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, bits: 32, frame: 8),
        ]
        static let all =
            interleaved + [
                Short(description: "planes", flags: packed | kAudioFormatFlagIsNonInterleaved, bits: 16, frame: 2),
                Short(
                    description: "8.24",
                    flags: packed | kAudioFormatFlagIsNonInterleaved | 24 << kLinearPCMFormatFlagsSampleFractionShift,
                    bits: 32, frame: 4),
                Short(
                    description: "Float64, big",
                    flags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian, bits: 64,
                    frame: 16),
            ]
    }

    @Test(arguments: Short.all) func converters(short: Short) throws {
        var from = short.format, to = short.format, converter: AudioConverterRef?, size: UInt32 = 40
        #expect(AudioConverterNew(&from, &to, &converter) == noErr)
        for id in [kAudioConverterCurrentInputStreamDescription, kAudioConverterCurrentOutputStreamDescription] {
            var found = AudioStreamBasicDescription()
            #expect(AudioConverterGetProperty(converter!, id, &size, &found) == noErr)
            short.expectWhole(found)
        }
        #expect(AudioConverterDispose(converter!) == noErr)
    }

    /// Their buffers are one each, so the channels are interleaved.
    @Test(arguments: Short.interleaved) func queues(short: Short) throws {
        var from = short.format, to = short.format, queue: AudioQueueRef?, size: UInt32 = 40
        var found = AudioStreamBasicDescription()
        #expect(AudioQueueNewOutput(&from, { _, _, _ in }, nil, nil, nil, 0, &queue) == noErr)
        #expect(AudioQueueGetProperty(queue!, kAudioQueueProperty_StreamDescription, &found, &size) == noErr)
        short.expectWhole(found)
        #expect(AudioQueueSetOfflineRenderFormat(queue!, &to, nil) == noErr)
        #expect(AudioQueueDispose(queue!, true) == noErr)
    }

    @Test(arguments: Short.interleaved) func `files and their clients`(short: Short) throws {
        var format = short.format, file: AudioFileID?, extended: ExtAudioFileRef?, size: UInt32 = 40
        var found = AudioStreamBasicDescription()
        #expect(AudioFileCreateWithURL(url("a.wav"), kAudioFileWAVEType, &format, .eraseFile, &file) == noErr)
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyDataFormat, &size, &found) == noErr)
        short.expectWhole(found)
        #expect(AudioFileClose(file!) == noErr)
        #expect(ExtAudioFileCreateWithURL(url("b.wav"), kAudioFileWAVEType, &format, nil, 1, &extended) == noErr)
        #expect(ExtAudioFileSetProperty(extended!, kExtAudioFileProperty_ClientDataFormat, 40, &format) == noErr)
        for id in [kExtAudioFileProperty_FileDataFormat, kExtAudioFileProperty_ClientDataFormat] {
            #expect(ExtAudioFileGetProperty(extended!, id, &size, &found) == noErr)
            short.expectWhole(found)
        }
        #expect(ExtAudioFileDispose(extended!) == noErr)
    }

    /// It was refused, for want of what every AAC has.
    @Test func `packets of an M4A have their codec's frames`() throws {
        var format = AudioStreamBasicDescription(), file: AudioFileID?, size: UInt32 = 40
        (format.mFormatID, format.mSampleRate, format.mChannelsPerFrame) = (kAudioFormatMPEG4AAC, 44100, 2)
        #expect(AudioFileCreateWithURL(url("a.m4a"), kAudioFileM4AType, &format, .eraseFile, &file) == noErr)
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyDataFormat, &size, &format) == noErr)
        #expect(format.mFramesPerPacket == 1024)
        _ = AudioFileClose(file!)
    }

    @Test(arguments: Short.all) func `the buses of units`(short: Short) throws {
        let mixer = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        var format = short.format, found = AudioStreamBasicDescription(), size: UInt32 = 40
        let id = kAudioUnitProperty_StreamFormat
        #expect(AudioUnitSetProperty(mixer, id, kAudioUnitScope_Input, 0, &format, 40) == noErr)
        #expect(AudioUnitGetProperty(mixer, id, kAudioUnitScope_Input, 0, &found, &size) == noErr)
        short.expectWhole(found)
        #expect(AudioComponentInstanceDispose(mixer) == noErr)
    }
}
