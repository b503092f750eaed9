import CoreAudioCompat
import Foundation
import KKFiles
import KKTestSupport
import Testing

/// M4A that is written through the C API, with AAC and with Apple Lossless: what recorders and exporters do.
@Suite struct MPEG4WritingCallTests {
    private let folder: ScratchFolder
    private let url: NSURL

    init() throws {
        folder = try ScratchFolder()
        url = NSURL(fileURLWithPath: "\(folder.root)/a.m4a")
    }

    private static let frameCount = 10_001
    /// Two tones, the right one lower.
    private static let sound: [Int16] = (0..<frameCount).flatMap { (frame: Int) -> [Int16] in
        let (left, right): (Double, Double) = (8000 * sin(Double(frame) * 0.11), 6000 * sin(Double(frame) * 0.03))
        return [Int16(left), Int16(right)]
    }

    private static func format(_ id: AudioFormatID) -> AudioStreamBasicDescription {
        var format = AudioStreamBasicDescription()
        (format.mFormatID, format.mChannelsPerFrame, format.mSampleRate) = (id, 2, 44100)
        return format
    }

    private func property<Value>(_ file: AudioFileID, _ id: AudioFilePropertyID, _ start: Value) -> Value {
        var value = start, size = UInt32(MemoryLayout<Value>.size)
        let status = withUnsafeMutableBytes(of: &value) { AudioFileGetProperty(file, id, &size, $0.baseAddress!) }
        #expect(status == noErr && size == UInt32(MemoryLayout<Value>.size))
        return value
    }

    /// The file is what it was made as, has the frames that were written, and they are that sound.
    private func check(_ id: AudioFormatID) throws {
        var file: AudioFileID?
        #expect(AudioFileOpenURL(url, .readPermission, 0, &file) == noErr)
        let opened = try #require(file)
        #expect(property(opened, kAudioFilePropertyFileFormat, UInt32(0)) == kAudioFileM4AType)
        #expect(property(opened, kAudioFilePropertyDataFormat, AudioStreamBasicDescription()).mFormatID == id)
        let table = property(opened, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        #expect(table.mNumberValidFrames == Int64(Self.frameCount))
        #expect(table.mPrimingFrames == (id == kAudioFormatMPEG4AAC ? 1024 : 0))
        #expect(AudioFileClose(opened) == noErr)

        var extended: ExtAudioFileRef?, client = pcm16(channels: 2), frames = UInt32(Self.frameCount + 10)
        client.mSampleRate = 44100
        #expect(ExtAudioFileOpenURL(url, &extended) == noErr)
        let reader = try #require(extended)
        #expect(ExtAudioFileSetProperty(reader, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var heard = [Int16](repeating: 0, count: 2 * Int(frames))
        heard.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
            #expect(ExtAudioFileRead(reader, &frames, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(reader) == noErr)
        #expect(frames == UInt32(Self.frameCount))
        compare(Array(heard.prefix(2 * Int(frames))), id)
        try compareWithFFmpeg(id)
    }

    /// To the bit of Apple Lossless; of AAC within a twentieth, frame by frame, away from the ends.
    private func compare(_ heard: [Int16], _ id: AudioFormatID) {
        if id == kAudioFormatAppleLossless {
            #expect(heard == Self.sound)
            return
        }
        let window = 2 * 2000..<2 * 8000
        let wrong = window.filter { abs(Int(heard[$0]) - Int(Self.sound[$0])) > 400 }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    private func compareWithFFmpeg(_ id: AudioFormatID) throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg") else { return }
        let run = try CommandRun.shell("/usr/bin/ffmpeg -v error -y -i a.m4a -f s16le out.raw", in: folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        let samples = try #require(folder.bytes("out.raw")).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        // It plays the last packet of AAC to its end.
        #expect(samples.count >= Self.sound.count && samples.count < Self.sound.count + 2048)
        compare(Array(samples.prefix(Self.sound.count)), id)
    }

    @Test(arguments: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless])
    func `an extended file encodes what it is given`(id: AudioFormatID) throws {
        var format = Self.format(id), file: ExtAudioFileRef?, client = pcm16(channels: 2)
        client.mSampleRate = 44100
        #expect(ExtAudioFileCreateWithURL(url, kAudioFileM4AType, &format, nil, 0, &file) == noErr)
        let writer = try #require(file)
        #expect(ExtAudioFileSetProperty(writer, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var samples = Self.sound
        samples.withUnsafeMutableBufferPointer {
            for part in [0..<3001, 3001..<3002, 3002..<Self.frameCount] {
                let part = UnsafeMutableBufferPointer(rebasing: $0[2 * part.lowerBound..<2 * part.upperBound])
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(part, numberOfChannels: 2))
                #expect(ExtAudioFileWrite(writer, UInt32(part.count / 2), &list) == noErr)
            }
        }
        #expect(ExtAudioFileDispose(writer) == noErr)
        try check(id)
    }

    @Test func `a new file says that it takes a cookie before it has one, and WAV that it takes none`() throws {
        let cookie = kAudioFilePropertyMagicCookieData
        for type in [kAudioFileM4AType, kAudioFileCAFType, kAudioFileAAC_ADTSType] {
            var format = Self.format(kAudioFormatMPEG4AAC), file: AudioFileID?
            format.mFramesPerPacket = 1024
            #expect(AudioFileCreateWithURL(url, type, &format, .eraseFile, &file) == noErr)
            let output = try #require(file)
            var willEatTheCookie: UInt32 = 0, size: UInt32 = 7
            #expect(AudioFileGetPropertyInfo(output, cookie, nil, &willEatTheCookie) == noErr && willEatTheCookie == 1)
            #expect(AudioFileGetPropertyInfo(output, cookie, &size, nil) == noErr && size == 0)
            // The AudioSpecificConfig of AAC LC, 44,100 Hz, stereo.
            #expect(AudioFileSetProperty(output, cookie, 2, [0x12, 0x10] as [UInt8]) == noErr)
            #expect(AudioFileGetPropertyInfo(output, cookie, &size, &willEatTheCookie) == noErr)
            #expect(size > 0 && willEatTheCookie == 1)
            _ = AudioFileClose(output)
        }
        var format = pcm16(channels: 2), file: AudioFileID?, isWritable: UInt32 = 7
        #expect(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, .eraseFile, &file) == noErr)
        let none = kAudioFileUnsupportedPropertyError
        #expect(AudioFileGetPropertyInfo(file!, cookie, nil, &isWritable) == none && isWritable == 7)
        #expect(AudioFileSetProperty(file!, cookie, 2, [0x12, 0x10] as [UInt8]) == none)
        #expect(AudioFileClose(file!) == noErr)
    }

    @Test(arguments: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless])
    func `an audio file takes a converter's packets, its cookie and its prime info`(id: AudioFormatID) throws {
        var pcm = pcm16(channels: 2), format = Self.format(id), made: AudioConverterRef?, size: UInt32 = 40
        pcm.mSampleRate = 44100
        #expect(AudioConverterNew(&pcm, &format, &made) == noErr)
        let converter = try #require(made)
        let current = kAudioConverterCurrentOutputStreamDescription
        #expect(AudioConverterGetProperty(converter, current, &size, &format) == noErr)
        var file: AudioFileID?, largest: UInt32 = 0
        #expect(AudioFileCreateWithURL(url, kAudioFileM4AType, &format, .eraseFile, &file) == noErr)
        let output = try #require(file)
        var cookie = [UInt8](repeating: 0, count: 200)
        size = 200
        #expect(AudioConverterGetProperty(converter, kAudioConverterCompressionMagicCookie, &size, &cookie) == noErr)
        #expect(AudioFileSetProperty(output, kAudioFilePropertyMagicCookieData, size, cookie) == noErr)
        size = 4
        let room = kAudioConverterPropertyMaximumOutputPacketSize
        #expect(AudioConverterGetProperty(converter, room, &size, &largest) == noErr)
        var memory = [UInt8](repeating: 0, count: 3 * Int(largest)), written: Int64 = 0
        var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 3)
        let frames = GivenFrames(Self.sound), data = Unmanaged.passUnretained(frames).toOpaque()
        var isOver = false
        while !isOver {
            memory.withUnsafeMutableBytes {
                var packets: UInt32 = 3
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 3 * largest, mData: $0.baseAddress))
                #expect(
                    AudioConverterFillComplexBuffer(converter, GivenFrames.give, data, &packets, &list, &places)
                        == noErr)
                isOver = packets == 0
                let bytes = list.mBuffers.mDataByteSize
                guard packets > 0 else { return }
                #expect(
                    AudioFileWritePackets(output, false, bytes, &places, written, &packets, $0.baseAddress!) == noErr)
                written += Int64(packets)
            }
        }
        var prime = AudioConverterPrimeInfo()
        size = 8
        #expect(AudioConverterGetProperty(converter, kAudioConverterPrimeInfo, &size, &prime) == noErr)
        var table = AudioFilePacketTableInfo(
            mNumberValidFrames: Int64(Self.frameCount), mPrimingFrames: Int32(prime.leadingFrames),
            mRemainderFrames: Int32(prime.trailingFrames))
        #expect(AudioFileSetProperty(output, kAudioFilePropertyPacketTableInfo, 16, &table) == noErr)
        #expect(AudioConverterDispose(converter) == noErr && AudioFileClose(output) == noErr)
        withExtendedLifetime(frames) {}
        try check(id)
    }

    @Test func `the bit rate of an extended file's converter is that of its AAC`() throws {
        var sizes: [Int] = []
        for rate: UInt32 in [64_000, 192_000] {
            var format = Self.format(kAudioFormatMPEG4AAC), client = pcm16(channels: 2), rate = rate, none: UInt = 0
            var file: ExtAudioFileRef?, converter: AudioConverterRef?, size: UInt32 = 8
            client.mSampleRate = 44100
            #expect(ExtAudioFileCreateWithURL(url, kAudioFileM4AType, &format, nil, 1, &file) == noErr)
            let writer = try #require(file)
            #expect(ExtAudioFileSetProperty(writer, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
            #expect(ExtAudioFileGetProperty(writer, kExtAudioFileProperty_AudioConverter, &size, &converter) == noErr)
            #expect(AudioConverterSetProperty(try #require(converter), kAudioConverterEncodeBitRate, 4, &rate) == noErr)
            #expect(ExtAudioFileSetProperty(writer, kExtAudioFileProperty_ConverterConfig, 8, &none) == noErr)
            // A second of noise.
            var samples = SeededNumbers.noise(88_200, seed: 1).map { Int16($0 * 5000) }
            samples.withUnsafeMutableBufferPointer {
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
                #expect(ExtAudioFileWrite(writer, 44_100, &list) == noErr)
            }
            #expect(ExtAudioFileDispose(writer) == noErr)
            sizes.append(try #require(folder.bytes("a.m4a")).count)
        }
        #expect(abs(sizes[0] - 8_000) < 2_000 && abs(sizes[1] - 24_000) < 3_500, "\(sizes)")
    }
}
