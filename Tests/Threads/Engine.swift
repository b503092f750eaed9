import AVFAudioCompat

/// Two players through an equalizer, which another thread schedules, taps, connects and turns.
func renderEngine() throws {
    nonisolated(unsafe) let engine = AVAudioEngine()
    nonisolated(unsafe) let (player, drums) = (AVAudioPlayerNode(), AVAudioPlayerNode())
    nonisolated(unsafe) let equalizer = AVAudioUnitEQ(numberOfBands: 2)
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2),
        let made = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4800)
    else { throw Trouble(words: "no format") }
    made.frameLength = 4800
    nonisolated(unsafe) let sound = made
    for node in [player, drums, equalizer] { engine.attach(node) }
    engine.connect(player, to: equalizer, format: format)
    engine.connect(equalizer, to: engine.mainMixerNode, format: format)
    engine.connect(drums, to: engine.mainMixerNode, format: format)
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 256)
    try engine.start()
    player.play()

    try beside([
        { meanwhile in
            meanwhile.repeated {
                player.scheduleBuffer(sound, completionHandler: nil)
                drums.scheduleBuffer(sound, at: nil, options: .interrupts, completionHandler: nil)
                drums.play()
                drums.pause()
                _ = (drums.isPlaying, player.lastRenderTime.flatMap { player.playerTime(forNodeTime: $0) })
                player.stop()
                player.play()
            }
        },
        { meanwhile in
            var turn = 0
            let unit = equalizer.audioUnit
            meanwhile.repeated {
                turn += 1
                _ = AudioUnitSetParameter(unit, kAUNBandEQParam_Gain, kAudioUnitScope_Global, 0, Float(turn % 12), 0)
                player.volume = Float(turn % 10) / 10
                drums.pan = Float(turn % 3) - 1
                engine.mainMixerNode.outputVolume = 0.5
                equalizer.bands[0].gain = Float(turn % 12)
                equalizer.bands[1].bypass = turn % 2 == 0
                equalizer.globalGain = Float(turn % 6)
                equalizer.bypass = turn % 4 == 0
                try require(abs(drums.pan) <= 1 && equalizer.bands[0].gain < 12, "a setting that nobody made")
                _ = (engine.mainMixerNode.outputVolume, player.volume, equalizer.latency)
            }
        },
        { meanwhile in
            meanwhile.repeated {
                engine.mainMixerNode.installTap(onBus: 0, bufferSize: 512, format: nil) { _, _ in }
                engine.disconnectNodeOutput(drums)
                engine.connect(drums, to: engine.mainMixerNode, format: format)
                engine.mainMixerNode.removeTap(onBus: 0)
                _ = (engine.manualRenderingSampleTime, engine.isRunning, engine.attachedNodes.count)
                _ = engine.outputConnectionPoints(for: equalizer, outputBus: 0)
                _ = (equalizer.inputFormat(forBus: 0), engine.mainMixerNode.numberOfInputs)
            }
        },
    ]) {
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 256) else { return }
        for _ in 0..<3000 {
            try engine.renderOffline(256, to: buffer)
            sched_yield()
        }
    }
    engine.stop()
}

/// A player of data, which other threads play, turn and meter.
func renderPlayer() throws {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2),
        let made = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 256)
    else { throw Trouble(words: "no format") }
    nonisolated(unsafe) let player = try AVAudioPlayer(data: waveFile(frameCount: 4800))
    nonisolated(unsafe) let buffer = made
    try player.enableManualRendering(format: format, maximumFrameCount: 256)
    player.isMeteringEnabled = true
    try beside([
        { meanwhile in
            meanwhile.repeated {
                player.play()
                player.currentTime = 0.01
                player.play(atTime: player.deviceCurrentTime + 0.01)
                player.numberOfLoops = 2
                player.pause()
                _ = (player.isPlaying, player.currentTime, player.numberOfLoops)
                player.stop()
            }
        },
        { meanwhile in
            meanwhile.repeated {
                player.volume = 0.5
                player.pan = -0.5
                player.setVolume(1, fadeDuration: 0.001)
                player.updateMeters()
                _ = (player.averagePower(forChannel: 0), player.peakPower(forChannel: 0), player.volume)
            }
        },
    ]) {
        for _ in 0..<3000 {
            try player.renderOffline(256, to: buffer)
            sched_yield()
        }
    }
}

/// 16-bit mono at 48 kHz.
private func waveFile(frameCount: UInt32) -> Data {
    var bytes = Array("RIFF".utf8)
    func add(_ value: UInt32, bytes count: Int = 4) {
        for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
    }
    add(36 + 2 * frameCount)
    bytes += Array("WAVEfmt ".utf8)
    add(16)
    for (value, count) in [(1, 2), (1, 2), (48_000, 4), (96_000, 4), (2, 2), (16, 2)] as [(UInt32, Int)] {
        add(value, bytes: count)
    }
    bytes += Array("data".utf8)
    add(2 * frameCount)
    for frame in 0..<frameCount { add(frame % 100 * 100, bytes: 2) }
    return Data(bytes)
}
