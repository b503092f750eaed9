// levels INPUT: the level of every tenth of a second, and the loudest of them, from a tap on the mixer.
#if canImport(AVFAudio)
import AVFAudio
#else
import AVFAudioCompat
#endif

final class LevelMeter {
    private(set) var loudest: (rms: Float, time: Double) = (0, 0)
    private(set) var peak: Float = 0
    private(set) var bufferCount = 0

    func process(_ buffer: AVAudioPCMBuffer, at time: AVAudioTime) {
        guard let channels = buffer.floatChannelData else { return }
        let frameLength = Int(buffer.frameLength)
        var sum: Float = 0
        for channel in 0..<Int(buffer.format.channelCount) {
            let samples = UnsafeBufferPointer(start: channels[channel], count: frameLength)
            for sample in samples {
                sum += sample * sample
                peak = max(peak, abs(sample))
            }
        }
        let rms = (sum / Float(frameLength * Int(buffer.format.channelCount))).squareRoot()
        if rms > loudest.rms { loudest = (rms, Double(time.sampleTime) / time.sampleRate) }
        bufferCount += 1
    }
}

func printLevels(_ arguments: [String]) throws {
    let file = try AVAudioFile(forReading: URL(fileURLWithPath: arguments[0]))
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    let meter = LevelMeter()

    try engine.enableManualRenderingMode(.offline, format: file.processingFormat, maximumFrameCount: 1024)
    engine.attach(player)
    let mixer = engine.mainMixerNode
    engine.connect(player, to: mixer, format: file.processingFormat)

    let bufferSize = AVAudioFrameCount(file.processingFormat.sampleRate / 10)
    mixer.installTap(onBus: 0, bufferSize: bufferSize, format: mixer.outputFormat(forBus: 0)) { buffer, time in
        meter.process(buffer, at: time)
    }

    engine.prepare()
    try engine.start()
    var isDone = false
    player.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack) { _ in isDone = true }
    player.play()

    guard let buffer = AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 1024) else { return }
    while !isDone {
        autoreleasepool {
            _ = try? engine.renderOffline(buffer.frameCapacity, to: buffer)
        }
    }
    mixer.removeTap(onBus: 0)
    engine.stop()
    print("\(meter.bufferCount) buffers, peak \(meter.peak), loudest \(meter.loudest.rms) at \(meter.loudest.time) s")
}
