import AVFAudioCompat
import KKTestSupport
import Testing

/// What docs/avfaudio.md says is otherwise, and no other test has a use for.
@Suite struct ClassDifferenceTests: RenderedByHand {
    @Test(arguments: [(Float.infinity, 16), (.nan, 16), (.infinity, 32)])
    func `what is infinite or not a number is not written`(value: Float, bits: Int) throws {
        let folder = try ScratchFolder()
        var settings: [String: Any] = [AVSampleRateKey: 44100, AVNumberOfChannelsKey: 1]
        settings[AVFormatIDKey] = kAudioFormatLinearPCM
        settings[AVLinearPCMBitDepthKey] = bits
        settings[AVLinearPCMIsFloatKey] = bits == 32
        let url = URL(fileURLWithPath: "\(folder.root)/a.wav")
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let error = #expect(throws: (any Error).self) {
            try file.write(from: buffer(mono, 8) { $0 == 3 ? value : 0 })
        }
        #expect((error as NSError?)?.code == Int(kAudioFileInvalidFileError))
    }

    @Test func `integers of 32 bits are read through Float32`() throws {
        let url = URL(fileURLWithPath: Fixtures.path("tone-s32.wav"))
        let written = try #require(WaveFile.data(of: [UInt8](Data(contentsOf: url))))
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt32, interleaved: true)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4))
        try file.read(into: buffer)
        let heard: Int32? = buffer.int32ChannelData?[0][2]
        #expect(written[8..<12] == [0xAF, 0x80, 0x0F, 0x09] && heard == 0x090F_80B0)
    }

    @Test func `an empty buffer that comes with data is the end of a conversion`() throws {
        let faster = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 1))
        let converter = try #require(AVAudioConverter(from: mono, to: faster))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: faster, frameCapacity: 64))
        var error: NSError?, asked = 0
        let status = converter.convert(to: output, error: &error) { _, status in
            status.pointee = .haveData
            asked += 1
            return buffer(mono, 0) { _ in 0 }
        }
        #expect(status == .endOfStream && error == nil && asked == 1 && output.frameLength == 0)
    }

    @Test func `a node's latency is that of its unit alone`() throws {
        let engine = try engine(), equalizer = AVAudioUnitEQ(numberOfBands: 1)
        let limiter = AVAudioUnitEffect(
            audioComponentDescription: AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_PeakLimiter,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
        engine.attach(limiter)
        engine.attach(equalizer)
        engine.connect(limiter, to: equalizer, format: stereo)
        engine.connect(equalizer, to: engine.mainMixerNode, format: stereo)
        #expect(abs(limiter.latency - 0.012) < 1.0 / 44100 && equalizer.latency == 0)
    }

    private func source(_ name: String, _ called: @escaping (String) -> Void) -> AVAudioSourceNode {
        AVAudioSourceNode(format: mono) { _, _, _, _ in
            called(name)
            return noErr
        }
    }

    @Test func `a node that is tapped and not connected is pulled behind the slice`() throws {
        let engine = try engine()
        var called: [String] = []
        let tapped = source("tapped") { called.append($0) }, heard = source("heard") { called.append($0) }
        for node in [tapped, heard] { engine.attach(node) }
        tapped.installTap(onBus: 0, bufferSize: 8, format: nil) { _, when in called.append("tap \(when.sampleTime)") }
        engine.connect(heard, to: engine.mainMixerNode, format: mono)
        try engine.start()
        _ = try render(engine, 16, slice: 8)
        #expect(called == ["heard", "tapped", "tap 0", "heard", "tapped", "tap 8"])
    }

    @Test func `a sink's block is called behind the slice's output, on the same thread`() throws {
        let engine = try engine()
        var called: [String] = []
        let sunk = source("sunk") { called.append($0) }, heard = source("heard") { called.append($0) }
        let thread = pthread_self()
        let sink = AVAudioSinkNode { _, _, _ in
            called.append(pthread_equal(pthread_self(), thread) != 0 ? "sink" : "another thread")
            return noErr
        }
        for node in [sink, sunk, heard] { engine.attach(node) }
        engine.connect(sunk, to: sink, format: mono)
        engine.connect(heard, to: engine.mainMixerNode, format: mono)
        try engine.start()
        _ = try render(engine, 16, slice: 8)
        #expect(called == ["heard", "sunk", "sink", "heard", "sunk", "sink"])
    }

    @Test func `a mono file goes to both sides of a stereo player`() throws {
        let folder = try ScratchFolder(), engine = try engine()
        try folder.write(WaveFile.pcm16((0..<8).map { _ in [8192] }), to: "a.wav")
        let file = try AVAudioFile(forReading: URL(fileURLWithPath: "\(folder.root)/a.wav"))
        let player = player(engine, stereo)
        player.scheduleFile(file, at: nil)
        player.scheduleSegment(file, startingFrame: 0, frameCount: 8, at: nil)
        try engine.start()
        player.play()
        #expect(try render(engine, 8, slice: 8, channel: 0) == Array(repeating: 0.25, count: 8))
        #expect(try render(engine, 8, slice: 8, channel: 1) == Array(repeating: 0.25, count: 8))
    }

    @Test func `a layout whose order kkmix does not know is none`() {
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A) != nil)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | 3) != nil)
        #expect(AVAudioChannelLayout(layoutTag: 0x1234_0006) == nil)
    }

    @Test func `an equaliser has 64 bands, and a program that wants one more ends`() async {
        #expect(AVAudioUnitEQ(numberOfBands: 64).bands.count == 64)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = AVAudioUnitEQ(numberOfBands: 65)
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("required condition is false: numberOfBands is 0 to 64"))
    }

    @Test func `a node's own pan, and that of its place at a mixer, is a balance`() throws {
        let engine = try engine(),
            source = AVAudioSourceNode(format: stereo) { _, _, count, list in
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let samples = UnsafeMutableBufferPointer<Float>(buffer)
                    for frame in 0..<Int(count) { samples[frame] = 1 }
                }
                return noErr
            }
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: stereo)
        try engine.start()
        source.pan = 0.25
        #expect(try render(engine, 1, channel: 0) == [0.75] && render(engine, 1, channel: 1) == [1])
        let place = try #require(source.destination(forMixer: engine.mainMixerNode, bus: 0))
        place.pan = -1
        #expect(try render(engine, 1, channel: 0) == [1] && render(engine, 1, channel: 1) == [0])
    }

    @Test func `a player plays before the engine does, and is heard when it does`() throws {
        let engine = try engine(), player = player(engine, mono)
        player.scheduleBuffer(buffer(mono, 2) { _ in 0.5 })
        player.prepare(withFrameCount: 2)
        player.play()
        #expect(player.isPlaying)
        try engine.start()
        #expect(try render(engine, 3) == [0.5, 0.5, 0])
    }

    @Test func `a unit is made before its handler's call is over, and is an effect`() throws {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_Delay,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        var told: [String] = []
        AVAudioUnit.instantiate(with: description, options: []) { unit, error in
            told.append("\(unit is AVAudioUnitEffect) \(error == nil)")
        }
        var mixer = description
        (mixer.componentType, mixer.componentSubType) = (kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        AVAudioUnit.instantiate(with: mixer, options: []) { unit, error in
            told.append("\(unit == nil) \((error as NSError?)?.code ?? 0)")
        }
        #expect(told == ["true true", "true -3000"])
    }

    @Test func `a player's meter has the mean of a tenth of a second, and a peak for one, before the volume`() throws {
        let folder = try ScratchFolder(),
            levels: [Int16] = [16384, 8192, 8192, 8192, 4096, 4096],
            frames = (0..<66_150).map { [$0 / 2205 < levels.count ? levels[$0 / 2205] : 0] }
        try folder.write(WaveFile.pcm16(frames), to: "a.wav")
        let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: "\(folder.root)/a.wav"))
        try player.enableManualRendering(format: mono, maximumFrameCount: 4410)
        player.isMeteringEnabled = true
        player.volume = 0.25
        player.play()
        let output = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 4410))
        func after(_ slices: Int) throws -> (average: Float, peak: Float) {
            for _ in 0..<slices { try player.renderOffline(4410, to: output) }
            player.updateMeters()
            return (player.averagePower(forChannel: 0), player.peakPower(forChannel: 0))
        }
        let first = try after(1), second = try after(2), later = try after(6), end = try after(4)
        // Of the squares of 1/2 and 1/4, half a window each; then 1/8 alone, of two windows.
        #expect(abs(first.average + 8.0618) < 1e-3 && abs(second.average + 18.0618) < 1e-3)
        #expect(abs(second.peak + 6.0206) < 1e-3 && abs(later.peak + 6.0206) < 1e-3 && end.peak < -6.1)
    }
}
