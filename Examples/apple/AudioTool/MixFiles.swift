// mix OUTPUT INPUT,SECONDS,VOLUME,PAN ...: files that begin at times of their own, each at its volume and place.
#if canImport(AVFAudio)
import AVFAudio
#else
import AVFAudioCompat
#endif

struct Track {
    let file: AVAudioFile
    let player = AVAudioPlayerNode()
    let start: AVAudioFramePosition

    var end: AVAudioFramePosition { start + file.length }
}

func mixFiles(_ arguments: [String]) throws {
    let engine = AVAudioEngine()
    let format = AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2)!
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 1000)

    let tracks: [Track] = try arguments.dropFirst().map { argument in
        let parts = argument.split(separator: ",").map(String.init)
        let file = try AVAudioFile(forReading: URL(fileURLWithPath: parts[0]))
        let track = Track(file: file, start: AVAudioFramePosition((Double(parts[1]) ?? 0) * format.sampleRate))
        engine.attach(track.player)
        engine.connect(track.player, to: engine.mainMixerNode, format: file.processingFormat)
        track.player.volume = Float(parts[2]) ?? 1
        track.player.pan = Float(parts[3]) ?? 0
        return track
    }

    try engine.start()
    for track in tracks {
        let when = AVAudioTime(sampleTime: track.start, atRate: format.sampleRate)
        track.player.scheduleSegment(
            track.file, startingFrame: 0, frameCount: AVAudioFrameCount(track.file.length), at: when,
            completionHandler: nil)
        track.player.play()
    }

    let url = URL(fileURLWithPath: arguments[0])
    var outputFile: AVAudioFile? = try AVAudioFile(forWriting: url, settings: format.settings)
    let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: engine.manualRenderingMaximumFrameCount)!
    let length = tracks.map(\.end).max() ?? 0
    while engine.manualRenderingSampleTime < length {
        let left = length - engine.manualRenderingSampleTime
        let status = try engine.renderOffline(AVAudioFrameCount(min(left, 1000)), to: buffer)
        guard status == .success else { continue }
        try outputFile?.write(from: buffer)
    }
    tracks.forEach { $0.player.stop() }
    engine.stop()
    // The file is complete when nobody holds it any more.
    outputFile = nil
    let mixed = try AVAudioFile(forReading: url)
    print("\(mixed.length) frames, \(Double(mixed.length) / mixed.fileFormat.sampleRate) s")
}
