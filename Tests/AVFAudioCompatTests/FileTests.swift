import AVFAudioCompat
import KKTestSupport
import Testing

@Suite struct FileTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.root)/\(name)") }

    private func numbers(_ error: any Error) -> (String, Int) { ((error as NSError).domain, (error as NSError).code) }

    @Test func `a file is read from its frame position to its end`() throws {
        try folder.write(WaveFile.pcm16((0..<1000).map { [Int16($0), Int16(-$0)] }), to: "a.wav")
        let file = try AVAudioFile(forReading: url("a.wav"))
        #expect(
            file.length == 1000 && file.processingFormat.isStandard && file.fileFormat.commonFormat == .pcmFormatInt16)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 300))
        file.framePosition = 800
        try file.read(into: buffer, frameCount: 150)
        #expect(buffer.frameLength == 150 && file.framePosition == 950)
        #expect(try #require(buffer.floatChannelData)[1][149] == Float(-949) / 32768)
        try file.read(into: buffer)
        #expect(buffer.frameLength == 50 && file.framePosition == file.length)
        let end = try #require(throws: (any Error).self) { try file.read(into: buffer) }
        #expect(buffer.frameLength == 0 && numbers(end) == ("Foundation._GenericObjCError", 0))
    }

    @Test func `the processing format may be any common one`() throws {
        try folder.write(WaveFile.pcm16((0..<10).map { [Int16($0), Int16(-$0)] }), to: "a.wav")
        let file = try AVAudioFile(forReading: url("a.wav"), commonFormat: .pcmFormatInt16, interleaved: true)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 10))
        try file.read(into: buffer)
        let samples = try #require(buffer.int16ChannelData)[0]
        for frame in 0..<10 {
            #expect(samples[2 * frame] == Int16(frame))
            #expect(samples[2 * frame + 1] == Int16(-frame))
        }
    }

    private func settings(_ id: AudioFormatID, bits: Int) -> [String: Any] {
        var settings: [String: Any] = [AVSampleRateKey: 48000, AVNumberOfChannelsKey: 2]
        settings[AVFormatIDKey] = id
        settings[AVLinearPCMBitDepthKey] = bits
        settings[AVLinearPCMIsFloatKey] = false
        return settings
    }

    @Test(arguments: ["wav", "caf", "aif", "flac"], [16, 24])
    func `what is written is read again`(kind: String, bits: Int) throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 5000))
        let samples = try #require(buffer.floatChannelData)
        for frame in 0..<5000 {
            samples[0][frame] = Float(frame) / 32768
            samples[1][frame] = 0 - samples[0][frame]
        }
        buffer.frameLength = 5000
        let id = kind == "flac" ? kAudioFormatFLAC : kAudioFormatLinearPCM
        do {
            let file = try AVAudioFile(forWriting: url("a.\(kind)"), settings: settings(id, bits: bits))
            try file.write(from: buffer)
            #expect(file.length == 5000)
            #expect(!FileManager.default.fileExists(atPath: file.url.path))
        }
        let read = try AVAudioFile(forReading: url("a.\(kind)"))
        #expect(read.length == 5000 && read.fileFormat.sampleRate == 48000)
        if kind != "flac" {
            let stored: UInt32 = read.fileFormat.streamDescription.pointee.mBitsPerChannel
            #expect(stored == UInt32(bits))
        }
        let again = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 6000))
        try read.read(into: again)
        #expect(again.frameLength == 5000)
        let others = try #require(again.floatChannelData)
        for channel in 0..<2 {
            let difference = memcmp(others[channel], samples[channel], 20000)
            #expect(difference == 0)
        }
    }

    /// It said 0.
    @Test(arguments: ["codec-16.flac", "speech.flac"]) func `the file format of FLAC tells the frames of a packet`(
        name: String
    ) throws {
        let file = try AVAudioFile(forReading: URL(fileURLWithPath: Fixtures.path(name)))
        var description = AudioStreamBasicDescription(), size: UInt32 = 40, opened: AudioFileID?
        let url = NSURL(fileURLWithPath: Fixtures.path(name))
        #expect(AudioFileOpenURL(url, .readPermission, 0, &opened) == noErr)
        let id = try #require(opened)
        #expect(AudioFileGetProperty(id, kAudioFilePropertyDataFormat, &size, &description) == noErr)
        #expect(AudioFileClose(id) == noErr && description.mFramesPerPacket > 0)
        let own = file.fileFormat.streamDescription.pointee
        #expect(own.mFramesPerPacket == description.mFramesPerPacket && own.mFormatFlags == description.mFormatFlags)
    }

    @Test func `an unknown extension leads to others and to the key, not to an option`() throws {
        for name in ["a.xyz", "a", "a.wma"] {
            let error = #expect(throws: NSError.self) {
                try AVAudioFile(
                    forWriting: url(name),
                    settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 1])
            }
            #expect(error?.code == Int(kAudioFileUnsupportedFileTypeError))
            let words = error?.localizedDescription ?? ""
            #expect(words.contains("AVAudioFileTypeKey") && words.contains("wav, "), "\(words)")
            #expect(!words.contains("--"), "\(words)")
        }
    }

    @Test func `errors are of AVFAudio's domain and have Core Audio's numbers`() throws {
        let domain = "com.apple.coreaudio.avfaudio"
        let pcm: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 1,
        ]
        let layer2: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEGLayer2, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 1,
        ]
        try folder.write(Array("no sound".utf8), to: "text.wav")
        for (code, attempt) in [
            (-43, { _ = try AVAudioFile(forReading: self.url("nowhere.wav")) }),
            (Int(kAudioFileUnsupportedFileTypeError), { _ = try AVAudioFile(forReading: self.url("text.wav")) }),
            (
                Int(kAudioFileUnsupportedFileTypeError),
                { _ = try AVAudioFile(forWriting: self.url("a.xyz"), settings: pcm) }
            ),
            (
                Int(kAudioFileUnsupportedDataFormatError),
                { _ = try AVAudioFile(forWriting: self.url("a.caf"), settings: layer2) }
            ),
            (
                Int(kAudioFileUnsupportedDataFormatError),
                { _ = try AVAudioFile(forWriting: self.url("a.caf"), settings: [:]) }
            ),
        ] as [(Int, () throws -> Void)] {
            let error = #expect(throws: (any Error).self) { try attempt() }
            if let error { #expect(numbers(error) == (domain, code), "\(error)") }
        }
    }

    @Test func `a closed file is neither read nor written`() throws {
        try folder.write(WaveFile.pcm16([[1, 2]]), to: "a.wav")
        let file = try AVAudioFile(forReading: url("a.wav"))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4))
        file.close()
        #expect(!file.isOpen && file.length == 1)
        #expect(throws: (any Error).self) { try file.read(into: buffer) }
    }
}
