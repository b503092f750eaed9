import AVFAudioCompat
import KKTestSupport
import Testing

/// What a player node schedules, and when it is heard.
@Suite struct PlayerNodeTests: RenderedByHand {
    @Test(arguments: [512, 7]) func `buffers follow one another without a gap`(slice: Int) throws {
        let engine = try engine()
        let player = player(engine, mono)
        for part in 0..<3 { player.scheduleBuffer(buffer(mono, 100) { Float(part * 100 + $0 + 1) }) }
        try engine.start()
        player.play()
        #expect(try render(engine, 400, slice: slice) == (0..<400).map { $0 < 300 ? Float($0 + 1) : 0 })
    }

    @Test(arguments: [512, 7]) func `a segment is heard from its first frame on for its frames`(slice: Int) throws {
        let folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<1000).map { [Int16($0)] }), to: "ramp.wav")
        let engine = try engine(), player = player(engine, mono)
        let file = try AVAudioFile(forReading: URL(fileURLWithPath: "\(folder.root)/ramp.wav"))
        player.scheduleSegment(file, startingFrame: 100, frameCount: 50, at: nil)
        player.scheduleSegment(file, startingFrame: 990, frameCount: 100, at: nil)
        try engine.start()
        player.play()
        let expected = Array(100..<150) + Array(990..<1000) + Array(repeating: 0, count: 20)
        #expect(try render(engine, 80, slice: slice).map { Int($0 * 32768) } == expected)
    }

    @Test func `a buffer has its place in the player's time`() throws {
        let engine = try engine()
        let player = player(engine, mono)
        try engine.start()
        _ = try render(engine, 100)
        #expect(player.lastRenderTime?.sampleTime == 0 && !player.isPlaying)
        player.scheduleBuffer(buffer(mono, 10) { _ in 1 }, at: AVAudioTime(sampleTime: 50, atRate: 44100), options: [])
        player.scheduleBuffer(buffer(mono, 10) { _ in 2 }, at: AVAudioTime(sampleTime: 200, atRate: 88200), options: [])
        player.play()
        let heard = try render(engine, 200, slice: 64)
        #expect(heard == (0..<200).map { (50..<60).contains($0) ? 1 : (100..<110).contains($0) ? 2 : 0 })
        let last = try #require(player.lastRenderTime)
        #expect(last.sampleTime == 292 && player.playerTime(forNodeTime: last)?.sampleTime == 192)
        #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 0, atRate: 44100))?.sampleTime == 100)
        player.pause()
        #expect(player.playerTime(forNodeTime: last) == nil)
        #expect(try render(engine, 10) == Array(repeating: 0, count: 10))
        player.scheduleBuffer(buffer(mono, 5) { _ in 3 }, at: AVAudioTime(sampleTime: 202, atRate: 44100))
        player.play()
        #expect(try render(engine, 10) == [0, 0, 3, 3, 3, 3, 3, 0, 0, 0])
        player.stop()
        player.scheduleBuffer(buffer(mono, 2) { _ in 4 })
        player.play(at: AVAudioTime(sampleTime: engine.manualRenderingSampleTime + 3, atRate: 44100))
        #expect(try render(engine, 6) == [0, 0, 0, 4, 4, 0])
    }

    /// What began at a host time began with the next slice.
    @Test func `a host time is nanoseconds since frame 0 of the engine`() throws {
        let engine = try engine()
        let player = player(engine, mono)
        var tapped: [AVAudioTime] = []
        player.installTap(onBus: 0, bufferSize: 441, format: nil) { _, when in tapped.append(when) }
        try engine.start()
        _ = try render(engine, 441, slice: 441)
        let last = try #require(player.lastRenderTime)
        #expect(last.isHostTimeValid && last.hostTime == 0 && last.sampleTime == 0)
        let soon = mach_absolute_time() + AVAudioTime.hostTime(forSeconds: 0.02)
        player.scheduleBuffer(buffer(mono, 2) { _ in 1 })
        player.scheduleBuffer(
            buffer(mono, 1) { _ in 2 }, at: AVAudioTime(hostTime: soon + AVAudioTime.hostTime(forSeconds: 0.01)))
        player.play(at: AVAudioTime(hostTime: soon))
        // 882 frames from frame 0 on, which is what the clock still says; and 441 more.
        let heard = try render(engine, 1323, slice: 441)
        #expect(heard == (0..<1323).map { [441, 442].contains($0) ? 1 : $0 == 882 ? 2 : 0 })
        #expect(tapped.map(\.sampleTime) == [0, 441, 882, 1323])
        #expect(tapped.map(\.hostTime) == [0, 10_000_000, 20_000_000, 30_000_000])
        let now = try #require(player.lastRenderTime)
        let played = try #require(player.playerTime(forNodeTime: AVAudioTime(hostTime: now.hostTime)))
        #expect(played.sampleTime == 441)
    }

    @Test func `a loop goes on until it is interrupted, at once or at its end`() throws {
        let engine = try engine()
        let player = player(engine, mono)
        try engine.start()
        player.play()
        player.scheduleBuffer(buffer(mono, 3) { Float($0 + 1) }, at: nil, options: .loops)
        #expect(try render(engine, 7) == [1, 2, 3, 1, 2, 3, 1])
        player.scheduleBuffer(buffer(mono, 2) { _ in 9 }, at: nil, options: .interruptsAtLoop)
        #expect(try render(engine, 5) == [2, 3, 9, 9, 0])
        player.scheduleBuffer(buffer(mono, 3) { Float($0 + 1) }, at: nil, options: .loops)
        player.scheduleBuffer(
            buffer(mono, 1) { _ in 8 }, at: AVAudioTime(sampleTime: 16, atRate: 44100), options: .interrupts)
        #expect(try render(engine, 6) == [1, 2, 3, 1, 8, 0])
        player.scheduleBuffer(buffer(mono, 3) { Float($0 + 1) }, at: nil, options: .loops)
        #expect(try render(engine, 2) == [1, 2])
        player.scheduleBuffer(buffer(mono, 1) { _ in 7 }, at: nil, options: .interrupts)
        #expect(try render(engine, 2) == [7, 0])
    }

    @Test func `completions come when the slice with the last frame is done, in order`() throws {
        let engine = try engine()
        let player = player(engine, mono)
        var told: [String] = []
        let thread = pthread_self()
        player.scheduleBuffer(buffer(mono, 10) { _ in 1 }) {
            told.append("first \(engine.isRunning && pthread_equal(pthread_self(), thread) != 0)")
        }
        player.scheduleBuffer(buffer(mono, 10) { _ in 1 }, completionCallbackType: .dataPlayedBack) {
            told.append("\($0)")
        }
        player.scheduleBuffer(buffer(mono, 10) { _ in 1 }, completionCallbackType: .dataRendered) {
            told.append("\($0)")
        }
        try engine.start()
        player.play()
        _ = try render(engine, 9)
        #expect(told.isEmpty)
        _ = try render(engine, 11)
        #expect(told == ["first true", "dataPlayedBack"])
        player.stop()
        #expect(told == ["first true", "dataPlayedBack", "dataRendered"] && !player.isPlaying)
    }

    @Test func `a completion may schedule, stop and connect`() throws {
        let engine = try engine()
        let player = player(engine, mono)
        var count = 0
        func again() {
            count += 1
            if count < 4 {
                player.scheduleBuffer(buffer(mono, 8) { _ in Float(count) }) { again() }
            } else {
                engine.stop()
            }
        }
        again()
        try engine.start()
        player.play()
        #expect(try render(engine, 24, slice: 8) == [1, 2, 3].flatMap { Array(repeating: Float($0), count: 8) })
        #expect(!engine.isRunning && !player.isPlaying)
    }

    @Test func `volume and pan are those of the mixer's input`() throws {
        let engine = try engine()
        let player = player(engine, mono)
        (player.volume, player.pan) = (0.5, -0.5)
        try engine.start()
        player.play()
        player.scheduleBuffer(buffer(mono, 100) { _ in 1 })
        #expect(try render(engine, 1, channel: 0) == [0.5])
        #expect(try render(engine, 1, channel: 1) == [0.25])
        let place = try #require(player.destination(forMixer: engine.mainMixerNode, bus: 0))
        place.volume = 1
        #expect(player.volume == 0.5 && place.connectionPoint.node === engine.mainMixerNode)
        #expect(try render(engine, 1, channel: 1) == [0.5])
        engine.mainMixerNode.outputVolume = 0.5
        #expect(try render(engine, 1, channel: 0) == [0.5])
        #expect(player.destination(forMixer: engine.mainMixerNode, bus: 1) == nil)
    }

    /// Whichever of the two connections is made first, and set before or after.
    @Test(arguments: [false, true])
    func `volume and pan of a player behind an effect are those of the mixer's input`(effectFirst: Bool) throws {
        let engine = try engine(), player = AVAudioPlayerNode(), effect = AVAudioUnitEQ(numberOfBands: 1)
        engine.attach(player)
        engine.attach(effect)
        player.volume = 0.5
        if effectFirst { engine.connect(effect, to: engine.mainMixerNode, format: stereo) }
        engine.connect(player, to: effect, format: stereo)
        if !effectFirst { engine.connect(effect, to: engine.mainMixerNode, format: stereo) }
        player.scheduleBuffer(buffer(stereo, 100) { _ in 1 })
        try engine.start()
        player.play()
        #expect(try render(engine, 1) == [0.5])
        (player.volume, player.pan) = (0.25, -1)
        #expect(try render(engine, 1) == [0.25])
        #expect(try render(engine, 1, channel: 1) == [0])
        engine.disconnectNodeInput(effect)
        let other = AVAudioPlayerNode()
        engine.attach(other)
        engine.connect(other, to: effect, format: stereo)
        other.scheduleBuffer(buffer(stereo, 100) { _ in 1 })
        other.play()
        #expect(try render(engine, 1, channel: 1) == [1])
    }

    @Test func `who waits for a buffer goes on when it is consumed`() async throws {
        let engine = try engine()
        let player = player(engine, mono)
        try engine.start()
        player.play()
        nonisolated(unsafe) let shared = (
            engine, player, buffer(mono, 20) { _ in 1 }, AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 64)!
        )
        let rendering = Task.detached {
            while !Task.isCancelled { _ = try shared.0.renderOffline(8, to: shared.3) }
        }
        await shared.1.scheduleBuffer(shared.2)
        let type = await shared.1.scheduleBuffer(shared.2, completionCallbackType: .dataRendered)
        #expect(type == .dataRendered)
        rendering.cancel()
        _ = await rendering.result
    }
}
