import AVFAudioCompat
import Testing

/// An engine that is rendered by hand, and what its slices come to.
protocol RenderedByHand {}

extension RenderedByHand {
    var stereo: AVAudioFormat { AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2)! }
    var mono: AVAudioFormat { AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 1)! }

    func engine(_ format: AVAudioFormat? = nil, slice: AVAudioFrameCount = 512) throws -> AVAudioEngine {
        let engine = AVAudioEngine()
        try engine.enableManualRenderingMode(.offline, format: format ?? stereo, maximumFrameCount: slice)
        return engine
    }

    func buffer(_ format: AVAudioFormat, _ frameCount: Int, _ value: (Int) -> Float) -> AVAudioPCMBuffer {
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount))!
        buffer.frameLength = AVAudioFrameCount(frameCount)
        for channel in 0..<Int(format.channelCount) {
            for frame in 0..<frameCount { buffer.floatChannelData![channel][frame] = value(frame) }
        }
        return buffer
    }

    /// The next frames of a channel, in slices.
    func render(
        _ engine: AVAudioEngine, _ frameCount: Int, slice: Int = 512, channel: Int = 0
    ) throws -> [Float] {
        let format = engine.manualRenderingFormat
        let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(slice)))
        var samples: [Float] = []
        while samples.count < frameCount {
            let count = min(slice, frameCount - samples.count)
            #expect(try engine.renderOffline(AVAudioFrameCount(count), to: output) == .success)
            #expect(Int(output.frameLength) == count)
            samples += (0..<count).map { output.floatChannelData![channel][$0] }
        }
        return samples
    }

    func player(_ engine: AVAudioEngine, _ format: AVAudioFormat) -> AVAudioPlayerNode {
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: format)
        return player
    }
}
