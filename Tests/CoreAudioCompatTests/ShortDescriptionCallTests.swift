import CoreAudioCompat
import KKTestSupport
import Testing

/// Of linear PCM the sizes follow from the rest: every call takes a description without them.
@Suite struct ShortDescriptionCallTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func url(_ name: String) -> NSURL { NSURL(fileURLWithPath: "\(folder.root)/\(name)") }

    private var short: AudioStreamBasicDescription {
        var description = pcm16(channels: 2)
        (description.mBytesPerFrame, description.mBytesPerPacket, description.mFramesPerPacket) = (0, 0, 0)
        return description
    }

    private func expectWhole(_ description: AudioStreamBasicDescription) {
        #expect(
            description.mBytesPerFrame == 4 && description.mBytesPerPacket == 4 && description.mFramesPerPacket == 1)
    }

    @Test func `converters and queues`() throws {
        var from = short, to = short, converter: AudioConverterRef?, queue: AudioQueueRef?, size: UInt32 = 40
        #expect(AudioConverterNew(&from, &to, &converter) == noErr)
        for id in [kAudioConverterCurrentInputStreamDescription, kAudioConverterCurrentOutputStreamDescription] {
            var found = AudioStreamBasicDescription()
            #expect(AudioConverterGetProperty(converter!, id, &size, &found) == noErr)
            expectWhole(found)
        }
        #expect(AudioConverterDispose(converter!) == noErr)
        #expect(AudioQueueNewOutput(&from, { _, _, _ in }, nil, nil, nil, 0, &queue) == noErr)
        #expect(AudioQueueSetOfflineRenderFormat(queue!, &to, nil) == noErr)
        #expect(AudioQueueDispose(queue!, true) == noErr)
    }

    @Test func `files and their clients`() throws {
        var format = short, file: AudioFileID?, extended: ExtAudioFileRef?, size: UInt32 = 40
        var found = AudioStreamBasicDescription()
        #expect(AudioFileCreateWithURL(url("a.wav"), kAudioFileWAVEType, &format, .eraseFile, &file) == noErr)
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyDataFormat, &size, &found) == noErr)
        expectWhole(found)
        #expect(AudioFileClose(file!) == noErr)
        #expect(ExtAudioFileCreateWithURL(url("b.wav"), kAudioFileWAVEType, &format, nil, 1, &extended) == noErr)
        #expect(ExtAudioFileSetProperty(extended!, kExtAudioFileProperty_ClientDataFormat, 40, &format) == noErr)
        for id in [kExtAudioFileProperty_FileDataFormat, kExtAudioFileProperty_ClientDataFormat] {
            #expect(ExtAudioFileGetProperty(extended!, id, &size, &found) == noErr)
            expectWhole(found)
        }
        #expect(ExtAudioFileDispose(extended!) == noErr)
    }

    @Test func `the buses of units`() throws {
        let mixer = try makeUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        var format = short, found = AudioStreamBasicDescription(), size: UInt32 = 40
        let id = kAudioUnitProperty_StreamFormat
        #expect(AudioUnitSetProperty(mixer, id, kAudioUnitScope_Input, 0, &format, 40) == noErr)
        #expect(AudioUnitGetProperty(mixer, id, kAudioUnitScope_Input, 0, &found, &size) == noErr)
        expectWhole(found)
        #expect(AudioComponentInstanceDispose(mixer) == noErr)
    }
}
