// synth FREQUENCY SECONDS OUTPUT: a sine from a source node, rendered by the block of the realtime mode.
#if canImport(AVFAudio)
import AVFAudio
#else
import AVFAudioCompat
#endif

func synthesize(_ arguments: [String]) throws {
    let frequency = Float(arguments[0]) ?? 440
    let duration = Float(arguments[1]) ?? 1
    let amplitude: Float = 0.25
    let twoPi = 2 * Float.pi

    let engine = AVAudioEngine()
    let renderFormat = AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2)!
    try engine.enableManualRenderingMode(.realtime, format: renderFormat, maximumFrameCount: 512)
    let mainMixer = engine.mainMixerNode
    let output = engine.outputNode
    let outputFormat = output.inputFormat(forBus: 0)
    let sampleRate = Float(outputFormat.sampleRate)
    // Use the output's rate, and one channel.
    let inputFormat = AVAudioFormat(
        commonFormat: outputFormat.commonFormat, sampleRate: outputFormat.sampleRate, channels: 1,
        interleaved: outputFormat.isInterleaved)

    var currentPhase: Float = 0
    let phaseIncrement = (twoPi / sampleRate) * frequency

    let sourceNode = AVAudioSourceNode { _, _, frameCount, audioBufferList -> OSStatus in
        let ablPointer = UnsafeMutableAudioBufferListPointer(audioBufferList)
        for frame in 0..<Int(frameCount) {
            let value = sin(currentPhase) * amplitude
            currentPhase += phaseIncrement
            if currentPhase >= twoPi { currentPhase -= twoPi }
            // The same value for every channel.
            for buffer in ablPointer {
                let buf: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(buffer)
                buf[frame] = value
            }
        }
        return noErr
    }

    engine.attach(sourceNode)
    engine.connect(sourceNode, to: mainMixer, format: inputFormat)
    engine.connect(mainMixer, to: output, format: outputFormat)
    mainMixer.outputVolume = 0.5

    let renderBlock = engine.manualRenderingBlock
    try engine.start()

    let outFile = try AVAudioFile(
        forWriting: URL(fileURLWithPath: arguments[2]), settings: outputFormat.settings)
    let buffer = AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 512)!
    var samplesLeft = AVAudioFrameCount(duration * sampleRate)
    while samplesLeft > 0 {
        let count = min(samplesLeft, buffer.frameCapacity)
        var status: OSStatus = noErr
        buffer.frameLength = count
        guard renderBlock(count, buffer.mutableAudioBufferList, &status) == .success else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
        }
        try outFile.write(from: buffer)
        samplesLeft -= count
    }
    engine.stop()
}
