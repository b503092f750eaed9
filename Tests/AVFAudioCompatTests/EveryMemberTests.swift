import AVFAudioCompat
import KKTestSupport
import Testing

/// What no other test asks of the classes.
@Suite struct EveryMemberTests: RenderedByHand {
    @Test func `times and layouts are made of C's structures`() {
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (12.5, .sampleTimeValid)
        let time = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 48000)
        #expect(time.isSampleTimeValid && !time.isHostTimeValid && time.sampleTime == 12)
        let kept = time.audioTimeStamp.mSampleTime
        #expect(kept == 12.5)
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
        let made = AVAudioChannelLayout(layout: &layout)
        #expect(made.channelCount == 6 && made.layoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
    }

    @Test func `a buffer of 32 bits is copied, and the copy is another`() throws {
        let format = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt32, sampleRate: 44100, channels: 1, interleaved: false))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4))
        buffer.frameLength = 2
        let samples = try #require(buffer.int32ChannelData)[0]
        (samples[0], samples[1]) = (7, .min)
        let copy = try #require(buffer.mutableCopy(with: nil) as? AVAudioPCMBuffer)
        samples[0] = 8
        let copied = try #require(copy.int32ChannelData)[0]
        #expect(copy.frameLength == 2 && copied[0] == 7 && copied[1] == .min && buffer.floatChannelData == nil)
    }

    @Test func `memory of the client is a buffer, and is given back`() throws {
        let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 3)
        samples.initialize(repeating: 0.5)
        defer { samples.deallocate() }
        var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(samples, numberOfChannels: 1)),
            isBack = false
        do {
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: mono, bufferListNoCopy: &list, deallocator: { _ in isBack = true }))
            #expect(buffer.frameCapacity == 3 && buffer.floatChannelData?[0][2] == 0.5 && !isBack)
        }
        #expect(isBack)
    }

    @Test func `a converter's dither and prime method are the next conversion's`() throws {
        let int16 = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44100, channels: 1, interleaved: false))
        let converter = try #require(AVAudioConverter(from: mono, to: int16))
        #expect(!converter.dither && converter.primeMethod == .normal)
        converter.dither = true
        converter.primeMethod = .none
        #expect(converter.dither && converter.primeMethod == .none)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: int16, frameCapacity: 1000))
        try converter.convert(to: output, from: buffer(mono, 1000) { _ in 0.25 / 32768 })
        let samples = try #require(output.int16ChannelData)[0]
        // Without dither every one of them is 0.
        #expect((0..<1000).contains { samples[$0] == 1 } && (0..<1000).contains { samples[$0] == 0 })
    }

    @Test func `an engine is taken out of manual rendering, and nodes tell their buses`() throws {
        let engine = try engine()
        let player = player(engine, mono)
        engine.isAutoShutdownEnabled = true
        #expect(engine.isInManualRenderingMode && engine.isAutoShutdownEnabled)
        #expect(player.numberOfInputs == 0 && player.numberOfOutputs == 1)
        #expect(player.name(forOutputBus: 0) == "Output 0" && player.name(forInputBus: 0) == nil)
        #expect(engine.mainMixerNode.name(forInputBus: 0) == "Input 0" && engine.outputNode.numberOfInputs == 1)
        #expect(player.latency == 0 && player.outputPresentationLatency == 0)
        #expect(engine.outputNode.presentationLatency == 0)
        player.prepare(withFrameCount: 100)
        #expect(AVAudioUnitEQ(numberOfBands: 1).version == 0)
        engine.disableManualRenderingMode()
        #expect(!engine.isInManualRenderingMode)
        let error = #expect(throws: (any Error).self) { try engine.start() }
        #expect((error as NSError?)?.code == Int(OSStatus(bitPattern: 0x2164_6576)))
    }

    private final class Ear: NSObject, AVAudioPlayerDelegate {
        var told: [String] = []

        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { told.append("\(flag)") }

        func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
            told.append((error as NSError?)?.domain ?? "no error")
        }
    }

    /// A file that becomes shorter while it plays.
    @Test func `a player whose file cannot be read tells its delegate the error, and then the end`() throws {
        let folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<200_000).map { [Int16(truncatingIfNeeded: $0)] }), to: "a.wav")
        let path = "\(folder.root)/a.wav"
        let
            player = try AVAudioPlayer(
                contentsOf: URL(fileURLWithPath: path), fileTypeHint: "com.microsoft.waveform-audio"), ear = Ear()
        player.delegate = ear
        try player.enableManualRendering(format: mono, maximumFrameCount: 4096)
        player.play()
        #expect(truncate(path, 1000) == 0)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 4096))
        var failure: (any Error)?
        for _ in 0..<60 where failure == nil && player.isPlaying {
            do { try player.renderOffline(4096, to: output) } catch { failure = error }
        }
        #expect(failure != nil && ear.told == ["com.apple.coreaudio.avfaudio", "false"] && !player.isPlaying)
        let bytes = WaveFile.pcm16([[1], [2]])
        #expect(try AVAudioPlayer(data: Data(bytes), fileTypeHint: nil).duration == 2.0 / 44100)
    }
}
