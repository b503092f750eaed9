// bounce INPUT OUTPUT: a file through an equaliser and a delay, rendered offline.
#if canImport(AVFAudio)
import AVFAudio
#else
import AVFAudioCompat
#endif

func bounce(_ arguments: [String]) throws {
    let sourceFile = try AVAudioFile(forReading: URL(fileURLWithPath: arguments[0]))
    let format = sourceFile.processingFormat

    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    let equalizer = AVAudioUnitEQ(numberOfBands: 2)
    let delay = AVAudioUnitDelay()
    engine.attach(player)
    engine.attach(equalizer)
    engine.attach(delay)

    equalizer.bands[0].filterType = .lowShelf
    equalizer.bands[0].frequency = 200
    equalizer.bands[0].gain = -6
    equalizer.bands[0].bypass = false
    equalizer.bands[1].filterType = .parametric
    equalizer.bands[1].frequency = 3000
    equalizer.bands[1].bandwidth = 1
    equalizer.bands[1].gain = 3
    equalizer.bands[1].bypass = false
    delay.delayTime = 0.125
    delay.feedback = 25
    delay.wetDryMix = 40

    engine.connect(player, to: equalizer, format: format)
    engine.connect(equalizer, to: delay, format: format)
    engine.connect(delay, to: engine.mainMixerNode, format: format)
    player.scheduleFile(sourceFile, at: nil)

    let maxFrames: AVAudioFrameCount = 4096
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: maxFrames)
    try engine.start()
    player.play()

    let buffer = AVAudioPCMBuffer(
        pcmFormat: engine.manualRenderingFormat, frameCapacity: engine.manualRenderingMaximumFrameCount)!
    var settings = sourceFile.fileFormat.settings
    settings[AVLinearPCMBitDepthKey] = 32
    settings[AVLinearPCMIsFloatKey] = true
    let outputFile = try AVAudioFile(forWriting: URL(fileURLWithPath: arguments[1]), settings: settings)

    while engine.manualRenderingSampleTime < sourceFile.length {
        let framesToRender = AVAudioFrameCount(sourceFile.length - engine.manualRenderingSampleTime)
        let status = try engine.renderOffline(min(framesToRender, buffer.frameCapacity), to: buffer)
        switch status {
        case .success:
            try outputFile.write(from: buffer)
        case .insufficientDataFromInputNode:
            // Only if the engine has an input node.
            break
        case .cannotDoInCurrentContext:
            // The engine could not render now; try again.
            break
        case .error:
            fatalError("The manual rendering failed.")
        @unknown default:
            fatalError("An unknown status.")
        }
    }
    player.stop()
    engine.stop()
    print("rendered \(outputFile.length) frames of \(format.channelCount) channels")
}
