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
            meanwhile.repeated {
                turn += 1
                player.volume = Float(turn % 10) / 10
                drums.pan = Float(turn % 3) - 1
                engine.mainMixerNode.outputVolume = 0.5
                equalizer.bands[0].gain = Float(turn % 12)
                equalizer.bands[1].bypass = turn % 2 == 0
                equalizer.globalGain = Float(turn % 6)
                equalizer.bypass = turn % 4 == 0
                try require(abs(drums.pan) <= 1 && equalizer.bands[0].gain < 12, "a setting that nobody made")
                _ = (engine.mainMixerNode.outputVolume, player.volume, equalizer.latency, equalizer.audioUnit)
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
