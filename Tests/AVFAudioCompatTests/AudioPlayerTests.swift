import AVFAudioCompat
import KKTestSupport
import Testing

/// A player whose sound the program asks for.
@Suite struct AudioPlayerTests {
    let folder: ScratchFolder
    let format = AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2)!

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<1000).map { [Int16($0 + 1), Int16(-$0)] }), to: "a.wav")
    }

    private func player(slice: AVAudioFrameCount = 512) throws -> AVAudioPlayer {
        let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: "\(folder.root)/a.wav"))
        try player.enableManualRendering(format: format, maximumFrameCount: slice)
        return player
    }

    private func render(_ player: AVAudioPlayer, _ frameCount: Int, channel: Int = 0) throws -> [Float] {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)))
        try player.renderOffline(AVAudioFrameCount(frameCount), to: buffer)
        return (0..<frameCount).map { buffer.floatChannelData![channel][$0] * 32768 }
    }

    private final class Ear: NSObject, AVAudioPlayerDelegate {
        var told: [Bool] = []

        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { told.append(flag) }
    }

    @Test func `nobody hears a player that nobody asks for its sound`() throws {
        let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: "\(folder.root)/a.wav"))
        #expect(!player.prepareToPlay() && !player.play() && !player.isPlaying)
        #expect(player.numberOfChannels == 2 && player.duration == 1000.0 / 44100 && player.numberOfLoops == 0)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1))
        let error = #expect(throws: (any Error).self) { try player.renderOffline(1, to: buffer) }
        #expect((error as NSError?)?.code == -80800)
    }

    @Test func `a sound is played to its end, and its delegate is told`() throws {
        let player = try player(), ear = Ear()
        player.delegate = ear
        #expect(player.play() && player.isPlaying)
        #expect(try render(player, 500) == (1...500).map(Float.init))
        #expect(player.currentTime == 500.0 / 44100)
        #expect(try render(player, 500) == (501...1000).map(Float.init))
        #expect(player.isPlaying && ear.told.isEmpty)
        #expect(try render(player, 10) == Array(repeating: 0, count: 10))
        #expect(!player.isPlaying && ear.told == [true] && player.currentTime == 0)
        player.play()
        #expect(try render(player, 2) == [1, 2])
    }

    @Test func `a sound is repeated as often as is wanted`() throws {
        let player = try player(slice: 4000)
        player.numberOfLoops = 2
        player.currentTime = 999.0 / 44100
        player.play()
        let heard = try render(player, 2010)
        #expect(heard[0] == 1000 && heard[1] == 1 && heard[1001] == 1 && heard[2000] == 1000 && heard[2001] == 0)
        player.numberOfLoops = -1
        player.play()
        #expect(try render(player, 4000)[3999] == 1000 && player.isPlaying)
        player.stop()
        #expect(try render(player, 1) == [0])
    }

    @Test func `volume fades in a straight line, and pan is a balance`() throws {
        let player = try player()
        player.currentTime = 100.0 / 44100
        player.volume = 0
        player.setVolume(1, fadeDuration: 100.0 / 44100)
        player.pan = 0.5
        player.play()
        let heard = try render(player, 200)
        #expect(abs(heard[50] - 151 * 0.5 * 0.5) < 0.01 && heard[150] == 251 * 0.5)
        #expect(try render(player, 1, channel: 1) == [-300])
    }

    @Test func `a player begins at a time of its device`() throws {
        let player = try player()
        _ = try render(player, 10)
        #expect(player.play(atTime: player.deviceCurrentTime + 5.0 / 44100))
        #expect(try render(player, 7) == [0, 0, 0, 0, 0, 1, 2])
    }

    @Test func `a player is twice as fast and as high as it was, where its rate is enabled`() throws {
        // A sine of 100 frames.
        let sine = (0..<22050).map { Int16((sin(Double($0) / 50 * Double.pi) * 10_000).rounded()) }
        try folder.write(WaveFile.pcm16(sine.map { [$0, $0] }), to: "sine.wav")
        let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: "\(folder.root)/sine.wav"))
        try player.enableManualRendering(format: format, maximumFrameCount: 22050)
        player.rate = 2
        #expect(!player.enableRate && player.play())
        #expect(try render(player, 22050) == sine.map(Float.init))
        #expect(try render(player, 1) == [0] && !player.isPlaying)
        player.enableRate = true
        #expect(player.rate == 2 && player.play())
        let heard = try render(player, 11025)
        #expect(player.isPlaying && (4000..<8000).allSatisfy { abs(heard[$0] - heard[$0 + 100]) < 20 })
        #expect((heard[4000..<8000].max() ?? 0) > 9_900)
        #expect(try render(player, 1) == [0] && !player.isPlaying)
    }

    @Test func `another rate is the file, converted`() throws {
        let bytes = try #require(folder.bytes("a.wav"))
        let player = try AVAudioPlayer(data: Data(bytes))
        let fast = try #require(AVAudioFormat(standardFormatWithSampleRate: 88200, channels: 2))
        try player.enableManualRendering(format: fast, maximumFrameCount: 4096)
        player.play()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: fast, frameCapacity: 2000))
        try player.renderOffline(2000, to: buffer)
        #expect(player.isPlaying && abs(buffer.floatChannelData![0][1000] * 32768 - 501) < 1)
        try player.renderOffline(1, to: buffer)
        #expect(!player.isPlaying && player.data?.count == bytes.count)
    }

    @Test func `meters tell of what was rendered since the last time`() throws {
        let square = (0..<1000).map { _ in [Int16(16384), Int16(0)] }
        try folder.write(WaveFile.pcm16(square), to: "a.wav")
        let player = try player()
        player.isMeteringEnabled = true
        player.play()
        _ = try render(player, 100)
        #expect(player.averagePower(forChannel: 0) == -160)
        player.updateMeters()
        #expect(
            abs(player.averagePower(forChannel: 0) + 6.0206) < 1e-3
                && abs(player.peakPower(forChannel: 0) + 6.0206) < 1e-3)
        #expect(player.averagePower(forChannel: 1) == -160 && player.peakPower(forChannel: 2) == -160)
    }

    @Test func `what is no sound is an error`() throws {
        let error = #expect(throws: (any Error).self) { try AVAudioPlayer(data: Data("no sound".utf8)) }
        #expect((error as NSError?)?.domain == "com.apple.coreaudio.avfaudio")
    }
}
